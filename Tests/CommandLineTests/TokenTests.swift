import Foundation
import Testing

@testable import CommandTesting

/// Cards in phones, with a real vault and several processes.
struct TokenTests {
  private let devices: TestDevices
  private let id: String

  init() throws {
    devices = try TestDevices()
    id = try devices.vault.id("Everyday")
  }

  @Test(arguments: ["apple", "google", "samsung"])
  func aCardCanBePutIntoAPhoneOnce(_ wallet: String) throws {
    let vault = devices.vault
    func add(_ phone: String) throws -> Run {
      try vault.runWithPhone(["tokens", "add", id, "--wallet", wallet, "--phone", phone, "--json"])
    }
    let token = try add("a").succeeded().object()
    #expect(token["status"] as? String == "COMPLETED")
    #expect(token["walletType"] as? String == wallet.uppercased() + "_PAY")
    let again = try vault.run(["tokens", "add", id, "--wallet", wallet, "--phone", "a"])
    #expect(again.status != 0)
    #expect(again.err.contains("already in this phone"), "\(again.err)")
    #expect(try add("b").status == 0)
    let list = try vault.run(["tokens", "list", id, "--json"]).list()
    #expect(list.count == 2)
    #expect(list[0]["dpanRef"] as? String == token["dpanRef"] as? String)
    let reference = try #require(token["dpanRef"] as? String)
    let status = try vault.run(["tokens", "status", id, reference, "--completed", "--json"])
    #expect(try status.object()["status"] as? String == "COMPLETED")
    let none = try vault.run(["tokens", "status", id, "none"])
    #expect(none.err.contains("no token with this reference"))
    let shown = try vault.run(["card", "show", id]).out
    #expect(shown.contains("active"))
  }

  /// C16: a device that is named by its kind, and what becomes of its card.
  @Test func tokensOfADeviceLiveAsTheirCardDoes() throws {
    #expect(try devices.run(["add", "samsung"]).status == 0)
    let added = try devices.runWithCode(["tokens", "add", id, "--phone", "samsung", "--json"])
    let token = try added.object()
    #expect(token["walletType"] as? String == "SAMSUNG_PAY", "\(added.err)")
    #expect(token["state"] as? String == "ACTIVE")
    let reference = try #require(token["dpanRef"] as? String)
    func states() throws -> [String?] {
      try devices.runCommand(["tokens", "list", id, "--json"]).list().map {
        $0["state"] as? String
      }
    }
    func device() throws -> [String: Any] {
      try #require(try devices.run(["list", "--json"]).list().first)
    }
    #expect(try device()["tokens"] as? [String] == [reference])
    let listed = try devices.runCommand(["tokens", "list", id]).out
    #expect(listed.contains("Samsung phone") && listed.contains("··" + reference.suffix(4)))
    #expect(try devices.runCommand(["card", "lock", id]).status == 0)
    #expect(try states() == ["SUSPENDED"])
    #expect(try devices.runCommand(["card", "unlock", id]).status == 0)
    #expect(try states() == ["ACTIVE"])
    // By the end of its reference.
    let end = String(reference.suffix(6))
    #expect(try devices.runCommand(["tokens", "freeze", id, end]).status == 0)
    try devices.runCommand(["tokens", "freeze", id, end]).refused(5, "already frozen")
    #expect(try devices.runCommand(["tokens", "remove", id, end]).status == 0)
    #expect(try states() == ["DELETED"])
    #expect(try device()["tokens"] as? [String] == [])
    // What it was before: frozen.
    #expect(try devices.runCommand(["tokens", "resume", id, end]).status == 0)
    #expect(try states() == ["SUSPENDED"])
    #expect(try device()["tokens"] as? [String] == [reference])
  }

