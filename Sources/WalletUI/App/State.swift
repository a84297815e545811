package import Canvas
package import ScreenKit
package import WalletModel
package import Words

/// Everything that the screen depends on. Only `reduce` changes it.
///
/// It has a part for each feature, and those that all features share. It holds secrets as handles
/// into locked memory. A copy of the state does not copy the secrets. Its parts are 4.4 KB together;
/// copies share those that have not changed since.
package struct State: Sendable {
  /// Which wallet this is, and what it allows.
  @CopyOnWrite package var wallet: WalletInfo
  @CopyOnWrite package var gate: Gate
  package var clock: Clock
  @CopyOnWrite package var settings: Settings
  @CopyOnWrite package var toasts = ToastState()
  @CopyOnWrite package var view: ViewState
  @CopyOnWrite package var input: InputState
  @CopyOnWrite package var program = ProgramState()
  @CopyOnWrite package var backend = BackendState()

  @CopyOnWrite package var cards = CardsState()
  @CopyOnWrite package var activity = ActivityState()
  @CopyOnWrite package var paying = PayingState()
  @CopyOnWrite package var virtual = VirtualCardsState()
  @CopyOnWrite package var phones = PhonesState()
  @CopyOnWrite package var secrets = SecretsState()

  package init(wallet: WalletInfo, size: Size, gate: Gate, clock: Clock, settings: Settings) {
    self.wallet = wallet
    self.gate = gate
    self.clock = clock
    self.settings = settings
    view = ViewState(size: size)
    input = InputState(idle: IdleState(lastActivity: clock.now, lastShown: clock.now))
  }
}

/// What is open on the screen, and what is under way there.
package struct ViewState: Sendable {
  package var size: Size
  /// A stack. The last one is visible.
  package internal(set) var screens = State.firstScreens
  package var pane = Pane.list
  /// A stack. The last one gets the keys.
  package internal(set) var overlays: [AnyOverlay] = []
  /// Running work. Each gets a spinner after 150 ms.
  package var work: [Work] = []
  package var undo: Undo?
  /// The form that was filled when the wallet locked; it comes back once it is open again.
  var draft: Draft?
  /// Which of the hints for the first keys in a new wallet is in sight; nil: none.
  var firstHint: Int?
  /// Until this time keys without Ctrl or Alt are ignored, in nanoseconds since boot. A dialog has
  /// closed by itself, and keys meant for it must not run commands.
  var ignoreKeysUntil: UInt64 = 0
}

/// What keys, mouse and focus depend on. It stays when the wallet locks.
package struct InputState: Sendable {
  package var keymap = Keymap.builtIn
  /// The first keys of a sequence.
  package var prefix: Prefix?
  /// Whether the terminal reports clicks and the wheel.
  package var wantsMouse = false
  /// Whether keys go to this terminal; nil: it has not said so.
  var hasFocus: Bool?
  package var idle: IdleState
}

/// What holds for the program, whichever wallet is open. It stays when the wallet locks.
package struct ProgramState: Sendable {
  /// Set if strangers use the wallet; nil: it is personal, or a demo.
  package internal(set) var kiosk: Kiosk?
  package var theme = ThemeState()
  package var configuration = ConfigurationState()
  /// The exit status once the program is to end; nil: it runs.
  package internal(set) var exit: Int32?
  package var suspendRequested = false
}

/// What the header says about the wallet.
package struct WalletInfo: Hashable, Sendable {
  /// `demo wallet`, or the file's name.
  package var name: String
  package var isDemo: Bool
  /// The vault's path; nil for the demo.
  package var path: String?
  /// Whether the simulated phone is drawn on this screen.
  package var showsPhone: Bool
  /// The command that shows the simulated phone in another terminal. nil: it is drawn here, or it
  /// is not known whether there is one.
  package var phoneCommand: String?
  /// Whether the user signs in with a password, instead of a file's passphrase.
  package var asksPassword = false
  /// The user who signs in. nil: the user name is asked for too, or there is no sign-in.
  package var user: String?
  /// The address of the server, on which pages of the bank are; nil: the wallet is on this machine.
  package var server: String?
  /// Set if memory could not be locked. It is always shown (S4).
  package var memoryIsUnlocked = false
  /// Why the wallet is read-only now, such as a full disk. nil: changes can be tried.
  package var whyReadOnly: WalletError?

  package init(name: String, isDemo: Bool, path: String?, showsPhone: Bool) {
    self.name = name
    self.isDemo = isDemo
    self.path = path
    self.showsPhone = showsPhone
  }
}

