import FrontEnd
import Log
import Secrets
import Synchronization
import Threads
import WalletAPI
import WalletModel
import WalletService
import WalletUI

/// Carries effects out on the service and puts their answers into the inbox. Main thread only.
final class EffectRunner {
  private let inbox: Inbox
  private let openings: WalletOpenings
  private var service: WalletService?
  private var again: (@Sendable (Secret) async throws(WalletError) -> Void)?
  private var news: Task<Void, Never>?
  private let executor = EffectExecutor()
  let copier: Copier

  init(inbox: Inbox, copier: Copier = Copier(), openings: WalletOpenings) {
    self.inbox = inbox
    self.copier = copier
    self.openings = openings
  }

  /// Makes an open wallet the one that effects go to, and listens to its news.
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

  /// Forgets the wallet: its keys go with the last reference.
  func close() {
    news?.cancel()
    news = nil
    service = nil
    again = nil
    for one in running { one.task.cancel() }
    running = []
  }

  func run(_ effects: [Effect]) {
    for effect in effects { run(effect) }
  }

  /// Opens the demo before the first frame; the reducer is told as of any wallet.
  func openDemo() throws(WalletError) -> WalletInfo {
    let wallet = try openings.demo()
    use(wallet)
    return wallet.info
  }

  private func run(_ effect: Effect) {
    switch effect {
    case .bell: return
    case .closeVault: close()
    case .cancel(let what): cancel(what)
    case .copy(let field, let secret):
      copier.copy(secret) { [inbox] in inbox.put(.copied(field, $0)) }
    case .takeCopyBack: copier.takeBack { [inbox] in inbox.put(.tookCopyBack($0)) }
    case .openDemo:
      do throws(WalletError) {
        inbox.put(.opened(try openDemo(), nil))
      } catch {
        inbox.put(.opened(openings.info, error))
      }
    case .openVault(let path, let passphrase):
      openOnThread { openings throws(WalletError) in
        defer { passphrase.wipe() }
        return try openings.vault(path, passphrase)
      }
    case .createVault(let path, let passphrase, let owner):
      openOnThread { openings throws(WalletError) in
        defer { passphrase.wipe() }
        return try openings.newVault(path, passphrase, owner)
      }
    case .signIn(let user, let password): signIn(user, password)
    case .loadThemes:
      start(nil) { [inbox, folders = openings.themeFolders] in
        inbox.put(.themes(WalletScreen.themeItems(in: folders)))
      }
    case .signInAgain(let password): signInAgain(password)
    default:
      guard let service else { return }
      start(effect.waiting) { [inbox] in
        for action in await effect.answers(by: service) { inbox.put(action) }
      }
    }
  }

  // MARK: Giving up

  /// Tasks that can be given up, until they have ended.
  private var running: [Running] = []

  private struct Running {
    let waiting: Waiting
    let task: Task<Void, Never>
    let hasEnded: Ending
  }

  private final class Ending: Sendable {
    let flag = Mutex(false)
  }

  private func start(_ waiting: Waiting?, _ body: @escaping @Sendable () async -> Void) {
    let ending = Ending()
    let task = Task.detached(executorPreference: executor) {
      await body()
      ending.flag.withLock { $0 = true }
    }
    guard let waiting else { return }
    running.removeAll { $0.hasEnded.flag.withLock { $0 } }
    running.append(Running(waiting: waiting, task: task, hasEnded: ending))
  }

  private func cancel(_ what: Waiting) {
    if what == .opening { opening?.giveUp() }
    for one in running where one.waiting == what { one.task.cancel() }
  }

  // MARK: Opening

  private var opening: Opening?

  /// Deriving a key takes most of a second: on a thread of its own, so that keys stay live and the
  /// executor is not blocked.
  private func openOnThread(
    _ body: @escaping @Sendable (WalletOpenings) throws(WalletError) -> OpenedWallet
  ) {
    let opening = Opening(inbox, openings.info)
    self.opening = opening
    startThread { [openings] in
      opening.end(Result { () throws(WalletError) in try body(openings) })
    }
  }

  private func signIn(_ user: String, _ password: Secret) {
    let opening = Opening(inbox, openings.info)
    self.opening = opening
    start(.opening) { [openings] in
      defer { password.wipe() }
      do throws(WalletError) {
        opening.end(.success(try await openings.signIn(user, password)))
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

  /// Called on the main thread before an `.opened` is reduced: takes over what was opened.
  func adoptOpened() {
    guard let wallet = opening?.take() else { return }
    opening = nil
    use(wallet)
  }
}

/// A wallet on its way to be opened. Whoever is first decides: the one that opens it, or the one that
/// gives up.
private final class Opening: Sendable {
  private enum State: Sendable {
    case waiting
    case opened(OpenedWallet)
    case over
  }
  private let state = Mutex(State.waiting)
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
  /// Signs the same person on again; nil where nobody signs in.
  var again: (@Sendable (Secret) async throws(WalletError) -> Void)?
}

/// The ways to open one.
struct WalletOpenings: Sendable {
  /// What to say of the wallet while none is open.
  var info: WalletInfo
  /// A person's own themes.
  var themeFolders = StandardPaths.themeFolders
  var demo: @Sendable () throws(WalletError) -> OpenedWallet
  var vault: @Sendable (_ path: String, _ passphrase: Secret) throws(WalletError) -> OpenedWallet
  var newVault:
    @Sendable (_ path: String, _ passphrase: Secret, _ owner: CustomerDetails?) throws(WalletError)
      -> OpenedWallet
  var signIn:
    @Sendable (_ user: String, _ password: Secret) async throws(WalletError) -> OpenedWallet
}
