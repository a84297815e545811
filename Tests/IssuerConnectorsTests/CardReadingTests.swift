import IssuerConnectors
import Secrets
import Testing
import WalletAPI
import WalletModel

/// Cards in answers: the states and fields of each issuer, and what is wrong or new in them.
struct CardReadingTests {
  private func connector(_ name: String) throws -> any IssuerConnector {
    try #require(connectors.first { $0.name == name }?.connector)
  }

  private func card(_ name: String, _ fields: [String: String]) throws -> IssuerCard {
    try connector(name).card(CardID("c-1")).read(cardJSON(name, fields))
  }

  @Test(arguments: connectors.map(\.name))
  func aCardHasItsFields(name: String) throws {
    let found = try card(name, [:])
    #expect(found.id == CardID("c-1"))
    #expect(found.card.status == .active)
    #expect(found.card.alias == "Travel")
    #expect(found.card.lastFour == "1000")
    #expect(found.card.expiry == CardExpiry(month: 6, year: 2030))
    #expect(found.limits == [])
  }

  @Test(arguments: [
    ("lithic", "state", "OPEN", CardStatus.active), ("lithic", "state", "PAUSED", .locked),
    ("lithic", "state", "CLOSED", .cancelled),
    ("lithic", "state", "PENDING_FULFILLMENT", .digital),
    ("lithic", "state", "PENDING_ACTIVATION", .digital),
    ("lithic", "state", "ON_HOLD", .other("ON_HOLD")),
    ("stripe", "status", "active", .active), ("stripe", "status", "inactive", .locked),
    ("stripe", "status", "canceled", .cancelled), ("stripe", "status", "new", .other("new")),
    ("increase", "status", "active", .active), ("increase", "status", "disabled", .locked),
    ("increase", "status", "canceled", .cancelled), ("increase", "status", "x", .other("x")),
  ])
  func statesAreTranslated(name: String, field: String, word: String, status: CardStatus) throws {
    #expect(try card(name, [field: "\"\(word)\""]).card.status == status)
  }

  @Test func aPausedCardOfLithicTellsWhoPausedIt() throws {
    let fields = ["state": "\"PAUSED\"", "substatus": "\"SUSPICIOUS_ACTIVITY\""]
    #expect(try card("lithic", fields).card.status == .suspended)
    let closed = ["state": "\"CLOSED\"", "substatus": "\"EXPIRED\""]
    #expect(try card("lithic", closed).card.status == .expired)
  }

