package import Secrets
package import ThreeDSecure
package import WalletModel

/// Payments with a handle, and the bank's questions.
package protocol PaymentEngine {
  func listPaymentMethods(_ operation: ListPaymentMethods, _ context: RequestContext)
    throws(WalletError) -> [PaymentMethod]
  func createPaymentHandle(_ operation: CreatePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  func listPaymentHandles(_ operation: ListPaymentHandles, _ context: RequestContext)
    throws(WalletError) -> PaymentHandlePage
  func getPaymentHandle(_ operation: GetPaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  func getPaymentToken(_ operation: GetPaymentToken, _ context: RequestContext)
    throws(WalletError) -> Secret
  func usePaymentHandle(_ operation: UsePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  func listAuthentications(_ operation: ListAuthentications, _ context: RequestContext)
    throws(WalletError) -> [CardAuthentication]
  func getAuthentication(_ operation: GetAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  func answerAuthentication(_ operation: AnswerAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  func confirmPayment(_ operation: ConfirmPayment, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
}

extension WireRoute {
  static let payments: [WireRoute] = [
    WireRoute(ListPaymentMethods.self),
    WireRoute(CreatePaymentHandle.self),
    WireRoute(ListPaymentHandles.self),
    WireRoute(GetPaymentHandle.self),
    WireRoute(GetPaymentToken.self),
    WireRoute(UsePaymentHandle.self),
    WireRoute(ListAuthentications.self),
    WireRoute(GetAuthentication.self),
    WireRoute(AnswerAuthentication.self),
    WireRoute(ConfirmPayment.self),
  ]
}

/// Lists the accounts of the simulated payment service with what they accept (D03, D04).
package struct ListPaymentMethods: WalletOperation, PlainRequest {
  package typealias Response = [PaymentMethod]
  package typealias Answer = FullList<PaymentMethod>
  package static let contract = Contract.read(
    "LIST_PAYMENT_METHODS", "/simulator/paymentmethods", group: .payments,
    about: "The accounts that take payments, and the brands that they accept")
  package init() {}
  package static let method = EngineMethod<Self> { $0.paymentEngine.listPaymentMethods }
}

/// Turns a card into something that a shop can charge once (D18). The bank may have to ask first: then
/// the handle needs a redirect, and `GetAuthentication` has the question.
package struct CreatePaymentHandle: WalletOperation, BodyRequest {
  package typealias Response = PaymentHandle
  package static let contract = Contract(
    "CREATE_PAYMENT_HANDLE", .post, "/simulator/paymenthandles", status: 201, group: .payments,
    about: "A single-use payment handle for a card", news: [.payments], isAudited: true,
    lostAnswer: .notRecorded, retry: .withKey, confirms: nil, kiosk: .allowed,
    document: Documented(
      examples: [
        (
          "entered",
          [
            "merchantRefNum": "order-1048", "amount": 2490, "currencyCode": "EUR",
            "merchantId": "zalando",
            "card": [
              "cardNum": "4000000000001000", "cardExpiry": ["month": 9, "year": 2029],
              "cvv": "123", "holderName": "Ana Petrova",
            ],
          ]
        ),
        (
          "own",
          [
            "merchantRefNum": "order-1049", "amount": 2490, "currencyCode": "EUR",
            "merchantId": "zalando", "cardId": "f16ba382",
          ]
        ),
      ],
      links: [
        Documented.Link("get", GetPaymentHandle.self, [("id", "$response.body#/id")]),
        Documented.Link("authentication", GetAuthentication.self, [("id", "$response.body#/id")]),
      ]))
  package let body: PaymentHandleRequest
  package var cardID: CardID? {
    if case .own(let id) = body.card { id } else { nil }
  }
  package init(_ body: PaymentHandleRequest) { self.body = body }
  package static let method = EngineMethod<Self> { $0.paymentEngine.createPaymentHandle }
}

/// Lists the customer's payment handles, the newest first.
package struct ListPaymentHandles: WalletOperation, QueryRequest {
  package typealias Response = PaymentHandlePage
  package static let contract = Contract.read(
    "LIST_PAYMENT_HANDLES", "/simulator/paymenthandles", group: .payments,
    about: "The payment handles, the newest first")
  package let query: PaymentHandleQuery
  package init(_ query: PaymentHandleQuery = PaymentHandleQuery()) { self.query = query }
  package static let method = EngineMethod<Self> { $0.paymentEngine.listPaymentHandles }
}

package struct GetPaymentHandle: WalletOperation, ItemRequest {
  package typealias Response = PaymentHandle
  package static let contract = Contract.read(
    "GET_PAYMENT_HANDLE", "/simulator/paymenthandles/:id", group: .payments,
    about: "One payment handle")
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.paymentEngine.getPaymentHandle }
}

/// What the shop receives: the token that it charges. Only while the handle is payable.
package struct GetPaymentToken: WalletOperation, ItemRequest {
  package typealias Response = Secret
  package typealias Answer = PaymentToken
  package static let contract = Contract.read(
    "GET_PAYMENT_TOKEN", "/simulator/paymenthandles/:id/token", group: .payments,
    about: "The token that the shop charges")
  package static var answersSecrets: Bool { true }
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.paymentEngine.getPaymentToken }
}

/// The shop charges a handle (D18, D58). A decline is an answer: the handle has FAILED then, with the
/// bank's code.
package struct UsePaymentHandle: WalletOperation {
  package typealias Response = PaymentHandle
  package static let contract = Contract(
    "USE_PAYMENT_HANDLE", .post, "/simulator/payments", status: 201, group: .payments,
    about: "The shop charges a payment handle, once; a decline is an answer",
    news: [.payments], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed)
  package let token: Secret
  package init(_ token: Secret) { self.token = token }
  package var body: PaymentToken { PaymentToken(token) }
  package init(ids: [String], query: NoQuery, body: PaymentToken) { self.init(body.value) }
  package static let method = EngineMethod<Self> { $0.paymentEngine.usePaymentHandle }
}

/// The bank's questions that wait for an answer.
package struct ListAuthentications: WalletOperation, PlainRequest {
  package typealias Response = [CardAuthentication]
  package typealias Answer = FullList<CardAuthentication>
  package static let contract = Contract.read(
    "LIST_AUTHENTICATIONS", "/simulator/authentications", group: .payments,
    about: "What the customer's banks ask now")
  package init() {}
  package static let method = EngineMethod<Self> { $0.paymentEngine.listAuthentications }
}

/// The authentication of a payment handle or of a card registration, by its id.
package struct GetAuthentication: WalletOperation, ItemRequest {
  package typealias Response = CardAuthentication
  package static let contract = Contract.read(
    "GET_AUTHENTICATION", "/simulator/authentications/:id", group: .payments,
    about: "What the bank asks before a payment or before a card is saved")
  package let id: String
  package init(_ id: String) { self.id = id }
  package static let method = EngineMethod<Self> { $0.paymentEngine.getAuthentication }
}

/// Answers the bank's question (D47, D48). A wrong answer is an answer: the next question has one
/// attempt less.
package struct AnswerAuthentication: WalletOperation, OneItem {
  package typealias Response = CardAuthentication
  package static let contract = Contract(
    "ANSWER_AUTHENTICATION", .post, "/simulator/authentications/:id/answers", group: .payments,
    about: "The person's answer to the bank", news: [.payments, .savedCards, .virtualCards],
    isAudited: false, lostAnswer: .notRecorded, retry: .withKey, confirms: nil, kiosk: .allowed)
  package let id: String
  /// The number of the answer, as the question says.
  package let attempt: Int
  package let reply: ChallengeReply
  package init(_ id: String, attempt: Int, _ reply: ChallengeReply) {
    self.id = id
    self.attempt = attempt
    self.reply = reply
  }
  package var body: AuthenticationAnswer { AuthenticationAnswer(attempt, reply) }
  package init(ids: [String], query: NoQuery, body: AuthenticationAnswer) {
    self.init(ids[0], attempt: body.attempt, body.reply)
  }
  package static let method = EngineMethod<Self> { $0.paymentEngine.answerAuthentication }
}

/// The owner of a card of this wallet confirms a payment with it, on any terminal (D27).
package struct ConfirmPayment: WalletOperation, OneItem {
  package typealias Response = CardAuthentication
  package static let contract = Contract(
    "CONFIRM_PAYMENT", .post, "/simulator/authentications/:id/confirmation", group: .payments,
    about: "The owner's consent to a payment with a card of this wallet",
    news: [.payments, .savedCards, .virtualCards], isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey,
    confirms: { "to pay \($0.target ?? "") with card ··\($0.lastFour)" }, kiosk: .allowed)
  package let id: String
  /// What the owner agrees to: it must be the payment's (dynamic linking).
  package let amount: Money
  package let merchant: String
  package var target: String? { "\(amount.decimal) \(amount.currency.code) at \(merchant)" }
  package init(_ question: CardAuthentication) {
    self.init(question.id, question.money, at: question.merchant)
  }
  package init(_ id: String, _ amount: Money, at merchant: String) {
    self.id = id
    self.amount = amount
    self.merchant = merchant
  }
  package var body: PaymentConfirmation { PaymentConfirmation(amount: amount, merchant: merchant) }
  package init(ids: [String], query: NoQuery, body: PaymentConfirmation) {
    self.init(ids[0], body.amount, at: body.merchant)
  }
  package static let method = EngineMethod<Self> { $0.paymentEngine.confirmPayment }
}
