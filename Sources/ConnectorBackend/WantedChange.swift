package import IssuerConnectors
package import WalletAPI
import WalletModel

/// A change as it is recorded before it is sent to an issuer: enough to send an order again, or to
/// see whether a card has taken the change. It has no secret.
struct WantedChange: Hashable, Sendable {
  var order: CardOrder?
  /// With an order to an issuer without keys: cards that look like the ordered one, and were there
  /// before.
  var others: [String]?
  var status: CardStatus?
  var reason: String?
  var alias: String?
  var limits: [IssuerLimit]?

  init() {}

  init(_ order: CardOrder) { self.order = order }

  init(_ change: CardChange) {
    switch change {
    case .status(let status, let reason): (self.status, self.reason) = (status, reason)
    case .alias(let alias): self.alias = alias
    case .limits(let limits): self.limits = limits
    }
  }

  /// nil: it is not a change of the record that the vault keeps.
  init?(_ bytes: [UInt8]) {
    guard let json = bytes.withUnsafeBytes({ try? JSON.parse($0) }),
      let read = try? WantedChange(json: json)
    else { return nil }
    self = read
  }

  /// Whether a card can tell that it has taken the change. A PIN cannot be read.
  var canBeRead: Bool { status != nil || alias != nil || limits != nil }

  /// Whether a card has taken the change.
  func isMet(by found: IssuerCard) -> Bool {
    (status == nil || found.card.status == status) && (alias == nil || found.card.alias == alias)
      && limits.map { Set($0) == Set(found.limits) } ?? true
  }
}

extension WantedChange: WireRecord, JSONValue {
  static var blank: WantedChange { WantedChange() }
  static var recordName: String { "WantedChange" }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("order", &order)
    try v.optional("others", &others)
    try v.optional("status", &status)
    try v.optional("reason", &reason)
    try v.optional("alias", &alias)
    try v.optional("limits", &limits)
  }
}

// Physical cards are not ordered here, so an order has no address.
extension CardOrder: WireRecord {
  package static var blank: CardOrder { CardOrder(.virtual, currency: Currency("")) }
  package static var recordName: String { "CardOrder" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var word = kind.rawValue
    try v.field("kind", &word)
    try v.field("currency", &currency)
    try v.field("alias", &alias)
    try v.field("limits", &limits)
    try v.optional("holder", &holder)
    if V.isReading { kind = Kind(rawValue: word) ?? .virtual }
  }
}

extension IssuerLimit: WireRecord {
  package static var blank: IssuerLimit { IssuerLimit(0, .ever) }
  package static var recordName: String { "IssuerLimit" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var word = interval.rawValue
    try v.field("amount", &amount)
    try v.field("interval", &word)
    if V.isReading { interval = Interval(rawValue: word) ?? .ever }
  }
}
