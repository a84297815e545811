import Secrets
package import WalletModel

extension CreateChallenge {
  package typealias Response = ScaChallenge
  package var wireIDs: [String] { [reference.eventID.rawValue] }
  package var wireBody: WireBody {
    var writer = JSONWriter(capacity: 128)
    writer.object {
      $0.field("walletOperationId", reference.walletOperationID)
      $0.field("verification", verification)
    }
    return .plain(writer.bytes)
  }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(
      try JSON.read(request.body), needs: "walletOperationId", "verification")
    self.init(
      ScaReference(
        eventID: ScaEventID(ids[0]), walletOperationID: try fields.get("walletOperationId")),
      try fields.get("verification"))
  }
}

extension SubmitAttempt {
  package typealias Response = ScaAttempt
  package var wireIDs: [String] { [reference.eventID.rawValue] }
  /// B14: the value stands in `verification`.
  package var wireBody: WireBody {
    .secret(
      JSON.object([
        ("walletOperationId", .string(reference.walletOperationID.rawValue)),
        (
          "verification",
          .object([("method", .string(ScaMethod.otp.rawValue)), ("value", .secret(code))])
        ),
      ]).sealed())
  }
  private struct Verification: JSONReadable {
    let value: Secret
    init(json: JSON) throws(WireMalformed) {
      var fields = try JSONFields(json)
      guard try fields.optional("method", ScaMethod.self) ?? .otp == .otp else {
        throw WireMalformed("method", "must be OTP")
      }
      value = try fields.secret("value")
    }
  }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(
      try JSON.read(request.body), needs: "walletOperationId", "verification")
    self.init(
      ScaReference(
        eventID: ScaEventID(ids[0]), walletOperationID: try fields.get("walletOperationId")),
      code: try fields.get("verification", Verification.self).value)
  }
}

/// `{"state":"ENROLLED"}`.
private struct State: JSONValue {
  let state: AuthenticatorState
  init(_ state: AuthenticatorState) { self.state = state }
  init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    state = try fields.get("state")
  }
  func write(to writer: inout JSONWriter) { writer.object { $0.field("state", state) } }
}

extension WireOperation where Response == AuthenticatorState {
  package static func encode(_ response: AuthenticatorState) -> WireBody {
    .plain(JSONWriter.bytes(State(response)))
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> AuthenticatorState {
    try State(json: try JSON.read(body)).state
  }
}

extension GetAuthenticator {
  package typealias Response = AuthenticatorState
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) { self.init() }
}

extension EnrolAuthenticator {
  package typealias Response = AuthenticatorEnrolment
  package static var takesBody: Bool { false }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) { self.init() }
}

extension ConfirmAuthenticator {
  package typealias Response = AuthenticatorState
  package var wireBody: WireBody { .secret(JSON.object([("code", .secret(code))]).sealed()) }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) {
    var fields = try JSONFields(try JSON.read(request.body))
    self.init(code: try fields.secret("code"))
  }
}

extension ListPhoneMessages {
  package static var answersSecrets: Bool { true }
  package init(wire request: WireRequest, ids: [String]) throws(WireMalformed) { self.init() }
  package static func encode(_ response: [PhoneMessage]) -> WireBody {
    var tree = JSONTree()
    var messages = response
    tree.records("messages", &messages)
    return .secret(tree.object.sealed())
  }
  package static func decode(_ body: WireBody) throws(WireMalformed) -> [PhoneMessage] {
    try unwrapped("messages", body)
  }
}
