import Foundation
import Testing

/// A wallet whose owner has a persona and a funding source, and orders virtual cards.
struct TestVirtualCards {
  let folder: TestFolder
  let run: ([String]) throws -> Run

  init(in vault: TestVault) throws {
    try self.init(folder: TestFolder()) { try vault.run($0) }
    try prepare()
  }

  init() throws { try self.init(in: TestVault()) }

  /// - Parameter run: Runs a command in the wallet.
  init(folder: TestFolder, run: @escaping ([String]) throws -> Run) {
    self.folder = folder
    self.run = run
  }

  /// Makes the persona and the funding source.
  func prepare() throws {
    try run(["virtual", "personas", "create", "Shopping"]).succeeded()
    try addSource().succeeded()
  }

  private func card(number: String) throws -> [String] {
    [
      "--number-file", try folder.write(number + "\n", to: "number"), "--expiry", "09/39",
      "--cvv-file", try folder.write("123\n", to: "cvv"),
    ]
  }

  func addSource(_ number: String = "4242424242424242", _ more: [String] = []) throws -> Run {
    try run(["virtual", "sources", "add"] + card(number: number) + more)
  }

  func refresh(_ id: String, _ more: [String] = []) throws -> Run {
    try run(["virtual", "sources", "refresh", id] + card(number: "4242424242424242") + more)
  }

  func pay(_ id: String, amount: String = "12.50") throws -> Run {
    try run(["shop", "authorize", "brooklyn-books", amount, "--card", id])
  }

  func create(_ more: [String] = []) throws -> Run {
    try run(["virtual", "create", "--holder", "Ana Petrova", "--alias", "Shoes"] + more)
  }

  /// The id of a new card.
  func card(_ more: [String] = []) throws -> String {
    try Self.card(try create(["--json"] + more)).id
  }

  /// The card of an answer.
  static func card(_ run: Run) throws -> (id: String, object: [String: Any]) {
    let object = try run.object()
    let card = try #require(
      (object["success"] ?? object["partial"]) as? [String: Any], "\(run.err)")
    return (try #require(card["id"] as? String), card)
  }

  func lastFour(_ id: String) throws -> String {
    let card = try Self.card(run(["virtual", "show", id, "--json"])).object
    return try #require(card["last4"] as? String)
  }

  func first(_ words: [String]) throws -> String {
    try #require(try run(words + ["--json"]).list().first?["id"] as? String)
  }

  /// Makes a card, and with it a key. The words are where its archive goes.
  func keyArchive() throws -> [String] {
    _ = try card()
    let passphrase = try folder.write("correct horse\n", to: "pass")
    return [folder.path("keys"), "--keys-passphrase-file", passphrase]
  }

  /// Runs a command on the persona, or on the funding source.
  static func onFirst(_ kind: String, _ word: String, _ more: [String]) throws -> Run {
    let cards = try TestVirtualCards()
    let id = try cards.first(["virtual", kind, "list"])
    return try cards.run(["virtual", kind, word, id] + more)
  }

  /// Runs a command on a card that was made for it.
  static func onCard(_ words: [String], _ more: [String]) throws -> Run {
    let cards = try TestVirtualCards()
    return try cards.run(["virtual", words[0], try cards.card()] + words.dropFirst() + more)
  }
}
