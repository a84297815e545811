/// A card that a persona pays with (F09). It has what everybody may read of it, which is the
/// published partial card (F10), and the rest as sealed boxes.
package struct VirtualCard: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  package var owners: [CardOwner]
  /// The customer.
  package var owner: CustomerID
  /// The number of changes, from 1.
  package var version: Int
  package var fundingSourceID: String
  package var state: VirtualCardState
  /// Why it is CLOSED (F04); nil: it is not.
  package var closedReason: VirtualCardClosure?
  package var cardHolder: String
  package var lastFour: String
  package var currency: Currency
  /// When it expires.
  package var activeTo: Timestamp
  package var cancelledAt: Timestamp?
  package var createdAt: Timestamp
  package var updatedAt: Timestamp
  /// What it may pay for.
  package var rules = SpendingRules()
  /// Its owner has paused it: the shop declines. The card stays ISSUED.
  package var isPaused = false
  /// It was paused together with all cards: what is resumed together is found by it.
  package var isPausedWithAll = false
  /// What counts against the monthly limit, without markup, in minor units: what was authorised or
  /// debited in this calendar month (UTC), without what was given back of it in the same month.
  package var spentThisMonth: Int64 = 0
  package var sealed: SealedFields
}

extension VirtualCard {
  // See `Card`.
  package init(
    id: String, owners: [CardOwner], owner: CustomerID, fundingSourceID: String,
    state: VirtualCardState = .issued, cardHolder: String, lastFour: String, currency: Currency,
    activeTo: Timestamp, createdAt: Timestamp, sealed: SealedFields
  ) {
    self.init(
      id: id, owners: owners, owner: owner, version: 1, fundingSourceID: fundingSourceID,
      state: state, cardHolder: cardHolder, lastFour: lastFour, currency: currency,
      activeTo: activeTo, createdAt: createdAt, updatedAt: createdAt, sealed: sealed)
  }

  /// Whether its persona was deleted (F05).
  package var isOrphan: Bool { !owners.contains { $0.issuer == CardOwner.personas } }

  /// The greatest number of Unicode scalars in the metadata, as they are written (F13).
  package static let longestMetadata = 3_000
  /// The greatest number of their bytes in UTF-8: a request has to hold them beside the rest.
  package static let longestMetadataBytes = 6_000
}

/// What of a virtual card only a device with the key can read. Each field is a box of its own, so
/// that the issuer can change one and keep the others, none of which it can open.
package struct SealedFields: Hashable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    /// ASCII digits.
    case number = "pan"
    /// ASCII digits.
    case csc
    /// JSON: `VirtualBillingAddress`.
    case billingAddress
    /// UTF-8.
    case alias
    /// JSON of any kind.
    case metadata
    /// JSON: `{"mm":"09","yyyy":"2029"}`.
    case expiry
    /// JSON.
    case lastTransaction
  }

  /// How the boxes are made.
  package var algorithm: String
  /// Which key opens them, as its device calls it.
  package var keyID: String
  package var boxes: SealedBoxes

  package init(algorithm: String, keyID: String, boxes: SealedBoxes = [:]) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.boxes = boxes
  }

  /// libsodium's `crypto_box_seal` of the label, a line feed and the value.
  package static let algorithm = "X25519-SealedBox-1"

  /// What a box is about: it cannot be used for another card or field.
  package static func label(_ cardID: String, _ field: Field) -> String {
    "virtual-card-1 \(cardID) \(field.rawValue)"
  }
}

/// The key of a device, to which an issuer seals (F08).
package struct DevicePublicKey: Hashable, Sendable {
  /// As the device calls it.
  package var keyID: String
  package var algorithm: String
  /// 32 bytes.
  package var bytes: [UInt8]

  package init(
    keyID: String, algorithm: String = SealedFields.algorithm, bytes: [UInt8]
  ) {
    self.keyID = keyID
    self.algorithm = algorithm
    self.bytes = bytes
  }
}

/// Where the owner of a virtual card says to live (F09).
package struct VirtualBillingAddress: Hashable, Sendable {
  package var addressLine1: String
  package var addressLine2: String?
  package var city: String
  package var state: String?
  package var postalCode: String
  /// ISO 3166-1, two letters.
  package var country: String

  package init(
    addressLine1: String, addressLine2: String? = nil, city: String, state: String? = nil,
    postalCode: String, country: String
  ) {
    self.addressLine1 = addressLine1
    self.addressLine2 = addressLine2
    self.city = city
    self.state = state
    self.postalCode = postalCode
    self.country = country
  }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    func add(_ field: String, _ reason: Reason?) {
      errors.add("billingAddress." + field, reason)
    }
    add("addressLine1", Rules.length(addressLine1, 1...100))
    add("addressLine2", addressLine2.flatMap { Rules.length($0, 0...100) })
    add("city", Rules.length(city, 1...60))
    add("state", state.flatMap { Rules.length($0, 0...60) })
    add("postalCode", Rules.length(postalCode, 1...16))
    add("country", Rules.country(country))
    return errors
  }
}

/// A virtual card on its way (F01, F02). It is for watching its creation only.
package struct ProvisionalVirtualCard: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  package var owner: CustomerID
  package var version: Int
  /// The request that made it, as the client calls it.
  package var clientRefID: String?
  package var state: ProvisioningState
  /// Once it is COMPLETED.
  package var card: VirtualCard?
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: String, owner: CustomerID, version: Int = 1, clientRefID: String? = nil,
    state: ProvisioningState = .provisioning, card: VirtualCard? = nil, createdAt: Timestamp,
    updatedAt: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.version = version
    self.clientRefID = clientRefID
    self.state = state
    self.card = card
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// The card.
  ///
  /// - Throws: `.provisionFailed` if it was not made.
  package func finished() throws(WalletError) -> VirtualCard {
    if state == .completed, let card { return card }
    throw WalletError(.provisionFailed, detail: .verbatim(state.rawValue))
  }

  /// The simulated issuer fails to make a card for this holder, as test numbers choose what a bank
  /// does.
  package static let failingHolder = "FAIL"
}

/// F02.
package enum ProvisioningState: WireEnum {
  case provisioning
  case completed
  case failed
  indirect case other(String)

  package static let allCases: [ProvisioningState] = [.provisioning, .completed, .failed]

  package var rawValue: String {
    switch self {
    case .provisioning: "PROVISIONING"
    case .completed: "COMPLETED"
    case .failed: "FAILED"
    case .other(let word): word
    }
  }
}

/// F03.
package enum VirtualCardState: WireEnum {
  case issued
  case failed
  /// For ever (F04).
  case closed
  case suspended
  indirect case other(String)

  package static let allCases: [VirtualCardState] = [.issued, .failed, .closed, .suspended]

  package var rawValue: String {
    switch self {
    case .issued: "ISSUED"
    case .failed: "FAILED"
    case .closed: "CLOSED"
    case .suspended: "SUSPENDED"
    case .other(let word): word
    }
  }
}

/// Why a virtual card is CLOSED (F04). The word is ours: the source has none.
package enum VirtualCardClosure: WireEnum {
  case expired
  case cancelled
  case personaDeleted
  /// It was for one payment, which was made.
  case used
  indirect case other(String)

  package static let allCases: [VirtualCardClosure] = [
    .expired, .cancelled, .personaDeleted, .used,
  ]

  package var rawValue: String {
    switch self {
    case .expired: "EXPIRED"
    case .cancelled: "CANCELLED"
    case .personaDeleted: "PERSONA_DELETED"
    case .used: "USED"
    case .other(let word): word
    }
  }
}
