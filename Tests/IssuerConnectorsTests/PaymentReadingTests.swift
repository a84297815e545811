import IssuerConnectors
import Testing
import WalletAPI
import WalletModel

/// Payments in answers: their kinds, directions, reasons and amounts.
struct PaymentReadingTests {
  private func payments(_ connector: any IssuerConnector, _ list: Int, _ entry: String) throws
    -> [Transaction]
  {
    let call = connector.payments(in: connector.paymentLists[list], card: nil, after: nil)
    let page = try call.read("{\"data\": [\(entry)], \"has_more\": false}")
    #expect(page.unreadable == 0)
    return page.elements
  }

  private func lithic(_ fields: String) throws -> Transaction? {
    try payments(
      LithicConnector(.lithic, isSandbox: true), 0,
      """
      {"token": "p-1", "card_token": "c-1", "created": "2026-11-01T10:00:00Z", \
      "updated": "2026-11-02T10:00:00Z", "merchant": {"descriptor": "Shop", "mcc": "5411"}, \(fields)}
      """
    ).first
  }

  @Test(arguments: [
    ("PENDING", 500, TransactionType.pending, 500), ("SETTLED", 700, .complete, 700),
    ("SETTLED", -300, .refund, 300), ("DECLINED", 900, .decline, 900),
  ])
  func paymentsOfLithicHaveTheirKind(
    status: String, amount: Int64, type: TransactionType, billed: Int64
  ) throws {
    let amounts = """
      {"cardholder": {"amount": \(amount), "currency": "USD"}, \
      "hold": {"amount": \(status == "PENDING" ? amount : 0), "currency": "USD"}, \
      "settlement": {"amount": \(status == "SETTLED" ? amount : 0), "currency": "USD"}, \
      "merchant": {"amount": \(amount), "currency": "EUR"}}
      """
    let payment = try #require(
      try lithic("\"status\": \"\(status)\", \"result\": \"APPROVED\", \"amounts\": \(amounts)"))
    #expect(payment.type == type)
    #expect(payment.billedAmount == Money(billed, Currency("USD")))
    #expect(payment.transactedAmount == Money(billed, Currency("EUR")))
    #expect(payment.description == "Shop" && payment.mcc == "5411")
  }

  @Test(arguments: ["VOIDED", "EXPIRED"])
  func whatNeverCostAnythingIsLeftOut(status: String) throws {
    #expect(try lithic("\"status\": \"\(status)\"") == nil)
  }

  @Test func theOlderAmountsAreRead() throws {
    let payment = try #require(
      try lithic("\"status\": \"SETTLED\", \"amount\": 100, \"settled_amount\": -80"))
    #expect(payment.type == .refund && payment.billedAmount.minorUnits == 80)
  }

  @Test(arguments: [
    ("CARD_PAUSED", DeclineReason.cardLocked), ("CARD_CLOSED", .cardCancelled),
    ("INSUFFICIENT_FUNDS", .insufficientFunds), ("USER_TRANSACTION_LIMIT", .velocityExceeded),
    ("MERCHANT_BLACKLIST", .merchantBlocked), ("SOMETHING_NEW", .declined),
  ])
  func declinesOfLithicHaveTheirReason(word: String, reason: DeclineReason) throws {
    let payment = try lithic("\"status\": \"DECLINED\", \"result\": \"\(word)\"")
    #expect(payment?.declineReason == reason)
    let inside = """
      "status": "DECLINED", "result": "DECLINED", "events": [{"detailed_results": ["\(word)"]}]
      """
    #expect(try lithic(inside)?.declineReason == reason)
  }

  private func stripe(_ list: Int, _ fields: String) throws -> Transaction? {
    try payments(
      StripeConnector(isSandbox: true), list,
      """
      {"id": "p-1", "card": {"id": "c-1"}, "created": 1793527200, "currency": "eur", \
      "merchant_data": {"name": "Shop", "category_code": "5411"}, \(fields)}
      """
    ).first
  }

  @Test func authorisationsOfStripeAreWhatIsHeldOrDeclined() throws {
    let held = try stripe(0, "\"status\": \"pending\", \"approved\": true, \"amount\": 500")
    #expect(held?.type == .pending && held?.billedAmount == Money(5_00, Currency("EUR")))
    let declined = try stripe(
      0,
      """
      "status": "closed", "approved": false, "amount": 0, \
      "request_history": [{"amount": 900, "reason": "card_inactive"}]
      """)
    #expect(declined?.type == .decline && declined?.billedAmount.minorUnits == 9_00)
    #expect(declined?.declineReason == .cardLocked)
    for gone in [
      "\"closed\", \"approved\": true", "\"reversed\", \"approved\": true", "\"expired\"",
    ] {
      #expect(try stripe(0, "\"status\": \(gone), \"amount\": 5") == nil)
    }
  }

  @Test func transactionsOfStripeMoveMoney() throws {
    let paid = try stripe(
      1, "\"type\": \"capture\", \"amount\": -500, \"authorization\": \"iauth_1\"")
    #expect(paid?.type == .complete && paid?.billedAmount.minorUnits == 5_00)
    #expect(paid?.sequenceID == "iauth_1")
    let back = try stripe(1, "\"type\": \"refund\", \"amount\": 200, \"authorization\": null")
    #expect(back?.type == .refund && back?.billedAmount.minorUnits == 2_00)
    #expect(back?.sequenceID == "p-1")
  }

  @Test(arguments: [
    ("cvc_check", DeclineReason.cscCheckFailed), ("expiry_check", .expiryCheckFailed),
    ("address_postal_code_check", .avsCheckFailed), ("pin_check", .declined),
  ])
  func aFailedCheckOfStripeIsNamed(field: String, reason: DeclineReason) throws {
    let payment = try stripe(
      0,
      """
      "status": "closed", "approved": false, "verification_data": {"\(field)": "mismatch"}, \
      "request_history": [{"amount": 1, "reason": "verification_failed"}]
      """)
    #expect(payment?.declineReason == reason)
  }

  @Test(arguments: [
    ("\"authorized_amount\": 500", TransactionType.pending, 500),
    ("\"authorized_amount\": 500, \"incremented_amount\": 100", .pending, 600),
    ("\"authorized_amount\": 500, \"settled_amount\": 450", .complete, 450),
    ("\"refunded_amount\": 300", .refund, 300),
  ])
  func paymentsOfIncreaseHaveTheirKind(state: String, type: TransactionType, billed: Int64) throws {
    let entry = """
      {"id": "p-1", "card_id": "c-1", "created_at": "2026-11-01T10:00:00Z", \
      "state": {\(state)}, "elements": [{"category": "card_authorization", \
      "card_authorization": {"currency": "USD", "merchant_descriptor": "Shop"}}]}
      """
    let payment = try #require(
      try payments(IncreaseConnector(isSandbox: true), 0, entry).first)
    #expect(payment.type == type && payment.billedAmount.minorUnits == billed)
    #expect(payment.description == "Shop")
  }

  @Test func aDeclineOfIncreaseNamesItsReason() throws {
    let entry = """
      {"id": "p-1", "card_id": "c-1", "created_at": "2026-11-01T10:00:00Z", "state": {}, \
      "elements": [{"category": "card_decline", \
      "card_decline": {"amount": 900, "currency": "USD", "reason": "breaches_limit"}}]}
      """
    let payment = try payments(IncreaseConnector(isSandbox: true), 0, entry).first
    #expect(payment?.type == .decline && payment?.declineReason == .velocityExceeded)
    #expect(payment?.billedAmount.minorUnits == 9_00)
  }

  /// The least and the greatest number that JSON can have here.
  @Test(arguments: [Int64.min, Int64.max])
  func amountsAtTheEdgeDoNotOverflow(amount: Int64) throws {
    let paid = try stripe(1, "\"type\": \"capture\", \"amount\": \(amount)")
    #expect(paid?.billedAmount.minorUnits == .max)
    let entry = """
      {"id": "p", "card_id": "c", "created_at": "2026-11-01T10:00:00Z", "state": \
      {"authorized_amount": \(amount), "incremented_amount": \(amount), "reversed_amount": \(amount)}}
      """
    #expect(try payments(IncreaseConnector(isSandbox: true), 0, entry).count <= 1)
  }
}
