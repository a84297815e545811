import Threads
import WalletModel

/// Read-only connections to one file, so that reads do not wait for a change that is being synced,
/// nor for other reads. The first one is opened when the ledger's own connection is busy; a program
/// with one thread never opens one.
final class ReaderPool: @unchecked Sendable {
  /// Each connection has its own cache, and more readers than processors gain nothing.
  static let most = 4

  private let clock: MonotonicClock
  private let open: @Sendable () throws(WalletError) -> RowStore
  // Protected by the lock.
  private let lock = Lock()
  private let readerReturned = Condition()
  private var idle: [RowStore] = []
  private var count = 0
  private var isOver = false

  init(
    clock: MonotonicClock, _ open: @escaping @Sendable () throws(WalletError) -> RowStore
  ) {
    self.clock = clock
    self.open = open
  }

  /// A connection that is open and idle.
  func takeIdle() -> RowStore? {
    lock.lock()
    defer { lock.unlock() }
    return idle.popLast()
  }

  /// Opens a connection, or waits for one when all are in use. Never waits for a change. Nil when
  /// none can be opened.
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

  func release(_ store: RowStore) {
    lock.lock()
    defer { lock.unlock() }
    if isOver {
      end(store)
    } else {
      idle.append(store)
      readerReturned.signal()
    }
  }

  /// Closes the idle connections, and the others when they are returned. Waits up to two seconds
  /// for them.
  func close() {
    lock.lock()
    defer { lock.unlock() }
    isOver = true
    for store in idle { end(store) }
    idle = []
    readerReturned.broadcast()
    let end = clock.now + .seconds(2)
    while count > 0, clock.wait(readerReturned, lock, until: end) {}
  }

  private func end(_ store: RowStore) {
    try? store.database.close()
    count -= 1
    readerReturned.broadcast()
  }
}
