package import Secrets
package import WalletModel

/// A card as an issuer describes it.
package struct IssuerCard: Hashable, Sendable, Identifiable {
  /// The version is that of the caller, who counts changes of the `fingerprint`.
  package var card: Card
  package var limits: [IssuerLimit]
  /// Closed after the first payment.
  package var isSingleUse: Bool
  /// It pays only there: the merchant's name or id; empty: the first merchant that gets a payment
  /// through; nil: it is not bound.
  package var merchant: String?
  /// The time of the newest change; nil: the issuer does not say.
  package var changed: Timestamp?

  package var id: CardID { card.id }

  package init(
    _ card: Card, limits: [IssuerLimit] = [], isSingleUse: Bool = false, merchant: String? = nil
  ) {
    self.card = card
    self.limits = limits
    self.isSingleUse = isSingleUse
    self.merchant = merchant
  }

  /// What a change of the card changes, as one text. It has nothing that is not on the card.
  package var fingerprint: String {
    let limits = limits.map { "\($0.interval.rawValue)=\($0.amount)" }.sorted()
    let parts = [
      card.status.rawValue, card.statusReason ?? "", card.alias, card.expiry.short,
      card.isPinSet ? "pin" : "", isSingleUse ? "once" : "", merchant.map { "at " + $0 } ?? "",
    ]
    // A text from outside cannot end a part.
    return (parts + limits).map { "\($0.utf8.count):\($0)" }.joined()
  }
}

/// The most that a card may pay in a time.
package struct IssuerLimit: Hashable, Sendable {
  package enum Interval: String, CaseIterable, Sendable {
    case payment
    case day
    case week
    case month
    case year
    /// As long as the card exists.
    case ever
  }

  /// Minor units of the card's currency.
  package var amount: Int64
  package var interval: Interval

  package init(_ amount: Int64, _ interval: Interval) {
    self.amount = amount
    self.interval = interval
  }
}

/// A card that is ordered.
package struct CardOrder: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case virtual
    case singleUse
    case merchantLocked
    case physical
  }

  package var kind: Kind
  package var currency: Currency
  /// Empty: none.
  package var alias: String
  package var limits: [IssuerLimit]
  /// Where a physical card is sent.
  package var address: DeliveryAddress?
  /// Whose card it is, as the issuer calls it: an account or a cardholder; nil: the issuer has one
  /// only.
  package var holder: String?

  package init(
    _ kind: Kind, currency: Currency, alias: String = "", limits: [IssuerLimit] = [],
    address: DeliveryAddress? = nil, holder: String? = nil
  ) {
    self.kind = kind
    self.currency = currency
    self.alias = alias
    self.limits = limits
    self.address = address
    self.holder = holder
  }
}

/// Whose cards there can be: an account or a person.
package struct Cardholder: Hashable, Sendable {
  /// As the issuer calls it.
  package var id: String
  /// Empty: it has none.
  package var name: String

  package init(_ id: String, name: String = "") {
    self.id = id
    self.name = name
  }
}

/// A change of a card. Each sets absolute values.
package enum CardChange: Hashable, Sendable {
  /// LOCKED, ACTIVE or CANCELLED, with the reason that the customer gave.
  case status(CardStatus, reason: String)
  /// Empty: none.
  case alias(String)
  /// Replaces all limits.
  case limits([IssuerLimit])
}

/// One of the lists of payments of an issuer.
package struct PaymentList: Hashable, Sendable {
  package let name: String
  package init(_ name: String) { self.name = name }
}

/// Something has happened to a card.
package struct IssuerEvent: Hashable, Sendable {
  /// The same each time the event is told.
  package var id: String
  package var time: Timestamp
  /// The card that has to be read again; nil: the event does not say.
  package var card: CardID?

  package init(id: String, time: Timestamp, card: CardID?) {
    self.id = id
    self.time = time
    self.card = card
  }
}

/// What a webhook is about. It proves only that something has to be read again.
package struct IssuerWebhook: Hashable, Sendable {
  /// The same each time the webhook is sent; nil: a header has it.
  package var id: String?
  /// The card that has to be read again; nil: the webhook does not say.
  package var card: CardID?

  package init(id: String? = nil, card: CardID? = nil) {
    self.id = id
    self.card = card
  }

  init(_ event: IssuerEvent) { self.init(id: event.id, card: event.card) }
}

/// A step of a payment in a sandbox. Amounts are minor units of the card's currency.
package enum SimulationStep: Sendable {
  /// - Parameters:
  ///   - number: For issuers that ask for it.
  ///   - merchant: Its name.
  case authorize(card: CardID, number: Secret?, amount: Money, merchant: String, mcc: String?)
  /// - Parameters:
  ///   - total: The whole amount from now on.
  ///   - more: What is added.
  case increment(payment: String, total: Int64, more: Int64)
  /// - Parameter amount: What is given back; nil: all.
  case reverse(payment: String, amount: Int64?)
  case expire(payment: String)
  /// - Parameter amount: nil: all.
  case debit(payment: String, amount: Int64?)
  /// - Parameter number: For issuers that ask for it.
  case refund(payment: String, card: CardID, number: Secret?, amount: Int64, merchant: String)
}

/// What a sandbox answers.
package struct SimulationResult: Hashable, Sendable {
  /// The payment, for the next step.
  package var payment: String
  /// nil: the payment has to be read.
  package var isApproved: Bool?

  package init(payment: String, isApproved: Bool?) {
    self.payment = payment
    self.isApproved = isApproved
  }
}
