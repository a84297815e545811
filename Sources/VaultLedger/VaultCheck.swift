import Threads
import Issuer
package import Secrets
package import WalletModel

/// What a check of a vault found.
package struct VaultReport: Sendable, Equatable {
  package struct Finding: Sendable, Equatable {
    /// A sentence.
    package var what: String
    /// Which record: `card 3`, `audit entry 12`, `root row`, `file`.
    package var where_: String
    package init(_ what: String, at place: String) {
      self.what = what
      where_ = place
    }
  }
  package var findings: [Finding] = []
  package var cards = 0
  package var records = 0
  package var auditEntries = 0
  package var ok: Bool { findings.isEmpty }
  package init() {}
}

/// Goes over every row of one state of a file: opens each box, follows the audit log, and adds up
/// what the root row says.
struct RowCheck: Sendable {
  private nonisolated(unsafe) let store: RowStore
  private let keys: VaultKeys
  private(set) var report = VaultReport()
  private var root = RootRecord()
  private var set = SetHash()
  private var counts = [Int64](repeating: 0, count: 256)
  private var table = 0
  private var next = RowID(Int64.min)
  private var link = [UInt8](repeating: 0, count: 32)
  private var isChainBroken = false
  private var isOutOfOrder = false

  /// Begins a reading transaction, so that what others write meanwhile does not mix in.
  init(_ store: RowStore, _ keys: VaultKeys) throws(WalletError) {
    self.store = store
    self.keys = keys
    try store.database.execute("BEGIN")
    do throws(WalletError) {
      root = try store.readRoot()
    } catch {
      if error.code != .vaultDamaged { throw error }
      report.findings.append(.init("It is missing or cannot be read.", at: Kind.root.word))
    }
  }

  /// Checks up to `limit` rows; false when all are done.
  mutating func step(_ limit: Int) throws(WalletError) -> Bool {
    guard table < Kind.tables.count else { return false }
    let kind = Kind.allCases.first { $0.table.utf8Start == Kind.tables[table].utf8Start } ?? .root
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
    if table == Kind.tables.count { finish() }
    return table < Kind.tables.count
  }

  private mutating func check(_ row: RowStore.Row) {
    // Damaged pages may lead in a circle; a walk that goes back would never end.
    if row.id.value < next.value {
      if !isOutOfOrder { report.findings.append(.init("Rows are out of order.", at: "file")) }
      isOutOfOrder = true
      return
    }
    next = RowID(row.id.value == Int64.max ? row.id.value : row.id.value + 1)
    if row.id == root.place { return }
    guard let kind = row.id.kind else {
      report.findings.append(.init("A row that is none of ours.", at: "row \(row.id.value)"))
      return
    }
    report.records += 1
    counts[Int(kind.rawValue)] += 1
    set ^= store.cutter.mark(row.id, row.version, row.box)
    let place = "\(kind.word) \(row.id.number)"
    if kind == .audit { return checkAudit(row, place) }
    if store.open(row, { _ in true }) == nil {
      report.findings.append(.init("It cannot be read.", at: place))
    }
  }

  private mutating func checkAudit(_ row: RowStore.Row, _ place: String) {
    defer { report.auditEntries += 1 }
    guard !isChainBroken else { return }
    let keys = keys
    let last = link
    let found = store.open(row) { reader throws(MalformedRecord) in
      let entry = try reader.raw()
      let stored = Array(try reader.raw())
      return (stored, keys.auditLink(after: last, row.id.number, entry))
    }
    guard let found, found.0 == found.1, row.id.number == Int64(report.auditEntries) else {
      isChainBroken = true
      report.findings.append(.init("The audit log is broken from here on.", at: place))
      return
    }
    link = found.1
  }

  private mutating func finish() {
    report.cards = Int(counts[Int(Kind.card.rawValue)])
    for kind in Kind.allCases where kind != .root {
      let found = counts[Int(kind.rawValue)]
      let expected = root.counts[Int(kind.rawValue)]
      if found != expected {
        report.findings.append(
          .init("\(found) rows instead of \(expected).", at: "\(kind.word) rows"))
      }
    }
    if set != root.set {
      report.findings.append(
        .init("A row was changed, added, removed or put back to an older state.", at: "root row"))
    }
    if !isChainBroken && link != root.auditLink {
      report.findings.append(
        .init("The audit log was cut.", at: "audit entry \(report.auditEntries)"))
    }
  }
}

extension Vault {
  /// Every box, the root row, the audit log and the file's structure. Errors are what prevents the
  /// check; what it finds is in the report.
  package static func check(at path: String, passphrase: Secret) throws(WalletError)
    -> VaultReport
  {
    let opened = try unlock(path, passphrase, readOnly: true)
    var structure: [VaultReport.Finding] = []
    do throws(WalletError) {
      try opened.checkStructure()
    } catch {
      structure.append(.init(error.details.first ?? error.message, at: "file"))
    }
    do throws(WalletError) {
      var check = try RowCheck(opened.store, opened.keys)
      while try check.step(1000) {}
      var report = check.report
      report.findings = structure + report.findings
      return report
    } catch {
      guard error.code == .vaultDamaged else { throw error }
      var report = VaultReport()
      report.findings = structure + [.init(error.details.first ?? error.message, at: "file")]
      return report
    }
  }
}

/// A file's check behind the first page: on a connection of its own, some rows at a time.
final class FileCheck: BackgroundWork, @unchecked Sendable {
  private let opened: UnlockedVault
  private let lock = Lock()
  private var check: RowCheck?
  private var isDone = false

  init(_ opened: UnlockedVault) { self.opened = opened }

  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress? {
    lock.take()
    defer { lock.give() }
    guard !isDone else { return nil }
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
      end()
      throw error
    }
    end()
    guard let finding = running.report.findings.first else { return nil }
    return .damaged("\(finding.what) (\(finding.where_))")
  }

  /// Its connection goes, too: the log cannot be put into the file past what it reads.
  private func end() {
    isDone = true
    check = nil
  }
}
