import CSQLite
import FileWatching
import Glibc
package import Issuer
import Synchronization
import Threads
package import WalletAPI
package import WalletModel

/// A ledger in one encrypted file, or in a temporary database.
///
/// Thread-safe: `GroupCommit` gives the connection to one thread at a time.
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
  private let clock: MonotonicClock
  private var dataVersion: Int64 = 0
  /// The data version after our last commit; nil: the cached state is not valid.
  var knownVersion: UInt32?
  /// Commits by this connection.
  let commits = Atomic<Int64>(0)
  private let dataVersionProbe = DataVersionProbe()
  private let isClosed = Atomic(false)
  private let isReplaced = Atomic(false)
  private let registry = OpenLedgerRegistry.current
  /// nil: nothing was changed yet.
  private let idle = Mutex<IdleCheckpoint?>(nil)
  /// In milliseconds since the machine was started.
  private let lastTouch = Atomic<Int64>(.min / 2)

  /// Used by the thread that has the connection.
  let lastCommit: LastCommitFile?
  /// A sentence about the state of the file at opening, such as that it was replaced by an older
  /// one; nil: there is nothing to report.
  package let concern: Reason?

  /// Why the file was opened read-only although it was to be written to; nil: there is no reason to
  /// report.
  package let whyReadOnly: WalletError?

  /// - Parameters:
  ///   - owner: Customer 1.
  ///   - readers: nil: there cannot be other connections.
  ///   - background: Work that may wait.
  init(
    _ store: RowStore, _ keys: VaultKeys, owner: CustomerID, watchedFile: String?,
    readers: ReaderPool? = nil, background: any BackgroundWork, clock: MonotonicClock = .system,
    lastCommit: LastCommitFile? = nil, concern: Reason? = nil, whyReadOnly: WalletError? = nil
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
    self.clock = clock
    self.lastCommit = lastCommit
    self.concern = concern
    self.whyReadOnly = whyReadOnly
    if watchedFile != nil { registry.add(self) }
    dataVersion = try readDataVersion()
  }

  deinit { close() }

  /// Copies all changes into the file and closes the connections. Afterwards the file alone is the
  /// whole wallet, unless another process has it open. Later calls are refused.
  package func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    defer { if watchedFile != nil { registry.noteClosed() } }
    idle.withLock { $0?.end() }
    background.end()
    readers?.close()
    dataVersionProbe.close()
    groupCommit.beginReading()
    defer { groupCommit.endReading() }
    // If another process has the file open, or the disk is full, the log stays for the next
    // process.
    _ = try? store.database.checkpoint(waiting: 200)
    try? store.database.close()
  }

  /// To be called after each change. When none has come for a while, the log is copied into the
  /// file.
  func checkpointWhenIdle() {
    guard watchedFile != nil, !isClosed.load(ordering: .relaxed) else { return }
    let checkpoint = idle.withLock { idle in
      if let idle { return idle }
      let new = IdleCheckpoint(after: Self.idleTime, clock: clock) { [weak self] in
        self?.checkpointIfFree() ?? true
      }
      idle = new
      return new
    }
    checkpoint.noteChange()
  }

  /// Time without a change before the log is copied into the file.
  static let idleTime = Duration.seconds(5)

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
      let profile: CustomerProfile? = store.record(row, of: CustomerID(""))
      if let profile { customers[profile.customerID] = row.id.number }
      return true
    }
    return customers
  }

  /// Adds a customer, and what `fill` puts into the new wallet. Throws `.vaultExists` if there is a
  /// customer with this id.
  package func add(
    _ profile: CustomerProfile,
    _ fill: (any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) {
    var isAdded = false
    do throws(WalletError) {
      try write { _ throws(WalletError) in
        try customers.withLock { customers throws(WalletError) in
          guard customers[profile.customerID] == nil else {
            throw WalletError(
              .vaultExists,
              .text(
                "There's already a customer with this id",
                "Es gibt schon einen Kunden mit dieser ID"))
          }
          customers[profile.customerID] = (customers.values.max() ?? 0) + 1
        }
        isAdded = true
        let writer = transaction(on: store, isWriting: true)
        try writer.add(profile)
        try fill(writer)
      }
    } catch {
      if isAdded { customers.withLock { $0[profile.customerID] = nil } }
      throw error
    }
  }

  /// The customer that has the same name, number and address.
  package func customer(like person: CustomerProfile) throws(WalletError) -> CustomerID? {
    let known = customers.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    return try read { reader throws(WalletError) in
      for id in known {
        let other = try reader.get(CustomerProfile.self, of: id)
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
    try whileInPlace { () throws(WalletError) in try readOnFreeConnection(body) }
  }

  private func readOnFreeConnection<R>(
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
    defer { readers?.release(reader) }
    return try read(on: reader, body)
  }

  private func read<R>(
    on store: RowStore, _ body: (any LedgerReader) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    try checkPlace(of: store)
    try run(.begin, on: store)
    // Nothing was written, so an error at the end of a read transaction does not matter.
    defer { try? run(.commit, on: store) }
    return try body(transaction(on: store, isWriting: false))
  }

  /// Touches the file, which notifies other processes of a change that they can now read. The log
  /// is written before that moment, and its index is shared memory, so neither can be watched.
  ///
  /// Only some of many changes in a row touch the file: watchers look twice. A touch makes the next
  /// sync of the log write the inode as well, which takes half as long again on disks without a
  /// journal.
  func touch() {
    guard let watchedFile else { return }
    let now = IssuerClock.system.boot()
    guard now - lastTouch.load(ordering: .relaxed) > FileWatch.minimumTouchInterval else { return }
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
    return try whileInPlace { () throws(WalletError) in
      try dataVersionProbe.version(of: watchedFile)
    }
  }

  package func wasChangedElsewhere() -> Bool {
    do throws(WalletError) {
      return try whileInPlace { () throws(WalletError) in
        groupCommit.beginReading()
        defer { groupCommit.endReading() }
        try checkPlace(of: store)
        let version = try readDataVersion()
        guard version != dataVersion else { return false }
        dataVersion = version
        try? reloadCustomers()
        return true
      }
    } catch {
      return error.code == .vaultReplaced
    }
  }

  /// Loads customers that another process has added.
  private func reloadCustomers() throws(WalletError) {
    let known = try Self.readCustomers(store)
    customers.withLock { $0.merge(known) { _, new in new } }
  }

  package func knows(_ customer: CustomerID) throws(WalletError) -> Bool {
    try allCustomers().contains(customer)
  }

  package func allCustomers() throws(WalletError) -> [CustomerID] {
    try whileInPlace { () throws(WalletError) in
      groupCommit.beginReading()
      defer { groupCommit.endReading() }
      try checkPlace(of: store)
      try reloadCustomers()
    }
    let others = customers.withLock { $0.keys.filter { $0 != owner } }
    return [owner] + others.sorted { $0.rawValue < $1.rawValue }
  }

  /// Checks a small file at once and describes the first problem. nil: there is no problem, or the
  /// file is larger and is checked in the background. For commands, which end before that.
  package func quickCheck() -> Reason? {
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

  package func prepare() throws(WalletError) { try background.prepare(self) }

  package func backgroundStep() throws(WalletError) -> BackgroundProgress? {
    try background.step(self)
  }
}

/// Another file takes the place of the one that is open.
extension VaultLedger {
  /// To be called before each transaction.
  func checkPlace(of store: RowStore) throws(WalletError) {
    if store.database.isReplaced { throw WalletError(.vaultReplaced) }
  }

  /// Runs `body`. If the file turns out to be replaced, the connections are closed, so that others
  /// can use the new file. Later calls are refused for the same reason.
  func whileInPlace<R>(_ body: () throws(WalletError) -> R) throws(WalletError) -> R {
    do throws(WalletError) {
      return try body()
    } catch {
      if error.code == .vaultReplaced {
        isReplaced.store(true, ordering: .releasing)
        close()
      }
      throw isReplaced.load(ordering: .acquiring) ? WalletError(.vaultReplaced) : error
    }
  }
}

/// Work that a ledger does in steps while it has nothing else to do.
protocol BackgroundWork: Sendable {
  /// Does what cannot wait, once.
  func prepare(_ ledger: VaultLedger) throws(WalletError)
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress?
  /// The ledger is being closed.
  func end()
}

struct NoBackgroundWork: BackgroundWork {
  func prepare(_ ledger: VaultLedger) {}
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress? { nil }
  func end() {}
}
