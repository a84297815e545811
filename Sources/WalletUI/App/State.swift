package import Canvas
package import WalletModel
package import Words

/// Everything that the screen depends on. Only `reduce` changes it.
///
/// Secrets are held as handles into locked memory; a copy of the state is no copy of a secret.
package struct State: Sendable {
  /// Which wallet this is and what may be done with it.
  package var wallet: WalletInfo
  package var size: Size
  package var gate: Gate
  package var list = ListPane<CardRow>()
  var reading = CardReadingState()
  package var details = DetailsState()
  /// A stack; the last one is seen.
  package internal(set) var screens = State.firstScreens
  package var pane = Pane.list
  /// A stack; the last one gets the keys.
  package internal(set) var overlays: [AnyOverlay] = []
  package var reveal: Reveal?
  /// The copy that the clipboard holds and that will be cleared.
  package var copyOut: CopyOut?
  package var toasts = ToastState()
  /// Changes that were sent and not yet answered, by card.
  package var pending: [CardID: PendingChange] = [:]
  package var connection = Connection.up
  package var unanswered = Unanswered()
  /// Rows as the user saw them, of cards whose change was refused because they had changed.
  var conflicts: [CardID: CardRow] = [:]
  package var undo: Undo?
  package var programs: [CardProgram] = []
  package var shop = ShopState()
  /// Keys without Ctrl or Alt are ignored until then: a dialog has closed by itself, and what is
  /// still typed into it must not run commands. In nanoseconds since boot.
  var ignoreKeysUntil: UInt64 = 0
  package var profile: CustomerProfileInfo?
  package var phone = PhoneState()
  package var clock: Clock
  /// Work under way that is worth a spinner once it lasts.
  package var work: [Work] = []
  /// What is wrong with the wallet's file. The header shows it.
  package var damage: String?
  package var idle: IdleState
  package var settings: Settings
  package var keymap = Keymap.builtIn
  /// The first keys of several.
  package var prefix: Prefix?
  /// Whether clicks and the wheel are wanted.
  package var wantsMouse = false
  package var theme = ThemeState()
  /// Set where strangers use the wallet; nil: it is a person's own, or a demo.
  package internal(set) var kiosk: Kiosk?
  /// The exit status once the program is to end; nil while it runs.
  package internal(set) var exit: Int32?
  package var suspendRequested = false

  package init(wallet: WalletInfo, size: Size, gate: Gate, clock: Clock, settings: Settings) {
    self.wallet = wallet
    self.size = size
    self.gate = gate
    self.clock = clock
    self.settings = settings
    idle = IdleState(lastActivity: clock.now, lastShown: clock.now)
  }
}

/// What the header says of the wallet.
package struct WalletInfo: Hashable, Sendable {
  /// `demo wallet`, or the file's name.
  package var name: String
  package var isDemo: Bool
  /// The vault's path; nil for the demo.
  package var path: String?
  /// Whether the simulated phone is drawn on this screen.
  package var showsPhone: Bool
  /// What shows the simulated phone in another terminal, as it is typed there; nil: it is drawn here,
  /// or whether there is one is not known.
  package var phoneCommand: String?
  /// Whether it is opened by signing in with a password, rather than with a file's passphrase.
  package var asksPassword = false
  /// Who signs in; nil: that is asked for, too, or there is nobody to.
  package var user: String?
  /// Set when memory could not be locked; shown, never silent (S4).
  package var memoryIsUnlocked = false
  /// Why it can only be read now: a full disk, for one. nil: changes can be tried.
  package var whyReadOnly: WalletError?

  package init(name: String, isDemo: Bool, path: String?, showsPhone: Bool) {
    self.name = name
    self.isDemo = isDemo
    self.path = path
    self.showsPhone = showsPhone
  }
}

