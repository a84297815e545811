package import WalletModel

extension PaymentHandle: IdentifiedRecord, JSONValue {
  package static var blank: PaymentHandle {
    PaymentHandle(
      id: "", merchantRefNum: "", money: .blank, transactionType: .payment, status: .failed,
      createdAt: .blank, timeToLiveSeconds: 0, card: .blank, merchantID: "", merchantName: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    var type = Word(transactionType)
    var word = Word(status)
    var action = Word<PaymentAction>(needsRedirect ? .redirect : .nothing)
    try v.constant("paymentType", "CARD")
    try v.constant("usage", "SINGLE_USE")
    try v.field("merchantRefNum", &merchantRefNum, .text(1))
    var amount = money.paymentServiceUnits
    try v.field("amount", &amount, .count)
    try v.field("currencyCode", &money.currency)
    try v.lenient("transactionType", &type)
    // An unknown word counts as FAILED (D45).
    try v.field("status", &word)
    try v.lenient("action", &action)
    try v.field("txnTime", &createdAt)
    try v.field(
      "timeToLiveSeconds", &timeToLiveSeconds,
      .documented(0, Int64(PaymentHandle.timesToLive.upperBound)))
    try v.optional("accountId", &accountID)
    try v.field("card", &card)
    try v.lenient("merchantId", &merchantID)
    try v.lenient("merchantName", &merchantName)
    try v.optional("errorCode", &errorCode, .count)
    try v.readable("returnLinks", &returnLinks, isOmitted: returnLinks.isEmpty)
    guard V.isReading else { return }
    money = Money(paymentServiceUnits: amount, money.currency)
    transactionType = type.value ?? .payment
    status = word.value ?? .failed
    needsRedirect = action == .known(.redirect)
  }
}

/// What the shop has to do before it can use a handle (D46).
package enum PaymentAction: String, CaseIterable, WireWord {
  case redirect = "REDIRECT"
  case nothing = "NONE"
}

extension PaymentHandleCard: WireRecord {
  package static var blank: PaymentHandleCard {
    PaymentHandleCard(bin: "", lastDigits: "", brand: .unknown, expiry: .blank, holderName: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.lenient("cardBin", &bin)
    try v.lenient("lastDigits", &lastDigits)
    try v.brand("cardType", &brand)
    try v.field("cardExpiry", &expiry)
    try v.lenient("holderName", &holderName)
    if V.isStored { return }
    var token = networkTokenBin.map { NetworkToken(bin: $0) }
    try v.optional("networkToken", &token)
    if V.isReading { networkTokenBin = token?.bin }
  }
}

/// The network's token of a saved card (D44).
package struct NetworkToken: WireRecord {
  fileprivate var bin: String

  package static var blank: NetworkToken { NetworkToken(bin: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("bin", &bin, .digits(6))
  }
}

/// The newest handles first.
package struct PaymentHandlePage: Hashable, WireRecord, JSONValue {
  package var handles: [PaymentHandle]
  /// For the next page; nil: this is the last one.
  package var nextToken: String?
  package init(_ handles: [PaymentHandle] = [], nextToken: String? = nil) {
    self.handles = handles
    self.nextToken = nextToken
  }

  package static var blank: PaymentHandlePage { PaymentHandlePage() }
  package static var recordName: String { "PaymentHandles" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.records("paymentHandles", &handles)
    try v.optional("nextToken", &nextToken, .text(1, 10))
  }
}

/// Which page of handles.
package struct PaymentHandleQuery: QueryRecord {
  package static let maximumLimit = 1000
  /// 1…1000.
  package var limit: Int
  /// What the page before it named; nil: the first page.
  package var nextToken: String?
  package init(limit: Int = 100, nextToken: String? = nil) {
    self.limit = limit
    self.nextToken = nextToken
  }
  package static var blank: PaymentHandleQuery { PaymentHandleQuery() }
  package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
    try v.integer("limit", &limit, 1...Self.maximumLimit)
    try v.digits("nextToken", &nextToken, 1...10)
  }

  /// nil: the token is wrong.
  package var place: Int64? { nextToken.flatMap { Int64($0) } }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    errors.add("limit", Rules.range(limit, 1...Self.maximumLimit))
    if let nextToken, !(1...10).contains(nextToken.utf8.count) || place == nil {
      errors.add("nextToken", .verbatim("must be from the page before"))
    }
    return errors
  }
}

/// An account that takes payments, and what it accepts (D03, D04).
package struct PaymentMethod: Hashable, FullyListedRecord, JSONValue {
  package var isDamaged = false
  package var accountID: String
  package var currency: Currency
  /// CARD for cards.
  package var method: String
  /// The types of cards that it accepts, each with CREDIT, DEBIT or BOTH; nil: it is not set up for
  /// cards.
  package var cardTypes: [String: String]?

  package init(
    accountID: String, currency: Currency, method: String = "CARD", cardTypes: [String: String]?
  ) {
    self.accountID = accountID
    self.currency = currency
    self.method = method
    self.cardTypes = cardTypes
  }

  /// As the form needs it.
  package var offered: OfferedMethod {
    OfferedMethod(method: method, accountID: accountID, cardTypeConfig: cardTypes)
  }

  package static var listName: String { "paymentMethods" }
  package static var idName: String { "accountId" }
  package static func damaged(id: String) -> PaymentMethod {
    var method = blank
    method.accountID = id
    method.isDamaged = true
    return method
  }
  package static var blank: PaymentMethod {
    PaymentMethod(accountID: "", currency: .blank, cardTypes: nil)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("accountId", &accountID, .id)
    if v.damaged(isDamaged) { return }
    var configuration = cardTypes.map { AccountConfiguration(id: accountID, cardTypes: $0) }
    try v.field("paymentMethod", &method, .text(1))
    try v.field("currencyCode", &currency)
    try v.optional("accountConfiguration", &configuration)
    if V.isReading { cardTypes = configuration?.types?.words }
  }
}

/// How an account is set up, as the payment service publishes it (D04). No account has Apple Pay.
package struct AccountConfiguration: WireRecord {
  private var id: String
  private var isApplePay = false
  fileprivate var types: CardTypeConfig?

  fileprivate init(id: String, cardTypes: [String: String]) {
    self.id = id
    types = CardTypeConfig(words: cardTypes)
  }

  package static var blank: AccountConfiguration { AccountConfiguration(id: "", cardTypes: [:]) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.lenient("id", &id, .id)
    try v.lenient("isApplePay", &isApplePay)
    try v.optional("cardTypeConfig", &types)
  }
}

/// The types of cards of an account, each with CREDIT, DEBIT or BOTH. Other types are not read.
package struct CardTypeConfig: WireRecord {
  fileprivate var words: [String: String]

  package static var blank: CardTypeConfig { CardTypeConfig(words: [:]) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    for type in ["VI", "VD", "VE", "MC", "AM", "DI"] {
      var word = words[type]
      try v.optional(type, &word, .text(1))
      if V.isReading { words[type] = word }
    }
  }
}
