import Glibc
import Issuer
package import Secrets
import WalletAPI
package import WalletModel

/// What a repair found and did.
package struct VaultRepairReport: Sendable, Equatable {
  /// The rows of a kind that are lost.
  package struct Loss: Sendable, Equatable {
    /// `RecordKind.word`.
    package var kind: String
    package var rows: Int
  }
  /// A row that is lost, if it is known which one.
  package struct LostRow: Sendable, Equatable {
    /// `card 3`.
    package var place: String
    /// Of the card that it belongs to; nil: it belongs to none, or that is lost too.
    package var lastFour: String?
  }
  /// The check before the repair.
  package var found: VaultReport
  /// The check of the repaired vault; nil: there was nothing to repair, and nothing was changed.
  package var repaired: VaultReport?
  package var losses: [Loss] = []
  package var lostRows: [LostRow] = []
  /// Whether rows may be in an older state than they were.
  package var mayBeOlder = false
  /// Whether counters of wrong codes were lost and begin again.
  package var countersAreNew = false
  /// The files with the damaged state: the vault, and its log if there was one.
  package var kept: [String] = []

  package init(found: VaultReport) { self.found = found }
}

extension VaultReport {
  /// Whether there is a finding that a repair removes. Two findings say that the file is not the
  /// last state, which cannot be repaired from the file, and one that a person has to decide.
  package var canBeRepaired: Bool {
    findings.contains { !["log", "history", "key slots"].contains($0.place) }
  }
}

extension Vault {
  /// Checks a vault like `check`. If it is damaged, all rows that can be read are written into a
  /// new file with a new root, which is checked and then put in the vault's place. The damaged file
  /// and its log are kept beside it. Whenever this is interrupted, the vault is the damaged or the
  /// repaired one.
  ///
  /// - Parameter commits: See `open`.
  /// - Throws: `.vaultBusy` if anybody has the vault open, `.vaultDamaged` if it cannot be
  ///   repaired.
  package static func repair(_ path: String, passphrase: Secret, commits: String? = nil)
    throws(WalletError) -> VaultRepairReport
  {
    var report: VaultRepairReport
    do throws(WalletError) {
      report = VaultRepairReport(
        found: try check(at: path, passphrase: passphrase, commits: commits))
    } catch {
      guard error.code == .vaultDamaged || error.code == .vaultNotAVault else { throw error }
      throw notRepairable(
        error.details + [
          .text(
            "Without its header and a key slot nothing in the file can be decrypted.",
            "Ohne Kopf und Schlüsselplatz lässt sich in der Datei nichts entschlüsseln.")
        ])
    }
    guard report.found.canBeRepaired else { return report }

    let path = try VaultFile.resolved(path)
    let opened = try UnlockedVault.open(path, passphrase, readOnly: true)
    // Nothing may be written into the damaged file before it is copied.
    opened.store.database.keepLogOnClose()
    try opened.store.database.close()
    let vault = try VaultFile.connectToReplace(path)
    vault.keepLogOnClose()
    defer { try? vault.close() }
    let last = opened.lastCommit(in: commits)
    var root = RootRecord()
    try VaultFile.withDraft(of: path) { draft throws(WalletError) in
      let copy = RowRepair(from: opened.rows(on: vault), to: opened.rows(on: draft), opened.keys)
      try copy.run(opened, last, &report)
      root = copy.root
    } _: { draft throws(WalletError) in
      let repaired = try check(at: draft, passphrase: passphrase)
      guard repaired.ok else {
        throw notRepairable(repaired.findings.map { $0.what.at($0.place) })
      }
      report.repaired = repaired
      report.kept = try LastCommitFile.adopt(root, in: last) { () throws(WalletError) -> [String] in
        let kept = try keep(vault, path)
        try VaultFile.replace(vault, at: path, by: draft, kept: kept)
        return kept
      }
    }
    return report
  }

