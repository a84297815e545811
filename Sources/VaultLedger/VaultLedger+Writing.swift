package import Issuer
import Synchronization
package import WalletModel

/// Transactions. Changes of several threads share one, each in a savepoint of its own.
extension VaultLedger {
  package func write<R>(
    _ body: (any LedgerWriter) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    try whileInPlace { () throws(WalletError) in
      var result: R?
      try share { () throws(WalletError) in
        result = try body(transaction(on: store, isWriting: true))
      }
      guard let result else { throw WalletError(.internalError) }
      return result
    }
  }

  /// Makes the change, on this thread or on another one that has the connection.
  private func share(_ body: () throws(WalletError) -> Void) throws(WalletError) {
    try withoutActuallyEscaping(body) { body throws(WalletError) in
      let change = GroupCommit.Change(body)
      if groupCommit.begin(change) { makeChanges(change) }
      try change.outcome?.get()
    }
  }

  /// Makes the change and those that wait, and commits them.
  private func makeChanges(_ first: GroupCommit.Change) {
    do throws(WalletError) {
      try begin()
      try first.make()
    } catch {
      rollBack()
      return groupCommit.end([first], .failure(error))
    }
    var group = [first]
    // Refused changes count, too: readers wait for them.
    var made = 1
    while made < GroupCommit.largestGroup, let next = groupCommit.next() {
      made += 1
      let root = store.root
      do throws(WalletError) {
        try run(.savepoint)
        try next.make()
        try run(.release)
        group.append(next)
      } catch {
        guard rollBackToSavepoint() else {
          // SQLite rolled back the whole transaction, for example because the disk is full.
          rollBack()
          return groupCommit.end(group + [next], .failure(error))
        }
        store.root = root
        store.invalidateCaches()
        next.end(.failure(error))
      }
    }
    commit(group)
  }

  private func begin() throws(WalletError) {
    if let whyReadOnly { throw whyReadOnly }
    try checkPlace(of: store)
    try run(.beginImmediate)
    store.writes = 0
    if knownVersion == nil || store.database.version != knownVersion {
      store.root = try store.readRoot()
      store.invalidateCaches()
    }
  }

  private func rollBackToSavepoint() -> Bool {
    (try? run(.rollbackTo)) != nil && (try? run(.release)) != nil
  }

  private func rollBack() {
    try? run(.rollback)
    knownVersion = nil
  }

  private func commit(_ group: [GroupCommit.Change]) {
    let outcome: Result<Void, WalletError>
    let hasChanges = store.writes > 0
    var isCommitting = false
    do throws(WalletError) {
      if hasChanges { try store.writeRoot() }
      isCommitting = true
      try run(.commit)
      knownVersion = store.database.version
      if hasChanges {
        lastCommit?.write(store.root)
        commits.add(1, ordering: .releasing)
      }
      outcome = .success(())
    } catch {
      let isUnknown = isCommitting && hasChanges && store.database.mayHaveCommitted
      rollBack()
      outcome = .failure(isUnknown ? Self.unknownOutcome(error) : error)
    }
    groupCommit.end(group, outcome)
    if case .success = outcome, hasChanges {
      touch()
      checkpointWhenIdle()
    }
  }

  /// The whole change is in the log, but the disk did not confirm the sync. After a crash it may be
  /// there or not.
  private static func unknownOutcome(_ error: WalletError) -> WalletError {
    var unknown = WalletError(.diskUnknown, details: error.details)
    unknown.mayHaveHappened = true
    return unknown
  }

  enum Control: Int {
    case begin = 1000
    case beginImmediate, commit, rollback, savepoint, release, rollbackTo, dataVersion
  }

  func control(_ control: Control, on store: RowStore) throws(WalletError) -> PreparedStatement {
    let sql =
      switch control {
      case .begin: "BEGIN"
      case .beginImmediate: "BEGIN IMMEDIATE"
      case .commit: "COMMIT"
      case .rollback: "ROLLBACK"
      case .savepoint: "SAVEPOINT change"
      case .release: "RELEASE change"
      case .rollbackTo: "ROLLBACK TO change"
      case .dataVersion: "PRAGMA data_version"
      }
    return try store.database.statement(control.rawValue, sql)
  }

  func run(_ control: Control, on store: RowStore) throws(WalletError) {
    try self.control(control, on: store).run()
  }

  func run(_ control: Control) throws(WalletError) { try run(control, on: store) }
}
