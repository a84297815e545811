import Glibc
import Threads
import WalletModel

/// Whose turn it is on a ledger's connection. One at a time; changes that come while another one is
/// being written or synced share the next transaction, and so one sync of the disk.
///
/// Whoever leaves the connection either leaves the transaction open to the next change that waits,
/// or commits it for all who are in it. They wait for that, and an error of it is everybody's.
final class GroupCommit: @unchecked Sendable {
  /// A transaction that several changes share.
  final class Group {
    fileprivate(set) var members = 0
    fileprivate var outcome: Result<Void, WalletError>?
    fileprivate let hasEnded = Condition()
  }

  /// So many changes share a transaction at most: those who wait to read come to their turn.
  private static let largestGroup = 64

  // All under the lock.
  private let lock = Lock()
  private let writerMayGo = Condition()
  private let readerMayGo = Condition()
  private var isTaken = false
  private var group: Group?
  private var waitingWriters = 0
  private var waitingReaders = 0
  /// Readers that waited for the last transaction: they go before the next one.
  private var readersFirst = 0

  /// Changes that wait for the connection.
  var waiting: Int {
    lock.lock()
    defer { lock.unlock() }
    return waitingWriters
  }

  // Reading.

  /// Waits until the connection is free and no transaction is open on it.
  func beginReading() {
    lock.lock()
    waitingReaders += 1
    while isTaken || group != nil { readerMayGo.wait(lock) }
    waitingReaders -= 1
    readersFirst = max(0, readersFirst - 1)
    isTaken = true
    lock.unlock()
  }

  /// Takes the connection when nobody has it, waits for it or has a transaction open on it.
  func beginReadingIfFree() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard !isTaken, group == nil, waitingWriters == 0, waitingReaders == 0 else { return false }
    isTaken = true
    return true
  }

  func endReading() {
    lock.lock()
    free()
    lock.unlock()
  }

  // Writing.

  /// Waits for the connection. `isFirst`: the transaction has yet to begin.
  func beginWriting() -> (group: Group, isFirst: Bool) {
    lock.lock()
    defer { lock.unlock() }
    waitingWriters += 1
    while isTaken || (group == nil && readersFirst > 0) { writerMayGo.wait(lock) }
    waitingWriters -= 1
    isTaken = true
    if let group { return (group, false) }
    let new = Group()
    group = new
    return (new, true)
  }

  /// The change is in. Returns at once when the caller is to commit and then say `end`; else when
  /// someone else has: throws what that came to.
  func finishWriting(_ group: Group) throws(WalletError) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    group.members += 1
    return try finishOrWait(group)
  }

  /// The change was taken back, the group's others stand. True: the caller is to commit them.
  func cancelWriting(_ group: Group) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard waitingWriters > 0, group.members < Self.largestGroup else { return true }
    isTaken = false
    writerMayGo.signal()
    return false
  }

  private func finishOrWait(_ group: Group) throws(WalletError) -> Bool {
    guard waitingWriters > 0, group.members < Self.largestGroup else { return true }
    isTaken = false
    writerMayGo.signal()
    while true {
      if let outcome = group.outcome {
        try outcome.get()
        return false
      }
      group.hasEnded.wait(lock)
    }
  }

  /// The transaction has ended.
  func end(_ group: Group, _ outcome: Result<Void, WalletError>) {
    lock.lock()
    defer { lock.unlock() }
    group.outcome = outcome
    self.group = nil
    group.hasEnded.broadcast()
    readersFirst = waitingReaders
    free()
  }

  private func free() {
    isTaken = false
    if waitingReaders > 0 && (readersFirst > 0 || waitingWriters == 0) {
      readerMayGo.signal()
    } else {
      writerMayGo.signal()
    }
  }
}
