package import ThreeDSecure
package import WalletAPI
package import WalletModel

/// A payment handle in the ledger. The card's number, its CVV and the handle's token are not in it.
package struct PaymentHandleRecord: Hashable, LedgerRecord {
  package var handle: PaymentHandle
  /// The card, if it belongs to the wallet.
  package var ownCard: CardID?
  /// When a payment that is being made ends (D58); nil: none is.
  package var endsAt: Timestamp?
  /// What it ends with: a code of the payment service; nil: success.
  package var endsWith: Int?
  package var authentication: AuthenticationRecord?

  package static var kind: RecordKind { .handle }
  package var recordID: String { handle.id }
  package static var blank: PaymentHandleRecord { PaymentHandleRecord(handle: .blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try handle.fields(&v)
    try v.optional("ownCard", &ownCard)
    try v.optional("endsAt", &endsAt)
    try v.optional("endsWith", &endsWith)
    try v.optional("authentication", &authentication)
    // Older records end here.
    if V.isReading || handle.card.networkTokenBin != nil {
      try v.optional("networkTokenBin", &handle.card.networkTokenBin)
    }
  }
}

/// A card on its way to being saved, in the ledger.
package struct CardRegistrationRecord: Hashable, LedgerRecord {
  package var registration: CardRegistration
  /// What is saved if everything succeeds; nil: no card was given yet.
  package var card: SavedCardRecord?
  package var authentication: AuthenticationRecord?
  /// What a shop has registered; nil: the wallet began by itself.
  package var order: ShopOrder?
  /// Whether a saved card pays whose CVV is not yet given (E33).
  package var needsCVV = false
  /// When the card was given; nil: none was.
  package var cardGiven: Timestamp?
  /// What the shop has asked so far, the oldest first.
  package var history: [ShopEvent] = []

  package static var kind: RecordKind { .registration }
  package var recordID: String { registration.id }
  package static var blank: CardRegistrationRecord {
    CardRegistrationRecord(registration: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try registration.fields(&v)
    try v.optional("card", &card)
    try v.optional("authentication", &authentication)
    try v.optional("order", &order)
    try v.field("needsCvv", &needsCVV)
    try v.optional("cardGiven", &cardGiven)
    try v.field("history", &history)
    // Older records end here.
    var details = order?.details
    if V.isReading || details != nil { try v.optional("details", &details) }
    if V.isReading { order?.details = details }
  }
}

/// A saved card in the ledger, with the hash that stands for its number (E18, H19).
package struct SavedCardRecord: Hashable, LedgerRecord {
  package var card: SavedCard
  /// 32 bytes: a keyed hash of the number.
  package var panHash: [UInt8]

  package static var kind: RecordKind { .savedCard }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { card.id }
  package static var blank: SavedCardRecord { SavedCardRecord(card: .blank, panHash: []) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try card.fields(&v)
    try v.field("panHash", &panHash)
  }
}

/// An authentication by the bank, with what the person is shown of it.
package struct AuthenticationRecord: Hashable, LedgerPart {
  package var authentication: Authentication
  package var merchant: String
  package var money: Money
  package var maskedCard: String
  /// Where the code was sent, masked.
  package var target: String
  package var isOwnCard: Bool
  /// Whether the person has agreed on another device.
  package var isConfirmed = false
  /// The directory server answered too late (9204).
  package var isLate = false
  package var created: Timestamp

  package static var blank: AuthenticationRecord {
    AuthenticationRecord(
      authentication: Authentication(
        id: "", transactionID: "", accountID: "", brand: .unknown, acsURL: "", random: { _ in }),
      merchant: "", money: .blank, maskedCard: "", target: "", isOwnCard: false, created: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try authentication.fields(&v)
    try v.field("merchant", &merchant)
    try v.field("money", &money)
    try v.field("maskedCard", &maskedCard)
    try v.field("target", &target)
    try v.field("isOwnCard", &isOwnCard)
    try v.field("isConfirmed", &isConfirmed)
    try v.field("isLate", &isLate)
    try v.field("created", &created)
  }
}

/// What the back end of a shop has asked of a transaction (E18).
package struct ShopEvent: Hashable, Sendable, LedgerPart {
  package var time: Timestamp
  /// nil: the transaction was registered.
  package var operation: ShopOperation?
  /// Why it was declined; nil: it was not.
  package var code: Int?

  package static var blank: ShopEvent { ShopEvent(time: .blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var word = operation.map { Word($0) }
    try v.field("time", &time)
    try v.optional("operation", &word)
    try v.optional("code", &code)
    if V.isReading { operation = word?.value }
  }
}

extension ShopOrder: LedgerPart {
  package static var blank: ShopOrder { ShopOrder(number: "", amount: .blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var type = Word(use)
    var chosen = method.map { Word($0) }
    try v.field("number", &number)
    try v.field("use", &type)
    try v.field("amount", &amount)
    try v.optional("recurringExpiry", &recurringExpiry)
    try v.optional("recurringFrequency", &recurringFrequency)
    try v.optional("redirectUrl", &redirectURL)
    try v.optional("isForced", &isForced)
    try v.field("tax", &tax)
    try v.optional("method", &chosen)
    guard V.isReading else { return }
    use = type.value ?? .easy
    method = chosen?.value
  }
}

// In the record of the registration, behind the order.
extension ShopOrderDetails: LedgerPart {
  package static var blank: ShopOrderDetails { ShopOrderDetails() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("email", &email)
    try v.optional("phone", &phone)
    try v.field("items", &items)
    try v.field("savesCard", &savesCard)
  }
}

extension ShopItem: LedgerPart {
  package static var blank: ShopItem { ShopItem("", 0) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("articleNumber", &articleNumber)
    try v.field("quantity", &quantity)
  }
}

extension Authentication: LedgerPart {
  package static var blank: Authentication { AuthenticationRecord.blank.authentication }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var brandCode = brand.typeCode
    var word = Word(state)
    try v.field("id", &id)
    try v.field("transactionId", &transactionID)
    try v.field("accountId", &accountID)
    try v.field("brand", &brandCode)
    try v.field("acsUrl", &acsURL)
    try v.field("seed", &seed)
    try v.field("state", &word)
    try v.optional("challenge", &challenge)
    try v.optional("challengeBegan", &challengeBegan)
    try v.field("attempts", &attempts)
    try v.optional("result", &result)
    try v.optional("settled", &settled)
    guard V.isReading else { return }
    brand = CardBrand(typeCode: brandCode)
    state = word.value ?? .failed
  }
}

extension Challenge: LedgerPart {
  package static var blank: Challenge { Challenge(.oneTimeCode, render: .both) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var word = Word(type)
    var page = isPage
    var end = forcedEnd.map { Word($0) }
    try v.field("type", &word)
    try v.field("isPage", &page)
    try v.optional("forcedEnd", &end)
    guard V.isReading else { return }
    self = Challenge(
      word.value ?? .oneTimeCode, render: page ? .html : .both, forcedEnd: end?.value)
  }
}
