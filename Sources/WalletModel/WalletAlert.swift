/// What happened to a wallet that its owner wants to know. The screen, `watch` and notifications know
/// no other list of it, and find payments and statuses in the same way.
///
/// A limit that is nearly used is a further case, beside `payment`: it is found where payments are.
package enum WalletAlert: Hashable, Sendable {
  /// A payment, a decline or a refund that is new, or of which another amount or state is known.
  /// `isStep`: its payment was reported before.
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
  /// What is news of a payment once it differs. Other changes of its record move no money.
  private struct Mark: Hashable {
    let type: TransactionType
    let amount: Money
    init(_ payment: Transaction) {
      type = payment.type
      amount = payment.billedAmount
    }
  }

  private var marks: [TransactionID: Mark] = [:]
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
      marks[payment.id] = Mark(payment)
      sequences.insert(payment.sequenceID)
    }
  }

  /// What is new, the oldest first.
  ///
  /// - Parameter payments: Newest first.
  package func alerts(in payments: [Transaction]) -> [WalletAlert] {
    var told = sequences
    return payments.reversed().compactMap { payment -> WalletAlert? in
      guard !payment.isDamaged, marks[payment.id] != Mark(payment),
        from.map({ payment.sortDate >= $0 }) ?? true
      else { return nil }
      return .payment(payment, isStep: !told.insert(payment.sequenceID).inserted)
    }
  }
}
