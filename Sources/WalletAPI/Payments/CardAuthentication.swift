package import ThreeDSecure
package import WalletModel

/// An authentication of a person by the card's bank, as the person sees it (D47–D49). It has the id of
/// the payment handle or the card registration that it belongs to.
package struct CardAuthentication: Hashable, Identifiable, WireRecord, JSONValue {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  package var status: AuthenticationStatus
  /// Where the money goes.
  package var merchant: String
  package var money: Money
  /// `492500******0004`.
  package var maskedCard: String
  package var brand: CardBrand
  /// What is asked; nil: nothing now.
  package var question: ChallengeQuestion?
  /// nil: there is no end yet.
  package var result: ThreeDSResult?
  /// Why it failed, as published (D54); nil: it did not.
  package var errorCode: Int?
  package var createdAt: Timestamp

  package init(
    id: String, status: AuthenticationStatus, merchant: String, money: Money, maskedCard: String,
    brand: CardBrand, question: ChallengeQuestion? = nil, result: ThreeDSResult? = nil,
    errorCode: Int? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.status = status
    self.merchant = merchant
    self.money = money
    self.maskedCard = maskedCard
    self.brand = brand
    self.question = question
    self.result = result
    self.errorCode = errorCode
    self.createdAt = createdAt
  }

  /// Whether nothing can be answered any more.
  package var isOver: Bool { status != .pending }

  package static var blank: CardAuthentication {
    CardAuthentication(
      id: "", status: .unspecified, merchant: "", money: .blank, maskedCard: "", brand: .unknown,
      createdAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    try v.field("status", &status)
    try v.lenient("merchantName", &merchant)
    try v.field("amount", &money)
    try v.lenient("maskedCard", &maskedCard)
    try v.brand("cardType", &brand)
    try v.optional("question", &question)
    try v.optional("threeDResult", &result)
    try v.optional("errorCode", &errorCode, .count)
    try v.field("txnTime", &createdAt)
  }
}

/// One question of the bank (D27).
package struct ChallengeQuestion: Hashable, WireRecord, JSONValue {
  package var type: Word<ChallengeType>
  /// The ids of what can be chosen; empty: nothing.
  package var options: [Word<ChallengeOption>]
  /// Where the code was sent, masked; empty: no code was sent.
  package var target: String
  /// The number of the answer that is expected, 1…3.
  package var attempt: Int
  package var attemptsLeft: Int
  package var endsAt: Timestamp
  /// The bank's page for it, below the address of the server; nil: it has none.
  package var pagePath: String?
  /// Whether the card belongs to this wallet: its owner confirms the payment with a code of the
  /// wallet (`ConfirmPayment`).
  package var isOwnCard: Bool

  package init(
    type: Word<ChallengeType>, options: [Word<ChallengeOption>] = [], target: String = "",
    attempt: Int, attemptsLeft: Int, endsAt: Timestamp, pagePath: String? = nil,
    isOwnCard: Bool = false
  ) {
    self.type = type
    self.options = options
    self.target = target
    self.attempt = attempt
    self.attemptsLeft = attemptsLeft
    self.endsAt = endsAt
    self.pagePath = pagePath
    self.isOwnCard = isOwnCard
  }

  package static var blank: ChallengeQuestion {
    ChallengeQuestion(type: .unspecified, attempt: 1, attemptsLeft: 0, endsAt: .blank)
  }
  /// The choices that are read of a question; a server that sends more is not followed.
  package static var mostOptions: Int { 16 }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("type", &type)
    try v.readable("options", &options)
    if V.isReading { options = Array(options.prefix(Self.mostOptions)) }
    try v.lenient("target", &target)
    try v.field("attempt", &attempt, .range(1...9))
    try v.lenient("attemptsLeft", &attemptsLeft, .range(0...9))
    try v.field("endsAt", &endsAt)
    try v.optional("pagePath", &pagePath)
    try v.lenient("isOwnCard", &isOwnCard)
  }
}

extension AuthenticationStatus: FieldValue, JSONValue {}
extension ThreeDSResult: FieldValue, JSONValue {}

extension FieldVisitor {
  /// A brand as the type of card (D04).
  mutating func brand(_ name: String, _ brand: inout CardBrand) throws(Failure) {
    var code = brand.typeCode
    try lenient(name, &code)
    if Self.isReading { brand = CardBrand(typeCode: code) }
  }
}
