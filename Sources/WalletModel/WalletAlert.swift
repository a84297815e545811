/// What happened to a wallet that its owner wants to know. The screen, `watch` and notifications know
/// no other list of it, and find payments and statuses in the same way.
///
/// A limit that is nearly used is a further case, beside `payment`: it is found where payments are.
package enum WalletAlert: Hashable, Sendable {
  /// A payment, a decline or a refund that is new or has changed. `isStep`: its payment was
  /// reported before.
  case payment(Transaction, isStep: Bool)
  /// It has another status than before.
  case cardStatus(Card)
  case virtualCardMade(VirtualCard)
  case connectionLost(WalletError)
  case connectionRestored
  case newsLate
  case newsOnTime

  /// nil: the card has the status that it had, or was not known.
  package static func status(of card: Card, before: CardStatus?) -> WalletAlert? {
    before == nil || before == card.status ? nil : .cardStatus(card)
  }
}

/// Payments that were read before, so that each change of one is found once.
package struct KnownPayments: Sendable {
  private var versions: [TransactionID: Int] = [:]
  private var sequences: Set<String> = []
  /// All payments from then on are known; nil: all that there were.
  private let from: Timestamp?

  /// There are none.
  package init() { from = nil }

  /// - Parameter from: All payments from then on are among them; nil: all that there are. An older
  ///   one that comes into sight is no news.
  package init(_ payments: some Sequence<Transaction>, from: Timestamp?) {
    self.from = from
    for payment in payments where !payment.isDamaged {
      versions[payment.id] = payment.version
      sequences.insert(payment.sequenceID)
    }
  }

  /// What is new, the oldest first.
  ///
  /// - Parameter payments: Newest first.
  package func alerts(in payments: [Transaction]) -> [WalletAlert] {
    var told = sequences
    return payments.reversed().compactMap { payment -> WalletAlert? in
      guard !payment.isDamaged, versions[payment.id] != payment.version,
        from.map({ payment.sortDate >= $0 }) ?? true
      else { return nil }
      return .payment(payment, isStep: !told.insert(payment.sequenceID).inserted)
    }
  }
}
