import WalletAPI
package import WalletModel

extension StripeConnector {
  package func simulate(_ step: SimulationStep, key: String) throws(WalletError)
    -> IssuerCall<SimulationResult>
  {
    if capabilities.refusal(.simulation) != nil { throw capabilities.error(.simulation) }
    func amount(_ name: String, _ amount: Int64?) -> [WireField] {
      amount.map { [WireField(name, "\($0)")] } ?? []
    }
    func call(_ path: String, _ form: [WireField]) -> IssuerCall<SimulationResult> {
      let request = post("/v1/test_helpers/issuing/" + path, form, key: key)
      return IssuerCall(request) { json throws(WireMalformed) in
        var fields = try AnswerFields(json)
        return SimulationResult(
          payment: try fields.id("id"), isApproved: fields.flag("approved"))
      }
    }
    func authorization(_ id: String, _ verb: String) -> String {
      "authorizations/\(PercentCoding.encode(id))/\(verb)"
    }
    switch step {
    case .authorize(let card, _, let money, let merchant, _):
      return call(
        "authorizations",
        [
          WireField("card", card.rawValue), WireField("amount", "\(money.minorUnits)"),
          WireField("currency", money.currency.code.lowercased()),
          WireField("merchant_data[name]", merchant),
        ])
    case .increment(let payment, _, let more):
      // The amount is a difference, not the whole.
      return call(authorization(payment, "increment"), amount("increment_amount", more))
    case .reverse(let payment, let less):
      return call(authorization(payment, "reverse"), amount("reverse_amount", less))
    case .expire(let payment): return call(authorization(payment, "expire"), [])
    case .debit(let payment, let captured):
      return call(authorization(payment, "capture"), amount("capture_amount", captured))
    case .refund(let payment, _, _, let back, _):
      return call(
        "transactions/\(PercentCoding.encode(payment))/refund", amount("refund_amount", back))
    }
  }
}