  /// C11, C12: a new Google Pay wallet is made, and its card waits until its owner is known.
  @Test func aNewGoogleWalletAsksWhoPays() throws {
    #expect(try devices.run(["add", "android"]).status == 0)
    let added = try devices.runWithCode(["tokens", "add", id, "--phone", "android"])
    #expect(added.out.contains("makes a wallet for Google Pay."), "\(added.err)")
    #expect(added.out.contains("tokens verify"), "\(added.out)")
    let token = try #require(
      try devices.runCommand(["tokens", "list", id, "--json"]).list().first)
    #expect(token["status"] as? String == "INITIATED" && token["state"] == nil)
    let reference = try #require(token["dpanRef"] as? String)
    let verify = ["tokens", "verify", id, String(reference.suffix(6))]
    let verified = try devices.runWithCode(verify)
    #expect(
      verified.out.contains("Google Pay · Android phone is verified"),
      "\(verified.out)\(verified.err)")
    let twice = try devices.runCommand(verify)
    #expect(twice.status == 5, "\(twice.err)")
    // The network knows the account from then on.
    let other = try devices.vault.id("Groceries")
    let next = try devices.runWithCode(["tokens", "add", other, "--phone", "android", "--json"])
    #expect(try next.object()["state"] as? String == "ACTIVE", "\(next.err)")
  }

  /// C14: of two devices of a kind, the one that has the card is not meant.
  @Test func aDeviceThatHasTheCardIsLeftOut() throws {
    let add = ["tokens", "add", id, "--phone", "watch"]
    for _ in 0..<2 {
      #expect(try devices.run(["add", "watch"]).status == 0)
      try devices.runWithCode(add).succeeded()
    }
    let held = try devices.run(["list", "--json"]).list().map { $0["tokens"] as? [String] }
    #expect(held.map { $0?.count } == [1, 1])
    #expect(try devices.runCommand(add).status == 3, "both have it")
  }

  @Test func aPhonePaysWithItsCard() throws {
    #expect(try devices.run(["add", "iphone"]).status == 0)
    let pay = ["shop", "authorize", "lidl-sofia", "2", "--phone", "iphone"]
    try devices.runCommand(pay).refused(3, "tokens add")
    let added = try devices.runWithCode(["tokens", "add", id, "--phone", "iphone", "--json"])
    let reference = try added.text("dpanRef")
    #expect(try devices.runCommand(pay).out.contains("approved"))
    #expect(try devices.runCommand(["tokens", "freeze", id, reference]).status == 0)
    #expect(try devices.runCommand(pay).out.contains("declined: token frozen"))
    #expect(try devices.runCommand(["tokens", "resume", id, reference]).status == 0)
    #expect(try devices.runCommand(["card", "lock", id]).status == 0)
    #expect(try devices.runCommand(pay).out.contains("declined: card locked"))
    // With a second card in it, it has to be named.
    let other = try devices.vault.id("Groceries")
    try devices.runWithCode(["tokens", "add", other, "--phone", "iphone"]).succeeded()
    try devices.runCommand(pay).refused(2, "--card ID")
    let named = try devices.runCommand(pay + ["--card", other, "--json"])
    #expect(try named.object()["approved"] as? Bool == true, "\(named.err)")
  }

  @Test func deletingADeviceAsksAndEndsItsTokens() throws {
    #expect(try devices.run(["add", "iphone"]).status == 0)
    try devices.runWithCode(["tokens", "add", id, "--phone", "iphone", "--json"]).succeeded()
    try devices.run(["remove", "iphone"]).refused(2, "--yes")
    #expect(try devices.run(["list", "--json"]).list().count == 1)
    #expect(try devices.run(["remove", "iphone", "--yes"]).status == 0)
    #expect(try devices.run(["list", "--json"]).list().isEmpty)
    let tokens = try devices.runCommand(["tokens", "list", id, "--json"]).list()
    #expect(tokens.map { $0["state"] as? String } == ["DELETED"])
    try devices.run(["remove", "iphone", "--yes"]).refused(3, "tokens devices list")
  }

  @Test func aKindOfWhichThereAreTwoIsNotGuessed() throws {
    for _ in 0..<2 { #expect(try devices.run(["add", "watch"]).status == 0) }
    #expect(try devices.run(["list"]).out.contains("Apple Watch 2"))
    try devices.run(["remove", "watch", "--yes"]).refused(3, "several")
    let id = try #require(try devices.run(["list", "--json"]).list().last?["id"] as? String)
    #expect(try devices.run(["remove", id, "--yes"]).status == 0)
    try devices.run(["add", "fridge"]).refused(2, "iphone, watch")
    for _ in 0..<7 { #expect(try devices.run(["add", "watch"]).status == 0) }
    #expect(try devices.run(["add", "watch"]).status == 5)
  }

  @Test func aWalletThatADeviceDoesNotHaveIsRefused() throws {
    #expect(try devices.run(["add", "iphone"]).status == 0)
    let words = ["tokens", "add", id, "--phone", "iphone", "--wallet", "google"]
    #expect(try devices.runCommand(words).status == 2)
  }
}
