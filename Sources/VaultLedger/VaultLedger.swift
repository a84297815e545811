import CSQLite
import FileWatching
import Glibc
package import Issuer
import Synchronization
package import WalletAPI
package import WalletModel

/// A ledger in one encrypted file, or in a throw-away database.
///
/// Thread-safe: whose turn it is has the connection to itself.
package final class VaultLedger: Ledger, @unchecked Sendable {
  package let owner: CustomerID
  package var keys: IssuerKeys { vaultKeys.issuer }
  package let watchedFile: String?

  let store: RowStore
  let vaultKeys: VaultKeys
  private let customers: Mutex<[CustomerID: Int64]>
  let groupCommit = GroupCommit()
  private let readers: ReaderPool?
  private let background: any BackgroundWork
  private var dataVersion: Int64 = 0
  /// The database's state after our last commit; nil: what is known does not go with any.
  var knownVersion: UInt32?
  /// By this connection.
  let commits = Atomic<Int64>(0)
  private let dataVersionProbe = DataVersionProbe()
  private let isClosed = Atomic(false)
  /// nil: nothing was changed yet.
  private let idle = Mutex<IdleCheckpoint?>(nil)
  /// In milliseconds since the machine's start.
  private let lastTouch = Atomic<Int64>(.min / 2)

  /// Used by whose turn it is.
  let lastCommit: LastCommitFile?
  /// A sentence about the state in which the file was found, such as that it was put back to an older
  /// one; nil: there is nothing to say.
  package let concern: String?

  /// Why it can only be read, though it was to be written to; nil: it need not be said.
  package let whyReadOnly: WalletError?

  /// `owner` is customer 1. `readers` nil: there can be no other connection. `background` is what may
  /// wait.
  init(
    _ store: RowStore, _ keys: VaultKeys, owner: CustomerID, watchedFile: String?,
    readers: ReaderPool? = nil, background: any BackgroundWork, lastCommit: LastCommitFile? = nil,
    concern: String? = nil, whyReadOnly: WalletError? = nil
  ) throws(WalletError) {
    self.store = store
    vaultKeys = keys
    self.owner = owner
    var customers = try Self.readCustomers(store)
    customers[owner] = 1
    self.customers = Mutex(customers)
    self.watchedFile = watchedFile
    self.readers = readers
    self.background = background
    self.lastCommit = lastCommit
    self.concern = concern
    self.whyReadOnly = whyReadOnly
    if watchedFile != nil { OpenLedgerRegistry.shared.add(self) }
    dataVersion = try readDataVersion()
  }

  deinit { close() }

  /// Puts all changes into the file and ends the connections: the file alone is the whole wallet then,
  /// unless another process has it open. What is asked of the ledger afterwards is refused.
  package func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    defer { if watchedFile != nil { OpenLedgerRegistry.shared.noteClosed() } }
    idle.withLock { $0?.end() }
    background.end()
    readers?.close()
    dataVersionProbe.close()
    groupCommit.beginReading()
    defer { groupCommit.endReading() }
    // Where others have the file open, or the disk is full, the log stays for the next one.
    _ = try? store.database.checkpoint(waiting: 200)
    try? store.database.close()
  }

  /// After each change: when none has come for a while, all are put into the file.
  func checkpointWhenIdle() {
    guard watchedFile != nil, !isClosed.load(ordering: .relaxed) else { return }
    let checkpoint = idle.withLock { idle in
      if let idle { return idle }
      let new = IdleCheckpoint(after: Self.idleSeconds) { [weak self] in
        self?.checkpointIfFree() ?? true
      }
      idle = new
      return new
    }
    checkpoint.noteChange()
  }

  /// So long after the last change.
  private static let idleSeconds = 5.0

  private func checkpointIfFree() -> Bool {
    groupCommit.beginReading()
    defer { groupCommit.endReading() }
    return (try? store.database.checkpoint(waiting: 0)) ?? false
  }

  /// A customer whose record cannot be read is not served.
  private static func readCustomers(_ store: RowStore) throws(WalletError) -> [CustomerID: Int64] {
    var customers: [CustomerID: Int64] = [:]
    try store.visit(
      .customer, from: RowID(.customer, 1), through: RowID(.customer, 0xffff_ffff), limit: -1
    ) { row throws(WalletError) in
      let profile = store.open(row) { reader throws(MalformedRecord) in try reader.profile() }
      if let profile { customers[profile.customerID] = row.id.number }
      return true
    }
    return customers
  }

  /// Adds a customer, with what `fill` puts into the new wallet. `.vaultExists`: there is one with
  /// this id.
  package func add(
    _ profile: CustomerProfile,
    _ fill: (any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) {
    var isAdded = false
    do throws(WalletError) {
      try write { _ throws(WalletError) in
        let number = try customers.withLock { customers throws(WalletError) in
          guard customers[profile.customerID] == nil else {
            throw WalletError(.vaultExists, "There is a customer with this id already")
          }
          let number = (customers.values.max() ?? 0) + 1
          customers[profile.customerID] = number
          return number
        }
        isAdded = true
        try store.put(RowID(.customer, number), isNew: true) { $0.put(profile) }
        try store.put(RowID(.sca, number), isNew: true) { $0.put(ScaAccount()) }
        try fill(transaction(on: store, isWriting: true))
      }
    } catch {
      if isAdded { customers.withLock { $0[profile.customerID] = nil } }
      throw error
    }
  }

  /// Who has this person's name, number and address already.
  package func customer(like person: CustomerProfile) throws(WalletError) -> CustomerID? {
    let known = customers.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    return try read { reader throws(WalletError) in
      for id in known {
        let other = try reader.profile(of: id)
        if (other.name, other.mobile, other.email) == (person.name, person.mobile, person.email) {
          return id
        }
      }
      return nil
    }
  }

  func transaction(on store: RowStore, isWriting: Bool) -> VaultTransaction {
    VaultTransaction(
      store: store, keys: vaultKeys, customers: customers.withLock { $0 }, isWriting: isWriting)
  }

  package func read<R>(
    _ body: (any LedgerReader) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    if let other = readers?.takeIdle() { return try read(other, body) }
    if !groupCommit.beginReadingIfFree() {
      if let other = readers?.take() { return try read(other, body) }
      groupCommit.beginReading()
    }
    defer { groupCommit.endReading() }
    return try read(on: store, body)
  }

  private func read<R>(
    _ reader: RowStore, _ body: (any LedgerReader) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    defer { readers?.giveBack(reader) }
    return try read(on: reader, body)
  }

  private func read<R>(
    on store: RowStore, _ body: (any LedgerReader) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    try run(.begin, on: store)
    // Nothing was written: the end of a reading transaction cannot fail in a way that matters.
    defer { try? run(.commit, on: store) }
    return try body(transaction(on: store, isWriting: false))
  }

  /// Wakes those who watch the file, now that they can see the change: the log is written to before
  /// that, and its index is shared memory, whose changes wake nobody.
  ///
  /// Of many changes in a row only some: they look twice, and a touch makes the next sync of the log
  /// write the inode, too, which where there is no journal is half as long again.
  func touch() {
    guard let watchedFile else { return }
    let now = IssuerClock.system.boot()
    guard now - lastTouch.load(ordering: .relaxed) > FileWatch.untold else { return }
    lastTouch.store(now, ordering: .relaxed)
    utimensat(AT_FDCWD, watchedFile, nil, AT_SYMLINK_NOFOLLOW)
  }

  private func readDataVersion() throws(WalletError) -> Int64 {
    let statement = try control(.dataVersion, on: store)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  package func edition() throws(WalletError) -> Int64 {
    guard let watchedFile else { return commits.load(ordering: .acquiring) }
    return try dataVersionProbe.version(of: watchedFile)
  }

  package func wasChangedElsewhere() -> Bool {
    groupCommit.beginReading()
    defer { groupCommit.endReading() }
    guard let version = try? readDataVersion(), version != dataVersion else { return false }
    dataVersion = version
    try? reloadCustomers()
    return true
  }

  /// Those whom another process added.
  private func reloadCustomers() throws(WalletError) {
    let known = try Self.readCustomers(store)
    customers.withLock { $0.merge(known) { _, new in new } }
  }

  package func knows(_ customer: CustomerID) throws(WalletError) -> Bool {
    groupCommit.beginReading()
    defer { groupCommit.endReading() }
    try reloadCustomers()
    return customers.withLock { $0[customer] != nil }
  }

  /// Does the check of a small file at once and says what is wrong, if anything is; nil for a larger
  /// one, which is checked behind the first page. For commands, which end before that.
  package func damageAtOnce() -> String? {
    var info = stat()
    guard let watchedFile, stat(watchedFile, &info) == 0, info.st_size <= 4 << 20 else {
      return nil
    }
    do throws(WalletError) {
      while let progress = try background.step(self) {
        if case .damaged(let what) = progress, what != concern { return what }
      }
      return nil
    } catch {
      return error.code == .vaultDamaged ? error.details.first ?? error.message : nil
    }
  }

  package func backgroundStep() throws(WalletError) -> BackgroundProgress? {
    try background.step(self)
  }
}

/// Work that a ledger does in pieces while nobody waits.
protocol BackgroundWork: Sendable {
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress?
  /// The ledger is being closed.
  func end()
}

struct NoBackgroundWork: BackgroundWork {
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress? { nil }
  func end() {}
}
