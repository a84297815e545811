import Secrets
package import WalletModel

extension CreateChallenge {
  package typealias Response = ScaChallenge
  package struct Body: BodyRecord, WireRecord, JSONValue {
    private(set) var walletOperationID: WalletOperationID
    private(set) var verification: ScaVerification
    package static var blank: Body {
      Body(walletOperationID: WalletOperationID(""), verification: .blank)
    }
    package static var recordName: String { "ChallengeRequest" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.field("walletOperationId", &walletOperationID, .text(0))
      try v.field("verification", &verification)
    }
  }
  package var wireIDs: [String] { [reference.eventID.rawValue] }
  package var body: Body {
    Body(walletOperationID: reference.walletOperationID, verification: verification)
  }
  package init(ids: [String], query: NoQuery, body: Body) {
    let reference = ScaReference(
      eventID: ScaEventID(ids[0]), walletOperationID: body.walletOperationID)
    self.init(reference, body.verification)
  }
}

extension SubmitAttempt {
  package typealias Response = ScaAttempt
  /// B14: the code stands in `verification`.
  package struct Body: BodyRecord, WireRecord {
    private(set) var walletOperationID: WalletOperationID
    private(set) var verification: Verification
    package static var blank: Body {
      Body(walletOperationID: WalletOperationID(""), verification: .blank)
    }
    package static var recordName: String { "AttemptRequest" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.field("walletOperationId", &walletOperationID, .text(0))
      try v.field("verification", &verification)
    }
  }

  package struct Verification: WireRecord {
    private(set) var method: ScaMethod? = .otp
    private(set) var value: Secret
    package static var blank: Verification { Verification(value: .blank) }
    package static var recordName: String { "AttemptValue" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.optional("method", &method, .among([ScaMethod.otp.rawValue]))
      try v.secret("value", &value, .anything)
    }
  }

  package var wireIDs: [String] { [reference.eventID.rawValue] }
  package var body: Body {
    Body(
      walletOperationID: reference.walletOperationID, verification: Verification(value: code))
  }
  package init(ids: [String], query: NoQuery, body: Body) throws(WireMalformed) {
    guard body.verification.method ?? .otp == .otp else {
      throw WireMalformed("verification.method", "must be OTP")
    }
    let reference = ScaReference(
      eventID: ScaEventID(ids[0]), walletOperationID: body.walletOperationID)
    self.init(reference, code: body.verification.value)
  }
}

extension AuthenticatorState {
  /// What the operations of the authenticator app answer.
  package struct Record: WrappingRecord, JSONValue {
    package private(set) var value: AuthenticatorState
    package init(_ state: AuthenticatorState) { value = state }
    package static var blank: Record { Record(.unspecified) }
    package static var recordName: String { "Authenticator" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.field("state", &value)
    }
  }
}

extension GetAuthenticator {
  package typealias Response = AuthenticatorState
  package typealias Answer = AuthenticatorState.Record
}

extension EnrolAuthenticator {
  package typealias Response = AuthenticatorEnrolment
}

extension ConfirmAuthenticator {
  package typealias Response = AuthenticatorState
  package typealias Answer = AuthenticatorState.Record
  package struct Body: BodyRecord, WireRecord {
    private(set) var code: Secret
    package static var blank: Body { Body(code: .blank) }
    package static var recordName: String { "AuthenticatorCode" }
    package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
      try v.secret("code", &code, .anything)
    }
  }
  package var body: Body { Body(code: code) }
  package init(ids: [String], query: NoQuery, body: Body) { self.init(code: body.code) }
}

extension ListPhoneMessages {
  package typealias Response = [PhoneMessage]
  package typealias Answer = FullList<PhoneMessage>
  package static var answersSecrets: Bool { true }
}
