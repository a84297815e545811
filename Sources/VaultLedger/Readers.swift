import Threads
import WalletModel

/// Connections of one file that only read, so that who reads waits neither for a change that is being
/// synced nor for other readers. There are none until the ledger's own connection is taken by someone
/// else for the first time: a program with one thread never opens one.
final class Readers: @unchecked Sendable {
  /// Each has a cache of its own, and more than processors read at once gain nothing.
  static let most = 4

  private let open: @Sendable () throws(WalletError) -> RowStore
  // Under the lock.
  private let lock = Lock()
  private let isOneBack = Condition()
  private var idle: [RowStore] = []
  private var count = 0
  private var isOver = false

  init(_ open: @escaping @Sendable () throws(WalletError) -> RowStore) { self.open = open }

  /// One that is there and that nobody uses.
  func takeIdle() -> RowStore? {
    lock.take()
    defer { lock.give() }
    return idle.popLast()
  }

  /// Opens one, or waits for one when there are enough: never for a change. Nil when none can be
  /// opened.
  func take() -> RowStore? {
    lock.take()
    while idle.isEmpty && count == Self.most && !isOver { isOneBack.wait(lock) }
    if let store = idle.popLast() {
      lock.give()
      return store
    }
    if isOver {
      lock.give()
      return nil
    }
    count += 1
    lock.give()
    if let store = try? open() { return store }
    lock.take()
    count -= 1
    isOneBack.signal()
    lock.give()
    return nil
  }

  func giveBack(_ store: RowStore) {
    lock.take()
    defer { lock.give() }
    if isOver {
      end(store)
    } else {
      idle.append(store)
      isOneBack.signal()
    }
  }

  /// Ends those that nobody uses, and the others as they come back: waits two seconds for them.
  func close() {
    lock.take()
    defer { lock.give() }
    isOver = true
    for store in idle { end(store) }
    idle = []
    isOneBack.broadcast()
    let end = Condition.end(after: 2)
    while count > 0, isOneBack.wait(lock, until: end) {}
  }

  private func end(_ store: RowStore) {
    try? store.database.close()
    count -= 1
    isOneBack.broadcast()
  }
}
