import IssuerConnectors
import Languages
import Secrets
import Testing
import WalletAPI
import WalletModel

/// Errors of issuers, what cannot be done, idempotency keys, and the way a key is sent.
struct ConnectorErrorTests {
  private let lithic = LithicConnector(.lithic, isSandbox: true)
  private let stripe = StripeConnector(isSandbox: true)
  private let increase = IncreaseConnector(isSandbox: true)

  private func answer(_ status: Int, _ body: String, _ headers: [WireField] = []) -> WireResponse {
    WireResponse(status, headers: headers, body: .plain(Array(body.utf8)))
  }

  @Test(arguments: [
    (400, ErrorCode.fieldErrors), (401, .unauthorized), (403, .scopeMissing), (404, .notFound),
    (409, .transitionRefused), (422, .transitionRefused), (429, .rateLimited), (500, .unavailable),
    (418, .unavailable),
  ])
  func errorsOfLithicAreTranslated(status: Int, code: ErrorCode) {
    let error = lithic.error(
      in: answer(status, "{\"message\": \"No.\", \"debugging_request_id\": \"d-1\"}"))
    #expect(error.code == code)
    #expect(error.details.map(\.english) == ["Lithic: No.", "Lithic calls the request d-1"])
  }

  @Test func aKeyWithTooFewRightsIsNotAWrongKey() {
    let error = lithic.error(in: answer(401, "{\"message\": \"Insufficient privileges: cards\"}"))
    #expect(error.code == .scopeMissing)
  }

  @Test func errorsOfStripeNameTheField() {
    let body = """
      {"error": {"type": "invalid_request_error", "message": "Bad name", "param": "cardholder"}}
      """
    let error = stripe.error(in: answer(400, body, [WireField("Request-Id", "req_1")]))
    #expect(error.code == .fieldErrors && error.fieldErrors.map(\.field) == ["cardholder"])
    #expect(error.details.last?.english == "Stripe Issuing calls the request req_1")
    let reused = "{\"error\": {\"type\": \"idempotency_error\"}}"
    #expect(stripe.error(in: answer(400, reused)).code == .keyReused)
    let locked = "{\"error\": {\"type\": \"invalid_request_error\", \"code\": \"lock_timeout\"}}"
    #expect(stripe.error(in: answer(429, locked)).code == .unavailable)
  }

  @Test func errorsOfIncreaseAreTranslated() {
    let body = "{\"type\": \"invalid_operation_error\", \"title\": \"No\", \"detail\": \"Closed\"}"
    let error = increase.error(in: answer(409, body))
    #expect(error.code == .transitionRefused)
    #expect(error.details.map(\.english) == ["Increase: No: Closed"])
    let used = "{\"type\": \"idempotency_key_already_used_error\"}"
    #expect(increase.error(in: answer(409, used)).code == .keyReused)
  }

  @Test(arguments: ["", "no JSON", "[]", "{\"message\": 7, \"error\": \"x\", \"title\": null}"])
  func anErrorThatCannotBeReadIsStillOne(body: String) {
    for (_, connector) in connectors {
      #expect(connector.error(in: answer(404, body)).code == .notFound)
    }
  }

  @Test func aCardNumberInAnErrorIsMasked() {
    for number in [sampleNumber, "4000 0000 0000 1000", "4000-0000-0000-1000"] {
      let error = lithic.error(
        in: answer(422, "{\"message\": \"Card \(number) is closed, 12 times\"}"))
      let text = error.details.map(\.english).joined()
      #expect(!text.contains("0000"))
      #expect(text.contains("is closed, 12 times"))
    }
    // The control: shorter numbers stay.
    let error = lithic.error(in: answer(422, "{\"message\": \"Wait 12345678901 s\"}"))
    #expect(error.details.first?.english == "Lithic: Wait 12345678901 s")
  }

  @Test func aKeyHasTheFormOfTheIssuer() {
    #expect(lithic.rules.written(sampleKey) == "01234567-89ab-4def-8123-456789abcdef")
    #expect(stripe.rules.written(sampleKey) == sampleKey)
  }

  @Test func theKeyStandsInAHeaderInLockedMemory() {
    let key = secret("rk_test_1")
    #expect(
      stripe.authorization(key).first?.matches(secret("Authorization: Bearer rk_test_1")) == true)
    #expect(lithic.authorization(key).first?.matches(secret("Authorization: rk_test_1")) == true)
    let privacy = LithicConnector(.privacy, isSandbox: true).authorization(key)
    #expect(privacy.count == 2)
    #expect(privacy.first?.matches(secret("Authorization: api-key rk_test_1")) == true)
  }

  @Test func whatIsMissingHasAReasonInBothLanguages() {
    for (_, connector) in connectors {
      for feature in connector.capabilities.missing {
        let reason = connector.capabilities.refusal(feature)
        #expect(reason?.english.isEmpty == false && reason?.german.isEmpty == false)
        #expect(reason?.english != reason?.german)
      }
    }
    #expect(stripe.capabilities.refusal(.showPin)?.english == "Stripe never shows a PIN")
    #expect(increase.capabilities.refusal(.showPin) == nil)
  }

  @Test func paymentsAreSimulatedInASandboxOnly() {
    for connector: any IssuerConnector in [
      LithicConnector(.lithic, isSandbox: false), StripeConnector(isSandbox: false),
      IncreaseConnector(isSandbox: false),
    ] {
      #expect(throws: WalletError.self) {
        try connector.simulate(.expire(payment: "p-1"), key: sampleKey)
      }
    }
    #expect(throws: Never.self) { try stripe.simulate(.expire(payment: "p-1"), key: sampleKey) }
  }
}
