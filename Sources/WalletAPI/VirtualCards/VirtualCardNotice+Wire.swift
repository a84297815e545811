package import WalletModel

extension NoticeRuleStatus: FieldValue {}

extension NoticeRule: WireRecord {
  package static var blank: NoticeRule { NoticeRule(.unspecified) }
  package static var recordName: String { "NotificationRule" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("status", &status)
    try v.optional("type", &type, .visible(1, 64))
    try v.optional("owner", &owner, .visible(1, 64))
    try v.optional("fundingSourceType", &fundingSourceType)
    try v.optional("state", &state)
    try v.optional("flag", &flag)
    try v.optional("cardId", &cardID, .visible(1, 64))
    try v.optional("transactionType", &transactionType)
  }
}

extension NoticeRules: WireRecord, JSONValue {
  package static var blank: NoticeRules { NoticeRules() }
  package static var recordName: String { "NotificationRules" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.readable("rules", &rules)
  }
}

/// The body of `SetNoticeRules`: of a request no rule may be left out.
package struct NoticeRulesRequest: WireRecord, BodyRecord, JSONValue {
  private(set) var rules: [NoticeRule]
  init(_ rules: [NoticeRule]) { self.rules = rules }
  package static var blank: NoticeRulesRequest { NoticeRulesRequest([]) }
  package static var recordName: String { "NotificationRulesRequest" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("rules", &rules)
  }
}

// A push message has no other form than this, so it is read and written here and not in documents.

extension FieldVisitor {
  /// A time in milliseconds since 1970.
  fileprivate mutating func epoch(_ name: String, _ time: inout Timestamp) throws(Failure) {
    var milliseconds = time.milliseconds
    try field(name, &milliseconds)
    if Self.isReading { time = Timestamp(milliseconds: milliseconds) }
  }
}

extension FundingSourceNotice: WireRecord, JSONValue {
  package static var blank: FundingSourceNotice {
    FundingSourceNotice(
      owner: CustomerID(""), fundingSourceID: "", fundingSourceType: .unspecified, lastFour: "",
      state: .unspecified, flags: [], updatedAt: .blank)
  }
  package static var recordName: String { "FundingSourceNotification" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.constant("type", VirtualCardNotice.fundingSourceType)
    try v.field("owner", &owner)
    try v.field("fundingSourceId", &fundingSourceID)
    try v.field("fundingSourceType", &fundingSourceType)
    try v.field("last4", &lastFour)
    try v.field("state", &state)
    try v.field("flags", &flags)
    try v.epoch("updatedAtEpochMs", &updatedAt)
  }
}

extension TransactionNotice: WireRecord, JSONValue {
  package static var blank: TransactionNotice {
    TransactionNotice(
      owner: CustomerID(""), cardID: "", transactionID: TransactionID(""),
      transactionType: .unspecified, lastFour: "", updatedAt: .blank)
  }
  package static var recordName: String { "TransactionNotification" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.constant("type", VirtualCardNotice.transactionType)
    try v.field("owner", &owner)
    try v.field("cardId", &cardID)
    try v.field("transactionId", &transactionID)
    try v.field("transactionType", &transactionType)
    try v.field("last4", &lastFour)
    try v.optional("declineReason", &declineReason)
    try v.epoch("updatedAtEpochMs", &updatedAt)
  }
}

extension VirtualCardNotice {
  private static let longestPayload = 4096

  /// The JSON of a push message; nil: it is not known what it says.
  package var payload: String? {
    switch self {
    case .fundingSourceChanged(let notice): Self.text(notice)
    case .transactionMade(let notice): Self.text(notice)
    case .unknown: nil
    }
  }

  private static func text(_ record: some JSONWritable) -> String {
    String(decoding: JSONWriter.bytes(record), as: UTF8.self)
  }

  /// What cannot be read is an unknown message (F32).
  package init(payload: String) {
    self = .unknown(type: "")
    guard payload.utf8.count <= Self.longestPayload,
      let json = try? JSON.read(.plain(Array(payload.utf8))), var fields = try? JSONFields(json),
      let type = fields.text("type")
    else { return }
    do throws(WireMalformed) {
      self =
        switch type {
        case Self.fundingSourceType: .fundingSourceChanged(try JSONReader.read(json))
        case Self.transactionType: .transactionMade(try JSONReader.read(json))
        default: .unknown(type: type)
        }
    } catch {
      self = .unknown(type: type)
    }
  }
}
