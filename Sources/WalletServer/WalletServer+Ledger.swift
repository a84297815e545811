import FileWatching
import Glibc
import Issuer
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// Work on the ledger outside of requests.
extension WalletServer {
  /// Tells everybody when another process has changed the file, and loads its sign-ins.
  func watchFile() {
    guard let path = ledger.watchedFile else { return }
    let watch = FileWatch(path) { [weak self] in self?.lookForChanges() }
    self.watch.withLock { $0 = watch }
  }

  private func lookForChanges() {
    guard ledger.wasChangedElsewhere() else { return }
    // Sign-ins that cannot be read now are read after the next change.
    try? sessions.load(users.withLock { $0 })
    listeners.publish(.cardsChanged(nil))
  }

  /// Checks the file in the background.
  func startBackgroundWork() {
    startThread { [weak self] in
      while let self, !self.isDraining.load(ordering: .relaxed), self.workInBackground() {
        usleep(500)
      }
    }
  }

  /// False: everything is done.
  private func workInBackground() -> Bool {
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

  private func foundDamage(_ what: String) {
    isDamaged.store(true, ordering: .relaxed)
    listeners.publish(.damageFound(what))
  }
}
