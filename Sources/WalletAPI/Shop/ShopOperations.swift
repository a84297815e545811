package import WalletModel

/// The customer's payments, and the simulated shop that makes them.
package protocol ShopEngine {
  func listAllTransactions(_ operation: ListAllTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  func getTransaction(_ operation: GetTransaction, _ context: RequestContext)
    throws(WalletError) -> Transaction
  func listMerchants(_ operation: ListMerchants, _ context: RequestContext) throws(WalletError)
    -> [Merchant]
  func listRates(_ operation: ListRates, _ context: RequestContext) throws(WalletError)
    -> [ConversionRate]
  func authorize(_ operation: Authorize, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func increment(_ operation: IncrementAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func reverse(_ operation: ReverseAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func expire(_ operation: ExpireAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func debit(_ operation: DebitAuthorization, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func refund(_ operation: RefundDebit, _ context: RequestContext) throws(WalletError)
    -> ShopReceipt
  func topUp(_ operation: TopUp, _ context: RequestContext) throws(WalletError) -> ShopReceipt
  func notePayment(_ operation: NotePayment, _ context: RequestContext) throws(WalletError)
    -> Transaction
}

extension WireRoute {
  static let shop: [WireRoute] = [
    WireRoute(ListAllTransactions.self),
    WireRoute(GetTransaction.self),
    WireRoute(ListMerchants.self),
    WireRoute(ListRates.self),
    WireRoute(Authorize.self),
    WireRoute(IncrementAuthorization.self),
    WireRoute(ReverseAuthorization.self),
    WireRoute(ExpireAuthorization.self),
    WireRoute(DebitAuthorization.self),
    WireRoute(RefundDebit.self),
    WireRoute(TopUp.self),
    WireRoute(NotePayment.self),
  ]
}

/// Writes the owner's note on a payment, changes it or removes it. It is ours.
package struct NotePayment: WalletOperation, ItemBodyRequest {
  package typealias Response = Transaction
  package static let contract = Contract(
    "NOTE_PAYMENT", .patch, "/profile/prepaid/transactions/:id", group: .wallet,
    about: "Writes a note on a payment with any card; an empty one removes it",
    news: [.cards, .virtualCards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .refused,
    document: Documented(examples: [("note", ["note": "Lunch with Ana"])]))
  package static var version: (@Sendable (Transaction) -> Int)? { { $0.version } }
  package let id: TransactionID
  package let body: PaymentNote
  package init(_ id: TransactionID, _ body: PaymentNote) {
    self.id = id
    self.body = body
  }
  package static let method = EngineMethod<Self> { $0.shopEngine.notePayment }
}

/// The body of `NotePayment`.
package struct PaymentNote: BodyRecord, WireRecord, JSONValue {
  package private(set) var note: String
  package init(_ note: String) { self.note = note }
  package static var blank: PaymentNote { PaymentNote("") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("note", &note, .visible(0, Transaction.longestNote))
  }
  package var fieldErrors: [FieldError] {
    Rules.length(note, 0...Transaction.longestNote).map { [FieldError("note", $0)] } ?? []
  }
}

/// Lists the payments with all of the customer's cards (F21).
package struct ListAllTransactions: WalletOperation, QueryRequest {
  package typealias Response = TransactionPage
  package static let contract = Contract.read(
    "LIST_ALL_TRANSACTIONS", "/profile/prepaid/transactions", group: .wallet,
    about: "The payments with all cards")
  package let query: TransactionQuery
  package init(_ query: TransactionQuery = TransactionQuery()) { self.query = query }
  package static let method = EngineMethod<Self> { $0.shopEngine.listAllTransactions }
}

/// One payment (F21). A pending one that has ended is `.shopTransaction`, like one that never was.
package struct GetTransaction: WalletOperation, ItemRequest {
  package typealias Response = Transaction
  package static let contract = Contract.read(
    "GET_TRANSACTION", "/profile/prepaid/transactions/:id", group: .wallet,
    about: "One payment with any card")
  package let id: TransactionID
  package init(_ id: TransactionID) { self.id = id }
  package static let method = EngineMethod<Self> { $0.shopEngine.getTransaction }
}

/// Lists the merchants of the simulated shop (G01).
package struct ListMerchants: WalletOperation, PlainRequest {
  package typealias Response = [Merchant]
  package typealias Answer = FullList<Merchant>
  package static let contract = Contract.read(
    "LIST_MERCHANTS", "/simulator/merchants", group: .simulator,
    about: "The simulated shop's merchants, with --demo only, like all of /simulator")
  package init() {}
  package static let method = EngineMethod<Self> { $0.shopEngine.listMerchants }
}

/// Lists the conversion rates of the simulated shop (G02).
package struct ListRates: WalletOperation, PlainRequest {
  package typealias Response = [ConversionRate]
  package typealias Answer = FullList<ConversionRate>
  package static let contract = Contract.read(
    "LIST_RATES", "/simulator/conversion-rates", group: .simulator,
    about: "What currencies are worth there")
  package init() {}
  package static let method = EngineMethod<Self> { $0.shopEngine.listRates }
}

/// Pays (G03). A decline is an answer (`approved` is false), not an error.
package struct Authorize: WalletOperation {
  package typealias Response = ShopReceipt
  package static let contract = Contract(
    "AUTHORIZE", .post, "/simulator/authorizations", status: 201, group: .simulator,
    about: "A payment; a decline is an answer", news: [.cards, .virtualCards], isAudited: true,
    lostAnswer: .notRecorded, retry: .withKey, confirms: nil, kiosk: .allowed,
    document: Documented(examples: sales, links: steps))
  private static let sales: [(String, JSON)] = [
    ("card", ["cardId": "f16ba382", "merchantId": "cafe-lumiere", "amount": 420]),
    (
      "phone",
      [
        "cardId": "f16ba382", "dpanRef": "DNITHE0000", "merchantId": "cafe-lumiere", "amount": 420,
      ]
    ),
    (
      "number",
      [
        "cardNumber": "5555550000000000", "expiry": ["month": 9, "year": 2029], "csc": "123",
        "merchantId": "brooklyn-books", "amount": 1500, "currencyCode": "USD",
      ]
    ),
  ]
  private static let steps: [Documented.Link] = {
    let id = [("id", "$response.body#/id")]
    return [
      Documented.Link("increment", IncrementAuthorization.self, id, body: ["amount": 100]),
      Documented.Link("reverse", ReverseAuthorization.self, id, body: ["amount": 100]),
      Documented.Link("debit", DebitAuthorization.self, id, body: ["amount": 100]),
      Documented.Link("expire", ExpireAuthorization.self, id),
    ]
  }()
  package let card: PresentedCard
  package let merchantID: String
  package let amount: ShopAmount
  package var cardID: CardID? {
    switch card {
    case .card(let id), .token(let id, _): id
    case .number: nil
    }
  }
  package var detail: String { merchantID }
  package init(_ card: PresentedCard, at merchantID: String, _ amount: ShopAmount) {
    self.card = card
    self.merchantID = merchantID
    self.amount = amount
  }
  package var body: AuthorizationRequest {
    switch card {
    case .card(let id): .card(CardPayment(cardID: id, merchantID: merchantID, amount: amount))
    case .token(let id, let dpanRef):
      .card(CardPayment(cardID: id, dpanRef: dpanRef, merchantID: merchantID, amount: amount))
    case .number(let number, let expiry, let csc, let postalCode):
      .number(
        NumberPayment(
          cardNumber: number, expiry: GivenExpiry(expiry), csc: csc,
          billingAddress: postalCode.map { BillingAddress(postalCode: $0) },
          merchantID: merchantID, amount: amount))
    }
  }
  package init(ids: [String], query: NoQuery, body: AuthorizationRequest) {
    switch body {
    case .card(let payment):
      let token = payment.dpanRef.map { PresentedCard.token(payment.cardID, dpanRef: $0) }
      self.init(token ?? .card(payment.cardID), at: payment.merchantID, payment.amount)
    case .number(let payment):
      let card = PresentedCard.number(
        payment.cardNumber, expiry: payment.expiry.expiry, csc: payment.csc,
        postalCode: payment.billingAddress?.postalCode)
      self.init(card, at: payment.merchantID, payment.amount)
    }
  }
  package static let method = EngineMethod<Self> { $0.shopEngine.authorize }
}

/// Reserves more (G04).
package struct IncrementAuthorization: WalletOperation, ItemBodyRequest {
  package typealias Response = ShopReceipt
  package static let contract = Contract(
    "INCREMENT_AUTHORIZATION", .post, "/simulator/authorizations/:id/increments", group: .simulator,
    about: "Reserves more", news: [.cards, .virtualCards], isAudited: true,
    lostAnswer: .notRecorded, retry: .withKey, confirms: nil, kiosk: .allowed)
  /// The id of the authorisation.
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package var body: ShopAmount { amount }
  package static let method = EngineMethod<Self> { $0.shopEngine.increment }
}

/// Releases a part of what is reserved, or all of it (G05).
package struct ReverseAuthorization: WalletOperation, ItemBodyRequest {
  package typealias Response = ShopReceipt
  package static let contract = Contract(
    "REVERSE_AUTHORIZATION", .post, "/simulator/authorizations/:id/reversals", group: .simulator,
    about: "Gives back what was reserved, or a part of it", news: [.cards, .virtualCards],
    isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey, confirms: nil, kiosk: .allowed)
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package var body: ShopAmount { amount }
  package static let method = EngineMethod<Self> { $0.shopEngine.reverse }
}

/// Releases what the shop did not debit (G06).
package struct ExpireAuthorization: WalletOperation, ItemRequest {
  package typealias Response = ShopReceipt
  package static let contract = Contract(
    "EXPIRE_AUTHORIZATION", .post, "/simulator/authorizations/:id/expiry", group: .simulator,
    about: "Gives back what was reserved", news: [.cards, .virtualCards], isAudited: true,
    lostAnswer: .notRecorded, retry: .withKey, confirms: nil, kiosk: .allowed)
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.shopEngine.expire }
}

/// Debits the account, perhaps with more than was reserved (G07).
package struct DebitAuthorization: WalletOperation, ItemBodyRequest {
  package typealias Response = ShopReceipt
  package static let contract = Contract(
    "DEBIT_AUTHORIZATION", .post, "/simulator/authorizations/:id/debits", status: 201,
    group: .simulator,
    about: "Takes the money", news: [.cards, .virtualCards], isAudited: true,
    lostAnswer: .notRecorded, retry: .withKey, confirms: nil, kiosk: .allowed,
    document: Documented(
      links: [
        Documented.Link(
          "refund", RefundDebit.self, [("id", "$response.body#/id")], body: ["amount": 100])
      ]))
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package var body: ShopAmount { amount }
  package static let method = EngineMethod<Self> { $0.shopEngine.debit }
}

/// Puts simulated money into a card's account.
package struct TopUp: WalletOperation {
  package typealias Response = ShopReceipt
  package static let contract = Contract(
    "TOP_UP", .post, "/simulator/cards/:id/top-ups", status: 201, group: .simulator,
    about: "Puts money into the card's account, 1,000,000 minor units at most",
    news: [.cards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let card: CardID
  /// In the account's currency.
  package let amount: ShopAmount
  package var cardID: CardID? { card }
  package init(_ card: CardID, _ amount: ShopAmount) {
    self.card = card
    self.amount = amount
  }
  package var wireIDs: [String] { [card.rawValue] }
  package var body: TopUpAmount { TopUpAmount(amount) }
  package init(ids: [String], query: NoQuery, body: TopUpAmount) {
    self.init(CardID(ids[0]), body.amount)
  }
  package static let method = EngineMethod<Self> { $0.shopEngine.topUp }
}

/// Refunds a debit, or a part of it (G08).
package struct RefundDebit: WalletOperation, ItemBodyRequest {
  package typealias Response = ShopReceipt
  package static let contract = Contract(
    "REFUND_DEBIT", .post, "/simulator/debits/:id/refunds", status: 201, group: .simulator,
    about: "Gives money back", news: [.cards, .virtualCards], isAudited: true,
    lostAnswer: .notRecorded, retry: .withKey, confirms: nil, kiosk: .allowed)
  /// The id of the debit.
  package let id: String
  package let amount: ShopAmount
  package init(_ id: String, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }
  package var body: ShopAmount { amount }
  package static let method = EngineMethod<Self> { $0.shopEngine.refund }
}
