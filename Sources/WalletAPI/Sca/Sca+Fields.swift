package import WalletModel

extension ScaVerification: WireRecord, JSONValue {
  package static var blank: ScaVerification {
    ScaVerification(method: .unspecified)
  }
  package static var recordName: String { "Verification" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("method", &method)
    try v.optional("channel", &channel)
    try v.optional("target", &target)
  }
}

extension ScaEvent: WireRecord, JSONValue {
  package static var blank: ScaEvent {
    ScaEvent(
      id: ScaEventID(""), walletOperationID: WalletOperationID(""),
      authenticationMode: .unspecified,
      availableVerifications: [], creationTime: .blank, expirationTime: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("eventId", &id)
    try v.field("walletOperationId", &walletOperationID)
    try v.lenient("authenticationMode", &authenticationMode)
    try v.readable("availableVerifications", &availableVerifications)
    try v.field("creationTime", &creationTime)
    try v.field("expirationTime", &expirationTime)
  }
}

extension ScaReference: WireRecord, JSONValue {
  package static var blank: ScaReference {
    ScaReference(eventID: ScaEventID(""), walletOperationID: WalletOperationID(""))
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("eventId", &eventID)
    try v.field("walletOperationId", &walletOperationID)
  }
}

extension ScaChallenge: WireRecord, JSONValue {
  package static var blank: ScaChallenge {
    ScaChallenge(
      eventID: ScaEventID(""), walletOperationID: WalletOperationID(""),
      authenticationMode: .unspecified, verification: .blank, allowableChallenges: 0,
      currentChallenges: 0, creationTime: .blank, expirationTime: .blank, attemptsLeft: 1,
      resendTime: .blank)
  }
  package static var recordName: String { "Challenge" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var resendTime: Timestamp? = resendTime
    try v.field("eventId", &eventID)
    try v.field("walletOperationId", &walletOperationID)
    try v.lenient("authenticationMode", &authenticationMode)
    try v.field("verification", &verification)
    try v.field("allowableChallenges", &allowableChallenges, .count)
    try v.field("currentChallenges", &currentChallenges, .count)
    try v.field("creationTime", &creationTime)
    try v.field("expirationTime", &expirationTime)
    // The following fields are ours.
    try v.lenient("attemptsLeft", &attemptsLeft, .count)
    try v.optional("resendTime", &resendTime, .anything, isAlwaysWritten: true)
    if V.isReading { self.resendTime = resendTime ?? creationTime }
  }
}

extension ScaAttempt: WireRecord, JSONValue {
  package static var blank: ScaAttempt {
    ScaAttempt(
      eventID: ScaEventID(""), walletOperationID: WalletOperationID(""), status: .unspecified,
      allowableAttempts: 0, currentAttempts: 0, creationTime: .blank)
  }
  package static var recordName: String { "Attempt" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("eventId", &eventID)
    try v.field("walletOperationId", &walletOperationID)
    try v.field("status", &status)
    try v.optional("statusReason", &statusReason, .text(1))
    try v.field("allowableAttempts", &allowableAttempts, .count)
    try v.field("currentAttempts", &currentAttempts, .count)
    try v.field("creationTime", &creationTime)
    try v.retryDelay("retryAfter", &retryAfter)
  }
}

/// What a header contains about a confirmation: base 64 of `{"scaDetails":…}` (B04, B09).
struct ScaDetails<Value: WireRecord>: WrappingRecord, JSONValue {
  private(set) var value: Value
  init(_ value: Value) { self.value = value }
  static var blank: ScaDetails { ScaDetails(.blank) }
  static var recordName: String { "ScaDetails" }
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("scaDetails", &value)
  }

  /// nil: it is not valid.
  init?(base64 text: String) {
    guard let bytes = Base64.decode(text), let json = try? JSON.read(.plain(bytes)),
      let details: ScaDetails = try? JSONReader.read(json)
    else { return nil }
    self = details
  }
}
