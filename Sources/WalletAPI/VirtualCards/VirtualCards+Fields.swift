package import WalletModel

extension Persona: FullyListedRecord, IdentifiedRecord, JSONValue {
  package static var listName: String { "personas" }
  package static var blank: Persona {
    Persona(id: "", name: "", createdAt: .blank, updatedAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    try v.lenient("name", &name)
    try v.lenient("version", &version, .count)
    try v.lenient("createdAt", &createdAt)
    try v.lenient("updatedAt", &updatedAt)
  }
}

extension OwnershipProof: WireRecord, JSONValue {
  package static var blank: OwnershipProof { OwnershipProof(proof: "", expiresAt: .blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("proof", &proof, .text(1))
    try v.lenient("expiresAt", &expiresAt)
  }
}

extension CardOwner: WireRecord, JSONValue {
  package static var blank: CardOwner { CardOwner(id: "", issuer: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    try v.field("issuer", &issuer, .text(1))
  }
}

// MARK: Funding sources

extension FundingSourceState: FieldValue {}
extension FundingSourceFlag: FieldValue {}
extension FundingNetwork: FieldValue {}
extension ProvisionalFundingSourceState: FieldValue {}
extension ProvisioningState: FieldValue {}
extension VirtualCardState: FieldValue {}
extension VirtualCardClosure: FieldValue {}

extension InstitutionLogo: WireRecord, JSONValue {
  package static var blank: InstitutionLogo { InstitutionLogo(type: "", data: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.lenient("type", &type)
    try v.lenient("data", &data)
  }
}

extension FundingSource: FullyListedRecord, IdentifiedRecord, JSONValue {
  package static var listName: String { "fundingSources" }
  package static var blank: FundingSource {
    FundingSource(
      id: "", owner: CustomerID(""), type: .unspecified, state: .unspecified, currency: .blank,
      lastFour: "", network: .unspecified, cardType: .unspecified, createdAt: .blank,
      updatedAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    try v.owner("owner", &owner)
    try v.lenient("version", &version, .count)
    try v.lenient("type", &type)
    try v.field("state", &state)
    try v.readable("flags", &flags)
    try v.lenient("currencyCode", &currency)
    try v.readable("transactionVelocity", &velocities)
    try v.lenient("last4", &lastFour)
    try v.lenient("network", &network)
    try v.lenient("cardType", &cardType)
    try v.optional("bankAccountType", &bankAccountType)
    try v.optional("institutionName", &institutionName)
    try v.optional("institutionLogo", &institutionLogo)
    try v.optional("unfundedAmount", &unfundedAmount)
    try v.lenient("createdAt", &createdAt)
    try v.lenient("updatedAt", &updatedAt)
  }
}

extension ProvisionalFundingSource: FullyListedRecord, IdentifiedRecord, JSONValue {
  package static var listName: String { "provisionalFundingSources" }
  package static var blank: ProvisionalFundingSource {
    ProvisionalFundingSource(
      id: "", owner: CustomerID(""), type: .unspecified, state: .unspecified, lastFour: "",
      createdAt: .blank, updatedAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    try v.owner("owner", &owner)
    try v.lenient("version", &version, .count)
    try v.lenient("type", &type)
    try v.field("state", &state)
    try v.lenient("last4", &lastFour)
    try v.optional("provisioningData", &provisioningData)
    try v.optional("fundingSourceId", &fundingSourceID)
    try v.lenient("createdAt", &createdAt)
    try v.lenient("updatedAt", &updatedAt)
  }
}

extension FundingProvisioningData: WireRecord {
  package static var blank: FundingProvisioningData {
    FundingProvisioningData(provider: "", version: 0, linkToken: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("provider", &provider, .text(1))
    try v.field("version", &version, .count)
    try v.field("linkToken", &linkToken, .text(1))
    try v.readable("authorizationText", &authorizationText)
  }
}

extension AuthorizationText: WireRecord {
  package static var blank: AuthorizationText { AuthorizationText(language: "", content: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("language", &language, .text(2))
    try v.field("content", &content, .text(1))
  }
}

// MARK: Cards

extension VirtualCard: IdentifiedRecord, JSONValue {
  package static var blank: VirtualCard {
    VirtualCard(
      id: "", owners: [], owner: CustomerID(""), fundingSourceID: "", state: .unspecified,
      cardHolder: "", lastFour: "", currency: .blank, activeTo: .blank, createdAt: .blank,
      sealed: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try firstFields(&v)
    if isDamaged { return }
    try v.lenient("pausedWithAll", &isPausedWithAll)
  }

  /// Those that stored cards begin with: a ledger finds fields by their places, so that a new one is
  /// at the end of its record.
  package mutating func firstFields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    try v.readable("owners", &owners)
    try v.owner("owner", &owner)
    try v.field("version", &version, .count)
    try v.lenient("fundingSourceId", &fundingSourceID)
    try v.field("state", &state)
    try v.optional("closedReason", &closedReason)
    try v.lenient("cardHolder", &cardHolder)
    try v.lenient("last4", &lastFour)
    try v.lenient("currencyCode", &currency)
    try v.lenient("activeTo", &activeTo)
    try v.optional("cancelledAt", &cancelledAt)
    try v.lenient("createdAt", &createdAt)
    try v.lenient("updatedAt", &updatedAt)
    try v.optional("merchantId", &rules.merchantID, .id)
    try v.lenient("singleUse", &rules.isSingleUse)
    try v.optional("monthlyLimit", &rules.monthlyLimit, .count)
    try v.lenient("paused", &isPaused)
    try v.lenient("spentThisMonth", &spentThisMonth, .count)
    try v.lenient("sealed", &sealed)
  }
}

extension SealedFields: WireRecord {
  package static var blank: SealedFields { SealedFields(algorithm: "", keyID: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("algorithm", &algorithm, .text(1))
    try v.field("keyId", &keyID, .text(1))
    for field in Field.allCases {
      var box = boxes[field]
      try v.optional(field.rawValue, &box)
      if V.isReading { boxes[field] = box }
    }
  }
}

extension DevicePublicKey: WireRecord {
  package static var blank: DevicePublicKey {
    DevicePublicKey(keyID: "", algorithm: "", bytes: [])
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("keyId", &keyID, .visible(1, 64))
    try v.field("algorithm", &algorithm, .visible(1, 64))
    try v.field("publicKey", &bytes)
  }
}

extension VirtualBillingAddress: WireRecord, JSONValue {
  package static var blank: VirtualBillingAddress {
    VirtualBillingAddress(addressLine1: "", city: "", postalCode: "", country: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("addressLine1", &addressLine1, .visible(1, 100))
    try v.optional("addressLine2", &addressLine2, .visible(0, 100))
    try v.field("city", &city, .visible(1, 60))
    try v.optional("state", &state, .visible(0, 60))
    try v.field("postalCode", &postalCode, .visible(1, 16))
    try v.field("country", &country, .country)
  }
}

extension ProvisionalVirtualCard: FullyListedRecord, IdentifiedRecord, JSONValue {
  package static var listName: String { "provisionalCards" }
  package static var blank: ProvisionalVirtualCard {
    ProvisionalVirtualCard(
      id: "", owner: CustomerID(""), state: .unspecified, createdAt: .blank, updatedAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    try v.owner("owner", &owner)
    try v.lenient("version", &version, .count)
    try v.optional("clientRefId", &clientRefID)
    try v.field("provisioningState", &state)
    try v.optional("card", &card)
    try v.lenient("createdAt", &createdAt)
    try v.lenient("updatedAt", &updatedAt)
  }
}

/// A part of the virtual cards, in the order of their last changes.
package struct VirtualCardPage: Hashable, WireRecord, JSONValue {
  package var cards: [VirtualCard]
  /// For the next page; nil: this is the last one.
  package var nextToken: String?
  package init(_ cards: [VirtualCard] = [], nextToken: String? = nil) {
    self.cards = cards
    self.nextToken = nextToken
  }

  package static var blank: VirtualCardPage { VirtualCardPage() }
  package static var recordName: String { "VirtualCards" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.records("virtualCards", &cards)
    try v.optional("nextToken", &nextToken, .text(1, VirtualCardQuery.longestToken))
  }
}

// MARK: What is allowed

extension VirtualCardsConfig: WireRecord, JSONValue {
  package static var blank: VirtualCardsConfig {
    VirtualCardsConfig(
      fundingSourceSupport: [], maxFundingSourceVelocity: [], maxFundingSourceFailureVelocity: [],
      maxFundingSourcePendingVelocity: [], maxCardCreationVelocity: [],
      maxTransactionVelocity: [], maxTransactionAmount: [], virtualCardCurrencies: [],
      pricingPolicy: [])
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.readable("fundingSourceSupportInfo", &fundingSourceSupport)
    try v.readable("maxFundingSourceVelocity", &maxFundingSourceVelocity)
    try v.readable("maxFundingSourceFailureVelocity", &maxFundingSourceFailureVelocity)
    try v.readable("maxFundingSourcePendingVelocity", &maxFundingSourcePendingVelocity)
    try v.readable("maxCardCreationVelocity", &maxCardCreationVelocity)
    try v.readable("maxTransactionVelocity", &maxTransactionVelocity)
    try v.readable("maxTransactionAmount", &maxTransactionAmount)
    try v.readable("virtualCardCurrencies", &virtualCardCurrencies)
    try v.readable("pricingPolicy", &pricingPolicy)
  }
}

extension FundingSourceSupport: WireRecord {
  package static var blank: FundingSourceSupport {
    FundingSourceSupport(
      providerType: "", fundingSourceType: .unspecified, network: .unspecified, cardTypes: [])
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.lenient("providerType", &providerType)
    try v.lenient("fundingSourceType", &fundingSourceType)
    try v.lenient("network", &network)
    try v.readable("cardTypes", &cardTypes)
  }
}

extension CurrencyVelocity: WireRecord {
  package static var blank: CurrencyVelocity { CurrencyVelocity(.blank, []) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("currencyCode", &currency)
    try v.readable("velocity", &velocity)
  }
}

extension PricingTier: WireRecord {
  package static var blank: PricingTier { PricingTier(minThreshold: 0, flat: 0, percent: 0) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("minThreshold", &minThreshold, .count)
    try v.field("flat", &flat, .count)
    try v.field("percent", &percent, .count)
  }
}
