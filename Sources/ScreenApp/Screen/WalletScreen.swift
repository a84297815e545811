import CHarden
package import Canvas
package import FrontEnd
import Glibc
import Issuer
import PhoneWallet
import RemoteBackend
import ScreenKit
import Secrets
import TerminalRuntime
import TextLayout
import Themes
import VaultLedger
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words
import Yaml

/// Runs the wallet on the screen.
package enum WalletScreen {
  /// Runs until the user quits, and returns the exit status.
  package static func run(_ options: ScreenOptions, _ configuration: SettingsFile) -> Int32 {
    Output.holdNotes()
    defer { Output.releaseNotes() }
    do throws(WalletError) {
      let waker = Waker()
      let inbox = Inbox(waker: waker)
      let start =
        if let remote = options.opener.remote {
          try Start(remote, options)
        } else {
          try Start(options, configuration)
        }
      let effects = EffectRunner(inbox: inbox, methods: .live(start.info, options, configuration))
      // The sample is added by the wallet's thread while this one makes what the screen needs.
      if start.opensDemo { _ = try effects.openDemo() }
      var state = start.state(options)
      state.program.configuration.isAvailable = true
      let program = ScreenProgram(
        state: state, themes: { theme($0, $1) }, effects: effects, inbox: inbox,
        setsTitle: options.title)
      if start.opensDemo { program.start() }
      if let passphrase = start.passphrase {
        effects.run([
          options.opener.remote.map { .signIn(user: $0.user ?? "", password: passphrase) }
            ?? .openVault(path: start.path, passphrase: passphrase)
        ])
      }
      return run(program, waker, options)
    } catch {
      return Report.failure(error, json: false, options.settings.words).rawValue
    }
  }

  private static func run(
    _ program: ScreenProgram, _ waker: Waker, _ options: ScreenOptions
  ) -> Int32 {
    do throws(TerminalError) {
      let status = try show(program, waker, options)
      if let left = program.lastCopy?.remains(options.settings.words) {
        Output.note("walletui: \(left)")
      }
      return status
    } catch {
      return Report.failure(error, options.settings.words)
    }
  }

  private static func show(
    _ program: ScreenProgram, _ waker: Waker, _ options: ScreenOptions
  ) throws(TerminalError) -> Int32 {
    if options.settings.isLinear {
      return try Terminal.runLines(program, waker: waker, texts: LineTexts(options.settings.words))
    }
    return try Terminal.run(
      program, waker: waker,
      options: TerminalOptions(
        colours: depth(options), mouse: options.mouse, asksBackground: options.theme.asksBackground)
    )
  }

  /// The colour depth to use: that of `--color never` or `--colours`, or none if NO_COLOR is set
  /// and not overridden by `--color always`. nil: all that the terminal has.
  package static func depth(_ options: ScreenOptions) -> ColorDepth? {
    if options.color == .never { return .mono }
    switch options.colours {
    case "truecolor": return .direct
    case "256": return .indexed256
    case "16": return .ansi16
    case "mono": return .mono
    default: return options.color == .auto && ColorWhen.environmentForbids ? .mono : nil
    }
  }

  /// A theme and its problems.
  static func theme(
    _ depth: ColorDepth, _ name: String, in folders: [String] = StandardPaths.themeFolders
  ) -> (Theme, [Problem]) {
    ThemeLibrary.load(named: name, depth: depth, searchFolders: folders)
  }

  /// All available themes.
  static func themeItems(in folders: [String] = StandardPaths.themeFolders) -> [ThemeItem] {
    ThemeLibrary.names(searchFolders: folders).map {
      ThemeItem(name: $0, appearance: theme(.mono, $0, in: folders).0.appearance)
    }
  }
}

/// What the screen starts with.
private struct Start {
  var info: WalletInfo
  private let gate: Gate
  var path = ""
  var opensDemo = false
  /// The passphrase from a file; nil: the user is asked.
  var passphrase: Secret?

  init(_ options: ScreenOptions, _ configuration: SettingsFile) throws(WalletError) {
    let isDemo = options.opener.demo
    let path = isDemo ? "" : try options.opener.path
    let isPresent = access(path, F_OK) == 0
    if !isDemo && !isPresent && options.opener.vault != nil {
      throw WalletError(.vaultMissing, detail: .verbatim(Text.clean(path)))
    }
    info = isDemo ? .demo(options.settings.words) : .vault(path, options)
    if isDemo {
      gate = .open
    } else if isPresent {
      var asked = PassphraseState(path: path, name: info.name, reason: .start)
      if options.opener.passphraseFile != nil {
        passphrase = try options.opener.passphrase()
        asked.isBusy = true
      }
      gate = .passphrase(asked)
    } else {
      gate = .start(StartState(defaultPath: path, wallets: try configuration.wallets()))
    }
    opensDemo = isDemo
    self.path = path
  }

