package import Secrets
import ThreeDSecure
import WalletModel

/// A token in a body: what a shop receives, and what it charges.
package struct PaymentToken: WrappingRecord, BodyRecord {
  package private(set) var value: Secret
  package init(_ value: Secret) { self.value = value }
  package static var blank: PaymentToken { PaymentToken(.blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.secret("paymentHandleToken", &value, .text(1, 128))
  }
}

extension CardAuthentication: FullyListedRecord, IdentifiedRecord {
  package static var listName: String { "authentications" }
}

/// The body of `AnswerAuthentication`: one kind of answer.
package struct AuthenticationAnswer: BodyRecord, WireRecord {
  private(set) var attempt: Int
  private(set) var code: Secret?
  private(set) var options: [String]?
  private(set) var cancel: Bool?

  init(_ attempt: Int, _ reply: ChallengeReply) {
    self.attempt = attempt
    switch reply {
    case .code(let code): self.code = code
    case .options(let options): self.options = options
    case .confirmation: break
    case .cancel: cancel = true
    }
  }

  /// An answer without a part asks whether the other device has confirmed.
  var reply: ChallengeReply {
    if cancel == true { return .cancel }
    if let code { return .code(code) }
    if let options { return .options(options) }
    return .confirmation(.waiting)
  }

  package static var blank: AuthenticationAnswer {
    AuthenticationAnswer(0, .confirmation(.waiting))
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("attempt", &attempt, .range(1...9))
    try v.optionalSecret("code", &code, .text(1, 16))
    try v.optional("options", &options)
    try v.optional("cancel", &cancel)
  }
}

/// The body of `ConfirmPayment`.
package struct PaymentConfirmation: BodyRecord, WireRecord, JSONValue {
  private(set) var amount: Money
  private(set) var merchant: String
  package static var blank: PaymentConfirmation {
    PaymentConfirmation(amount: .blank, merchant: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("amount", &amount)
    try v.field("merchantName", &merchant, .text(1, 255))
  }
}
