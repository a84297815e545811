import FileWatching
import Glibc
import Issuer
import Threads
import WalletAPI
import WalletModel

/// Looks after the ledger outside of requests: notices changes of other processes, and checks the
/// file.
final class LedgerMonitor: Sendable {
  private let ledger: any Ledger
  private let tokens: TokenEndpoint
  private let listeners: EventListeners
  private let status: ServerStatus
  private let issuers: IssuerTable
  private let coming: ComingNews
  private let webhooks: WebhookDeliveries?
  private let notice: (@Sendable (String) -> Void)?
  private let startTime: Timestamp
  private let watch = Locked<FileWatch?>(nil)

  init(
    _ ledger: any Ledger, tokens: TokenEndpoint, listeners: EventListeners, issuers: IssuerTable,
    coming: ComingNews, webhooks: WebhookDeliveries?, status: ServerStatus,
    _ options: WalletServer.Options
  ) {
    self.ledger = ledger
    self.tokens = tokens
    self.listeners = listeners
    self.issuers = issuers
    self.coming = coming
    self.webhooks = webhooks
    self.status = status
    notice = options.notice
    startTime = options.clock.now()
  }

  func start() {
    if let path = ledger.watchedFile {
      let watch = FileWatch(path) { [weak self] in self?.lookForChanges() }
      self.watch.withLock { $0 = watch }
    }
    startThread { [weak self] in
      self?.lookForComing()
      while let self, !self.status.isDraining, self.checkStep() { usleep(500) }
    }
  }

  func stop() {
    watch.withLock { $0 = nil }
    coming.stop()
  }

  /// Virtual cards that were being made when the server was stopped. A client may ask before.
  private func lookForComing() {
    for customer in (try? ledger.allCustomers()) ?? [] {
      coming.look(issuers.issuer(of: customer), customer, since: startTime)
    }
  }

  /// Reports that another process has changed the file, and loads its sign-ins.
  private func lookForChanges() {
    guard ledger.wasChangedElsewhere() else { return }
    do throws(WalletError) {
      _ = try ledger.edition()
    } catch {
      if error.code == .vaultReplaced, status.foundReplacement() {
        notice?(error.message.english + "; restart walletd, which refuses all requests until then")
      }
    }
    tokens.reloadSessions()
    listeners.publish(.cardsChanged(nil))
    // The operator may want dead letters to be tried again.
    webhooks?.wake()
  }

  /// False: everything is done.
  private func checkStep() -> Bool {
    do throws(WalletError) {
      switch try ledger.backgroundStep() {
      case .added(let total): listeners.publish([.cardsAdded(total: total)], to: ledger.owner)
      case .damaged(let what): foundDamage(what)
      case .more: break
      case nil: return false
      }
      return true
    } catch {
      foundDamage(error.details.first ?? error.message)
      return false
    }
  }

  private func foundDamage(_ what: Reason) {
    status.foundDamage()
    listeners.publish(.damageFound(what))
  }
}
