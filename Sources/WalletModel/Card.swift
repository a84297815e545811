/// A card with the data that everyone may see (A06). PAN, CVV and PIN are never part of it.
///
/// A server must send only its id and status. Missing texts are empty, and missing words are
/// `.unspecified`.
package struct Card: Hashable, Sendable, Identifiable {
  package var id: CardID
  package var status: CardStatus
  /// `.unspecified`: the server does not send it.
  package var expiry: CardExpiry
  package var lastFour: String
  package var bin: String
  package var customerID: CustomerID
  package var cardType: CardType
  package var programName: String
  package var currency: Currency
  package var mobile: String?
  package var deliveryAddress: DeliveryAddress?
  /// nil: the server does not send it.
  package var createdDate: Timestamp?
  package var accountID: AccountID
  package var scheme: CardScheme
  package var activationDate: Timestamp?
  package var isPinSet: Bool
  package var externalID: String?
  /// Only if requested by `CardInclude.tokenizations`.
  package var tokenizations: [MobileWalletTokenization]?
  /// Only if requested by `CardInclude.availableActions`.
  package var availableActions: [AvailableAction]?

  // Ours, in the published style.

  /// The name that the owner has given the card; empty: none.
  package var alias: String
  /// The name on the card.
  package var holderName: String
  /// When the status last changed; nil: the server does not send it.
  package var statusDate: Timestamp?
  /// The reason that was given with the change (A23).
  package var statusReason: String?
  /// When the card is locked again, since it was unlocked for a time; nil: it was not.
  package var unlockedUntil: Timestamp?
  /// The card is locked after so many days without use; nil: it is not.
  package var autoLockDays: Int?
  /// When that is, if it is not used until then; nil: never.
  package var autoLockAt: Timestamp?
  /// What it may pay for.
  package var rules = SpendingRules()
  /// What counts against `rules`.
  package var spent = CardSpending()
  /// The card that has taken its place; nil: none has.
  package var replacedBy: CardReference?
  /// The card in whose place it is; nil: in none.
  package var replaces: CardReference?
  /// The number of changes, from 1. SCA grants and If-Match refer to it.
  package var version: Int
}

extension Card {
  // An initialiser that sets one property after the other would copy the card at its end.
  package init(
    id: CardID, status: CardStatus, expiry: CardExpiry, lastFour: String, bin: String,
    customerID: CustomerID, cardType: CardType, programName: String, currency: Currency,
    createdDate: Timestamp?, accountID: AccountID, scheme: CardScheme, holderName: String
  ) {
    self.init(
      id: id, status: status, expiry: expiry, lastFour: lastFour, bin: bin, customerID: customerID,
      cardType: cardType, programName: programName, currency: currency, createdDate: createdDate,
      accountID: accountID, scheme: scheme, isPinSet: false, alias: "", holderName: holderName,
      statusDate: createdDate, version: 1)
  }

  /// The name in lists: the alias, otherwise the programme.
  package var title: String { alias.isEmpty ? programName : alias }

  /// This card with the missing parts of an earlier answer. Parts that were not requested (A04) are
  /// unknown, but still exist. Actions are kept only if the version is the same.
  package func completed(from known: Card) -> Card {
    guard known.id == id else { return self }
    var card = self
    if tokenizations == nil {
      card.tokenizations = known.tokenizations
      // Their states were those of another version.
      if version != known.version {
        for index in (card.tokenizations ?? []).indices { card.tokenizations?[index].state = nil }
      }
    }
    if availableActions == nil, version == known.version {
      card.availableActions = known.availableActions
    }
    return card
  }
}

/// An action that is possible now, in the form of the published list (A08).
package struct AvailableAction: Hashable, Sendable {
  package var action: CardAction
  package init(_ action: CardAction) { self.action = action }
}

/// A card's entry in a phone wallet (A07).
package struct MobileWalletTokenization: Hashable, Sendable {
  /// The record exists but cannot be read. Only its readable parts are set.
  package var isDamaged = false
  package var dpanRef: String
  package var walletID: String?
  package var walletType: MobileWalletType
  package var status: MobileWalletStatus
  /// What it can do, as the issuer says; nil: it does not say. `Card.state(of:)` is what counts.
  package var state: TokenState?
  /// The owner has frozen it.
  package var isFrozen = false
  /// When the owner has removed it; nil: it is not removed.
  package var removedAt: Timestamp?

  /// - Parameter walletType: Apple Pay, if a phone does not say it (C13).
  package init(
    dpanRef: String, walletID: String? = nil, walletType: MobileWalletType = .applePay,
    status: MobileWalletStatus
  ) {
    self.dpanRef = dpanRef
    self.walletID = walletID
    self.walletType = walletType
    self.status = status
  }
}

