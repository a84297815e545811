import Testing
import ThreeDSecure
import WalletModel

/// A vault whose owner pays with test cards from files.
struct TestPayments {
  let vault: TestVault

  init() throws { vault = try TestVault() }

  /// The options for the test card of a scenario.
  func card(
    _ scenario: Scenario, _ brand: CardBrand = .visa, expiry: String = "09/39", cvv: String = "123"
  ) throws -> [String] {
    let number = try #require(scenario.testNumber(brand))
    return [
      "--number-file", try vault.write(number + "\n", to: "number"), "--expiry", expiry,
      "--cvv-file", try vault.write(cvv + "\n", to: "cvv"),
    ]
  }

  /// A file with the answer to the bank.
  func answer(_ text: String) throws -> String { try vault.write(text + "\n", to: "answer") }

  func create(
    _ scenario: Scenario = .frictionless, amount: String = "24.90", at merchant: String = "zalando",
    more: [String] = []
  ) throws -> Run {
    try vault.run(
      ["pay", "create", amount, "--at", merchant, "--name", "Ana Petrova"] + card(scenario) + more)
  }

  /// The id of a handle that is ready to pay.
  func handle(amount: String = "24.90") throws -> String {
    try id(of: create(amount: amount, more: ["--json"]))
  }

  func save(_ scenario: Scenario = .frictionless, more: [String] = []) throws -> Run {
    try vault.run(["saved", "add"] + card(scenario) + more)
  }

  /// The id of a saved card.
  func savedCard(more: [String] = []) throws -> String {
    try save(more: ["--json"] + more).text("savedCardId")
  }

  func savedCards() throws -> [[String: Any]] { try vault.run(["saved", "list", "--json"]).list() }

  /// The id of a registration that waits for the bank's code.
  func waitingRegistration() throws -> String {
    try save(.oneTimeCode, more: ["--json"]).text("transactionId")
  }

  func questions() throws -> [[String: Any]] {
    try vault.run(["pay", "questions", "--json"]).list()
  }

  func id(of run: Run) throws -> String {
    try run.text("id")
  }

  /// Runs a command on a handle that is ready to pay.
  static func onHandle(_ word: String, _ more: [String]) throws -> Run {
    let payments = try TestPayments()
    return try payments.vault.run(["pay", word, try payments.handle()] + more)
  }

  /// Runs a command after one handle was made.
  static func afterOne(_ words: [String], _ more: [String], _ scenario: Scenario = .frictionless)
    throws -> Run
  {
    let payments = try TestPayments()
    _ = try payments.create(scenario)
    return try payments.vault.run(words + more)
  }
}
