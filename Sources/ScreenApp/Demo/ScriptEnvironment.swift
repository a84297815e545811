package import Arguments
package import Canvas
import FrontEnd
import Issuer
import Languages
package import Player
import ScreenKit
package import Script
import Synchronization
import TerminalRuntime
import Themes
import Threads
import VaultLedger
import WalletAPI
import WalletModel
import WalletService
package import WalletUI
import Words
import Yaml

/// The wallet in memory that a script is played on. It is the same each time and does not depend on
/// the configuration or the locale.
package struct ScriptEnvironment: Sendable {
  /// The time at which every script starts.
  static let start = Timestamp(milliseconds: 1_795_178_467_000)

  /// The script to play.
  package var script: Script
  let theme: ThemeChoice
  /// The settings of the application: language and signs.
  package let settings: Settings
  /// Whether commands that lead out of the wallet are removed.
  let isKiosk: Bool

  /// - Parameter invocation: Its theme, language and signs replace those of the script.
  package init(_ script: Script, _ invocation: Invocation, isKiosk: Bool = false) {
    self.script = script
    self.isKiosk = isKiosk
    theme = ThemeChoice(invocation.text("theme") ?? script.theme?.text ?? ThemeChoice.autoName)
    var settings = Settings()
    let language = invocation.text(Setup.language.name) ?? script.language
    settings.words = Words(Language(asked: language) { _ in nil })
    settings.ascii = invocation.has("ascii")
    self.settings = settings
  }

  var info: WalletInfo { .demo(settings.words) }

  func state(_ size: Size, _ clock: Clock) -> State {
    var state = State(wallet: info, size: size, gate: .open, clock: clock, settings: settings)
    state.program.theme = ThemeState(theme)
    if isKiosk { Kiosk.enter(&state) }
    return state
  }

  /// Creates a new wallet that gets its time from `clock`.
  func service(_ clock: @escaping @Sendable () -> Clock) throws(WalletError) -> WalletService {
    try wallet(clock, reportsByItself: true).service
  }

  private func wallet(_ clock: @escaping @Sendable () -> Clock, reportsByItself: Bool)
    throws(WalletError) -> (service: WalletService, backend: LocalBackend)
  {
    let issuerClock = IssuerClock(
      now: { clock().wall }, boot: { Int64(clock().now / 1_000_000) })
    let ledger = try Vault.demo(clock: issuerClock)
    let sampleRandom = IssuerRandom.repeatable(seed: ~script.seed)
    try SampleVirtualCards(ledger, clock: issuerClock, random: sampleRandom).add()
    let monotonic = MonotonicClock { MonotonicClock.Instant(nanoseconds: Int64(clock().now)) }
    let backend = LocalBackend(
      ledger: ledger, clock: issuerClock, monotonicClock: monotonic,
      random: .repeatable(seed: script.seed), reportsByItself: reportsByItself)
    let service = WalletService(
      backend: isKiosk ? KioskBackend(wallet: backend) : backend, context: backend.context,
      keys: LedgerDeviceKeyStore(ledger, clock: issuerClock), clock: monotonic)
    return (service, backend)
  }

  /// A player that runs the script without a terminal and without waiting.
  package func player(depth: ColorDepth) async throws -> VirtualPlayer {
    let clock = VirtualClock(ScriptEnvironment.start)
    let size = script.size ?? Script.defaultSize
    let themes = ThemeCache(depth)
    let open = { () throws -> VirtualPlayer.Wallet in
      let news = Mutex<[WalletEvent]>([])
      let (service, backend) = try wallet({ clock.clock }, reportsByItself: false)
      backend.observe { event in news.withLock { $0.append(event) } }
      var state = state(size, clock.clock)
      // Pictures must not depend on whether this machine locks memory.
      state.wallet.memoryIsUnlocked = false
      return VirtualPlayer.Wallet(
        state,
        answer: { await $0.answer(by: service) },
        news: {
          backend.reportDue()
          return news.withLock { news in
            defer { news = [] }
            return news
          }
        },
        nextNews: { backend.nextReport.map { UInt64($0.nanoseconds) } })
    }
    return try await VirtualPlayer(
      Playback(script), clock, theme: { themes.theme($0.program.theme.name) }, open: open)
  }
}

/// The clock of a script on a terminal: it starts at `ScriptEnvironment.start` and runs at normal
/// speed.
package struct ScriptClock: Sendable {
  private let begun: UInt64
  private let read: @Sendable () -> UInt64

  /// - Parameter read: Returns the time in nanoseconds of CLOCK_BOOTTIME.
  package init(_ read: @escaping @Sendable () -> UInt64 = Monotonic.now) {
    self.read = read
    begun = read()
  }

  var clock: Clock {
    let now = read()
    return Clock(
      now: now,
      wall: Timestamp(
        milliseconds: ScriptEnvironment.start.milliseconds + Int64((now - begun) / 1_000_000)))
  }
}

/// Themes by name. Each is read once.
final class ThemeCache {
  private let depth: ColorDepth
  private var known: [String: Theme] = [:]

  init(_ depth: ColorDepth) { self.depth = depth }

  func theme(_ name: String) -> Theme {
    if let theme = known[name] { return theme }
    let theme = WalletScreen.theme(depth, name).0
    known[name] = theme
    return theme
  }
}
