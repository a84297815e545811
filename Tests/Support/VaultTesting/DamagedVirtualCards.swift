import WalletAPI
import WalletModel

@testable import Issuer
@testable import VaultLedger

extension TemporaryVault {
  /// A vault with so many virtual cards, in the order in which they were changed.
  static func withVirtualCards(_ count: Int) throws -> (vault: TemporaryVault, ids: [String]) {
    let vault = try TemporaryVault(sample: false)
    let ledger = try vault.open()
    defer { ledger.close() }
    let ids = (0..<count).map { "card-\($0)" }
    try ledger.write { writer throws(WalletError) in
      for id in ids {
        var record = StoredSamples.virtualCard
        record.card.id = id
        record.card.state = .issued
        record.card.closedReason = nil
        record.card.activeTo = Timestamp.written.upperBound
        let place = try writer.put(record, of: ledger.owner)
        try writer.put(VirtualOrderRecord(cardID: id, cardPlace: place), of: ledger.owner)
      }
    }
    return (vault, ids)
  }
}

/// The lists of virtual cards of which each hundredth and one that its id does not find cannot be
/// read, and neither can the places of the first, the last and one other.
struct DamagedVirtualCards {
  /// All cards, in the order in which they were changed.
  let ids: [String]
  let damaged: Set<String>
  let newestFirst: [VirtualCard]
  let oldestFirst: [VirtualCard]
  /// Those whose id begins with `filter`, the oldest first.
  let filtered: [VirtualCard]
  /// Whether each page but the last one had as many cards as were asked for.
  let pagesAreFull: Bool

  init(count: Int, filter: String = "card-2") async throws {
    let (vault, ids) = try TemporaryVault.withVirtualCards(count)
    self.ids = ids
    let places = Array(stride(from: 50, to: count, by: 100))
    damaged = Set((places + [60]).map { ids[$0] })
    func rows(_ kind: RecordKind, _ change: String = Tampering.flip) -> String {
      // The numbers of rows follow the order in which they were written.
      """
      UPDATE records SET \(change) WHERE id IN (SELECT id FROM records
        WHERE id>=\(RowID(kind, customer: 1, 0).value)
          AND id<=\(RowID(kind, customer: 1, LedgerQuery.lastPlace).value)
        ORDER BY id LIMIT 1 OFFSET
      """
    }
    let cards =
      places.map { "\(rows(.virtualCard)) \($0));" }
      + ["\(rows(.virtualCard, "look=x'00'")) 60);"]
    // A place that cannot be read names its card nevertheless.
    let orders = [0, 777 % count, count - 1].map { "\(rows(.virtualOrder)) \($0));" }
    try tamper(vault.path, (cards + orders).joined(separator: "\n"))
    let newest = try await Self.list(vault, count, .descending)
    let oldest = try await Self.list(vault, count, .ascending)
    let some = try await Self.list(
      vault, count, .ascending, filter: "id beginsWith \"\(filter)\"")
    newestFirst = newest.cards
    oldestFirst = oldest.cards
    filtered = some.cards
    pagesAreFull = newest.areFull && oldest.areFull && some.areFull
  }

  /// - Parameter most: No more pages are read when there are more cards.
  private static func list(
    _ vault: TemporaryVault, _ most: Int, _ order: SortOrder, filter: String? = nil
  ) async throws -> (cards: [VirtualCard], areFull: Bool) {
    let ledger = try vault.open()
    defer { ledger.close() }
    let backend = LocalBackend(ledger: ledger)
    var query = VirtualCardQuery(limit: 97, order: order, filter: filter)
    var found: [VirtualCard] = []
    var areFull = true
    repeat {
      let page = try await backend.perform(ListVirtualCards(query), backend.context)
      if page.cards.count != 97 && page.nextToken != nil { areFull = false }
      found += page.cards
      query.nextToken = page.nextToken
    } while query.nextToken != nil && found.count <= most
    return (found, areFull)
  }
}
