package import WalletAPI
package import WalletModel

/// A change that was sent to a card issuer, and whose answer has not come. It is there before the
/// first attempt, so that no change is forgotten when the program ends.
package struct SentChangeRecord: Hashable, Sendable {
  /// The idempotency key of the request: 1 to 64 characters of ASCII.
  package var key: String
  /// `IssuerAccountRecord.name`.
  package var account: String
  /// `Contract.name`.
  package var operation: String
  /// 16 bytes: a keyed hash of the request.
  package var request: [UInt8]
  /// nil: it makes a card.
  package var cardID: CardID?
  /// What was asked for, in the form of whoever sends it.
  package var wanted: [UInt8]
  package var made: Moment
  /// When it was sent again last; nil: it was sent once.
  package var last: Moment?
  package var place: Int64?

  package init(
    key: String, account: String, operation: String, request: [UInt8], cardID: CardID?,
    wanted: [UInt8], made: Moment
  ) {
    self.key = key
    self.account = account
    self.operation = operation
    self.request = request
    self.cardID = cardID
    self.wanted = wanted
    self.made = made
  }
}

extension SentChangeRecord: LedgerRecord {
  package static var kind: RecordKind { .sentChange }
  package static var keying: LedgerKeying { .indexed }
  package var recordID: String { key }
  package static var blank: SentChangeRecord {
    SentChangeRecord(
      key: "", account: "", operation: "", request: [], cardID: nil, wanted: [], made: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("key", &key)
    try v.field("account", &account)
    try v.field("operation", &operation)
    try v.field("request", &request)
    try v.optional("cardId", &cardID)
    try v.field("wanted", &wanted)
    try v.field("made", &made)
    try v.optional("last", &last)
  }
}
