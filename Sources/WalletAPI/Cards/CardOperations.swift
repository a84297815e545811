package import Secrets
package import WalletModel

/// Lists the customer's cards (A02).
package struct ListCards: WalletOperation, QueryRequest {
  package typealias Response = CardList
  package static let contract = Contract.read(
    "LIST_CARDS", "/profile/prepaid/cards", group: .wallet,
    about: "The customer's cards, oldest first", isCached: true, longestAnswer: 8 << 20,
    document: Documented(
      links: Documented.links(ofCard: "$response.body#/cards/0", version: "*")))
  package let query: CardQuery
  package init(_ query: CardQuery) { self.query = query }
  package func answer(in body: WireBody) throws(WireMalformed) -> CardList {
    let isFiltered = query.cardType != nil || !query.statuses.isEmpty
    return try CardList(json: try JSON.read(body), offset: isFiltered ? nil : query.offset)
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.listCards }
}

/// Reads a card (A15).
package struct GetCard: WalletOperation, OneItem {
  package typealias Response = Card
  package static let contract = Contract.read(
    "GET_CARD", "/profile/prepaid/cards/:id", group: .wallet, about: "A card",
    document: Documented(links: Documented.linksOfCard))
  package let id: CardID
  package let include: Set<CardInclude>
  package init(_ id: CardID, include: Set<CardInclude> = []) {
    self.id = id
    self.include = include
  }
  package struct Query: QueryRecord {
    private(set) var include: Set<CardInclude> = []
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.words("include", &include)
    }
  }
  package var query: Query { Query(include: include) }
  package init(ids: [String], query: Query, body: NoBody) {
    self.init(CardID(ids[0]), include: query.include)
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.getCard }
}

/// Orders a card (A16).
package struct CreateCard: WalletOperation, BodyRequest {
  package typealias Response = Card
  package static let contract = Contract(
    "CREATE_CARD", .post, "/profile/prepaid/cards", status: 201, group: .wallet,
    about: "Orders a card", news: [.cards], isAudited: true,
    lostAnswer: .recorded { _ in .newCard }, retry: .withKey, confirms: nil, kiosk: .allowed,
    document: Documented(examples: newCards, links: Documented.linksOfCard))
  private static let newCards: [(String, JSON)] = [
    ("virtual", ["programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR", "alias": "Online"]),
    (
      "physical",
      [
        "programName": "SKRILL-PHYSICAL-MC-EEA", "currency": "EUR", "mobile": "+359 888123456",
        "cardPin": "4711",
        "deliveryAddress": [
          "address1": "1 Vitosha Boulevard", "city": "Sofia", "countryCode": "BG",
          "postalCode": "1000",
        ],
      ]
    ),
  ]
  package let body: CardRequest
  package var detail: String { body.programName + "/" + (body.alias ?? "") }
  package init(_ body: CardRequest) { self.body = body }
  package static var location: (@Sendable (Card) -> String)? { { GetCard($0.id).wirePath } }
  package static let method = EngineMethod<Self> { $0.cardEngine.createCard }
}

/// Activates a physical card (A22).
package struct ActivateCard: WalletOperation, ItemBodyRequest {
  package typealias Response = Card
  package static let contract = Contract(
    "ACTIVATE", .post, "/profile/prepaid/cards/:id/activation", group: .wallet,
    about: "Activates a physical card, once", news: [.cards], isAudited: true,
    lostAnswer: .recorded { _ in .activation },
    retry: .withKey, confirms: nil, kiosk: .allowed, comparesVersion: true,
    document: Documented(examples: [("card", ["lastFourDigits": "0093", "cvv": "123"])]))
  package let id: CardID
  package let body: CardActivationRequest
  package init(_ id: CardID, _ body: CardActivationRequest) {
    self.id = id
    self.body = body
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.activateCard }
}

