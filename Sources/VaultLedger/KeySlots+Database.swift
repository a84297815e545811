import SealedRecords
import WalletModel

extension KeySlots {
  init(_ database: Database) throws(WalletError) {
    self.init()
    let statement = try database.statement(
      2002, "SELECT id, body FROM header WHERE id BETWEEN ?1 AND ?2")
    defer { statement.reset() }
    statement.bind(1, KeySlot.numbers.lowerBound)
    statement.bind(2, KeySlot.numbers.upperBound)
    while try statement.step() { add(statement.integer(0), statement.blob(1)) }
  }
}

extension Database {
  /// Begins a transaction that makes the tables of a new vault.
  ///
  /// - Parameter format: `user_version` of the file.
  func begin(_ header: VaultHeader, _ slots: KeySlots, format: Int64) throws(WalletError) {
    try execute(
      """
      PRAGMA application_id=\(VaultHeader.applicationID);
      PRAGMA user_version=\(format);
      BEGIN IMMEDIATE;
      """ + SQLiteRows.schema)
    try putHeader(header.bytes, 0)
    for (number, slot) in slots.slots { try putHeader(slot.bytes, number) }
  }

  /// Writes a row of the table `header`: 0 is the header, the others are key slots. To be called
  /// inside a transaction.
  func putHeader(_ bytes: [UInt8], _ id: Int64) throws(WalletError) {
    let statement = try statement(2000, "REPLACE INTO header(id, body) VALUES(?1, ?2)")
    let outcome = bytes.withUnsafeBytes { bytes in
      Result { () throws(WalletError) in
        statement.bind(1, id)
        statement.bind(2, bytes)
        try statement.run()
      }
    }
    try outcome.get()
  }

  /// To be called inside a transaction. The slot's bytes are overwritten.
  func put(_ slot: KeySlot, _ number: Int64) throws(WalletError) {
    try execute("PRAGMA secure_delete=ON; PRAGMA user_version=\(VaultHeader.newestFormat)")
    try putHeader(slot.bytes, number)
  }

  /// To be called inside a transaction. The slots' bytes are overwritten.
  func removeSlots(_ numbers: ClosedRange<Int64>) throws(WalletError) {
    try execute(
      """
      PRAGMA secure_delete=ON;
      DELETE FROM header WHERE id BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)
      """)
  }
}