/// What the user may set, with the limits of `security.md`.
package struct Settings: Hashable, Sendable {
  /// Seconds that details stay in sight: 30 at most.
  package var detailsSeconds = 30
  /// Seconds that a PIN stays in sight: 10 at most.
  package var pinSeconds = 10
  /// Seconds without a key until the wallet locks.
  package var idleSeconds = 120
  package var panSeparator = PAN.Separator.space
  /// Parts of shown details that may be copied: none, until the person says which.
  package var copy: Set<DetailField> = []
  package var ascii = false
  /// Nothing moves by itself, except that countdowns count.
  package var isCalm = false
  /// Read out line by line: one pane at a time, nothing on top of it but what asks.
  package var isLinear = false
  package var words = Words.english
  /// Where settings are kept, as a person would name it.
  package var configurationFile = "config.yaml"

  package init() {}
}

/// The time when the loop last read it. Nothing else in this module knows a clock.
package struct Clock: Hashable, Sendable {
  /// Nanoseconds since boot, suspend included.
  package var now: UInt64
  package var wall: Timestamp
  /// Seconds east of UTC.
  package var utcOffset: Int

  package init(now: UInt64, wall: Timestamp, utcOffset: Int = 0) {
    self.now = now
    self.wall = wall
    self.utcOffset = utcOffset
  }

  package func after(seconds: Int) -> UInt64 { now + UInt64(seconds) * Clock.second }

  /// Whole seconds until then, rounded up.
  func secondsLeft(until deadline: UInt64) -> Int {
    Int((max(deadline, now) - now + Clock.second - 1) / Clock.second)
  }

  /// The next moment at which a countdown to `deadline` shows another number.
  func nextSecond(before deadline: UInt64) -> UInt64 {
    guard deadline > now else { return deadline }
    let left = (deadline - now - 1) / Clock.second
    return deadline - left * Clock.second
  }

  package static let second: UInt64 = 1_000_000_000
}

package struct IdleState: Hashable, Sendable {
  package var lastActivity: UInt64
  /// When the server last got a request that shows activity.
  package var lastShown: UInt64
}

/// Keys after which others must follow.
package struct Prefix: Hashable, Sendable {
  package var keys: [Key]
  /// When the first one was pressed.
  package var since: UInt64
}

/// Which pane has the keys.
package enum Pane: Hashable, Sendable { case list, details }

/// What stands between the person and the cards.
package enum Gate: Sendable, Equatable {
  case open
  case start(StartState)
  case passphrase(PassphraseState)
}

/// Work with a label; a spinner appears after 150 ms.
package struct Work: Hashable, Sendable {
  package var id: Int
  package var label: String
  package var since: UInt64
}

extension State {
  /// Where a wallet opens.
  static let firstScreens = [AnyScreen(Screens.tabs[0].screen())]

  /// On a smaller screen only the size that is needed is drawn.
  package static let minimumSize = Size(40, 12)

  package var isGuarded: Bool {
    size.width < State.minimumSize.width || size.height < State.minimumSize.height
  }

  package var words: Words { settings.words }

  /// Why nothing can be changed or revealed now; nil: it can.
  package var unreachable: String? {
    guard case .lost(let since, _) = connection else { return nil }
    return words.unreachable(since: words.minute(since, offset: clock.utcOffset))
  }

  /// Why nothing can be read now; nil: it can.
  var unreadable: String? {
    connection == .signedOut ? words.signedOut(key: press("wallet.reload")) : unreachable
  }

  /// For the terminal's title, which others may see.
  package var title: String {
    guard gate == .open, let title = screens[0].base.windowTitle(self) else { return "walletui" }
    return "walletui \(settings.ascii ? "-" : "—") \(title)"
  }

  /// Whether what the first frame is to show is still being read.
  package var awaitsFirstContent: Bool { gate == .open && screens[0].base.awaitsContent(self) }

  /// What an open wallet reads first.
  package mutating func start() -> [Effect] {
    screens = State.firstScreens
    return Screens.all.flatMap { $0.begin(&self) } + [
      .read(ProfileQuery()), .read(ProgramsQuery()), .read(ChangesQuery()),
    ] + PhoneDrawer.begin(self)
  }

  /// Says what went wrong: what happened, what to do, the code.
  mutating func show(_ error: WalletError) {
    toasts.show(
      .danger, words.sentence(error), detail: words.advice(error) + " [\(error.codeText)]",
      clock: clock, seconds: 10)
  }
}
