import Threads
import WalletModel

/// Connections of one file that only read, so that who reads waits neither for a change that is being
/// synced nor for other readers. There are none until the ledger's own connection is taken by someone
/// else for the first time: a program with one thread never opens one.
final class ReaderPool: @unchecked Sendable {
  /// Each has a cache of its own, and more than processors read at once gain nothing.
  static let most = 4

  private let open: @Sendable () throws(WalletError) -> RowStore
  // Under the lock.
  private let lock = Lock()
  private let readerReturned = Condition()
  private var idle: [RowStore] = []
  private var count = 0
  private var isOver = false

  init(_ open: @escaping @Sendable () throws(WalletError) -> RowStore) { self.open = open }

  /// One that is there and that nobody uses.
  func takeIdle() -> RowStore? {
    lock.lock()
    defer { lock.unlock() }
    return idle.popLast()
  }

  /// Opens one, or waits for one when there are enough: never for a change. Nil when none can be
  /// opened.
  func take() -> RowStore? {
    lock.lock()
    while idle.isEmpty && count == Self.most && !isOver { readerReturned.wait(lock) }
    if let store = idle.popLast() {
      lock.unlock()
      return store
    }
    if isOver {
      lock.unlock()
      return nil
    }
    count += 1
    lock.unlock()
    if let store = try? open() { return store }
    lock.lock()
    count -= 1
    readerReturned.signal()
    lock.unlock()
    return nil
  }

  func giveBack(_ store: RowStore) {
    lock.lock()
    defer { lock.unlock() }
    if isOver {
      end(store)
    } else {
      idle.append(store)
      readerReturned.signal()
    }
  }

  /// Ends those that nobody uses, and the others as they come back: waits two seconds for them.
  func close() {
    lock.lock()
    defer { lock.unlock() }
    isOver = true
    for store in idle { end(store) }
    idle = []
    readerReturned.broadcast()
    let end = Condition.end(after: 2)
    while count > 0, readerReturned.wait(lock, until: end) {}
  }

  private func end(_ store: RowStore) {
    try? store.database.close()
    count -= 1
    readerReturned.broadcast()
  }
}
