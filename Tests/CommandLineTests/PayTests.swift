import Foundation
import Testing
import ThreeDSecure
import WalletModel

@testable import CommandTesting

/// Payment handles, with a real vault and one process for each step.
struct PayTests {
  private let payments: TestPayments

  init() throws { payments = try TestPayments() }

  @Test func aCardBecomesAHandleThatPaysOnce() throws {
    let made = try payments.create(more: ["--order", "order-7", "--json"]).succeeded()
    let handle = try made.object()
    let expected: [String: AnyHashable] = [
      "status": "PAYABLE", "usage": "SINGLE_USE", "timeToLiveSeconds": 300, "amount": 2490,
      "merchantRefNum": "order-7", "currencyCode": "EUR", "action": "NONE",
    ]
    for (name, value) in expected { #expect(handle[name] as? AnyHashable == value, "\(name)") }
    let id = try payments.id(of: made)
    let answer = try payments.vault.run(["pay", "token", id, "--json"]).object()
    let token = try #require(answer["paymentHandleToken"] as? String)
    let use = ["pay", "use", "--token-file", try payments.vault.write(token + "\n", to: "token")]
    #expect(try payments.vault.run(use + ["--json"]).object()["status"] as? String == "COMPLETED")
    let again = try payments.vault.run(use)
    #expect(again.status == 5 && again.err.contains("COMPLETED") && again.err.contains("9131"))
    let wrong = try payments.vault.run(
      ["pay", "use", "--token-file", payments.vault.write(token + "0\n", to: "token")])
    #expect(wrong.status == 3)
  }

  @Test func numberAndCvvAreNowhere() throws {
    let number = try #require(Scenario.oneTimeCode.testNumber(.visa))
    let run = try payments.create(
      .oneTimeCode, more: ["--answer-file", payments.answer("123456"), "--json"]
    ).succeeded()
    let shown = try payments.vault.run(["pay", "list", "--json"])
    #expect(!(run.out + run.err + shown.out).contains(number))
    #expect(!(run.out + shown.out).contains(number.dropFirst(6).prefix(6)))
    for name in try FileManager.default.contentsOfDirectory(atPath: payments.vault.folder.path)
    where name.hasPrefix("wallet.vault") {
      let data = try Data(contentsOf: payments.vault.folder.appendingPathComponent(name))
      #expect(data.range(of: Data(number.utf8)) == nil, "\(name)")
    }
  }

  static let decisions: [(scenario: Scenario, status: Int32, says: String)] = [
    (.frictionless, 0, ""), (.attempted, 0, ""), (.failed, 5, "9131"), (.unavailable, 5, "9131"),
    (.rejected, 5, "9131"), (.requestTimeout, 5, "9204"), (.oneTimeCode, 0, ""), (.page, 0, ""),
    (.challengeTimeout, 5, "9199"), (.cancelled, 11, "9200"),
  ]

  @Test(arguments: decisions) func theTestNumberDecides(
    _ scenario: Scenario, _ status: Int32, _ says: String
  ) throws {
    let run = try payments.create(scenario, more: ["--answer-file", payments.answer("123456")])
    #expect(run.status == status, "\(run.err)")
    #expect(says.isEmpty || run.err.contains(says))
    #expect((status == 0) == run.out.contains("ready to pay"))
  }

  @Test func withTheInternalSimulatorOnlyTheAmountDecides() throws {
    let internally = ["--simulator", "internal"]
    #expect(try payments.create(.failed, amount: "91.00", more: internally).status == 0)
    try payments.create(.frictionless, amount: "91.04", more: internally).refused(5, "9131")
  }

  @Test func theBankCanBeAskedToAsk() throws {
    let run = try payments.vault.run(
      ["pay", "create", "24.90", "--at", "zalando", "--name", "Ana Petrova", "--expiry", "09/39"]
        + ["--number-file", payments.vault.write("4111 1111-11111111\n", to: "open")]
        + ["--cvv-file", payments.vault.write("123\n", to: "cvv")]
        + ["--challenge", "mandated", "--json"])
    #expect(try run.object()["action"] as? String == "REDIRECT", "\(run.err)")
  }

  static let choices: [(scenario: Scenario, right: String, wrong: String)] = [
    (.oneTimeCode, "123456", "123457"), (.page, "123456", "1"),
    (.singleSelect, "bookshop", "bakery"), (.multiSelect, "railway,bakery", "bakery"),
  ]

  @Test(arguments: choices) func threeWrongAnswersEndThePayment(
    _ scenario: Scenario, _ right: String, _ wrong: String
  ) throws {
    let answered = try payments.create(
      scenario, more: ["--answer-file", payments.answer(right), "--json"])
    #expect(try answered.object()["status"] as? String == "PAYABLE", "\(answered.err)")
    let answer = ["--answer-file", try payments.answer(wrong)]
    try payments.create(scenario, more: answer).refused(7, "2 tries left")
    try payments.vault.run(["pay", "confirm"] + answer).refused(7, "One try left")
    try payments.vault.run(["pay", "confirm"] + answer).refused(5, "9131")
    #expect(try payments.questions().isEmpty)
  }

  @Test func withoutATerminalTheHandleWaitsForAnAnswer() throws {
    let run = try payments.create(.oneTimeCode, more: ["--json"]).succeeded()
    let handle = try run.object()
    #expect(handle["status"] as? String == "INITIATED" && handle["action"] as? String == "REDIRECT")
    let id = try payments.id(of: run)
    #expect(run.err.contains("walletui pay confirm \(id)"))
    #expect(try payments.vault.run(["pay", "token", id, "--json"]).status == 5)
    try payments.vault.run(["pay", "confirm", id]).refused(2, "--answer-file")
    let confirmed = try payments.vault.run(
      ["pay", "confirm", id, "--answer-file", payments.answer("123456"), "--json"])
    #expect(try confirmed.object()["threeDResult"] as? String == "Y", "\(confirmed.err)")
    let shown = try payments.vault.run(["pay", "show", id, "--json"]).object()
    #expect(shown["status"] as? String == "PAYABLE")
    #expect(try payments.vault.run(["pay", "confirm"]).status == 5)
  }

  @Test func theOwnerOfACardConsentsWithAOneTimeCode() throws {
    let vault = payments.vault
    let card = try vault.id("Everyday")
    let made = try vault.run(
      ["pay", "create", "12.34", "--at", "zalando", "--card", card, "--json"])
    let id = try payments.id(of: made)
    #expect(try made.object()["action"] as? String == "REDIRECT")
    let question = try #require(try payments.questions().first?["question"] as? [String: Any])
    #expect(question["type"] as? String == "OOB" && question["isOwnCard"] as? Bool == true)
    try vault.run(["pay", "confirm"]).refused(6, "€12.34 at Zalando with card ··4821")
    let confirmed = try vault.runWithPhone(["pay", "confirm", "--json"])
    #expect(try confirmed.object()["threeDResult"] as? String == "Y", "\(confirmed.err)")
    let paid = try vault.run(["pay", "use", id, "--json"])
    #expect(try paid.object()["status"] as? String == "COMPLETED")
    let newest = try vault.run(["transactions", card, "--limit", "1"])
    #expect(newest.out.contains("Zalando") && newest.out.contains("12.34"), "\(newest.out)")
  }

  @Test func aSecondQuestionNeedsItsId() throws {
    let first = try payments.id(of: payments.create(.oneTimeCode, more: ["--json"]))
    _ = try payments.create(.oneTimeCode)
    let answer = ["--answer-file", try payments.answer("123456")]
    try payments.vault.run(["pay", "confirm"] + answer).refused(2, "2 questions wait")
    #expect(try payments.vault.run(["pay", "confirm", first] + answer).status == 0)
  }

  @Test func aDeclineIsAnAnswer() throws {
    let run = try payments.vault.run(["pay", "use", payments.handle(amount: "0.11"), "--json"])
    let handle = try run.object()
    #expect(run.status == 0 && handle["status"] as? String == "FAILED")
    #expect(handle["errorCode"] as? Int == 3022)
  }

  @Test func aVerificationMovesNoMoney() throws {
    let run = try payments.create(amount: "0", more: ["--type", "verification", "--json"])
    #expect(try run.object()["amount"] as? Int == 0, "\(run.err)")
    let paid = try payments.vault.run(["pay", "use", payments.id(of: run), "--json"])
    #expect(try paid.object()["status"] as? String == "COMPLETED")
  }

  static let mistakes: [(more: [String], status: Int32, says: String)] = [
    (["--card", "x", "--saved", "y"], 2, "don't go together"),
    (["--currency", "USD"], 4, "9055"), (["--account", "abc"], 4, "9101"),
    (["--account", "123"], 4, "9061"), (["--descriptor", "a text that is too long"], 4, "9098"),
    (["--merchant-phone", "+49"], 4, "9098"),
    (["--descriptor", "SHOP", "--merchant-phone", "12345678901234"], 4, "9099"),
    (["--first-name", String(repeating: "a", count: 81)], 4, "9112"),
    (["--last-name", String(repeating: "a", count: 81)], 4, "9113"),
    (["--email", "nobody"], 4, "9119"),
    (["--city", "Sofia"], 4, "--country"), (["--country", "XX", "--zip", "1"], 4, "--country"),
    (["--order", String(repeating: "a", count: 65)], 4, "--order"),
    (["--type", "GIFT"], 2, "must be one of"), (["--render", "paper"], 2, "must be one of"),
  ]

  @Test(arguments: mistakes) func mistakesHaveTheirNumber(
    _ more: [String], _ status: Int32, _ says: String
  ) throws {
    let isAlone = more.first == "--card"
    let run =
      isAlone
      ? try payments.vault.run(["pay", "create", "1", "--at", "zalando"] + more)
      : try payments.create(more: more)
    #expect(run.status == status && run.err.contains(says), "\(run.err)")
    #expect(run.out == "")
  }

  @Test func cardsAreCheckedByTheRulesOfTheForm() throws {
    func create(_ card: [String], _ words: [String] = ["--at", "zalando", "--name", "Ana Petrova"])
      throws -> Run
    { try payments.vault.run(["pay", "create", "24.90"] + words + card) }
    func number(_ text: String) throws -> [String] {
      try ["--number-file", payments.vault.write(text + "\n", to: "other"), "--expiry", "09/39"]
        + ["--cvv-file", payments.vault.write("123\n", to: "cvv")]
    }
    let wrong: [(run: Run, status: Int32, says: String)] = [
      (try create(number("4000000000001001")), 4, "--number-file: One digit isn't right"),
      (try create(number("400000000000")), 4, "--number-file: Must have 16 digits"),
      (try create(number("6011000000000004")), 5, "9125"),
      (try create(payments.card(.frictionless, expiry: "01/20")), 4, "--expiry: This card has"),
      (try create(payments.card(.frictionless, expiry: "01/99")), 4, "--expiry: Can't be after"),
      (try create(payments.card(.frictionless, expiry: "13/29")), 2, "--expiry must be a month"),
      (try create(payments.card(.frictionless, cvv: "12")), 4, "--cvv-file: Must have 3 digits"),
      (
        try create(payments.card(.frictionless), ["--at", "zalando", "--name", "X"]), 4, "--name: "
      ),
      (try create(payments.card(.frictionless), ["--at", "zalando"]), 2, "--name NAME"),
      (try create([]), 2, "--number-file FILE"), (try create([], []), 2, "--at MERCHANT"),
      (try create([], ["--at", "none"]), 3, "no such merchant"),
      (try payments.create(amount: "10000000"), 4, "9054"),
      (try payments.create(amount: "1.234"), 2, "amount of EUR"),
      (
        try create(
          payments.card(.frictionless, .amex, cvv: "1234"),
          ["--at", "outback-gear", "--name", "Ana Petrova"]), 5, "9125"
      ),
      (try create(["--card", "none"]), 3, "walletui"),
      (try create(["--saved", "none"]), 3, "walletui"),
    ]
    for (index, (run, status, says)) in wrong.enumerated() {
      #expect(run.status == status && run.err.contains(says), "\(index): \(run.err)")
    }
  }
}
