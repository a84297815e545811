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
  }
}

/// The newest handles first.
package struct PaymentHandlePage: Hashable, Sendable {
  package var handles: [PaymentHandle]
  /// For the next page; nil: this is the last one.
  package var nextToken: String?
  package init(_ handles: [PaymentHandle] = [], nextToken: String? = nil) {
    self.handles = handles
    self.nextToken = nextToken
  }
}

extension PaymentHandlePage: WireRecord, JSONValue {
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
    if !(1...Self.maximumLimit).contains(limit) {
      errors.append(FieldError("limit", .field(.range, "1", "\(Self.maximumLimit)")))
    }
    if let nextToken, !(1...10).contains(nextToken.utf8.count) || place == nil {
      errors.append(FieldError("nextToken", .verbatim("must be from the page before")))
    }
    return errors
  }
}

/// An account that takes payments, and what it accepts (D03, D04).
package struct PaymentMethod: Hashable, Sendable {
  package var isDamaged = false
  package var accountID: String
  package var currency: Currency
  /// CARD for cards.
  package var method: String
  /// The brands, each with CREDIT, DEBIT or BOTH.
  package var brands: [AcceptedBrand]

  package init(
    accountID: String, currency: Currency, method: String = "CARD", brands: [AcceptedBrand]
  ) {
    self.accountID = accountID
    self.currency = currency
    self.method = method
    self.brands = brands
  }

  package struct AcceptedBrand: Hashable, Sendable {
    /// D04: VI, VD, VE, MC, AM or DI.
    package var cardType: String
    package var funding: String
    package init(_ cardType: String, _ funding: String = "BOTH") {
      self.cardType = cardType
      self.funding = funding
    }
  }

  /// As the form needs it.
  package var offered: OfferedMethod {
    OfferedMethod(
      method: method, accountID: accountID,
      cardTypeConfig: Dictionary(
        brands.map { ($0.cardType, $0.funding) }, uniquingKeysWith: { first, _ in first }))
  }
}

extension PaymentMethod: FullyListedRecord, JSONValue {
  package static var listRecordName: String { "PaymentMethods" }
  package static var listName: String { "paymentMethods" }
  package static var idName: String { "accountId" }
  package static func damaged(id: String) -> PaymentMethod {
    var method = blank
    method.accountID = id
    method.isDamaged = true
    return method
  }
  package static var blank: PaymentMethod {
    PaymentMethod(accountID: "", currency: .blank, brands: [])
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("accountId", &accountID, .id)
    if v.damaged(isDamaged) { return }
    try v.field("paymentMethod", &method, .text(1))
    try v.field("currencyCode", &currency)
    try v.readable("cardTypes", &brands)
  }
}

extension PaymentMethod.AcceptedBrand: WireRecord {
  package static var blank: PaymentMethod.AcceptedBrand { PaymentMethod.AcceptedBrand("") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cardType", &cardType, .text(1))
    try v.field("funding", &funding, .text(1))
  }
}
