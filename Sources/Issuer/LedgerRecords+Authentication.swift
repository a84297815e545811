package import WalletAPI
package import WalletModel

// The fields of the records of sign-ins, codes and the simulated phone.

extension Moment: LedgerPart {
  package static var blank: Moment { Moment(wall: .blank, boot: 0) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("wall", &wall)
    try v.field("boot", &boot)
  }
}

extension ScaAccount: SingleRecord {
  package static var kind: RecordKind { .sca }
  package static var blank: ScaAccount { ScaAccount() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("failures", &failures)
    try v.field("blocks", &blocks)
    try v.optional("blockedAt", &blockedAt)
    try v.field("challenges", &challenges)
    try v.optional("lastChallenge", &lastChallenge)
    try v.field("isEnrolled", &isEnrolled)
    try v.field("lastStep", &lastStep)
    // Older records end here.
    try v.optional("enrolmentBegan", &enrolmentBegan)
  }
}

extension ScaEventRecord: LedgerRecord {
  package static var kind: RecordKind { .event }
  package var recordID: String { id.rawValue }
  package static var blank: ScaEventRecord {
    ScaEventRecord(
      id: ScaEventID(""), walletOperationID: WalletOperationID(""), sessionID: "", deviceID: "",
      action: "", created: .blank, touched: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id)
    try v.field("walletOperationId", &walletOperationID)
    try v.field("sessionId", &sessionID)
    try v.field("deviceId", &deviceID)
    try v.field("action", &action)
    try v.optional("cardId", &cardID)
    try v.optional("cardVersion", &cardVersion)
    try v.field("created", &created)
    try v.field("touched", &touched)
    try v.optional("challenge", &challenge)
    try v.optional("verified", &verified)
    try v.field("isConsumed", &isConsumed)
    // Older records end here, or after one of these.
    try v.optional("lastSent", &lastSent)
    try v.lenient("request", &request)
    try v.optional("target", &target)
    if V.isReading || isRemembered { try v.lenient("isRemembered", &isRemembered) }
  }
}

extension ScaChallengeRecord: LedgerPart {
  package static var blank: ScaChallengeRecord {
    ScaChallengeRecord(verification: .blank, created: .blank, codeHash: [], messageID: nil)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try verification.fields(&v)
    try v.field("created", &created)
    try v.field("codeHash", &codeHash)
    try v.optional("messageId", &messageID)
  }
}

extension PhoneMessageRecord: LedgerRecord {
  package static var kind: RecordKind { .phone }
  package var recordID: String { id }
  package static var blank: PhoneMessageRecord {
    PhoneMessageRecord(
      id: "", channel: .unspecified, sender: "", time: .blank, text: "", codeFrom: nil)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id)
    try v.field("channel", &channel)
    try v.field("sender", &sender)
    try v.field("time", &time)
    try v.field("text", &text)
    try v.optional("codeFrom", &codeFrom)
    // Older records end here.
    if V.isReading || payload != nil { try v.optional("payload", &payload) }
  }
}

extension SignInRecord: LedgerRecord {
  package static var kind: RecordKind { .signIn }
  package var recordID: String { id }
  package static var blank: SignInRecord {
    SignInRecord(
      id: "", customer: CustomerID(""), user: "", userMark: [], deviceID: "", scopes: [],
      family: [])
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.owner("customer", &customer)
    try v.field("id", &id)
    try v.field("user", &user)
    try v.field("userMark", &userMark)
    try v.field("deviceId", &deviceID)
    try v.field("scopes", &scopes)
    try v.field("family", &family)
    try v.field("refresh", &refresh)
    try v.field("refreshMade", &refreshMade)
    try v.field("access", &access)
    // Older records end here.
    try v.optional("used", &used)
  }
}

extension SignInRecord.Access: LedgerPart {
  package static var blank: SignInRecord.Access {
    SignInRecord.Access(hash: [], scopes: [], made: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("hash", &hash)
    try v.field("scopes", &scopes)
    try v.field("made", &made)
  }
}

extension SignInRecord.Used: LedgerPart {
  package static var blank: SignInRecord.Used {
    SignInRecord.Used(hash: [], at: .blank, before: [])
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("hash", &hash)
    try v.field("at", &at)
    try v.field("before", &before)
  }
}