/// What the user can set, within the limits of `security.md`.
package struct Settings: Hashable, Sendable {
  /// Seconds that details stay visible: at most 30.
  package var detailsSeconds = 30
  /// Seconds that a PIN stays visible: at most 10.
  package var pinSeconds = 10
  /// Seconds without a key until the wallet locks.
  package var idleSeconds = 120
  /// Whether a code for a virtual card counts for others for five minutes.
  package var remembersCode = false
  package var panSeparator = PAN.Separator.space
  /// The switch in the form of a payment that also saves the card (E36).
  package var savingSwitch = SavingSwitch.off
  /// What the form of a payment calls its last step (E34).
  package var payLabel = PayLabel.pay
  /// The parts of details that may be copied. None, until the user allows some.
  package var copy: Set<DetailField> = []
  package var ascii = false
  /// Nothing moves by itself, except countdowns.
  package var reducesMotion = false
  /// Whether news are notifications, too, while keys go elsewhere.
  package var notifies = false
  /// For screen readers: line by line, one pane at a time, and only dialogs above it.
  package var isLinear = false
  package var words = Words.english
  /// The name of the configuration file in texts.
  package var configurationFile = "config.yaml"

  package init() {}
}

/// How the switch that saves a typed card begins (E36). The words are those of the setting.
package enum SavingSwitch: String, Sendable, CaseIterable {
  case off, on
  /// There is no such switch.
  case hidden
}

/// What was typed into a form and is no secret, while the wallet is locked.
struct Draft: Sendable {
  let dialog: Dialog
  /// The wallet that it belongs to.
  let wallet: String
}

package struct IdleState: Hashable, Sendable {
  package var lastActivity: UInt64
  /// When the server last got a request that counts as activity.
  package var lastShown: UInt64
}

/// The first keys of an incomplete sequence.
package struct Prefix: Hashable, Sendable {
  package var keys: [Key]
  /// When the first one was pressed.
  package var since: UInt64
}

/// Whether the wallet is open, and the screen before it is.
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
  /// The screens of a wallet that was just opened.
  static let firstScreens = [AnyScreen(Screens.tabs[0].screen())]

  /// On a smaller screen only a message with this size is drawn.
  package static let minimumSize = Size(40, 12)

  package var isTooSmall: Bool {
    view.size.width < State.minimumSize.width || view.size.height < State.minimumSize.height
  }

  package var words: Words { settings.words }

  /// Why nothing can be changed or revealed now; nil: it can.
  package var unreachable: String? {
    guard case .lost(let since, _) = backend.connection else { return nil }
    return words.start.unreachable(since: words.minute(since, in: clock.zone))
  }

  /// Why nothing can be read now; nil: it can.
  var unreadable: String? {
    backend.connection == .signedOut
      ? words.screen.signedOut(key: keyLabel(for: "wallet.reload")) : unreachable
  }

  /// For the terminal's title. Other people may see it.
  package var title: String {
    guard gate == .open, let title = view.screens[0].base.windowTitle(self) else {
      return "walletui"
    }
    return "walletui \(settings.ascii ? "-" : "—") \(title)"
  }

  /// Whether the content of the first frame is still being read.
  package var awaitsFirstContent: Bool { gate == .open && view.screens[0].base.awaitsContent(self) }

  /// Requests what the first frame shows, and nothing else.
  package mutating func askForFirstContent() -> [Effect] {
    type(of: view.screens[0].base).settle(&self)
  }

  /// Opens the wallet's first screen and reads what it needs.
  package mutating func start() -> [Effect] {
    view.screens = State.firstScreens
    return Screens.all.flatMap { $0.begin(&self) } + [
      .read(ProfileQuery()), .read(ProgramsQuery()), .read(ChangesQuery()),
      .read(PhoneDevicesQuery()),
    ] + PhoneDrawer.begin(self)
  }

  /// Shows a message. `ToastState.show` has the meaning of the parameters.
  mutating func show(
    _ kind: ToastState.Toast.Kind, _ text: String, detail: String? = nil,
    offer: ToastState.Toast.Offer? = nil, seconds: Int = ToastState.seconds, isKept: Bool = true,
    isNews: Bool = false, about subject: ToastState.Toast.Subject? = nil
  ) {
    toasts.show(
      kind, text, detail: detail, offer: offer, clock: clock, seconds: seconds, isKept: isKept,
      isNews: isNews, about: subject)
  }

  /// Shows an error: what happened, what to do, and the code.
  mutating func show(_ error: WalletError) {
    show(
      .danger, words.errors.sentence(error),
      detail: words.errors.advice(error) + " [\(error.codeText)]", seconds: 10)
  }
}
