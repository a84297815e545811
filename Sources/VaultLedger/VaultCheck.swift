import CVaultFile
import Issuer
package import SealedRecords
package import Secrets
import Threads
package import WalletModel

extension Vault {
  /// Checks every box, the root row, the audit log, the file's structure, its log, and whether this
  /// is the last state that was written. Throws what prevents the check; findings are in the
  /// report. A vault with findings is not changed. Otherwise the log is copied into the file,
  /// unless another process has it open.
  ///
  /// - Parameter commits: See `open`.
  package static func check(at path: String, passphrase: Secret, commits: String? = nil)
    throws(WalletError) -> VaultReport
  {
    let opened = try unlock(path, passphrase, readOnly: true)
    var findings: [VaultReport.Finding] = []
    do throws(WalletError) {
      if let concern = try opened.concern(opened.lastCommit(in: commits)) {
        findings.append(concern)
      }
    } catch {
      // A root that cannot be read is reported below.
      if error.code != .vaultDamaged { throw error }
    }
    let pages = Int(max(0, opened.store.database.log?.pending ?? 0))
    var report = try opened.report()
    report.findings = findings + report.findings
    report.pagesInLog = pages
    if !report.ok { opened.store.database.keepLogOnClose() }
    try? opened.store.database.close()
    return report
  }
}

/// Checks a file in the background on a connection of its own, some rows at a time.
final class FileCheck: BackgroundWork, @unchecked Sendable {
  private let opened: UnlockedVault
  private let lock = Lock()
  private var check: RowCheck?
  private var isDone = false
  /// The finding at opening, until it was reported.
  private var concern: VaultReport.Finding?

  init(_ opened: UnlockedVault, _ concern: VaultReport.Finding?) {
    self.opened = opened
    self.concern = concern
  }

  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress? {
    lock.lock()
    defer { lock.unlock() }
    guard !isDone else { return nil }
    if let concern {
      self.concern = nil
      return .damaged(concern.what)
    }
    var running: RowCheck
    do throws(WalletError) {
      if let check {
        running = check
      } else {
        running = try RowCheck(begin: try opened.anotherConnection(), opened.keys)
      }
      if try running.step(128) {
        check = running
        return .more
      }
    } catch {
      finish()
      throw error
    }
    finish()
    guard let finding = running.report.findings.first else { return nil }
    return .damaged(finding.what.at(finding.place))
  }

  func end() {
    lock.lock()
    defer { lock.unlock() }
    finish()
  }

  /// The connection is closed too: while it reads, the log cannot be emptied.
  private func finish() {
    isDone = true
    check = nil
  }
}

extension RowCheck {
  /// Begins a read transaction on a vault.
  init(begin store: RowStore, _ keys: RecordKeys) throws(WalletError) {
    let kinds = RecordKind.tables.map { table in
      RecordKind.allCases.first { $0.table.utf8Start == table.utf8Start } ?? .root
    }
    try store.database.execute("BEGIN")
    try self.init(store, keys, visiting: kinds) { $0.place }
  }
}
