package import Issuer
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
package struct RowCheck: Sendable {
  private nonisolated(unsafe) let store: RowStore
  private let keys: RecordKeys
  package private(set) var report = VaultReport()
  private var root = RootRecord()
  private var set = SetHash()
  private var counts = [Int64](repeating: 0, count: 256)
  /// Each visit goes over all rows of a table, or of a kind.
  private let kinds: [RecordKind]
  /// A row that is the root and no record.
  private let rootPlace: RowID?
  private var table = 0
  private var next = RowID(Int64.min)
  private var link = [UInt8](repeating: 0, count: 32)
  private var isChainBroken = false
  private var isOutOfOrder = false

  /// Used inside a transaction, so that the check sees one state.
  ///
  /// - Parameters:
  ///   - kinds: A kind for each visit that goes over all rows.
  ///   - rootPlace: Where the root is among the other rows; nil: it is elsewhere.
  package init(
    _ store: RowStore, _ keys: RecordKeys, visiting kinds: [RecordKind],
    rootPlace: (RootRecord) -> RowID?
  ) throws(WalletError) {
    self.store = store
    self.keys = keys
    self.kinds = kinds
    do throws(WalletError) {
      root = try store.readRoot()
    } catch {
      if error.code != .vaultDamaged { throw error }
      report.findings.append(.init(.storage(.missing), at: RecordKind.root.word))
    }
    self.rootPlace = rootPlace(root)
  }

  /// Checks up to `limit` rows; false when all are checked.
  package mutating func step(_ limit: Int) throws(WalletError) -> Bool {
    guard table < kinds.count else { return false }
    var seen = 0
    var rows = self
    try store.visit(kinds[table], from: next, through: RowID(Int64.max), limit: limit) {
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
    if table == kinds.count { finish() }
    return table < kinds.count
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
    if row.id == rootPlace { return }
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
  package static func isReadable(_ row: RowStore.Row, _ kind: RecordKind, _ store: RowStore) -> Bool
  {
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

extension RecordKeys {
  /// The link of the audit entry in this row; nil if it cannot be read or does not follow `last`.
  package func link(after last: [UInt8], _ row: RowStore.Row, _ store: RowStore) -> [UInt8]? {
    let link: [UInt8]?? = store.open(row) { reader throws(MalformedRecord) in
      let entry = try reader.raw()
      let stored = Array(try reader.raw())
      let link = auditLink(after: last, row.id.number, entry)
      return link == stored ? link : nil
    }
    return link ?? nil
  }
}
