import Testing
import ThreeDSecure

@testable import CommandTesting

/// Saved cards, with a real vault and one process for each step.
struct SavedCardTests {
  private let payments: TestPayments

  init() throws { payments = try TestPayments() }

  @Test func aCardIsSavedOnceAndRemoved() throws {
    let saved = try payments.save(
      .oneTimeCode, more: ["--answer-file", payments.answer("123456"), "--json"])
    let registration = try saved.object()
    #expect(registration["state"] as? String == "CARD_TOKENIZED", "\(saved.err)")
    let id = try #require(registration["savedCardId"] as? String)
    let again = try payments.save(
      .oneTimeCode, more: ["--answer-file", payments.answer("123456"), "--json"])
    #expect(try again.object()["savedCardId"] as? String == id)
    let list = try payments.savedCards()
    #expect(list.count == 1 && list.first?["recurringType"] as? String == "S")
    #expect(try payments.vault.run(["saved", "remove", id]).status == 0)
    #expect(try payments.savedCards().isEmpty)
    #expect(try payments.vault.run(["saved", "remove", id]).status == 3)
  }

  @Test func anEasyCardPaysWithItsCvv() throws {
    let id = try payments.savedCard()
    let pay = ["pay", "create", "5", "--at", "zalando", "--saved", id]
    try payments.vault.run(pay).refused(2, "--cvv-file")
    try payments.vault.run(
      pay + ["--cvv-file", payments.vault.write("12\n", to: "cvv")]
    ).refused(4, "--cvv-file: Must have 3")
    let paid = try payments.vault.run(
      pay + ["--cvv-file", payments.vault.write("123\n", to: "cvv"), "--json"])
    #expect(try paid.object()["status"] as? String == "PAYABLE", "\(paid.err)")
  }

  @Test func aRecurringCardPaysWithoutACvv() throws {
    let id = try payments.savedCard(
      more: ["--recurring", "--every", "28", "--until", "2039-12-31"])
    let card = try #require(try payments.savedCards().first)
    #expect(card["recurringType"] as? String == "R" && card["recurringFrequency"] as? Int == 28)
    #expect(card["recurringExpiryDate"] as? String == "20391231")
    let shown = try payments.vault.run(["saved", "list"]).out
    #expect(shown.contains("recurring payment, every 28 days, until 2039-12-31"), "\(shown)")
    try payments.vault.run(["pay", "create", "5", "--at", "zalando", "--saved", id]).succeeded()
  }

  static let mistakes: [(more: [String], status: Int32, says: String)] = [
    (["--every", "28"], 2, "--every needs --recurring"),
    (["--until", "2039-12-31"], 2, "--until needs --recurring"),
    (["--recurring", "--until", "soon"], 2, "--until must be a day"),
    (["--recurring", "--until", "2039-02-30"], 4, "--until: "),
    (["--recurring", "--every", "10000"], 2, "from 0 to 9999"),
    (["--exclude", "visa,amex"], 4, "--number-file: This card is not supported"),
    (["--exclude", "Visa"], 4, "--number-file: This card is not supported"),
    (["--exclude", "gold"], 2, "separated by commas"),
    (["--s-business", "--exclude", "s-business"], 4, "This card is not supported"),
    (["--currency", "euro"], 4, "--currency: "),
  ]

  @Test(arguments: mistakes) func mistakesSaveNothing(
    _ more: [String], _ status: Int32, _ says: String
  ) throws {
    try payments.save(more: more).refused(status, says)
    #expect(try payments.savedCards().isEmpty)
  }

  @Test func anSBusinessCardIsSavedAsOne() throws {
    _ = try payments.savedCard(more: ["--s-business", "--exclude", "visa"])
    #expect(try payments.savedCards().first?["issuer"] as? String == "SBusiness")
  }

  static let refusals: [(scenario: Scenario, status: Int32, says: String)] = [
    (.failed, 5, "900: Denied by 3D Secure."), (.rejected, 5, "900"), (.requestTimeout, 5, "901"),
    (.challengeTimeout, 5, "901"), (.cancelled, 11, "Nothing was saved"),
  ]

  @Test(arguments: refusals) func whatTheBankRefusesIsNotSaved(
    _ scenario: Scenario, _ status: Int32, _ says: String
  ) throws {
    let run = try payments.save(scenario, more: ["--answer-file", payments.answer("123456")])
    #expect(run.status == status && run.err.contains(says), "\(run.err)")
    #expect(try payments.savedCards().isEmpty && payments.questions().isEmpty)
    // A card can be saved afterwards.
    _ = try payments.savedCard()
  }

  @Test func aWrongAnswerRollsBack() throws {
    try payments.save(.oneTimeCode, more: ["--answer-file", payments.answer("1")]).refused(
      7, "2 tries left")
    #expect(try payments.savedCards().isEmpty && payments.questions().isEmpty)
  }

  @Test func aRegistrationCanBeFinishedLater() throws {
    let id = try payments.waitingRegistration()
    try payments.vault.run(
      ["pay", "confirm", id, "--answer-file", payments.answer("123456")]).succeeded()
    #expect(try payments.savedCards().isEmpty)
    for _ in 1...2 {
      let resumed = try payments.vault.run(["saved", "resume", id, "--json"])
      #expect(try resumed.object()["state"] as? String == "CARD_TOKENIZED", "\(resumed.err)")
    }
    #expect(try payments.savedCards().count == 1)
    try payments.vault.run(["saved", "resume", id, "--roll-back"]).refused(5, "WUI-SAVED-STATE")
  }

  @Test func aRegistrationCanBeGivenUp() throws {
    let id = try payments.waitingRegistration()
    for _ in 1...2 {
      let run = try payments.vault.run(["saved", "resume", id, "--roll-back", "--json"])
      #expect(try run.object()["state"] as? String == "CANCELLED", "\(run.err)")
    }
    #expect(try payments.vault.run(["saved", "resume", id]).status == 11)
    #expect(try payments.savedCards().isEmpty && payments.questions().isEmpty)
  }
}
