import CardEntry
import CardScan
import FrontEnd
import Log
import Notifications
import Secrets
import Synchronization
import TerminalRuntime
import Threads
import WalletModel
import WalletService
import WalletUI

/// Carries out effects with the service and puts the results into the inbox. Used on the main
/// thread only.
final class EffectRunner {
  private let inbox: Inbox
  private let methods: OpeningMethods
  private var service: WalletService?
  private var again: (@Sendable (Secret) async throws(WalletError) -> Void)?
  private var news: Task<Void, Never>?
  private let executor = EffectExecutor()
  let copier: Copier
  /// What the editor is to open, once the terminal is free: one, or none. Each round of the loop
  /// asks, and an optional is as long to copy as what it may hold.
  var edits: [MetadataEdit] = []

  init(inbox: Inbox, copier: Copier = Copier(), methods: OpeningMethods) {
    self.inbox = inbox
    self.copier = copier
    self.methods = methods
  }

  /// See `WalletService.time`.
  func time(local: Timestamp) -> Timestamp { service?.time(local: local) ?? local }

  /// Uses this wallet for the following effects, and listens to its events.
  private func use(_ wallet: OpenedWallet) {
    close()
    let service = wallet.service
    self.service = service
    again = wallet.again
    let inbox = inbox
    news = Task.detached(executorPreference: executor) {
      for await event in service.events() { inbox.put(.event(event)) }
    }
  }

  /// Releases the wallet. Its keys are wiped with the last reference.
  func close() {
    picture?.giveUp()
    edits = []
    news?.cancel()
    news = nil
    service = nil
    again = nil
    for one in running where one.waiting != nil { one.task.cancel() }
    running.removeAll(where: \.hasEnded)
  }

  func run(_ effects: [Effect]) {
    for effect in effects { run(effect) }
  }

  /// Opens the demo before the first frame. The reducer gets the same action as for any wallet.
  func openDemo() throws(WalletError) -> WalletInfo {
    let wallet = try methods.demo()
    use(wallet)
    return wallet.info
  }

  private func run(_ effect: Effect) {
    switch effect {
    case .bell: return
    case .closeVault: close()
    case .cancel(let what): cancel(what)
    case .copy(let text, let secret):
      copier.copy(secret, clears: text.isSecret) { [inbox] in inbox.put(.copied(text, $0)) }
    case .clearCopy: copier.clear { [inbox] in inbox.put(.copyCleared($0)) }
    case .openDemo:
      do throws(WalletError) {
        inbox.put(.opened(try openDemo(), nil))
      } catch {
        inbox.put(.opened(methods.info, error))
      }
    case .openVault(let path, let passphrase):
      openOnThread { methods throws(WalletError) in
        defer { passphrase.wipe() }
        return try methods.vault(path, passphrase)
      }
    case .createVault(let path, let passphrase, let owner):
      openOnThread { methods throws(WalletError) in
        defer { passphrase.wipe() }
        return try methods.newVault(path, passphrase, owner)
      }
    case .signIn(let user, let password): signIn(server, user, password)
    case .connect(let server, let user, let password): signIn(server, user, password)
    case .loadThemes:
      start(nil) { [inbox, folders = methods.themeFolders] in
        inbox.put(.themes(WalletScreen.themeItems(in: folders)))
      }
    case .signInAgain(let password): signInAgain(password)
    case .configure(let request): configure(request)
    case .scan(let path, let today): scan(path, today)
    case .keyFile(let request): handle(request)
    case .edit(let edit): edits = [edit]
    case .notify(let text): notify(text)
    case .query, .perform:
      guard let service else { return }
      start(effect.waiting) { [inbox] in
        if let action = await effect.answer(by: service) { inbox.put(action) }
      }
    }
  }

  private func configure(_ request: ConfigurationRequest) {
    guard let configuration = methods.configuration else { return }
    start(nil) { [inbox] in
      let result = Result { () throws(WalletError) in try configuration.perform(request) }
      if case .failure(let error) = result { Log.error(error) }
      inbox.put(.configured(request, result))
    }
  }

  private func handle(_ request: KeyFileRequest) {
    guard let service else { return }
    start(nil) { [inbox] in
      do throws(WalletError) {
        let answer = try await KeyFileHandler.handle(request, service.virtualCards)
        inbox.put(.keyFile(.success(answer)))
      } catch {
        Log.error(error)
        inbox.put(.keyFile(.failure(error)))
      }
    }
  }

  // MARK: Pictures of cards

  /// The picture that is being read; nil: none.
  private var picture: Picture?

  /// Tesseract takes seconds. It is waited for on a thread of its own.
  private func scan(_ path: String, _ today: CalendarMonth) {
    picture?.giveUp()
    let picture = Picture()
    self.picture = picture
    startThread { [inbox] in
      let result = Result { () throws(WalletError) in
        try CardScanner.find().read(
          StandardPaths.expanded(path), today: today, isStopped: { picture.isGivenUp })
      }
      if case .failure(let error) = result { Log.error(error) }
      picture.end(result, in: inbox)
    }
  }

  // MARK: Notifications

  private lazy var notifier = Notifier.find(hasTerminal: true)
  /// What a program shows.
  private let notifications = NotificationQueue()
  /// What the loop has not sent to the terminal yet.
  private var notification: Secret?

  func takeNotification() -> Secret? {
    defer { notification = nil }
    return notification
  }

  /// The program takes up to five seconds. What comes meanwhile follows.
  private func notify(_ text: String) {
    notification = notifier.request(text)
    guard notification == nil, notifications.add(text) else { return }
    startThread { [notifier, notifications] in
      while let text = notifications.next() { notifier.show(text, output: nil) }
    }
  }

  // MARK: Giving up

  /// Tasks that have not ended, and some that have.
  private var running: [Running] = []