  private static func keep(_ vault: Database, _ path: String) throws(WalletError) -> [String] {
    let folder = try VaultFile.openFolder(of: path)
    defer { close(folder) }
    let name = VaultFile.freeName(path, "damaged", IssuerClock.system.now())
    try vault.copyBytes(to: name)
    guard VaultFile.logSize(path) > 0 else { return [name] }
    do throws(WalletError) {
      try VaultFile.copyBytes(path + "-wal", to: name + "-wal")
    } catch {
      unlinkat(folder, VaultFile.name(of: name), 0)
      throw error
    }
    return [name, name + "-wal"]
  }

  static func notRepairable(_ details: [Reason]) -> WalletError {
    WalletError(
      .vaultDamaged,
      .text("The vault can't be repaired", "Der Tresor lässt sich nicht reparieren"),
      details: details,
      advice: .text(
        "Nothing was changed. Restore a backup: `walletui vault restore FILE`.",
        "Geändert wurde nichts. Spielen Sie eine Sicherung ein: `walletui vault restore DATEI`."))
  }
}

/// Copies what can be read of a damaged vault into a new one.
private final class RowRepair {
  private let source: RowStore
  private let target: RowStore
  private let keys: VaultKeys
  private var link = [UInt8](repeating: 0, count: 32)
  /// The first audit entry that is not copied; nil: all were.
  private var auditBreak: Int64?
  private var unreadable: [RowID] = []
  private var lostEntries = 0

  var root: RootRecord { target.root }

  init(from source: RowStore, to target: RowStore, _ keys: VaultKeys) {
    self.source = source
    self.target = target
    self.keys = keys
  }

  func run(_ opened: UnlockedVault, _ last: LastCommitFile?, _ report: inout VaultRepairReport)
    throws(WalletError)
  {
    let old = try? source.readRoot()
    try opened.begin(target.database, from: source.database)
    target.root = RootRecord()
    for kind in RecordKind.ofTables {
      try RowSalvage(store: source).visit(kind) { row throws(WalletError) in
        try copy(row, old)
      }
    }
    try finishRoot(old, last)
    report.losses = losses(old)
    report.lostRows = try lostRows()
    report.mayBeOlder = old.map { $0.set != target.root.set && report.losses.isEmpty } ?? true
    try addMissing(&report)
    try target.writeRoot()
    try target.database.execute("COMMIT")
  }

  private func copy(_ row: RowStore.Row, _ old: RootRecord?) throws(WalletError) {
    if let old, row.id == old.place { return }
    guard let kind = row.id.kind, kind != .root else { return }
    if kind == .audit { return try copyEntry(row) }
    guard RowCheck.isReadable(row, kind, target) else { return unreadable.append(row.id) }
    if try !insert(row, kind) { unreadable.append(row.id) }
  }

  /// The chain is copied up to its first fault. What follows cannot be distinguished from
  /// entries that were put there.
  private func copyEntry(_ row: RowStore.Row) throws(WalletError) {
    let count = target.root.counts[Int(RecordKind.audit.rawValue)]
    let next =
      row.id.number == count && auditBreak == nil ? keys.link(after: link, row, target) : nil
    guard let next, try insert(row, .audit) else {
      auditBreak = min(auditBreak ?? row.id.number, row.id.number)
      lostEntries += 1
      return
    }
    link = next
  }

  private func insert(_ row: RowStore.Row, _ kind: RecordKind) throws(WalletError) -> Bool {
    guard try target.add(row, kind) else { return false }
    let number = Int(kind.rawValue)
    target.root.counts[number] += 1
    target.root.numbers[number] = max(target.root.numbers[number], row.id.number + 1)
    target.root.set ^= target.cipher.rowHash(row.id, row.version, row.box)
    return true
  }

  private func finishRoot(_ old: RootRecord?, _ last: LastCommitFile?) throws(WalletError) {
    let audit = Int(RecordKind.audit.rawValue)
    target.root.auditLink = link
    target.root.counter = old?.counter ?? 0
    if case .older(let newest)? = last?.compare(target.root) { target.root.counter = newest }
    guard let old else {
      // The last row is the root itself, which is read like an entry.
      lostEntries = max(0, lostEntries - 1)
      if lostEntries == 0 { auditBreak = nil }
      return
    }
    for kind in old.numbers.indices where kind != audit {
      target.root.numbers[kind] = max(target.root.numbers[kind], old.numbers[kind])
    }
  }

