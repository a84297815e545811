/// What happened in a wallet that its owner wants to know: the one definition for the screen, for
/// `watch` and for notifications.
package enum WalletAlert: Sendable, Equatable {
  /// A payment, decline or refund. Known: it is a later step of a payment that was told before.
  case payment(Transaction, isKnown: Bool)
  /// It has another status than before.
  case cardStatus(Card)
  case virtualCardMade(VirtualCard)

  /// nil: the card has the status that it had, or was not known before.
  package static func status(of card: Card, before: CardStatus?) -> WalletAlert? {
    guard let before, before != card.status else { return nil }
    return .cardStatus(card)
  }
}

/// Payments that were read before, so that those are found that are new or have changed.
package struct KnownPayments: Sendable {
  private var versions: [TransactionID: Int] = [:]
  private var sequences: Set<String> = []
  /// All payments from then on are known; nil: all that there were.
  private var from: Timestamp?

  package init() {}

  /// - Parameter from: All payments from then on are among them; nil: all that there are. An older
  ///   one is no news when it is read: those above it have become fewer.
  package init(_ payments: some Sequence<Transaction>, from: Timestamp? = nil) {
    self.from = from
    for payment in payments where !payment.isDamaged {
      versions[payment.id] = payment.version
      sequences.insert(payment.sequenceID)
    }
  }

  /// The payments that are not known in this version, the oldest first.
  ///
  /// - Parameter payments: Newest first.
  package func alerts(in payments: some BidirectionalCollection<Transaction>) -> [WalletAlert] {
    payments.reversed().filter { payment in
      !payment.isDamaged && versions[payment.id] != payment.version
        && from.map { payment.sortDate >= $0 } ?? true
    }.map {
      .payment($0, isKnown: sequences.contains($0.sequenceID))
    }
  }
}
