import CVaultFile
import Issuer
package import Secrets
import Threads
package import WalletModel

/// The findings of a vault check.
package struct VaultReport: Sendable, Equatable {
  package struct Finding: Sendable, Equatable {
    /// A sentence.
    package var what: Reason
    /// The record: `card 3`, `audit entry 12`, `root row`, `file`.
    package var place: String
    package init(_ what: Reason, at place: String) {
      self.what = what
      self.place = place
    }
  }
  package var findings: [Finding] = []
  package var cards = 0
  package var records = 0
  package var auditEntries = 0
  /// Pages that were in the log and not yet in the file when the check began.
  package var pagesInLog = 0
  package var ok: Bool { findings.isEmpty }
  package init() {}
}

/// Reads every row of one state of a file: opens each box, follows the audit log, and compares the
/// sums with the root row.
struct RowCheck: Sendable {
  private nonisolated(unsafe) let store: RowStore
  private let keys: VaultKeys
  private(set) var report = VaultReport()
  private(set) var root = RootRecord()
  private var set = SetHash()
  private var counts = [Int64](repeating: 0, count: 256)
  private var table = 0
  private var next = RowID(Int64.min)
  private var link = [UInt8](repeating: 0, count: 32)
  private var isChainBroken = false
  private var isOutOfOrder = false

  /// Begins a read transaction, so that the check sees one state.
  init(_ store: RowStore, _ keys: VaultKeys) throws(WalletError) {
    self.store = store
    self.keys = keys
    try store.database.execute("BEGIN")
    do throws(WalletError) {
      root = try store.readRoot()
    } catch {
      if error.code != .vaultDamaged { throw error }
      report.findings.append(.init(.storage(.missing), at: RecordKind.root.word))
    }
  }

  /// Checks up to `limit` rows; false when all are checked.
  mutating func step(_ limit: Int) throws(WalletError) -> Bool {
    guard table < RecordKind.tables.count else { return false }
    let kind = RecordKind.ofTables[table]
    var seen = 0
    var rows = self
    try store.visit(kind, from: next, through: RowID(Int64.max), limit: limit) {
      row throws(WalletError) in
      rows.check(row)
      seen += 1
      return true
    }
    self = rows
    if seen < limit || isOutOfOrder {
      table += 1
      next = RowID(Int64.min)
      isOutOfOrder = false
    }
    if table == RecordKind.tables.count { finish() }
    return table < RecordKind.tables.count
  }

  private mutating func check(_ row: RowStore.Row) {
    // Damaged pages can form a cycle. The check stops when keys go backwards, as it would never
    // end.
    if row.id.value < next.value {
      if !isOutOfOrder { report.findings.append(.init(.storage(.outOfOrder), at: "file")) }
      isOutOfOrder = true
      return
    }
    next = RowID(row.id.value == Int64.max ? row.id.value : row.id.value + 1)
    if row.id == root.place { return }
    guard let kind = row.id.kind else {
      report.findings.append(.init(.storage(.foreignRow), at: "row \(row.id.value)"))
      return
    }
    report.records += 1
    counts[Int(kind.rawValue)] += 1
    set ^= store.cipher.rowHash(row.id, row.version, row.box)
    let place = "\(kind.word) \(row.id.number)"
    if kind == .audit { return checkAudit(row, place) }
    if !Self.isReadable(row, kind, store) {
      report.findings.append(.init(.storage(.cannotBeRead), at: place))
    }
  }

  /// Whether the row's box can be opened, and contains what its kind says.
  static func isReadable(_ row: RowStore.Row, _ kind: RecordKind, _ store: RowStore) -> Bool {
    guard let type = kind.record else { return store.open(row) { _ in true } ?? false }
    return isReadable(row, as: type, store)
  }

  private static func isReadable<R: LedgerRecord>(
    _ row: RowStore.Row, as type: R.Type, _ store: RowStore
  ) -> Bool {
    let record: R? = store.record(row, of: CustomerID(""))
    return record != nil
  }

  private mutating func checkAudit(_ row: RowStore.Row, _ place: String) {
    defer { report.auditEntries += 1 }
    guard !isChainBroken else { return }
    guard let next = keys.link(after: link, row, store),
      row.id.number == Int64(report.auditEntries)
    else {
      isChainBroken = true
      report.findings.append(.init(.storage(.auditBroken), at: place))
      return
    }
    link = next
  }

  private mutating func finish() {
    report.cards = Int(counts[Int(RecordKind.card.rawValue)])
    for kind in RecordKind.allCases where kind != .root {
      let found = counts[Int(kind.rawValue)]
      let expected = root.counts[Int(kind.rawValue)]
      if found != expected {
        report.findings.append(
          .init(.storage(.rowCount, "\(found)", "\(expected)"), at: "\(kind.word) rows"))
      }
    }
    if set != root.set {
      report.findings.append(
        .init(.storage(.rowsChanged), at: "root row"))
    }
    if !isChainBroken && link != root.auditLink {
      report.findings.append(
        .init(.storage(.auditCut), at: "audit entry \(report.auditEntries)"))
    }
  }
}

extension VaultKeys {
  /// The link of the audit entry in this row; nil if it cannot be read or does not follow `last`.
  func link(after last: [UInt8], _ row: RowStore.Row, _ store: RowStore) -> [UInt8]? {
    let link: [UInt8]?? = store.open(row) { reader throws(MalformedRecord) in
      let entry = try reader.raw()
      let stored = Array(try reader.raw())
      let link = auditLink(after: last, row.id.number, entry)
      return link == stored ? link : nil
    }
    return link ?? nil
  }
}

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
    let opened = try UnlockedVault.open(path, passphrase, readOnly: true)
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

  func prepare(_ ledger: VaultLedger) {}

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
        running = try RowCheck(try opened.anotherConnection(), opened.keys)
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
