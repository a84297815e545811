package import ThreeDSecure
package import WalletModel

/// What `RegisterSavedCard` is asked (E08, E12, E13).
package struct SavedCardRequest: WireRecord, BodyRecord {
  package var card: EnteredCard
  package var use: SavedCardUse
  /// With `.recurring`: `YYYYMMDD`; nil: three years from now (E21).
  package var recurringExpiry: String?
  /// With `.recurring`: 0…9999 days; nil: 0, no limit.
  package var recurringFrequency: Int?
  /// Of the verification (E10).
  package var currency: Currency
  /// Schemes that the shop does not take, as published bits (E05, E06).
  package var excludedSchemes: CardSchemes
  package var isSBusiness: Bool
  package var render: RenderType
  /// What the back end of a shop has registered (E15), which gets the card; nil: a transaction of its
  /// own.
  package var transactionID: String?
  /// With `transactionID`: where the app expects the payer to return to (E23); nil: it does not care.
  package var redirectURL: String?
  /// Words that were not known, for the field errors.
  package private(set) var wordErrors: [FieldError] = []

  package init(
    _ card: EnteredCard, _ use: SavedCardUse, currency: Currency, recurringExpiry: String? = nil,
    recurringFrequency: Int? = nil, excluding excludedSchemes: CardSchemes = [],
    isSBusiness: Bool = false, render: RenderType = .both
  ) {
    self.card = card
    self.use = use
    self.currency = currency
    self.recurringExpiry = recurringExpiry
    self.recurringFrequency = recurringFrequency
    self.excludedSchemes = excludedSchemes
    self.isSBusiness = isSBusiness
    self.render = render
  }

  package static var blank: SavedCardRequest {
    SavedCardRequest(EnteredCard(), .easy, currency: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var type = Word(use)
    var excluded: Int? = excludedSchemes.isEmpty ? nil : Int(excludedSchemes.rawValue)
    var drawn = render == .both ? nil : Word(render)
    try v.field("recurringType", &type)
    try v.optional("recurringExpiryDate", &recurringExpiry, .digits(8))
    try v.optional("recurringFrequency", &recurringFrequency, .documented(0, 9999))
    try v.field("currencyCode", &currency)
    try v.optional("excludedCardSchemes", &excluded, .range(0...Int64(UInt32.max)))
    try v.optional("sBusiness", ifTrue: &isSBusiness)
    try v.optional("renderType", &drawn)
    try v.optional("transactionId", &transactionID, .id)
    try v.optional("redirectUrl", &redirectURL, .text(1, 2048))
    try v.field("card", &card)
    guard V.isReading else { return }
    use = wordErrors.value(type, "recurringType") ?? .easy
    render = wordErrors.value(drawn, "renderType") ?? .both
    excludedSchemes = CardSchemes(rawValue: UInt32(excluded ?? 0))
  }
}

extension SavedCard: FullyListedRecord, IdentifiedRecord, JSONValue {
  package static var listName: String { "savedCards" }
  package static var blank: SavedCard {
    SavedCard(
      id: "", maskedNumber: "", scheme: [], expiry: .blank, use: .easy, savedAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    var issuer = scheme.name
    var type = Word(use)
    try v.field("maskedPan", &maskedNumber, .text(4, 19))
    try v.lenient("issuer", &issuer)
    try v.field("cardExpiry", &expiry)
    try v.field("recurringType", &type)
    try v.optional("recurringExpiryDate", &recurringExpiry, .digits(8))
    try v.optional("recurringFrequency", &recurringFrequency, .documented(0, 9999))
    try v.field("savedAt", &savedAt)
    guard V.isReading else { return }
    scheme = CardSchemes(name: issuer)
    use = type.value ?? .easy
  }
}

extension CardRegistration: WireRecord, JSONValue {
  package static var blank: CardRegistration {
    CardRegistration(id: "", orderNumber: "", state: .cancelled, use: .easy, createdAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var type = Word(use)
    var word = Word(state)
    try v.field("transactionId", &id, .id)
    try v.lenient("orderNumber", &orderNumber)
    // An unknown word counts as CANCELLED: nothing is saved.
    try v.field("state", &word)
    try v.lenient("recurringType", &type)
    try v.optional("maskedPan", &maskedNumber)
    try v.lenient("needsRedirect", &needsRedirect)
    try v.lenient("isProcessable", &isProcessable)
    try v.optional("savedCardId", &savedCardID)
    try v.optional("errorCode", &errorCode, .count)
    try v.field("createdAt", &createdAt)
    guard V.isReading else { return }
    use = type.value ?? .easy
    state = word.value ?? .cancelled
  }
}
