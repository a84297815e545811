import Issuer
package import SealedRecords
package import Secrets
package import WalletModel

/// What a vault contains, after all of it was checked.
package struct VaultContents: Sendable, Equatable {
  package var cards: Int
  package var records: Int
  package var auditEntries: Int
  /// How many changes were made since it is there.
  package var changes: Int64
  /// The time of the newest audit entry; nil: there is none.
  package var lastChange: Timestamp?
  /// A sentence about changes that it may lack, because it is a copy without its log.
  package var concern: Reason?
}

extension Vault {
  /// Checks a file completely, and tells what it contains.
  ///
  /// - Throws: `.vaultDamaged` with the first finding, and whatever prevents the check.
  package static func inspect(at path: String, passphrase: Secret)
    throws(WalletError) -> VaultContents
  {
    let opened = try unlock(path, passphrase, readOnly: true)
    defer { try? opened.store.database.close() }
    return try opened.contents()
  }
}

extension Vault {
  /// Checks a file completely, and calls `body` with one state of its rows. The vault may be open
  /// elsewhere.
  ///
  /// - Throws: `.vaultDamaged` with the first finding.
  package static func withRows<R>(
    of path: String, passphrase: Secret, _ body: (SealedRows) throws(WalletError) -> R
  ) throws(WalletError) -> R {
    let opened = try unlock(path, passphrase, readOnly: true)
    defer { try? opened.store.database.close() }
    _ = try opened.contents()
    try opened.store.database.execute("BEGIN")
    return try body(
      SealedRows(
        opened.store, opened.keys, opened.header, opened.slots,
        try VaultLedger.readCustomers(opened.store),
        rootPlace: try opened.store.readRoot().place))
  }
}

extension UnlockedVault {
  /// Checks everything.
  ///
  /// - Throws: `.vaultDamaged` with the first finding.
  func contents() throws(WalletError) -> VaultContents {
    let concern = try concern(nil)
    let report = try report()
    if let finding = report.findings.first {
      store.database.keepLogOnClose()
      throw WalletError(.vaultDamaged, details: [finding.what.at(finding.place)])
    }
    let root = try store.readRoot()
    return VaultContents(
      cards: report.cards, records: report.records, auditEntries: report.auditEntries,
      changes: root.counter, lastChange: try lastChange(root), concern: concern?.what)
  }

  /// Checks the file's structure, its key slots and every row.
  func report() throws(WalletError) -> VaultReport {
    var findings: [VaultReport.Finding] = []
    do throws(WalletError) {
      try checkStructure(.whole)
    } catch {
      findings.append(.init(error.details.first ?? error.message, at: "file"))
    }
    findings += slots.damaged.sorted().map { .init(.storage(.cannotBeRead), at: "key slot \($0)") }
    var report = VaultReport()
    do throws(WalletError) {
      var check = try RowCheck(begin: store, keys)
      do throws(WalletError) {
        while try check.step(1000) {}
      } catch {
        try? store.database.execute("ROLLBACK")
        throw error
      }
      try store.database.execute("ROLLBACK")
      report = check.report
    } catch {
      guard error.code == .vaultDamaged else { throw error }
      report.findings = [.init(error.details.first ?? error.message, at: "file")]
    }
    report.findings = findings + report.findings
    return report
  }

  private func lastChange(_ root: RootRecord) throws(WalletError) -> Timestamp? {
    let number = root.numbers[Int(RecordKind.audit.rawValue)] - 1
    guard number >= 0 else { return nil }
    let time = try store.read(RowID(.audit, customer: 1, number)) { row throws(WalletError) in
      let entry: AuditEntry? = store.record(row, of: CustomerID(""))
      return entry?.time
    }
    return time
  }
}
