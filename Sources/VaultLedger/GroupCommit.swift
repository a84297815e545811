import Threads
import WalletModel

/// Serialises access to a ledger's connection, and lets several changes share one commit. Changes
/// that arrive while another one is being written or synced join its transaction, so that the disk
/// is synced once for all of them.
///
/// The thread that has the connection makes the changes of the threads that wait for it, too, and
/// commits when no more wait. Each waiting thread sleeps once, until the commit.
final class GroupCommit: @unchecked Sendable {
  /// A change. Its own thread uses it, and the one with the connection while that one sleeps.
  final class Change: @unchecked Sendable {
    private var body: (() throws(WalletError) -> Void)?
    /// nil: it has not ended.
    private(set) var outcome: Result<Void, WalletError>?
    /// Its thread has the connection, or the change has ended.
    fileprivate let isAwake = Semaphore()

    init(_ body: @escaping () throws(WalletError) -> Void) { self.body = body }

    func make() throws(WalletError) { try body?() }

    /// Its thread goes on, so `body` must not be used any more.
    func end(_ outcome: Result<Void, WalletError>) {
      body = nil
      self.outcome = outcome
      isAwake.signal()
    }
  }

  /// Changes in one transaction at most, so that waiting readers get the connection.
  static let largestGroup = 64

  // All are protected by the lock. It is released before a thread is woken up.
  private let lock = Lock()
  private let readerTurn = Condition()
  private var isTaken = false
  private var changes: [Change] = []
  private var waitingReaders = 0
  /// Readers that waited during the last transaction. They go before the next one.
  private var readersFirst = 0

  /// Changes that wait for the connection.
  var waiting: Int {
    lock.lock()
    defer { lock.unlock() }
    return changes.count
  }

  // Reading.

  /// Waits until the connection is free and has no open transaction.
  func beginReading() {
    lock.lock()
    waitingReaders += 1
    while isTaken { readerTurn.wait(lock) }
    waitingReaders -= 1
    readersFirst = max(0, readersFirst - 1)
    isTaken = true
    lock.unlock()
  }

  /// Takes the connection if nobody uses it or waits for it.
  func beginReadingIfFree() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard !isTaken, changes.isEmpty, waitingReaders == 0 else { return false }
    isTaken = true
    return true
  }

  func endReading() {
    lock.lock()
    passOn()
  }

  // Writing.

  /// Waits for the connection, or until another thread has ended the change.
  ///
  /// - Returns: True: the caller has to make the change and those that `next` returns, to commit
  ///   and then to call `end`.
  func begin(_ change: Change) -> Bool {
    lock.lock()
    guard isTaken || readersFirst > 0 else {
      isTaken = true
      lock.unlock()
      return true
    }
    changes.append(change)
    lock.unlock()
    change.isAwake.wait()
    return change.outcome == nil
  }

  /// Another change for the open transaction; nil: none waits.
  func next() -> Change? {
    lock.lock()
    defer { lock.unlock() }
    return changes.isEmpty ? nil : changes.removeFirst()
  }

  /// The transaction of these changes has ended with this outcome.
  func end(_ group: [Change], _ outcome: Result<Void, WalletError>) {
    lock.lock()
    readersFirst = waitingReaders
    passOn()
    for change in group { change.end(outcome) }
  }

  /// Gives the connection to the next thread, and releases the lock.
  private func passOn() {
    let isForReader = waitingReaders > 0 && (readersFirst > 0 || changes.isEmpty)
    let change = isForReader || changes.isEmpty ? nil : changes.removeFirst()
    isTaken = change != nil
    lock.unlock()
    if let change { change.isAwake.signal() } else { readerTurn.signal() }
  }
}
