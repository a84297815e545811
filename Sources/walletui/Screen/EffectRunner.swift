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
  private var news: Task<Void, Never>?
  private let executor = EffectExecutor()

  init(inbox: Inbox, openings: WalletOpenings) {
    self.inbox = inbox
    self.openings = openings
  }

  /// Makes an open wallet the one that effects go to, and listens to its news.
  func use(_ service: WalletService) {
    close()
    self.service = service
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
  }

  func run(_ effects: [Effect]) {
    for effect in effects { run(effect) }
  }

  /// Opens the demo before the first frame; the reducer is told as of any wallet.
  func openDemo() throws(WalletError) -> WalletInfo {
    let wallet = try openings.demo()
    use(wallet.service)
    return wallet.info
  }

  private func run(_ effect: Effect) {
    switch effect {
    case .bell: return
    case .closeVault: close()
    case .openDemo:
      do throws(WalletError) {
        inbox.put(.opened(try openDemo(), nil))
      } catch {
        inbox.put(.opened(openings.info, error))
      }
    case .openVault(let path, let passphrase):
      openInBackground { openings throws(WalletError) in
        defer { passphrase.wipe() }
        return try openings.vault(path, passphrase)
      }
    case .createVault(let path, let passphrase, let owner):
      openInBackground { openings throws(WalletError) in
        defer { passphrase.wipe() }
        return try openings.newVault(path, passphrase, owner)
      }
    default:
      guard let service else { return }
      let inbox = inbox
      Task.detached(executorPreference: executor) {
        if let action = await effect.answer(by: service) { inbox.put(action) }
      }
    }
  }

  // MARK: Opening

  /// Deriving a key takes most of a second: on a thread of its own, so that keys stay live and the
  /// cooperative pool is not blocked.
  private func openInBackground(
    _ body: @escaping @Sendable (WalletOpenings) throws(WalletError) -> OpenedWallet
  ) {
    let openings = openings
    let inbox = inbox
    let mailbox = Mailbox()
    pending = mailbox
    startThread {
      do throws(WalletError) {
        let wallet = try body(openings)
        mailbox.wallet.withLock { $0 = wallet }
        inbox.put(.opened(wallet.info, nil))
      } catch {
        inbox.put(.opened(openings.info, error))
      }
    }
  }

  private var pending: Mailbox?

  /// Called on the main thread before an `.opened` is reduced: takes over what a thread has opened.
  func adoptOpened() {
    guard
      let wallet = pending?.wallet.withLock({ wallet in
        defer { wallet = nil }
        return wallet
      })
    else { return }
    pending = nil
    use(wallet.service)
  }
}

/// A wallet that has been opened.
struct OpenedWallet: Sendable {
  let info: WalletInfo
  let service: WalletService
}

/// The ways to open one.
struct WalletOpenings: Sendable {
  /// What to say of the wallet while none is open.
  var info: WalletInfo
  var demo: @Sendable () throws(WalletError) -> OpenedWallet
  var vault: @Sendable (_ path: String, _ passphrase: Secret) throws(WalletError) -> OpenedWallet
  var newVault:
    @Sendable (_ path: String, _ passphrase: Secret, _ owner: CustomerDetails?) throws(WalletError)
      -> OpenedWallet
}

/// Where a thread leaves the wallet that it opened.
private final class Mailbox: Sendable {
  let wallet = Mutex<OpenedWallet?>(nil)
}
