import Threads
import WalletModel

/// Connections of one file that only read, so that who reads waits neither for a change that is being
/// synced nor for other readers. There are none until the ledger's own connection is taken by someone
/// else for the first time: a program with one thread never opens one.
final class Readers: @unchecked Sendable {
  /// Each has a cache of its own, and more than processors read at once gain nothing.
  private static let most = 4

  private let open: @Sendable () throws(WalletError) -> RowStore
  // Under the lock.
  private let lock = Lock()
  private var idle: [RowStore] = []
  private var count = 0

  init(_ open: @escaping @Sendable () throws(WalletError) -> RowStore) { self.open = open }

  /// One that is there and that nobody uses; with `orNew`, perhaps a new one.
  func take(orNew: Bool) -> RowStore? {
    lock.take()
    if let store = idle.popLast() {
      lock.give()
      return store
    }
    let mayOpen = orNew && count < Self.most
    if mayOpen { count += 1 }
    lock.give()
    guard mayOpen else { return nil }
    // Where none can be opened, one waits for the ledger's own.
    if let store = try? open() { return store }
    lock.take()
    count -= 1
    lock.give()
    return nil
  }

  func giveBack(_ store: RowStore) {
    lock.take()
    idle.append(store)
    lock.give()
  }
}
