import Canvas
import ScreenKit
import TerminalRuntime
import Testing
import WalletAPI
import WalletModel
import WalletService
import WalletUI

@testable import ScreenApp

/// The screen with a wallet on a server whose clock is behind or ahead of this machine's.
struct ServerTimeTests {
  private struct Server: WalletBackend {
    let serverTime: Timestamp?

    func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
      async throws(WalletError) -> O.Response
    {
      throw WalletError(.unavailable)
    }

    func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
  }

  @Test(arguments: [nil, -1200, 1200] as [Int64?])
  func theScreenHasTheTimeOfTheServer(_ skew: Int64?) throws {
    let local = Timestamp(seconds: 1_700_000_000)
    let server = skew.map { local.adding(seconds: $0) }
    let info = WalletInfo(name: "bank", isDemo: false, path: nil, showsPhone: false)
    let service = WalletService(
      backend: Server(serverTime: server),
      context: RequestContext(customerID: CustomerID("ana"), sessionID: "s", deviceID: "d"))
    let inbox = Inbox(waker: Waker())
    let effects = EffectRunner(
      inbox: inbox,
      methods: OpeningMethods(
        info: info,
        demo: { () throws(WalletError) in OpenedWallet(info: info, service: service) },
        vault: { (_, _) throws(WalletError) in throw WalletError(.usage) },
        newVault: { (_, _, _) throws(WalletError) in throw WalletError(.usage) },
        signIn: { (_, _, _) async throws(WalletError) in throw WalletError(.usage) }))
    let time = Clock(now: 1, wall: local)
    let program = ScreenProgram(
      state: State(
        wallet: info, size: Size(80, 24), gate: .open, clock: time, settings: Settings()),
      themes: { WalletScreen.theme($0, $1, in: []) }, effects: effects, inbox: inbox,
      setsTitle: false, clock: { time })
    _ = try effects.openDemo()
    program.timerFired(now: 2)
    #expect(program.state.clock.wall == server ?? local)
    effects.close()
  }
}
