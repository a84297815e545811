/// Somebody that the customer appears as: the owner of virtual cards (F01). The published name is
/// Sudo.
package struct Persona: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  package var name: String
  package var version: Int
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: String, name: String, version: Int = 1, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// A statement, signed by the issuer, that a persona belongs to the customer (F06). It is of no use
/// without the customer's sign-in.
package struct OwnershipProof: Hashable, Sendable {
  package var proof: String
  package var expiresAt: Timestamp

  package init(proof: String, expiresAt: Timestamp) {
    self.proof = proof
    self.expiresAt = expiresAt
  }

  /// What a proof has to be for, so that it provisions a virtual card.
  package static let virtualCardAudience = "sudoplatform.virtual-cards.virtual-card"
  /// Seconds.
  package static let lifetime: Int64 = 300
}

/// Who owns a virtual card, and who says so (F05, F09).
package struct CardOwner: Hashable, Sendable {
  package var id: String
  package var issuer: String

  package init(id: String, issuer: String = CardOwner.personas) {
    self.id = id
    self.issuer = issuer
  }

  /// The issuer of owners that are personas.
  package static let personas = "sudoplatform.sudoservice"
}
