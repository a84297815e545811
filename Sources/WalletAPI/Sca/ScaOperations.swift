package import Secrets
package import WalletModel

/// One-time codes, the authenticator app, and the simulated phone.
package protocol ScaEngine {
  func createChallenge(_ operation: CreateChallenge, _ context: RequestContext) throws(WalletError)
    -> ScaChallenge
  func submitAttempt(_ operation: SubmitAttempt, _ context: RequestContext) throws(WalletError)
    -> ScaAttempt
  func getAuthenticator(_ operation: GetAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  func enrolAuthenticator(_ operation: EnrolAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorEnrolment
  func confirmAuthenticator(_ operation: ConfirmAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  func listPhoneMessages(_ operation: ListPhoneMessages, _ context: RequestContext)
    throws(WalletError) -> [PhoneMessage]
}

extension WireRoute {
  static let sca: [WireRoute] = [
    WireRoute(CreateChallenge.self),
    WireRoute(SubmitAttempt.self),
    WireRoute(GetAuthenticator.self),
    WireRoute(EnrolAuthenticator.self),
    WireRoute(ConfirmAuthenticator.self),
    WireRoute(ListPhoneMessages.self),
  ]
}

/// Sends a one-time code (B12). With AUTHENTICATOR nothing is sent, since the app makes the code.
package struct CreateChallenge: WalletOperation {
  package typealias Response = ScaChallenge
  package static let contract = Contract(
    "CREATE_CHALLENGE", .post, "/auth/sca/events/:id/challenges", status: 201,
    group: .confirmations, about: "Sends a one-time code", news: [], isAudited: false,
    lostAnswer: .notRecorded,
    retry: .withKeyUnlessLimited, confirms: nil, kiosk: .allowed, isStepOfSCA: true,
    document: Documented(
      links: [
        Documented.Link(
          "attempt", SubmitAttempt.self, [("id", "$response.body#/eventId")],
          body: [
            "walletOperationId": "$response.body#/walletOperationId",
            "verification": ["method": "OTP", "value": "123456"],
          ])
      ]))
  package let reference: ScaReference
  package let verification: ScaVerification
  package init(_ reference: ScaReference, _ verification: ScaVerification) {
    self.reference = reference
    self.verification = verification
  }
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
  package static let method = EngineMethod<Self> { $0.scaEngine.createChallenge }
}

/// Submits the code that the person typed (B14). A wrong code is an answer (REJECTED, FAILED), not
/// an error.
package struct SubmitAttempt: WalletOperation {
  package typealias Response = ScaAttempt
  package static let contract = Contract(
    "SUBMIT_ATTEMPT", .post, "/auth/sca/events/:id/attempts", status: 201, group: .confirmations,
    about: "Submits a one-time code; a wrong one is an answer", news: [], isAudited: true,
    lostAnswer: .notRecorded,
    retry: .withKey, confirms: nil, kiosk: .allowed, isStepOfSCA: true)
  package let reference: ScaReference
  /// Six digits.
  package let code: Secret
  package init(_ reference: ScaReference, code: Secret) {
    self.reference = reference
    self.code = code
  }
  /// B14: the code is in `verification`.
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
  package static let method = EngineMethod<Self> { $0.scaEngine.submitAttempt }
}

/// Whether an authenticator app is enrolled.
package struct GetAuthenticator: WalletOperation, PlainRequest {
  package typealias Response = AuthenticatorState
  package typealias Answer = AuthenticatorState.Record
  package static let contract = Contract.read(
    "GET_AUTHENTICATOR", "/auth/sca/authenticator", group: .confirmations,
    about: "Whether an authenticator app is enrolled")
  package init() {}
  package static let method = EngineMethod<Self> { $0.scaEngine.getAuthenticator }
}

/// Starts enrolling an authenticator app (RFC 6238: SHA-1, 6 digits, 30 s). An enrolment that was
/// not confirmed is replaced. An enrolled app remains valid until the new one is confirmed.
package struct EnrolAuthenticator: WalletOperation, PlainRequest {
  package typealias Response = AuthenticatorEnrolment
  package static let contract = Contract(
    "ENROL_AUTHENTICATOR", .post, "/auth/sca/authenticator", status: 201, group: .confirmations,
    about: "Starts to enrol an authenticator app", news: [], isAudited: true,
    lostAnswer: .notRecorded, retry: .never,
    showsSecrets: true, confirms: { _ in "to add an authenticator app" }, kiosk: .allowed,
    document: Documented(
      links: [Documented.Link("confirm", ConfirmAuthenticator.self, body: ["code": "123456"])]))
  package init() {}
  package static let method = EngineMethod<Self> { $0.scaEngine.enrolAuthenticator }
}

/// Ends the enrolment with a code, which proves that the app has the secret.
package struct ConfirmAuthenticator: WalletOperation {
  package typealias Response = AuthenticatorState
  package typealias Answer = AuthenticatorState.Record
  package static let contract = Contract(
    "CONFIRM_AUTHENTICATOR", .post, "/auth/sca/authenticator/confirmation", group: .confirmations,
    about: "Ends enrolling, with a code of the app", news: [], isAudited: true,
    lostAnswer: .recorded { _ in .authenticator },
    retry: .withKey, confirms: nil, kiosk: .allowed, isStepOfSCA: true)
  /// Six digits.
  package let code: Secret
  package init(code: Secret) { self.code = code }
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
  package static let method = EngineMethod<Self> { $0.scaEngine.confirmAuthenticator }
}

/// The simulated phone's messages, newest first. Only where the phone is simulated.
package struct ListPhoneMessages: WalletOperation, PlainRequest {
  package typealias Response = [PhoneMessage]
  package typealias Answer = FullList<PhoneMessage>
  package static let contract = Contract.read(
    "LIST_PHONE_MESSAGES", "/simulator/phone/messages", group: .simulator,
    about: "The simulated phone, with --demo only")
  package init() {}
  package static var answersSecrets: Bool { true }
  package static let method = EngineMethod<Self> { $0.scaEngine.listPhoneMessages }
}

package enum AuthenticatorState: WireEnum {
  case none
  /// The enrolment was started, and the first code is missing.
  case pending
  case enrolled
  indirect case other(String)

  package static let allCases: [AuthenticatorState] = [.none, .pending, .enrolled]

  package var rawValue: String {
    switch self {
    case .none: "NONE"
    case .pending: "PENDING"
    case .enrolled: "ENROLLED"
    case .other(let word): word
    }
  }
}

/// The data that an authenticator app scans.
package struct AuthenticatorEnrolment: WireRecord {
  /// `otpauth://totp/…` in ASCII. It is a secret, since it allows making codes.
  package private(set) var uri: Secret
  /// The base-32 secret in it, for typing by hand.
  package private(set) var secret: Secret
  package init(uri: Secret, secret: Secret) {
    self.uri = uri
    self.secret = secret
  }

  package static var blank: AuthenticatorEnrolment {
    AuthenticatorEnrolment(uri: .blank, secret: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.secret("uri", &uri, .text(1))
    try v.secret("secret", &secret, .text(16))
  }
}

/// A text on the simulated phone. `text` has a placeholder for the code, so that the code is never
/// in a `String`.
package struct PhoneMessage: Equatable, Identifiable, FullyListedRecord, IdentifiedRecord {
  package var id: String
  /// SMS, EMAIL or PUSH_NOTIFICATION.
  package private(set) var channel: ScaChannel
  package private(set) var sender: String
  package private(set) var time: Timestamp
  /// `Code %@ to show the PIN of card ··0093. Do not share.`: `%@` is the place of the code.
  package private(set) var text: String
  /// Six digits; nil once it was used or has expired.
  package private(set) var code: Secret?
  /// What a push message says to a program, see `VirtualCardNotice`.
  package private(set) var payload: String?
  /// The record cannot be read. Its id is known at most.
  package var isDamaged = false

  package init(
    id: String, channel: ScaChannel, sender: String, time: Timestamp, text: String, code: Secret?,
    payload: String? = nil
  ) {
    self.id = id
    self.channel = channel
    self.sender = sender
    self.time = time
    self.text = text
    self.code = code
    self.payload = payload
  }

  package static var listName: String { "messages" }
  package static var blank: PhoneMessage {
    PhoneMessage(id: "", channel: .unspecified, sender: "", time: .blank, text: "", code: nil)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    try v.field("channel", &channel)
    try v.field("sender", &sender)
    try v.field("time", &time)
    try v.field("text", &text)
    try v.optionalSecret("code", &code, .text(1))
    try v.optional("payload", &payload, .text(1))
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