  private func losses(_ old: RootRecord?) -> [VaultRepairReport.Loss] {
    var losses: [VaultRepairReport.Loss] = []
    for kind in RecordKind.allCases where kind != .root {
      let seen = kind == .audit ? lostEntries : unreadable.count { $0.kind == kind }
      let lost = old.map { $0.count(kind) - target.root.count(kind) } ?? seen
      if lost > 0 { losses.append(.init(kind: kind.word, rows: lost)) }
    }
    return losses
  }

  /// Cards and numbers are known by each other's rows, other rows only if they were seen.
  private func lostRows() throws(WalletError) -> [VaultRepairReport.LostRow] {
    let cards = try places("cards")
    let numbers = try places("pans")
    var lost = Set(unreadable)
    for place in numbers.subtracting(cards) {
      lost.insert(RowID(.card, customer: place.customer, place.number))
    }
    for place in cards.subtracting(numbers) {
      lost.insert(RowID(.pan, customer: place.customer, place.number))
    }
    var rows: [VaultRepairReport.LostRow] = []
    for row in lost.sorted(by: { $0.value < $1.value }) {
      guard let kind = row.kind else { continue }
      rows.append(.init(place: "\(kind.word) \(row.number)", lastFour: try cardDigits(row, kind)))
    }
    if let auditBreak {
      rows.append(.init(place: "\(RecordKind.audit.word) \(auditBreak)", lastFour: nil))
    }
    return rows
  }

  private struct Place: Hashable {
    let customer: Int64
    let number: Int64
  }

  private func places(_ table: String) throws(WalletError) -> Set<Place> {
    let statement = try target.database.statement(
      table == "cards" ? 2030 : 2031, "SELECT id FROM \(table)")
    defer { statement.reset() }
    var places: Set<Place> = []
    while try statement.step() {
      let id = RowID(statement.integer(0))
      places.insert(Place(customer: id.customer, number: id.number))
    }
    return places
  }

  private func cardDigits(_ row: RowID, _ kind: RecordKind) throws(WalletError) -> String? {
    guard kind == .card || kind == .pan || kind == .pin else { return nil }
    let card = try target.read(RowID(.card, customer: row.customer, row.number)) {
      row throws(WalletError) in
      let record: CardRecord? = target.record(row, of: CustomerID(""))
      return record?.card.lastFour
    }
    if let card { return card }
    let number = try target.secret(RowID(.pan, customer: row.customer, row.number))
    defer { number?.wipe() }
    return number.map(lastFour(of:))
  }

  /// What each customer must have, and the entry about the repair.
  private func addMissing(_ report: inout VaultRepairReport) throws(WalletError) {
    var customers: [CustomerID: Int64] = [:]
    try target.visit(
      .customer, from: RowID(.customer, 0), through: RowID(.customer, 0xffff_ffff), limit: -1
    ) { row throws(WalletError) in
      let profile: CustomerProfile? = target.record(row, of: CustomerID(""))
      if let profile { customers[profile.customerID] = row.id.number }
      return true
    }
    guard let owner = customers.first(where: { $0.value == 1 })?.key else {
      throw Vault.notRepairable([
        .text("The customer's record is missing.", "Der Datensatz des Kunden fehlt.")
      ])
    }
    let writer = VaultTransaction(store: target, keys: keys, customers: customers)
    for (customer, number) in customers.sorted(by: { $0.value < $1.value })
    where try target.digest(RowID(.sca, number)) == nil {
      try writer.put(ScaAccount(), of: customer)
      report.countersAreNew = true
    }
    let rows = report.losses.map { "\($0.kind): \($0.rows)" }.joined(separator: ", ")
    try writer.put(
      AuditEntry(
        time: IssuerClock.system.now(), phase: .done, action: "repairVault",
        note: rows.isEmpty ? "nothing lost" : "lost " + rows),
      of: owner)
  }
}