/// Locks, unlocks or cancels a card (A23).
package struct SetCardStatus: WalletOperation, OneItem {
  package typealias Response = Card
  package static let contract = Contract(
    "SET_STATUS", .patch, "/profile/prepaid/cards/:id", group: .wallet,
    about: "Locks, unlocks or cancels a card, sets its PIN, or renames it",
    news: [.cards], isAudited: true,
    lostAnswer: .recorded { change in
      switch change.status {
      case .locked: .lock
      case .active: .unlock
      case .cancelled: .cancel
      default: .other
      }
    }, retry: .withKey, confirms: nil, kiosk: .allowed,
    // `SetCardPin` has the same path and method, which a document can have only once.
    document: Documented(
      examples: [
        ("lock", ["status": "LOCKED", "statusReason": "Lost"]),
        ("unlock", ["status": "ACTIVE", "statusReason": "Found"]), ("pin", ["pin": "4711"]),
        ("name", ["alias": "Groceries"]),
      ], links: Documented.linksOfCard))
  package var recorded: RecordedStatus? { RecordedStatus(status: status, reason: reason) }
  package var detail: String { status.rawValue }
  package let id: CardID
  package let status: CardStatus
  /// 1…200 characters.
  package let reason: String
  package init(_ id: CardID, _ status: CardStatus, reason: String) {
    self.id = id
    self.status = status
    self.reason = reason
  }
  /// ACTIVE or DIGITAL becomes LOCKED.
  ///
  /// - Parameter takesBack: Whether this is the undo of an unlocking: the card is then as it was before
  ///   it.
  package static func lock(_ id: CardID, takesBack: Bool = false) -> SetCardStatus {
    let reason = takesBack ? StatusReason.changeTakenBack : .locked
    return SetCardStatus(id, .locked, reason: reason.rawValue)
  }
  /// LOCKED becomes ACTIVE.
  ///
  /// - Parameter takesBack: Whether this is the undo of a lock, or of another unlocking of a card that
  ///   was unlocked for a time. The card is then as it was before; if it would have been locked by
  ///   itself by now, this is refused.
  package static func unlock(_ id: CardID, takesBack: Bool = false) -> SetCardStatus {
    let reason = takesBack ? StatusReason.changeTakenBack : .unlocked
    return SetCardStatus(id, .active, reason: reason.rawValue)
  }
  /// For good.
  package static func cancel(_ id: CardID) -> SetCardStatus {
    SetCardStatus(id, .cancelled, reason: StatusReason.cancelled.rawValue)
  }
  package var body: StatusUpdate { StatusUpdate(status: status, reason: reason) }
  package init(ids: [String], query: NoQuery, body: StatusUpdate) {
    self.init(CardID(ids[0]), body.status, reason: body.reason)
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.setCardStatus }
}

/// Sets a card's PIN (A23).
package struct SetCardPin: WalletOperation, OneItem {
  package typealias Response = Card
  package static let contract = Contract(
    "SET_PIN", .patch, "/profile/prepaid/cards/:id", group: .wallet, about: "Sets a card's PIN",
    news: [.cards], isAudited: true, lostAnswer: .recorded { _ in .pin }, retry: .withKey,
    confirms: { "to change the PIN of card ··\($0.lastFour)" }, kiosk: .allowed,
    bodyForm: Contract.BodyForm(has: "pin", lacks: "status"))
  package let id: CardID
  package let pin: Secret
  package init(_ id: CardID, pin: Secret) {
    self.id = id
    self.pin = pin
  }
  package var body: PinUpdate { PinUpdate(pin: pin) }
  package init(ids: [String], query: NoQuery, body: PinUpdate) {
    self.init(CardID(ids[0]), pin: body.pin)
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.setCardPin }
}

/// Gives a card a name of the customer's own. It is ours: the published update has no such field.
package struct RenameCard: WalletOperation, OneItem {
  package typealias Response = Card
  package static let contract = Contract(
    "RENAME", .patch, "/profile/prepaid/cards/:id", group: .wallet, about: "Renames a card",
    news: [.cards], isAudited: true, lostAnswer: .recorded { _ in .rename }, retry: .withKey,
    confirms: nil, kiosk: .allowed,
    bodyForm: Contract.BodyForm(has: "alias", lacks: "status"))
  package let id: CardID
  /// 0…24 characters. An empty name removes it.
  package let alias: String
  package init(_ id: CardID, alias: String) {
    self.id = id
    self.alias = alias
  }
  package var detail: String { alias }
  package var body: AliasUpdate { AliasUpdate(alias: alias) }
  package init(ids: [String], query: NoQuery, body: AliasUpdate) {
    self.init(CardID(ids[0]), alias: body.alias)
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.renameCard }
}

/// Shows PAN, CVV, expiry and holder (A26, A36).
package struct GetSecureDetails: WalletOperation, ItemRequest {
  package typealias Response = SecureDetails
  package static let contract = Contract.read(
    "SHOW_DETAILS", "/profile/prepaid/cards/:id/details", group: .wallet,
    about: "The card's number and CVV", secretsInKiosk: .allowed, confirms: showsDetails)
  /// The same for the details and for a URL to them.
  static let showsDetails: @Sendable (Contract.Confirmed) -> String = {
    "to show the details of card ··\($0.lastFour)"
  }
  package let id: CardID
  package init(_ id: CardID) { self.id = id }
  package static let method = EngineMethod<Self> { $0.cardEngine.getSecureDetails }
}

/// A37: makes a URL that shows what `GetSecureDetails` does, once and for 30 s, to the same
/// sign-in.
///
/// The answer is the URL. That of walletd is a path from the root; other servers may send a
/// complete one.
package struct LinkSecureDetails: WalletOperation, ItemRequest {
  package typealias Response = Secret
  package static let contract = Contract(
    "LINK_DETAILS", .post, "/profile/prepaid/cards/:id/secure-details", status: 201,
    group: .wallet, about: "A URL that shows the card's number and CVV once, within 30 s",
    news: [], isAudited: true, lostAnswer: .notRecorded, retry: .never, showsSecrets: true,
    confirms: GetSecureDetails.showsDetails, kiosk: .refused)
  package let id: CardID
  package init(_ id: CardID) { self.id = id }
  package struct Answer: WrappingRecord {
    package private(set) var value: Secret
    package init(_ url: Secret) { value = url }
    package static var blank: Answer { Answer(.blank) }
    package static var recordName: String { "SecureDetailsLink" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.secret("url", &value, .link)
    }
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.linkSecureDetails }
}