  /// Whether the result of an effect is awaited.
  var isWorking: Bool {
    running.contains { !$0.hasEnded } || opening?.isAwaited == true || picture?.isAwaited == true
  }

  private struct Running {
    /// nil: it cannot be cancelled.
    let waiting: Waiting?
    let task: Task<Void, Never>
    let ending: Ending

    var hasEnded: Bool { ending.flag.withLock { $0 } }
  }

  private final class Ending: Sendable {
    let flag = Mutex(false)
  }

  private func start(_ waiting: Waiting?, _ body: @escaping @Sendable () async -> Void) {
    let ending = Ending()
    let task = Task.detached(executorPreference: executor) { [inbox] in
      await body()
      ending.flag.withLock { $0 = true }
      if TestMarker.isWanted { inbox.wake() }
    }
    running.removeAll(where: \.hasEnded)
    running.append(Running(waiting: waiting, task: task, ending: ending))
  }

  private func cancel(_ what: Waiting) {
    if what == .opening { opening?.giveUp() }
    if what == .scanning { picture?.giveUp() }
    for one in running where one.waiting == what { one.task.cancel() }
  }

  // MARK: Opening

  private var opening: Opening?

  /// Deriving a key takes most of a second. It runs on a thread of its own, so that the screen
  /// reacts to keys and the executor is not blocked.
  private func openOnThread(
    _ body: @escaping @Sendable (OpeningMethods) throws(WalletError) -> OpenedWallet
  ) {
    let opening = Opening(inbox, methods.info)
    self.opening = opening
    startThread { [methods] in
      opening.end(Result { () throws(WalletError) in try body(methods) })
    }
  }

  /// The server that was chosen last on the screen; nil: the one of the options.
  private var server: ServerName?

  private func signIn(_ server: ServerName?, _ user: String, _ password: Secret) {
    self.server = server
    let opening = Opening(inbox, methods.info)
    self.opening = opening
    start(.opening) { [methods] in
      defer { password.wipe() }
      do throws(WalletError) {
        opening.end(.success(try await methods.signIn(server, user, password)))
      } catch {
        opening.end(.failure(error))
      }
    }
  }

  private func signInAgain(_ password: Secret) {
    guard let again else { return password.wipe() }
    start(.opening) { [inbox] in
      defer { password.wipe() }
      do throws(WalletError) {
        try await again(password)
        inbox.put(.signedInAgain(nil))
      } catch {
        inbox.put(.signedInAgain(error))
      }
    }
  }

  /// To be called on the main thread before an `.opened` is reduced: the opened wallet is used from
  /// now on.
  func adoptOpened() {
    guard let wallet = opening?.take() else { return }
    opening = nil
    use(wallet)
  }
}

/// A picture that is being read. What nobody waits for any more is wiped.
private final class Picture: Sendable {
  private let isOver = Mutex(false)

  var isGivenUp: Bool { isOver.withLock { $0 } }

  var isAwaited: Bool { !isGivenUp }

  func giveUp() { isOver.withLock { $0 = true } }

  func end(_ result: Result<ScannedCard, WalletError>, in inbox: Inbox) {
    isOver.withLock { isOver in
      if !isOver {
        inbox.put(.scanned(result))
      } else if case .success(let card) = result {
        card.number?.wipe()
      }
      isOver = true
    }
  }
}

/// A wallet that is being opened. It ends once: it is opened, or the user cancels.
private final class Opening: Sendable {
  private enum Progress: Sendable {
    case waiting
    case opened(OpenedWallet)
    case over
  }
  private let state = Mutex(Progress.waiting)
  private let inbox: Inbox
  private let info: WalletInfo

  init(_ inbox: Inbox, _ info: WalletInfo) {
    self.inbox = inbox
    self.info = info
  }

  func end(_ result: Result<OpenedWallet, WalletError>) {
    switch result {
    case .success: Log.info("opened the wallet")
    case .failure(let error): Log.error(error)
    }
    state.withLock { state in
      guard case .waiting = state else { return }
      switch result {
      case .success(let wallet):
        state = .opened(wallet)
        inbox.put(.opened(wallet.info, nil))
      case .failure(let error):
        state = .over
        inbox.put(.opened(info, error))
      }
    }
  }

  func giveUp() {
    state.withLock { state in
      if case .waiting = state { state = .over }
    }
  }

  var isAwaited: Bool {
    state.withLock { state -> Bool in
      guard case .waiting = state else { return false }
      return true
    }
  }

  func take() -> OpenedWallet? {
    state.withLock { state in
      guard case .opened(let wallet) = state else { return nil }
      state = .over
      return wallet
    }
  }
}

/// A wallet that has been opened.
struct OpenedWallet: Sendable {
  let info: WalletInfo
  let service: WalletService
  /// Signs the same user in again; nil: the wallet has no sign-in.
  var again: (@Sendable (Secret) async throws(WalletError) -> Void)?
}

/// The functions that open a wallet of each kind.
struct OpeningMethods: Sendable {
  /// The description of the wallet while none is open.
  var info: WalletInfo
  /// The folders of the user's own themes.
  var themeFolders = StandardPaths.themeFolders
  /// The configuration that the settings change; nil: there is none.
  var configuration: SettingsFile?
  var demo: @Sendable () throws(WalletError) -> OpenedWallet
  var vault: @Sendable (_ path: String, _ passphrase: Secret) throws(WalletError) -> OpenedWallet
  var newVault:
    @Sendable (_ path: String, _ passphrase: Secret, _ owner: CustomerDetails?) throws(WalletError)
      -> OpenedWallet
  var signIn:
    @Sendable (_ server: ServerName?, _ user: String, _ password: Secret) async throws(WalletError)
      -> OpenedWallet
}