  @Test func aPhysicalCardOfStripeIsIssuedUntilItWasActivated() throws {
    let fields = ["type": "\"physical\"", "status": "\"inactive\""]
    #expect(try card("stripe", fields).card.status == .issued)
    let metadata = "{\"walletui_activated\": \"1793527200\"}"
    #expect(
      try card("stripe", fields.merging(["metadata": metadata]) { $1 }).card.status == .locked)
  }

  @Test func aBlockedHolderOfStripeSuspendsTheCard() throws {
    let blocked = "{\"id\": \"ich_1\", \"name\": \"A\", \"status\": \"blocked\"}"
    #expect(try card("stripe", ["cardholder": blocked]).card.status == .suspended)
    let due =
      "{\"id\": \"ich_1\", \"status\": \"active\", \"requirements\": {\"disabled_reason\": \"listed\"}}"
    #expect(try card("stripe", ["cardholder": due]).card.status == .suspended)
  }

  @Test func limitsAreRead() throws {
    let lithic = ["spend_limit": "5000", "spend_limit_duration": "\"MONTHLY\""]
    #expect(try card("lithic", lithic).limits == [IssuerLimit(50_00, .month)])
    let stripe = """
      {"spending_limits": [{"amount": 100, "interval": "daily"}, \
      {"amount": 7, "interval": "weekly", "categories": ["food"]}, \
      {"amount": 5, "interval": "fortnightly"}]}
      """
    #expect(try card("stripe", ["spending_controls": stripe]).limits == [IssuerLimit(1_00, .day)])
    let increase = """
      {"usage": {"category": "multi_use", "multi_use": {"spending_limits": \
      [{"interval": "per_transaction", "settlement_amount": 900}]}}}
      """
    #expect(
      try card("increase", ["authorization_controls": increase]).limits
        == [IssuerLimit(9_00, .payment)])
  }

  @Test func aCardForOneShopOrOnePaymentSaysSo() throws {
    let once = try card("lithic", ["type": "\"SINGLE_USE\""])
    #expect(once.isSingleUse && once.merchant == nil)
    let bound = try card(
      "lithic", ["type": "\"MERCHANT_LOCKED\"", "hostname": "\"shop.example\""])
    #expect(bound.merchant == "shop.example" && !bound.isSingleUse)
    let usage = "{\"usage\": {\"category\": \"single_use\"}}"
    #expect(try card("increase", ["authorization_controls": usage]).isSingleUse)
  }

  /// Fields can be missing or of another type; only the id is needed.
  @Test(arguments: connectors.map(\.name))
  func aCardWithItsIDOnlyIsRead(name: String) throws {
    let id = name == "lithic" || name == "privacy" ? "token" : "id"
    let found = try connector(name).card(CardID("c-1")).read("{\"\(id)\": \"c-1\"}")
    #expect(found.card.lastFour == "" && found.card.expiry == .unspecified)
    let odd = try connector(name).card(CardID("c-1")).read(
      "{\"\(id)\": \"c-1\", \"last_four\": 7, \"last4\": [], \"memo\": {}, \"metadata\": 3, "
        + "\"exp_month\": \"13\", \"expiration_month\": -1, \"spending_controls\": \"x\"}")
    #expect(odd.card.lastFour == "" && odd.card.expiry == .unspecified && odd.card.alias == "")
  }

  @Test(arguments: connectors.map(\.name))
  func anEntryThatCannotBeReadHidesNoOther(name: String) throws {
    let call = try connector(name).cards(after: nil)
    let page = try call.read(
      "{\"data\": [\(cardJSON(name)), {\"no\": \"id\"}, 7, \(cardJSON(name))], "
        + "\"has_more\": false, \"next_cursor\": null}")
    #expect(page.elements.count == 2 && page.unreadable == 2 && page.next == nil)
  }

  @Test(arguments: [
    ("lithic", "\"has_more\": true", "c-1"), ("lithic", "\"has_more\": false", nil),
    ("privacy", "\"page\": 2, \"total_pages\": 3", "3"),
    ("privacy", "\"page\": 3, \"total_pages\": 3", nil),
    ("stripe", "\"has_more\": true", "c-1"), ("stripe", "\"x\": 1", nil),
    ("increase", "\"next_cursor\": \"v57w\"", "v57w"), ("increase", "\"next_cursor\": null", nil),
  ])
  func aPageNamesTheNext(name: String, fields: String, next: String?) throws {
    let call = try connector(name).cards(after: nil)
    #expect(try call.read("{\"data\": [\(cardJSON(name))], \(fields)}").next == next)
    // An empty page ends the list, so that a server cannot keep a client reading.
    #expect(try call.read("{\"data\": [], \(fields)}").next == nil || name == "privacy")
  }

  /// Answers to changes can have number and CVV that nobody asked for.
  @Test(arguments: connectors.map(\.name))
  func numberAndCVVThatCameUnaskedAreNotKept(name: String) throws {
    let fields = [
      "pan": "\"\(sampleNumber)\"", "number": "\"\(sampleNumber)\"", "cvv": "\"987\"",
      "cvc": "\"987\"", "primary_account_number": "\"\(sampleNumber)\"",
    ]
    let call = try connector(name).create(
      CardOrder(
        .virtual, currency: Currency("USD"), limits: [IssuerLimit(5_00, .month)], holder: "h"),
      key: sampleKey)
    #expect(call.answersSecret)
    let text = String(reflecting: try call.read(cardJSON(name, fields)))
    #expect(!text.contains(sampleNumber) && !text.contains("987"))
    // The control: the same search finds what is kept.
    #expect(text.contains("Travel"))
  }

  @Test(arguments: connectors.map(\.name))
  func detailsAreSecrets(name: String) throws {
    let fields = [
      "pan": "\"\(sampleNumber)\"", "number": "\"\(sampleNumber)\"", "cvv": "\"987\"",
      "cvc": "\"987\"", "primary_account_number": "\"\(sampleNumber)\"",
      "verification_code": "\"987\"",
    ]
    let call = try connector(name).details(sampleCard())
    #expect(call.answersSecret)
    let details = try call.read(cardJSON(name, fields))
    #expect(details.pan.matches(secret(sampleNumber)) && details.cvv.matches(secret("987")))
    #expect(details.expiry == CardExpiry(month: 6, year: 2030))
    #expect(details.holderName == "ANA PETROVA")
    // Where the issuer shows no number to this company, the fields are missing.
    #expect(throws: WireMalformed.self) { try call.read(cardJSON(name)) }
  }

  @Test func aChangedCardHasAnotherFingerprint() throws {
    let plain = try card("lithic", [:]).fingerprint
    #expect(try card("lithic", [:]).fingerprint == plain)
    for change in [
      ["state": "\"PAUSED\""], ["memo": "\"Other\""], ["spend_limit": "5"],
      ["exp_year": "\"2031\""], ["pin_status": "\"NOT_SET\""], ["type": "\"SINGLE_USE\""],
    ] {
      #expect(try card("lithic", change).fingerprint != plain)
    }
    // A number that is not part of the card changes nothing.
    #expect(try card("lithic", ["pan": "\"\(sampleNumber)\""]).fingerprint == plain)
  }
}
