package import WalletAPI
package import WalletModel

/// An event that has to be sent to one of the operator's addresses. It is in the ledger from the
/// change that caused it until the address has accepted it.
package struct WebhookRecord: Hashable, LedgerRecord {
  package var customerID: CustomerID
  /// The event's id, which is also in the body. It is the same for each address and each attempt.
  package var eventID: String
  /// The configured address, without the path.
  package var root: String
  /// The published path for events of its kind.
  package var path: String
  /// The JSON that is signed and sent.
  package var body: [UInt8]
  package var made: Timestamp
  /// Attempts that failed.
  package var attempts = 0
  /// Why the last attempt failed; nil: there was none.
  package var problem: String?
  /// It is not tried again, unless the operator asks for it.
  package var isDead = false
  package var place: Int64?

  package init(
    _ eventID: String, to root: String, _ path: String, _ body: [UInt8], of customer: CustomerID,
    made: Timestamp
  ) {
    self.eventID = eventID
    self.root = root
    self.path = path
    self.body = body
    customerID = customer
    self.made = made
  }

  package static var kind: RecordKind { .webhook }
  package static var keying: LedgerKeying { .appended }
  package var recordID: String { eventID }
  package var queue: String? { Self.queue(of: root, isDead: isDead) }

  /// An address has a queue of events that wait, and one of dead letters.
  static func queue(of root: String, isDead: Bool) -> String {
    (isDead ? "dead " : "waiting ") + root
  }

  package static var blank: WebhookRecord {
    WebhookRecord("", to: "", "", [], of: CustomerID(""), made: .blank)
  }

  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.owner("customerId", &customerID)
    try v.field("eventId", &eventID)
    try v.field("root", &root)
    try v.field("path", &path)
    try v.field("body", &body)
    try v.field("made", &made)
    try v.field("attempts", &attempts)
    try v.optional("problem", &problem)
    try v.field("isDead", &isDead)
  }
}