/// The month and year at whose end a card expires.
package struct CardExpiry: Hashable, Sendable {
  /// 1…12.
  package var month: Int
  /// Four digits.
  package var year: Int

  /// The value if a server does not send it.
  package static let unspecified = CardExpiry(month: 0, year: 0)
  /// The years that are possible on cards.
  package static let years = 2000...9999

  package init(month: Int, year: Int) {
    self.month = month
    self.year = year
  }

  /// `09/29`, or `--/--` if it is unknown.
  package var short: String {
    self == .unspecified ? "--/--" : monthYear
  }

  /// The card is valid until the end of its month in UTC.
  package func isPast(at now: Timestamp) -> Bool {
    let today = now.civil()
    return (year, month) < (today.year, today.month)
  }
}

/// The address to which a physical card is sent (A18).
package struct DeliveryAddress: Hashable, Sendable {
  package var address1: String
  package var address2: String?
  package var address3: String?
  package var city: String
  package var countryCode: String
  package var state: String?
  package var postalCode: String

  package init(
    address1: String, address2: String? = nil, address3: String? = nil, city: String,
    countryCode: String, state: String? = nil, postalCode: String
  ) {
    self.address1 = address1
    self.address2 = address2
    self.address3 = address3
    self.city = city
    self.countryCode = countryCode
    self.state = state
    self.postalCode = postalCode
  }
}

/// The answer to a request for a list (A05).
package struct CardList: Hashable, Sendable {
  package var cards: [Card]
  package var meta: PagingResultMeta
  /// Records that could not be read. They are shown as damaged and hide no others.
  package var damaged: [DamagedRecord]

  package init(cards: [Card], meta: PagingResultMeta, damaged: [DamagedRecord] = []) {
    self.cards = cards
    self.meta = meta
    self.damaged = damaged
  }
}

/// A05: `numberOfRecords` in total, `limit` per page, `page` counted from 1.
package struct PagingResultMeta: Hashable, Sendable {
  package var numberOfRecords: Int
  package var limit: Int
  package var page: Int

  package init(numberOfRecords: Int, limit: Int, page: Int) {
    self.numberOfRecords = numberOfRecords
    self.limit = limit
    self.page = page
  }

  /// Of an answer to this query.
  package init(_ query: CardQuery, of numberOfRecords: Int) {
    // Avoids an overflow for the largest offset.
    self.init(
      numberOfRecords: numberOfRecords, limit: query.limit,
      page: min(query.offset / query.limit, .max - 1) + 1)
  }
}

/// A record that exists but cannot be read.
package struct DamagedRecord: Hashable, Sendable {
  package var id: CardID
  /// Its position among all records, from 0.
  package var position: Int

  package init(id: CardID, position: Int) {
    self.id = id
    self.position = position
  }
}

/// A card programme that the customer is eligible for (A33).
package struct CardProgram: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its readable parts are set.
  package var isDamaged = false
  package var cardType: CardType
  package var scheme: CardScheme
  package var name: String
  package var currencies: [Currency]
  /// The number of cards that can still be issued.
  package var allowableCards: Int
  /// A physical card that can be used online before it arrives (PHYSICAL only).
  package var isDigital: Bool

  package var id: String { name }

  package init(
    cardType: CardType, scheme: CardScheme, name: String, currencies: [Currency],
    allowableCards: Int = 1, isDigital: Bool = false
  ) {
    self.cardType = cardType
    self.scheme = scheme
    self.name = name
    self.currencies = currencies
    self.allowableCards = allowableCards
    self.isDigital = isDigital
  }
}

extension Account {
  /// What the simulator puts into a new account.
  package static let openingBalance = Money(500_00, Currency("EUR"))
  /// How many of a customer's cards, the oldest first, are searched for those of an account.
  package static let searchedCards = 100
}

/// The account of a card (A40). Both balances are in its currency.
package struct Account: Hashable, Sendable, Identifiable {
  package var id: AccountID
  package var customerID: CustomerID
  package var totalBalance: Money
  package var availableBalance: Money
  /// The merchant's own name for it, of 1…40 characters; nil: it has none.
  package var externalID: String?
  /// What draws on it; empty: nothing, or it was not asked for.
  package var instruments: [AccountInstrument] = []

  package var currency: Currency { totalBalance.currency }

  package init(
    id: AccountID, customerID: CustomerID, totalBalance: Money, availableBalance: Money
  ) {
    self.id = id
    self.customerID = customerID
    self.totalBalance = totalBalance
    self.availableBalance = availableBalance
  }
}
