import Glibc
import Threads
import WalletModel

/// Serialises access to a ledger's connection, and lets several changes share one commit. Changes
/// that arrive while another one is being written or synced join its transaction, so that the disk
/// is synced once for all of them.
///
/// A change that is finished either leaves the transaction open for the next waiting change, or
/// commits it for all its members. All members wait for the commit, and all get its error.
final class GroupCommit: @unchecked Sendable {
  /// A transaction that several changes share.
  final class Group {
    /// Protected by the lock of `GroupCommit`.
    fileprivate(set) var members = 0
    // The outcome has a lock of its own: members that wake up together hold up no other change.
    private let lock = Lock()
    private let hasEnded = Condition()
    private var outcome: Result<Void, WalletError>?

    fileprivate func end(_ outcome: Result<Void, WalletError>) {
      lock.lock()
      self.outcome = outcome
      lock.unlock()
      hasEnded.broadcast()
    }

    /// Waits for the commit, and throws its error.
    fileprivate func wait() throws(WalletError) {
      lock.lock()
      defer { lock.unlock() }
      while true {
        if let outcome { return try outcome.get() }
        hasEnded.wait(lock)
      }
    }
  }

  /// Changes in one transaction at most, so that waiting readers get the connection.
  private static let largestGroup = 64

  // All are protected by the lock. It is released before a thread is woken up, which needs it.
  private let lock = Lock()
  private let writerTurn = Condition()
  private let readerTurn = Condition()
  private var isTaken = false
  private var group: Group?
  private var waitingWriters = 0
  private var waitingReaders = 0
  /// Readers that waited during the last transaction. They go before the next one.
  private var readersFirst = 0

  /// Changes that wait for the connection.
  var waiting: Int {
    lock.lock()
    defer { lock.unlock() }
    return waitingWriters
  }

  // Reading.

  /// Waits until the connection is free and has no open transaction.
  func beginReading() {
    lock.lock()
    waitingReaders += 1
    while isTaken || group != nil { readerTurn.wait(lock) }
    waitingReaders -= 1
    readersFirst = max(0, readersFirst - 1)
    isTaken = true
    lock.unlock()
  }

  /// Takes the connection if nobody uses it or waits for it, and it has no open transaction.
  func beginReadingIfFree() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard !isTaken, group == nil, waitingWriters == 0, waitingReaders == 0 else { return false }
    isTaken = true
    return true
  }

  func endReading() {
    lock.lock()
    let next = free()
    lock.unlock()
    next.signal()
  }

  // Writing.

  /// Waits for the connection. `isFirst` means that the caller has to begin the transaction.
  func beginWriting() -> (group: Group, isFirst: Bool) {
    lock.lock()
    defer { lock.unlock() }
    waitingWriters += 1
    while isTaken || (group == nil && readersFirst > 0) { writerTurn.wait(lock) }
    waitingWriters -= 1
    isTaken = true
    if let group { return (group, false) }
    let new = Group()
    group = new
    return (new, true)
  }

  /// The caller's change is complete.
  ///
  /// - Returns: True: the caller has to commit and then call `end`. False: another member has
  ///   committed.
  /// - Throws: The error of that other commit.
  func finishWriting(_ group: Group) throws(WalletError) -> Bool {
    guard passOn(group, with: 1) else { return true }
    try group.wait()
    return false
  }

  /// The caller's change was rolled back; those of the group's other members stay. True: the caller
  /// has to commit them.
  func cancelWriting(_ group: Group) -> Bool { !passOn(group, with: 0) }

  /// Leaves the transaction open for the next waiting change.
  ///
  /// - Parameter more: The members that have come with the caller's change.
  /// - Returns: False if none is waiting, or the group is full.
  private func passOn(_ group: Group, with more: Int) -> Bool {
    lock.lock()
    group.members += more
    let isPassedOn = waitingWriters > 0 && group.members < Self.largestGroup
    if isPassedOn { isTaken = false }
    lock.unlock()
    if isPassedOn { writerTurn.signal() }
    return isPassedOn
  }

  /// The transaction has ended with this outcome.
  func end(_ group: Group, _ outcome: Result<Void, WalletError>) {
    lock.lock()
    self.group = nil
    readersFirst = waitingReaders
    let next = free()
    lock.unlock()
    next.signal()
    group.end(outcome)
  }

  /// - Returns: Who is next: the caller signals it.
  private func free() -> Condition {
    isTaken = false
    return waitingReaders > 0 && (readersFirst > 0 || waitingWriters == 0)
      ? readerTurn : writerTurn
  }
}
