import WalletAPI
package import WalletModel

extension IncreaseConnector {
  package func simulate(_ step: SimulationStep, key: String) throws(WalletError)
    -> IssuerCall<SimulationResult>
  {
    if capabilities.refusal(.simulation) != nil { throw capabilities.error(.simulation) }
    switch step {
    case .authorize(let card, _, let amount, let merchant, let mcc):
      var fields: [(name: String, value: JSON)] = [
        ("amount", .integer(amount.minorUnits)), ("card_id", .string(card.rawValue)),
        ("merchant_descriptor", .string(merchant)),
      ]
      if let mcc { fields.append(("merchant_category_code", .string(mcc))) }
      return call("card_authorizations", .object(fields), key, payment: nil)
    case .increment(let payment, _, let more):
      return call(
        "card_increments", ["card_payment_id": .string(payment), "amount": .integer(more)], key,
        payment: payment)
    case .reverse(let payment, let amount):
      return call("card_reversals", Self.fields(payment, amount), key, payment: payment)
    case .expire(let payment):
      return call(
        "card_authorization_expirations", Self.fields(payment, nil), key, payment: payment)
    case .debit(let payment, let amount):
      return call("card_settlements", Self.fields(payment, amount), key, payment: payment)
    case .refund(let payment, _, _, let amount, _):
      return call("card_refunds", Self.fields(payment, amount), key, payment: payment)
    }
  }

  private func call(_ name: String, _ body: JSON, _ key: String, payment: String?)
    -> IssuerCall<SimulationResult>
  {
    IssuerCall(post(.post, "/simulations/" + name, body, key: key)) { json throws(WireMalformed) in
      guard let payment else {
        var fields = try AnswerFields(json)
        var declined = fields.object("declined_transaction")
        var pending = fields.object("pending_transaction")
        let id =
          pending?.optionalID("card_payment_id") ?? declined?.optionalID("card_payment_id")
          ?? fields.optionalID("id")
        guard let id else { throw WireMalformed("id", "must be an id") }
        return SimulationResult(payment: id, isApproved: declined == nil)
      }
      return SimulationResult(payment: payment, isApproved: nil)
    }
  }

  private static func fields(_ payment: String, _ amount: Int64?) -> JSON {
    var fields: [(name: String, value: JSON)] = [("card_payment_id", .string(payment))]
    if let amount { fields.append(("amount", .integer(amount))) }
    return .object(fields)
  }
}
