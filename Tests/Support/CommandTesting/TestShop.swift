import Testing

/// A vault with the sample cards and a card that can pay.
struct TestShop {
  let vault: TestVault
  let card: String

  init() throws {
    vault = try TestVault()
    card = try vault.id("Everyday")
  }

  func authorize(_ more: [String], amount: String = "10") throws -> Run {
    try vault.run(["shop", "authorize", "lidl-sofia", amount, "--card", card] + more)
  }

  /// The id of an authorisation of ten euros.
  func sale() throws -> String {
    try authorize(["--json"]).text("id")
  }

  /// A step with two euros.
  func step(_ name: String, _ more: [String]) throws -> Run {
    try vault.run(["shop", name, try sale(), "2.00"] + more)
  }
}
