import Glibc
import Issuer
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
  /// Sentences about what is wrong with the copy: others can read it, or it lacks its log.
  package var concerns: [Reason]
}

extension Vault {
  /// Checks a copy of a vault completely, and returns its contents. Errors about the copy name it.
  ///
  /// - Throws: `.vaultDamaged` with the first finding, and any error that prevents the check.
  package static func inspect(at path: String, passphrase: Secret)
    throws(WalletError) -> VaultContents
  {
    do throws(WalletError) {
      return try contents(of: path, passphrase)
    } catch {
      throw VaultFile.error(error, of: path)
    }
  }

  static func contents(of path: String, _ passphrase: Secret) throws(WalletError) -> VaultContents {
    let opened = try UnlockedVault.open(path, passphrase, readOnly: true, isCopy: true)
    defer { try? opened.store.database.close() }
    return try opened.contents()
  }
}

extension VaultFile {
  /// The error with the name of the copy, if it is about the copy and not about the vault.
  fileprivate static func error(_ error: WalletError, of copy: String) -> WalletError {
    let codes: [ErrorCode] = [
      .vaultMissing, .vaultPermissions, .vaultNotAVault, .vaultDamaged, .vaultLinked,
    ]
    guard codes.contains(error.code) else { return error }
    return WalletError(
      error.code,
      .text(
        "\(copy) can't be used as a copy of a vault",
        "\(copy) ist als Kopie eines Tresors nicht zu verwenden"),
      details: error.details.isEmpty ? [error.message] : error.details,
      advice: .text(
        "Check the name, or use another copy. Nothing was changed.",
        "Prüfen Sie den Namen, oder nehmen Sie eine andere Kopie. Geändert wurde nichts."))
  }
}

extension UnlockedVault {
  /// Checks everything.
  ///
  /// - Throws: `.vaultDamaged` with the first finding.
  func contents() throws(WalletError) -> VaultContents {
    var concerns = [try concern(nil)?.what].compactMap { $0 }
    var info = stat()
    if lstat(path, &info) == 0, info.st_mode & 0o077 != 0 {
      concerns.append(
        .text(
          "Others can read or write the copy, because of the place where it is.",
          "Andere dürfen die Kopie lesen oder schreiben; das liegt am Ort."))
    }
    let report = try report()
    if let finding = report.findings.first {
      store.database.keepLogOnClose()
      throw WalletError(.vaultDamaged, detail: finding.what.at(finding.place))
    }
    let root = try store.readRoot()
    return VaultContents(
      cards: report.cards, records: report.records, auditEntries: report.auditEntries,
      changes: root.counter, lastChange: try lastChange(root), concerns: concerns)
  }

  /// Checks the file's structure, its key slots and every row.
  func report() throws(WalletError) -> VaultReport {
    var findings: [VaultReport.Finding] = []
    do throws(WalletError) {
      try checkSchema()
      try checkStructure(.whole)
    } catch {
      findings.append(.init(error.details.first ?? error.message, at: "file"))
    }
    findings += slots.damaged.sorted().map { .init(.storage(.cannotBeRead), at: "key slot \($0)") }
    var report = VaultReport()
    do throws(WalletError) {
      var check = try RowCheck(store, keys)
      do throws(WalletError) {
        if slots.damaged.isEmpty, let known = check.root.slots,
          known != (try store.database.slotsHash())
        {
          findings.append(.init(.storage(.slotsChanged), at: "key slots"))
        }
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