/// Reads the details at a URL of `LinkSecureDetails` (A37).
package struct OpenSecureDetails: WalletOperation {
  package typealias Response = SecureDetails
  package static let contract = Contract.read(
    "OPEN_DETAILS", "/profile/prepaid/secure-details/:id", group: .wallet,
    about: "What such a URL shows, to the sign-in that asked for it", retry: .never,
    secretsInKiosk: .refused)
  /// The last part of the URL. It can be used once, by the same sign-in.
  package let ticket: String
  package init(_ ticket: String) { self.ticket = ticket }
  package var wireIDs: [String] { [ticket] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
  package static let method = EngineMethod<Self> { $0.cardEngine.openSecureDetails }
}

/// Shows a card's PIN (A31).
package struct GetPin: WalletOperation, ItemRequest {
  package typealias Response = Secret
  package static let contract = Contract.read(
    "SHOW_PIN", "/profile/prepaid/cards/:id/pin", group: .wallet, about: "The card's PIN",
    secretsInKiosk: .allowed, confirms: { "to show the PIN of card ··\($0.lastFour)" })
  package let id: CardID
  package init(_ id: CardID) { self.id = id }
  package struct Answer: WrappingRecord {
    package private(set) var value: Secret
    package init(_ pin: Secret) { value = pin }
    package static var blank: Answer { Answer(.blank) }
    package static var recordName: String { "Pin" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.secret("pin", &value, .digits(4))
    }
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.getPin }
}

/// Lists the programmes of which cards can be ordered (A32).
package struct GetPrograms: WalletOperation {
  package typealias Response = [CardProgram]
  package typealias Answer = FullList<CardProgram>
  package static let contract = Contract.read(
    "GET_PROGRAMS", "/profile/prepaid/programs", group: .wallet, about: "What cards can be ordered")
  package let cardType: CardType?
  package init(cardType: CardType? = nil) { self.cardType = cardType }
  package struct Query: QueryRecord {
    private(set) var cardType: CardType?
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.word("cardType", &cardType)
    }
  }
  package var query: Query { Query(cardType: cardType) }
  package init(ids: [String], query: Query, body: NoBody) { self.init(cardType: query.cardType) }
  package static let method = EngineMethod<Self> { $0.cardEngine.getPrograms }
}

/// Reads an account's balances, and what draws on it (A40).
package struct GetAccount: WalletOperation, OneItem {
  package typealias Response = Account
  package static let contract = Contract.read(
    "GET_ACCOUNT", "/profile/accounts/:id", group: .wallet, about: "An account's balances")
  package let id: AccountID
  /// nil: all, for which the customer's cards are read.
  package let part: AccountPart?
  package init(_ id: AccountID, only part: AccountPart? = nil) {
    self.id = id
    self.part = part
  }
  package struct Query: QueryRecord {
    private(set) var part: AccountPart?
    package static var blank: Query { Query() }
    package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
      try v.word("only", &part)
    }
  }
  package var query: Query { Query(part: part) }
  package init(ids: [String], query: Query, body: NoBody) {
    self.init(AccountID(ids[0]), only: query.part)
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.getAccount }
}

/// Lists a card's payments (F26). `nextToken` of a page leads to the next one.
package struct ListTransactions: WalletOperation, ItemQueryRequest {
  package typealias Response = TransactionPage
  package static let contract = Contract.read(
    "LIST_TRANSACTIONS", "/profile/prepaid/cards/:id/transactions", group: .wallet,
    about: "A card's payments")
  package let id: CardID
  package let query: TransactionQuery
  package init(_ id: CardID, _ query: TransactionQuery = TransactionQuery()) {
    self.id = id
    self.query = query
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.listTransactions }
}

/// The details of a card (A36). The caller wipes the secrets.
package struct SecureDetails: WireRecord {
  package private(set) var pan: Secret
  package private(set) var cvv: Secret
  package private(set) var expiry: CardExpiry
  package private(set) var holderName: String
  package init(pan: Secret, cvv: Secret, expiry: CardExpiry, holderName: String) {
    self.pan = pan
    self.cvv = cvv
    self.expiry = expiry
    self.holderName = holderName
  }

  package static var blank: SecureDetails {
    SecureDetails(pan: .blank, cvv: .blank, expiry: .unspecified, holderName: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.secret("pan", &pan, .digits(16))
    try v.secret("cvv", &cvv, .digits(3))
    try v.lenient("expiry", &expiry)
    try v.lenient("cardHolderName", &holderName)
  }
}
