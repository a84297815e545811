import WalletAPI
package import WalletModel

extension LithicConnector {
  package func simulate(_ step: SimulationStep, key: String) throws(WalletError)
    -> IssuerCall<SimulationResult>
  {
    if let refusal = capabilities.refusal(.simulation) {
      throw WalletError(.actionRefused, .local(refusal))
    }
    switch step {
    case .authorize(_, let number, let amount, let merchant, let mcc):
      guard let number else { throw Self.needsNumber }
      var fields: [(name: String, value: JSON)] = [
        ("amount", .integer(amount.minorUnits)), ("descriptor", Self.descriptor(merchant)),
        ("pan", .secret(number)),
      ]
      if let mcc { fields.append(("mcc", .string(mcc))) }
      return call("authorize", .object(fields), payment: nil)
    case .increment(let payment, let total, _):
      // The amount is the whole, not the difference.
      return call(
        "authorization_advice", ["token": .string(payment), "amount": .integer(total)],
        payment: payment)
    case .reverse(let payment, let amount):
      return call(
        "void", Self.fields(payment, amount, [("type", "AUTHORIZATION_REVERSAL")]),
        payment: payment)
    case .expire(let payment):
      return call(
        "void", Self.fields(payment, nil, [("type", "AUTHORIZATION_EXPIRY")]), payment: payment)
    case .debit(let payment, let amount):
      return call("clearing", Self.fields(payment, amount), payment: payment)
    case .refund(_, _, let number, let amount, let merchant):
      guard let number else { throw Self.needsNumber }
      return call(
        "return",
        .object([
          ("pan", .secret(number)), ("amount", .integer(amount)),
          ("descriptor", Self.descriptor(merchant)),
        ]), payment: nil)
    }
  }

  /// - Parameter payment: What the step belongs to; nil: the answer names a new payment.
  private func call(_ name: String, _ body: JSON, payment: String?) -> IssuerCall<SimulationResult>
  {
    let request = WireRequest(
      .post, "/v1/simulate/" + name, headers: [WireField("Content-Type", "application/json")],
      body: .secret(body.sealed()))
    return IssuerCall(request) { json throws(WireMalformed) in
      var fields = try AnswerFields(json)
      guard let payment else {
        return SimulationResult(payment: try fields.id("token"), isApproved: nil)
      }
      return SimulationResult(payment: payment, isApproved: nil)
    }
  }

  private static func fields(
    _ payment: String, _ amount: Int64?, _ more: [(name: String, value: JSON)] = []
  ) -> JSON {
    var fields: [(name: String, value: JSON)] = [("token", .string(payment))]
    if let amount { fields.append(("amount", .integer(amount))) }
    return .object(fields + more)
  }

  /// At most 25 characters.
  private static func descriptor(_ merchant: String) -> JSON {
    .string(String(String.UnicodeScalarView(merchant.unicodeScalars.prefix(25))))
  }

  /// The sandbox knows cards by their numbers.
  private static let needsNumber = WalletError(
    .actionRefused,
    .text(
      "The sandbox needs the card's number for a payment",
      "Der Testbetrieb braucht für eine Zahlung die Kartennummer"))
}