  /// A wallet on a server: the gate asks for the password.
  init(_ remote: RemoteOptions, _ options: ScreenOptions) throws(WalletError) {
    var named = remote
    // If there is no name, the gate asks for it.
    named.user = remote.user ?? ""
    _ = try named.profile()
    info = .remote(remote)
    var asked = PassphraseState(
      path: "", name: info.name, reason: .start, asksUser: remote.user == nil)
    if remote.passwordFile != nil && remote.user != nil {
      passphrase = try remote.password()
      asked.isBusy = true
    }
    gate = .passphrase(asked)
  }

  func state(_ options: ScreenOptions) -> State {
    let clock = ScreenProgram.clock()
    var state = State(
      wallet: info, size: Size(80, 24), gate: gate, clock: clock, settings: options.settings)
    if let keymap = options.keymap { state.input.keymap = keymap }
    state.input.wantsMouse = options.mouse
    state.program.theme = ThemeState(options.theme)
    let notes = Output.heldNotes.map { $0.replacing(part: "walletui: ", with: "") }
    for text in (options.problems.map(options.settings.words.shortLine) + notes).reversed() {
      state.toasts.show(.warning, Text.clean(text), clock: clock, seconds: 10)
    }
    return state
  }
}

extension WalletInfo {
  static func demo(_ words: Words) -> WalletInfo {
    var info = WalletInfo(name: words.screen.demoWallet, isDemo: true, path: nil, showsPhone: true)
    info.memoryIsUnlocked = harden_arena_is_locked() == 0
    return info
  }

  fileprivate static func remote(_ remote: RemoteOptions) -> WalletInfo {
    var info = WalletInfo(name: remote.title, isDemo: false, path: nil, showsPhone: false)
    info.asksPassword = true
    info.user = remote.user
    info.server = remote.origin
    info.memoryIsUnlocked = harden_arena_is_locked() == 0
    return info
  }

  fileprivate static func vault(_ path: String, _ options: ScreenOptions) -> WalletInfo {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var info = WalletInfo(name: name, isDemo: false, path: path, showsPhone: false)
    info.phoneCommand = options.opener.phoneCommand(for: path)
    info.memoryIsUnlocked = harden_arena_is_locked() == 0
    return info
  }
}

extension OpeningMethods {
  fileprivate static func live(
    _ info: WalletInfo, _ options: ScreenOptions, _ configuration: SettingsFile
  ) -> OpeningMethods {
    let cards = options.opener.demoCards ?? SampleWallet.cardCount
    return OpeningMethods(
      info: info, configuration: configuration,
      demo: { () throws(WalletError) in
        let ledger = try Vault.demo(cards: cards, isPrepared: false)
        let sample = SampleVirtualCards(ledger, clock: .system, random: .system)
        return OpenedWallet(
          info: .demo(options.settings.words), service: service(ledger, sample: sample))
      },
      vault: { (path, passphrase) throws(WalletError) in
        let ledger = try Vault.openOrRead(
          at: path, passphrase: passphrase, commits: StandardPaths.commits)
        var info = WalletInfo.vault(path, options)
        info.whyReadOnly = ledger.whyReadOnly
        return OpenedWallet(
          info: info, service: service(ledger, devices: DeviceFile.forInstallation()))
      },
      newVault: { (path, passphrase, owner) throws(WalletError) in
        try WalletOpener.makeFolder(of: path)
        try Vault.create(
          at: path, passphrase: passphrase, options: VaultOptions(sample: owner == nil),
          profile: owner.map { CustomerProfile(owner: $0) })
        let ledger = try Vault.open(
          at: path, passphrase: passphrase, commits: StandardPaths.commits)
        return OpenedWallet(
          info: .vault(path, options),
          service: service(ledger, devices: DeviceFile.forInstallation()))
      },
      signIn: { (server, user, password) async throws(WalletError) in
        let named =
          switch server {
          case .address(let address): options.remote(at: address)
          case .profile(let name): try configuration.server(of: name)
          case nil: options.opener.remote
          }
        guard var remote = named else { throw WalletError(.usage) }
        remote.user = user
        let (service, backend) = try await remote.signIn(try remote.profile(), password)
        return OpenedWallet(
          info: .remote(remote), service: service,
          again: { (password) async throws(WalletError) in
            try await backend.signInAgain(password)
          })
      })
  }

  private static func service(
    _ ledger: VaultLedger, sample: SampleVirtualCards? = nil,
    devices: any DeviceStore = MemoryDeviceStore()
  ) -> WalletService {
    let backend = LocalBackend(ledger: ledger, sample: sample)
    return WalletService(
      backend: backend, context: backend.context, keys: LedgerDeviceKeyStore(ledger),
      devices: devices)
  }
}

extension LineTexts {
  fileprivate init(_ words: Words) {
    self.init(
      greeting: words.commandLine.lineGreeting, prompt: "> ",
      selected: words.commandLine.isSelected,
      showWord: words.commandLine.showWord,
      secretsAreThere: words.commandLine.secretsAreThere,
      secretsAreGone: words.commandLine.secretsAreGone,
      secretsWerePrinted: words.commandLine.secretsWerePrinted)
  }
}
