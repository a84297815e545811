import CSQLite
import CSodium
import Glibc
package import Issuer
package import Secrets
package import Threads
package import WalletAPI
package import WalletModel

/// How a new vault is made.
package struct VaultOptions: Sendable {
  package var kdf: KDFParameters
  /// Whether the vault gets the sample cards.
  package var sample: Bool
  package init(kdf: KDFParameters = .usual, sample: Bool = false) {
    self.kdf = kdf
    self.sample = sample
  }
}

/// Encrypted files that hold a wallet, and the temporary wallet of the demo.
package enum Vault {
  /// Makes a new file that only its owner can read. Throws `.vaultExists` if the file exists.
  package static func create(
    at path: String, passphrase: Secret, options: VaultOptions, profile: CustomerProfile?
  ) throws(WalletError) {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    guard !passphrase.isEmpty else { throw KeySlot.noPassphrase }
    guard options.kdf.isAcceptable else { throw WalletError(.usage) }
    try VaultFile.createNew(try VaultFile.resolved(path)) { database throws(WalletError) in
      let header = VaultHeader.new(options.kdf)
      let data = Secret(count: 32) { if let key = $0.baseAddress { randombytes_buf(key, 32) } }
      let slot = try KeySlot(wrapping: data, passphrase: passphrase, header)
      try database.execute(
        """
        PRAGMA application_id=\(VaultHeader.applicationID);
        PRAGMA user_version=\(VaultHeader.format);
        """)
      let keys = VaultKeys(data: data)
      let store = RowStore(database, RecordCipher(vaultID: header.vaultID, epoch: 1, keys: keys))
      try database.execute("BEGIN IMMEDIATE;" + RowStore.schema)
      try database.putHeader(header.bytes, 0)
      try database.putHeader(slot.bytes, 1)
      let sample = SampleWallet(clock: .system)
      let owner = profile ?? (options.sample ? sample.profile : sample.blankProfile)
      try seed(store, keys, owner: owner) { writer throws(WalletError) in
        if options.sample {
          try sample.fill(writer, keys.issuer, owner)
        } else {
          try sample.fillBlank(writer, owner)
        }
      }
    }
  }

  /// Opens a file. There are different errors for a missing file, permissions, another file type, a
  /// newer format, a wrong passphrase, damage, and a read-only disk.
  ///
  /// - Parameter commits: The folder in which this machine keeps the last commit to each vault;
  ///   nil: nothing is kept, and a vault that was replaced by an older state is not noticed.
  package static func open(
    at path: String, passphrase: Secret, readOnly: Bool = false, commits: String? = nil,
    clock: MonotonicClock = .system
  ) throws(WalletError) -> VaultLedger {
    try UnlockedVault.open(path, passphrase, readOnly: readOnly)
      .ledger(readOnly: readOnly, commits, clock: clock)
  }

  /// Opens a file, read-only if it cannot be opened for writing because the disk is full or
  /// read-only. The ledger's `whyReadOnly` gives the reason, and each attempt to change something
  /// throws it.
  package static func openOrRead(at path: String, passphrase: Secret, commits: String? = nil)
    throws(WalletError) -> VaultLedger
  {
    do throws(WalletError) {
      return try open(at: path, passphrase: passphrase, commits: commits)
    } catch {
      guard error.code == .diskFull || error.code == .vaultReadOnly else { throw error }
      let why = WalletError(
        error.code,
        error.code == .diskFull
          ? .storage(.readOnlyFull) : .storage(.readOnly),
        details: error.details,
        advice: error.code == .diskFull
          ? .storage(.freeSpaceAndReopen) : nil)
      return try UnlockedVault.open(path, passphrase, readOnly: true)
        .ledger(readOnly: true, because: why, commits)
    }
  }

  /// A temporary wallet: in memory, or with more cards in SQLite's private temporary database,
  /// which is deleted with the process. The first 200 cards are there at once; the rest are added
  /// in the background. Dates depend on `clock`.
  ///
  /// - Parameter isPrepared: False: also the first cards are added by `prepare`, on another thread.
  package static func demo(
    cards: Int = SampleWallet.cardCount, clock: IssuerClock = .system, isPrepared: Bool = true
  ) throws(WalletError) -> VaultLedger {
    guard sodium_init() >= 0 else { throw WalletError(.internalError) }
    let database = try Database(
      path: cards > SampleWallet.cardCount ? "" : ":memory:",
      flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    // 10,000 cards fit in: they are never written to a file. More would take too much memory.
    try database.configure(cacheKiB: cards > 10_000 ? 2048 : 8192)
    try database.execute(
      "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY; BEGIN;" + RowStore.schema)
    let header = VaultHeader.new(.minimum)
    let data = Secret(count: 32) { if let key = $0.baseAddress { randombytes_buf(key, 32) } }
    // The CVVs of a demo are the same each time. They are not secret.
    let issuerSeed = Secret(count: 32) {
      $0.copyBytes(from: "walletui demo issuer, fixed key.".utf8)
    }
    let keys = VaultKeys(data: data, issuerSeed: issuerSeed)
    let store = RowStore(database, RecordCipher(vaultID: header.vaultID, epoch: 1, keys: keys))
    let sample = SampleWallet(clock: clock)
    store.sample = sample
    let loader = SampleCardLoader(sample, keys.issuer, total: max(cards, SampleWallet.cardCount))
    try seed(store, keys, owner: sample.profile) { _ in }
    let ledger = try VaultLedger(
      store, keys, owner: sample.profile.customerID, watchedFile: nil, background: loader)
    if isPrepared { try ledger.prepare() }
    return ledger
  }

  /// To be called inside a transaction: writes the root, the customer and what `fill` adds.
  private static func seed(
    _ store: RowStore, _ keys: VaultKeys, owner: CustomerProfile,
    _ fill: (any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) {
    store.root = RootRecord()
    let writer = VaultTransaction(store: store, keys: keys, customers: [owner.customerID: 1])
    try writer.add(owner)
    try fill(writer)
    try store.writeRoot()
    try store.database.execute("COMMIT")
  }
}
