package import Arguments
package import Canvas
import FrontEnd
import Issuer
package import Player
package import Script
import Synchronization
import TerminalRuntime
import Themes
import VaultLedger
import WalletAPI
import WalletModel
import WalletService
package import WalletUI
import Words
import Yaml

/// What a script is played on: a wallet in memory, the same each time. The configuration has no say
/// in it, nor has the locale.
package struct Stage: Sendable {
  /// It is always then.
  static let start = Timestamp(milliseconds: 1_795_178_467_000)

  /// What is played.
  package let script: Script
  let theme: ThemeChoice
  /// What the application is told: language and signs.
  package let settings: Settings
  /// Whether nothing may lead out of it.
  let isKiosk: Bool

  /// - Parameter invocation: Says theme, language and signs; what it leaves out the script says.
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
    state.theme = ThemeState(theme)
    if isKiosk { state.enterKiosk() }
    return state
  }

  /// A new wallet, whose time is what `clock` reads.
  func service(
    _ clock: @escaping @Sendable () -> Clock,
    news: @escaping @Sendable (WalletEvent) -> Void = { _ in }
  ) throws(WalletError) -> WalletService {
    let issuerClock = IssuerClock(
      now: { clock().wall }, boot: { Int64(clock().now / 1_000_000) })
    let backend = LocalBackend(
      ledger: try Vault.demo(clock: issuerClock), clock: issuerClock,
      random: .repeatable(seed: script.seed))
    backend.observe(news)
    return WalletService(
      backend: backend, context: backend.context,
      clock: RevealClock { .nanoseconds(clock().now) })
  }

  /// Plays it without a terminal, as fast as it goes.
  package func player(depth: ColorDepth) async throws -> VirtualPlayer {
    let clock = VirtualClock(Stage.start)
    let size = script.size ?? Script.usualSize
    let themes = ThemeCache(depth)
    let open = { () throws -> VirtualPlayer.Wallet in
      let news = Mutex<[WalletEvent]>([])
      let service = try service(
        { clock.clock }, news: { event in news.withLock { $0.append(event) } })
      var state = state(size, clock.clock)
      // Whether this machine locks memory is not to be seen in a picture.
      state.wallet.memoryIsUnlocked = false
      return VirtualPlayer.Wallet(
        state,
        answer: { await $0.answers(by: service) },
        news: {
          news.withLock { news in
            defer { news = [] }
            return news
          }
        })
    }
    return try await VirtualPlayer(
      Playback(script), clock, theme: { themes.theme($0.theme.name) }, open: open)
  }
}

/// Time on a terminal: it begins when `Stage` does, and passes as it does for everyone.
package struct StageClock: Sendable {
  private let begun: UInt64
  private let read: @Sendable () -> UInt64

  /// - Parameter read: Nanoseconds of CLOCK_BOOTTIME.
  package init(_ read: @escaping @Sendable () -> UInt64 = Monotonic.now) {
    self.read = read
    begun = read()
  }

  var clock: Clock {
    let now = read()
    return Clock(
      now: now,
      wall: Timestamp(
        milliseconds: Stage.start.milliseconds + Int64((now - begun) / 1_000_000)))
  }
}

/// Themes by name, each read once.
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
