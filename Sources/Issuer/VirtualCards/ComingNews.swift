import Threads
package import WalletAPI
package import WalletModel

/// Tells that the making of a virtual card has ended, when it ends (F07, F31). Nothing is stored for
/// it, so it is found again after a restart. Thread-safe.
package final class ComingNews: Sendable {
  private let alarm = Alarm()
  private let tell: @Sendable (WalletEvent, CustomerID) -> Void

  package init(_ tell: @escaping @Sendable (WalletEvent, CustomerID) -> Void) { self.tell = tell }

  deinit { alarm.stop() }

  package func stop() { alarm.stop() }

  /// The number of cards whose end is awaited.
  package var count: Int { alarm.count }

  /// To be called with the events of each operation, and once at the beginning.
  package func look(_ issuer: Issuer, _ customer: CustomerID, after events: [WalletEvent]) {
    let hasNews = events.contains {
      if case .changed(.virtualCards, _) = $0 { true } else { false }
    }
    if hasNews { look(issuer, customer) }
  }

  /// An error hides news only, and the next operation says what it is.
  package func look(_ issuer: Issuer, _ customer: CustomerID) {
    for coming in (try? issuer.comingCards(of: customer)) ?? [] {
      alarm.set(coming.id, after: Double(coming.milliseconds) / 1000) { [tell] in
        tell(.virtualCardsChanged(coming.ids), customer)
      }
    }
  }
}

extension Issuer {
  /// The cards that are being made.
  fileprivate func comingCards(of customer: CustomerID)
    throws(WalletError) -> [(id: String, ids: [String], milliseconds: Int64)]
  {
    let now = clock.now()
    let limit = environment.virtualCards.cards.maximum
    return try ledger.read { reader throws(WalletError) in
      try reader.page(
        ProvisionalCardRecord.self, of: customer, LedgerQuery(isBackwards: true, limit: limit)
      ).items.filter { $0.endsAt > now }.map {
        (
          id: $0.recordID, ids: [$0.recordID] + ($0.cardID.map { [$0] } ?? []),
          milliseconds: $0.endsAt.milliseconds - now.milliseconds
        )
      }
    }
  }
}
