package import WalletAPI
package import WalletModel

/// An account at a card issuer. The vault keeps its key (`LedgerSecret.issuerKey`).
package struct IssuerAccountRecord: Hashable, Sendable {
  /// The name that the owner has given it: 1 to 24 letters, digits and hyphens.
  package var name: String
  /// The issuer, as a word of `IssuerKind`.
  package var issuer: String
  /// Whether the key belongs to the issuer's sandbox, where no money moves.
  package var isSandbox: Bool
  /// The address that is asked; nil: the issuer's own.
  package var server: String?
  /// Whether nothing may be changed with it.
  package var isReadOnly: Bool
  /// The public key, in PEM, under which the issuer takes PINs; nil: it publishes none, or the owner
  /// has not named it.
  package var pinKey: String?
  /// The most bytes of `pinKey`.
  package static let longestPinKey = 4096
  package var added: Timestamp
  package var place: Int64?

  package init(
    name: String, issuer: String, isSandbox: Bool, server: String? = nil, isReadOnly: Bool = false,
    added: Timestamp
  ) {
    self.name = name
    self.issuer = issuer
    self.isSandbox = isSandbox
    self.server = server
    self.isReadOnly = isReadOnly
    self.added = added
  }

  /// Whether a new key has the same account at the issuer, as far as it can be known.
  func isSameAccount(as other: IssuerAccountRecord) -> Bool {
    issuer == other.issuer && isSandbox == other.isSandbox && server == other.server
  }

  /// A name for its changes without an answer. Two vaults can have an account of the same name: the
  /// time tells them apart.
  package var changesName: String { "issuer \(issuer) \(name) \(added.milliseconds)" }

  /// Whether a name can be used: it stands in commands, files and the header.
  package static func isName(_ text: String) -> Bool {
    (1...24).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d
      }
  }
}

extension IssuerAccountRecord: LedgerRecord {
  package static var kind: RecordKind { .issuerAccount }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { name }
  package static var blank: IssuerAccountRecord {
    IssuerAccountRecord(name: "", issuer: "", isSandbox: false, added: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("name", &name)
    try v.field("issuer", &issuer)
    try v.field("isSandbox", &isSandbox)
    try v.field("isReadOnly", &isReadOnly)
    try v.field("added", &added)
    try v.optional("server", &server)
    try v.optional("pinKey", &pinKey)
  }
}

/// What an issuer's card looked like when it was read last, and how often it has changed since it
/// was seen first. It takes the place of a version that issuers do not have.
package struct IssuerCardRecord: Hashable, Sendable {
  /// `IssuerAccountRecord.name`.
  package var account: String
  package var cardID: CardID
  /// Of `IssuerCard.fingerprint`: 16 bytes.
  package var digest: [UInt8]
  /// From 1.
  package var version: Int
  /// What the owner has changed the status to, why and when, as long as the card has it; nil: it was
  /// changed elsewhere. Not every issuer keeps this.
  package var status: CardStatus?
  package var statusReason: String?
  package var statusDate: Timestamp?

  package init(account: String, cardID: CardID, digest: [UInt8], version: Int) {
    self.account = account
    self.cardID = cardID
    self.digest = digest
    self.version = version
  }
}

extension IssuerCardRecord: LedgerRecord {
  package static var kind: RecordKind { .issuerCard }
  package static var keying: LedgerKeying { .indexed }
  package var recordID: String { account + " " + cardID.rawValue }
  package static var blank: IssuerCardRecord {
    IssuerCardRecord(account: "", cardID: .blank, digest: [], version: 1)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var id = recordID
    try v.key("id", &id)
    if V.isReading {
      let parts = id.split(separator: " ", maxSplits: 1).map(String.init)
      account = parts.first ?? ""
      cardID = CardID(parts.count == 2 ? parts[1] : "")
    }
    try v.field("digest", &digest)
    try v.field("version", &version)
    try v.optional("status", &status)
    try v.optional("statusReason", &statusReason)
    try v.optional("statusDate", &statusDate)
  }
}
