import Secrets
package import WalletModel

/// What `CreatePersona` is asked.
package struct PersonaRequest: WireRecord, BodyRecord, JSONValue, Hashable {
  package var name: String
  package init(name: String) { self.name = name }
  package static var blank: PersonaRequest { PersonaRequest(name: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("name", &name, .visible(1, 40))
  }

  package var fieldErrors: [FieldError] {
    Rules.length(name, 1...40).map { [FieldError("name", $0)] } ?? []
  }
}

/// What `GetOwnershipProof` is asked: who is to accept the proof.
package struct ProofRequest: WireRecord, BodyRecord, JSONValue, Hashable {
  package var audience: String
  package init(audience: String) { self.audience = audience }
  package static var blank: ProofRequest { ProofRequest(audience: "") }
  package static var recordName: String { "OwnershipProofRequest" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("audience", &audience, .visible(1, 128))
  }

  package var fieldErrors: [FieldError] {
    Rules.length(audience, 1...128).map { [FieldError("audience", $0)] } ?? []
  }
}

/// What `SetUpFundingSource` is asked: a saved card, or a test card as it is typed.
package struct FundingSourceRequest: WireRecord, BodyRecord {
  package enum Source: Sendable {
    case saved(String)
    /// Number, expiry and CVV.
    case entered(EnteredCard)
  }

  package var card: Source
  package var currency: Currency
  /// What was given too much or too little.
  package private(set) var cardErrors: [FieldError] = []

  package init(_ card: Source, currency: Currency = Currency("USD")) {
    self.card = card
    self.currency = currency
  }

  /// Overwrites the secrets of a typed card.
  package func wipe() { if case .entered(let card) = card { card.wipe() } }

  package static var blank: FundingSourceRequest {
    FundingSourceRequest(.entered(EnteredCard()), currency: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var saved: String?
    var entered: EnteredCard?
    switch card {
    case .saved(let id): saved = id
    case .entered(let card): entered = card
    }
    try v.field("currencyCode", &currency)
    try v.optional("savedCardId", &saved, .id)
    try v.optional("card", &entered)
    guard V.isReading else { return }
    switch (saved, entered) {
    case (let id?, nil): card = .saved(id)
    case (nil, let typed?): card = .entered(typed)
    case (nil, nil): cardErrors = [FieldError("savedCardId", .field(.needed))]
    case (.some, .some):
      cardErrors = [FieldError("card", .verbatim("must not be given with savedCardId"))]
    }
  }
}

/// What `CompleteFundingSource` is asked: the provisioning data, returned.
package struct FundingCompletion: WireRecord, BodyRecord, JSONValue, Hashable {
  package var provider: String
  package var version: Int
  package var linkToken: String

  package init(provider: String, version: Int, linkToken: String) {
    self.provider = provider
    self.version = version
    self.linkToken = linkToken
  }

  package init(_ data: FundingProvisioningData) {
    self.init(provider: data.provider, version: data.version, linkToken: data.linkToken)
  }

  package static var blank: FundingCompletion {
    FundingCompletion(provider: "", version: 0, linkToken: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("provider", &provider, .text(0, 64))
    try v.field("version", &version, .count)
    try v.field("linkToken", &linkToken, .text(0, 256))
  }
}

/// What `ProvisionVirtualCard` is asked (F06).
package struct VirtualCardRequest: WireRecord, BodyRecord, JSONValue, Hashable {
  /// One: of the persona that is to own the card.
  package var ownershipProofs: [String]
  package var fundingSourceID: String
  package var cardHolder: String
  /// nil: none. Published as deprecated; metadata can have one.
  package var alias: String?
  /// nil: the issuer sets one.
  package var billingAddress: VirtualBillingAddress?
  package var currency: Currency
  /// JSON, as it is written; nil: none.
  package var metadata: String?
  /// The client's own name of this request: the same one makes a card once.
  package var clientRefID: String?
  package var rules: SpendingRules
  package var publicKey: DevicePublicKey

  package init(
    ownershipProofs: [String], fundingSourceID: String, cardHolder: String, alias: String? = nil,
    billingAddress: VirtualBillingAddress? = nil, currency: Currency = Currency("USD"),
    metadata: String? = nil, clientRefID: String? = nil,
    rules: SpendingRules = SpendingRules(), publicKey: DevicePublicKey
  ) {
    self.ownershipProofs = ownershipProofs
    self.fundingSourceID = fundingSourceID
    self.cardHolder = cardHolder
    self.alias = alias
    self.billingAddress = billingAddress
    self.currency = currency
    self.metadata = metadata
    self.clientRefID = clientRefID
    self.rules = rules
    self.publicKey = publicKey
  }

  package static var blank: VirtualCardRequest {
    VirtualCardRequest(
      ownershipProofs: [], fundingSourceID: "", cardHolder: "", currency: .blank,
      publicKey: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("ownershipProofs", &ownershipProofs)
    try v.field("fundingSourceId", &fundingSourceID, .id)
    try v.field("cardHolder", &cardHolder, .visible(1, 64))
    try v.optional("alias", &alias, .visible(1, 64))
    try v.optional("billingAddress", &billingAddress)
    try v.field("currencyCode", &currency)
    try v.optional("metadata", &metadata, .text(1, VirtualCard.longestMetadata))
    try v.optional("clientRefId", &clientRefID, .visible(1, 64))
    try v.optional("merchantId", &rules.merchantID, .id)
    var isSingleUse = Bool?.some(rules.isSingleUse)
    try v.optional("singleUse", &isSingleUse)
    if V.isReading { rules.isSingleUse = isSingleUse ?? false }
    try v.optional("monthlyLimit", &rules.monthlyLimit, .range(SpendingRules.amounts))
    try v.field("publicKey", &publicKey)
  }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    if ownershipProofs.count != 1 {
      errors.add("ownershipProofs", .verbatim("must be one proof"))
    }
    errors.add("fundingSourceId", Rules.length(fundingSourceID, 1...64))
    errors.add("cardHolder", Rules.length(cardHolder, 1...64))
    errors.add("alias", alias.flatMap { Rules.length($0, 1...64) })
    errors += billingAddress?.fieldErrors ?? []
    errors.add("metadata", metadata.flatMap(Self.metadataProblem))
    errors.add("clientRefId", clientRefID.flatMap { Rules.length($0, 1...64) })
    errors += rules.fieldErrors
    errors.add("publicKey.keyId", Rules.length(publicKey.keyID, 1...64))
    if publicKey.algorithm != SealedFields.algorithm {
      errors.add("publicKey.algorithm", .field(.oneOf, SealedFields.algorithm))
    }
    if SealingKey(publicKey.bytes) == nil {
      errors.add("publicKey.publicKey", .verbatim("must be an X25519 public key in base 64"))
    }
    return errors
  }

  /// F13: any JSON value, in so many characters.
  package static func metadataProblem(_ metadata: String) -> Reason? {
    if metadata.isEmpty { return .field(.needed) }
    let isTooLong =
      metadata.unicodeScalars.count > VirtualCard.longestMetadata
      || metadata.utf8.count > VirtualCard.longestMetadataBytes
    if isTooLong { return .field(.atMost, "\(VirtualCard.longestMetadata)") }
    do throws(WireMalformed) {
      _ = try JSON.read(.plain(Array(metadata.utf8)))
      return nil
    } catch {
      return .verbatim("must be JSON")
    }
  }
}

/// What `UpdateVirtualCard` is asked (F11): each field that is absent stays as it is, and null
/// removes it.
package struct VirtualCardUpdate: WireRecord, BodyRecord, JSONValue, Hashable {
  /// A card always has a holder, so null is refused.
  package var cardHolder: Patch<String>
  package var alias: Patch<String>
  package var billingAddress: Patch<VirtualBillingAddress>
  /// JSON, as it is written.
  package var metadata: Patch<String>
  package var merchantID: Patch<String>
  /// Null is false.
  package var isSingleUse: Patch<Bool>
  /// In minor units of the card's currency.
  package var monthlyLimit: Patch<Int64>
  /// Null is false.
  package var isPaused: Patch<Bool>
  /// Whether it is paused together with all cards. It counts only with `isPaused`, and not for a card
  /// that is paused already. Null is false.
  package var isPausedWithAll: Patch<Bool>

  package init(
    cardHolder: Patch<String> = .absent, alias: Patch<String> = .absent,
    billingAddress: Patch<VirtualBillingAddress> = .absent, metadata: Patch<String> = .absent,
    merchantID: Patch<String> = .absent, isSingleUse: Patch<Bool> = .absent,
    monthlyLimit: Patch<Int64> = .absent, isPaused: Patch<Bool> = .absent,
    isPausedWithAll: Patch<Bool> = .absent
  ) {
    self.merchantID = merchantID
    self.isSingleUse = isSingleUse
    self.monthlyLimit = monthlyLimit
    self.isPaused = isPaused
    self.isPausedWithAll = isPausedWithAll
    self.cardHolder = cardHolder
    self.alias = alias
    self.billingAddress = billingAddress
    self.metadata = metadata
  }

  package static var blank: VirtualCardUpdate { VirtualCardUpdate() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.patch("cardHolder", &cardHolder, .visible(1, 64))
    try v.patch("alias", &alias, .visible(1, 64))
    try v.patch("billingAddress", &billingAddress, .anything)
    try v.patch("metadata", &metadata, .text(1, VirtualCard.longestMetadata))
    try v.patch("merchantId", &merchantID, .id)
    try v.patch("singleUse", &isSingleUse, .anything)
    try v.patch("monthlyLimit", &monthlyLimit, .range(SpendingRules.amounts))
    try v.patch("paused", &isPaused, .anything)
    try v.patch("pausedWithAll", &isPausedWithAll, .anything)
  }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    switch cardHolder {
    case .absent: break
    case .null: errors.add("cardHolder", .field(.needed))
    case .value(let name): errors.add("cardHolder", Rules.length(name, 1...64))
    }
    if case .value(let alias) = alias { errors.add("alias", Rules.length(alias, 1...64)) }
    if case .value(let address) = billingAddress { errors += address.fieldErrors }
    if case .value(let metadata) = metadata {
      errors.add("metadata", VirtualCardRequest.metadataProblem(metadata))
    }
    errors += applied(to: SpendingRules()).fieldErrors
    return errors
  }

  /// Rules with the changes of this request.
  package func applied(to rules: SpendingRules) -> SpendingRules {
    var new = rules
    new.merchantID = merchantID.applied(to: rules.merchantID)
    new.isSingleUse = isSingleUse.applied(to: rules.isSingleUse) ?? false
    new.monthlyLimit = monthlyLimit.applied(to: rules.monthlyLimit)
    return new
  }
}

/// Which virtual cards (F16, F18).
package struct VirtualCardQuery: QueryRecord {
  package static let maximumLimit = 100
  static let longestToken = 10
  /// 1…100.
  package var limit: Int
  /// What the page before it named; nil: the first page.
  package var nextToken: String?
  /// By the time of the last change.
  package var order: SortOrder
  /// A `CardFilter`; nil: all cards.
  package var filter: String?

  package init(
    limit: Int = 10, nextToken: String? = nil, order: SortOrder = .descending,
    filter: String? = nil
  ) {
    self.limit = limit
    self.nextToken = nextToken
    self.order = order
    self.filter = filter
  }

  package static var blank: VirtualCardQuery { VirtualCardQuery() }
  package mutating func parameters<V: ParameterVisitor>(_ v: inout V) throws(V.Failure) {
    try v.integer("limit", &limit, 1...Self.maximumLimit)
    try v.digits("nextToken", &nextToken, 1...Self.longestToken)
    try v.word("sortOrder", &order)
    try v.text("filter", &filter, 1...CardFilter.maximumLength)
  }

  /// The place of the last card of the page before; nil: the first page, or the token is wrong.
  package var place: Int64? { nextToken.flatMap { $0.place(digits: Self.longestToken) } }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    errors.add("limit", Rules.range(limit, 1...Self.maximumLimit))
    if nextToken != nil, place == nil {
      errors.add("nextToken", .verbatim("must be from the page before"))
    }
    if let filter {
      do throws(CardFilterMistake) {
        _ = try CardFilter(parsing: filter)
      } catch {
        let place = Reason.local(error.reason).at("character \(error.position)")
        errors.add("filter", place)
      }
    }
    return errors
  }
}
