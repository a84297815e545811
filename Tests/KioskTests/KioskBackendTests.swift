import Arguments
import Canvas
import Player
import ScreenKit
import Script
import Synchronization
import Testing
import WalletAPI
import WalletModel
import WalletService

@testable import ScreenApp
@testable import ServerTesting

/// What the wallet of a kiosk refuses, whatever its screen asks.
struct KioskBackendTests {
  /// Notes what reaches it.
  private final class Reached: WalletBackend {
    private let seen = Mutex<[String]>([])
    var names: [String] { seen.withLock { $0 } }

    func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
      async throws(WalletError) -> O.Response
    {
      seen.withLock { $0.append(O.contract.name) }
      throw WalletError(.unavailable)
    }

    func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
  }

  private let invocation = Invocation(command: Subcommand("kiosk", ""))

  /// The error with which the request fails at the wallet of a kiosk; nil: it does not fail.
  private func refusal<O: WalletOperation>(
    _ type: O.Type, _ request: WireRequest, at backend: KioskBackend
  ) async throws -> ErrorCode? {
    guard case .route(_, let ids) = WireRoute.find(request) else { return nil }
    let operation = try O(wire: request, ids: ids)
    let context = RequestContext(customerID: CustomerID("ana"), sessionID: "s", deviceID: "d")
    do throws(WalletError) {
      _ = try await backend.perform(operation, context)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func onlyWhatTheContractAllowsReachesTheWallet() async throws {
    let (served, token) = try InProcessServer.signedIn()
    let own = try Belongings(served, token, key: "own-change")
    var refused: Set<String> = []
    for (route, request) in try Routes.all(own) {
      let name = route.contract.name
      let reached = Reached()
      let code = try await refusal(route.operation, request, at: KioskBackend(wallet: reached))
      if route.contract.kiosk == .allowed {
        #expect(code == .unavailable && reached.names == [name], "\(name)")
      } else {
        #expect(code == .actionRefused && reached.names.isEmpty, "\(name)")
        refused.insert(name)
      }
    }
    // No command of a kiosk needs them.
    let unused: Set = [
      "LINK_DETAILS", "NOTE_PAYMENT", "OPEN_DETAILS", "REQUIRE_FUNDING_SOURCE_REFRESH",
      "SETTLE_CHANGE",
    ]
    #expect(refused == unused)
  }

  @Test(arguments: [true, false]) func onlyTheServiceOfAKioskRefuses(_ isKiosk: Bool) async throws {
    let script = try ScriptFile.read("tour", invocation)
    let environment = ScriptEnvironment(script, invocation, isKiosk: isKiosk)
    let service = try environment.service { Clock(now: 1, wall: ScriptEnvironment.start) }
    do throws(WalletError) {
      let answer = try await service.send(SettleChange("never-sent"))
      #expect(answer == .unknown && !isKiosk)
    } catch {
      #expect(error.code == .actionRefused && isKiosk)
    }
  }

  /// A kiosk plays all but `lost-key`, which shows two commands that it does not have.
  @Test(arguments: ScriptLibrary.names)
  func theScriptsNeedNothingThatIsRefused(_ name: String) async throws {
    let script = try ScriptFile.read(name, invocation)
    #expect(script.isForKiosks == (name != "lost-key"))
    guard script.isForKiosks else { return }
    let environment = ScriptEnvironment(script, invocation, isKiosk: true)
    var player = try await environment.player(depth: .mono)
    let end = try await player.play()
    if case .failed = end { Issue.record("\(end)") }
  }
}
