import Foundation
import Testing

/// Cards in phones, with a real vault and several processes.
struct TokenTests {
  @Test(arguments: ["apple", "google", "samsung"])
  func aCardCanBePutIntoAPhoneOnce(_ wallet: String) throws {
    let vault = try TestVault()
    let id = try vault.id("Everyday")
    func add(_ phone: String) throws -> Run {
      try vault.runWithCode(
        ["tokens", "add", id, "--wallet", wallet, "--phone", phone, "--json"]
      ) { try vault.phoneCode() }
    }
    let first = try add("a")
    #expect(first.status == 0, "\(first.err)")
    let token = try first.object()
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

  @Test func aDeviceIsFrozenAndPaysAgain() throws {
    let vault = try TestVault()
    let id = try vault.id("Everyday")
    func run(_ words: [String]) throws -> Run {
      try vault.run(words, environment: vault.state)
    }
    func pay() throws -> String {
      let words = ["shop", "authorize", "shell", "4", "--card", id, "--device", "android"]
      return try run(words).out
    }
    #expect(try run(["tokens", "devices", "add", "android"]).out.contains("Made Android phone"))
    let none = try run(["shop", "authorize", "shell", "4", "--card", id, "--device", "android"])
    #expect(none.status == 3 && none.err.contains("isn't in this device"))
    // The wallet of the phone is new: its token waits.
    let token = try vault.add(id)
    #expect(token["walletType"] as? String == "GOOGLE_PAY")
    #expect(token["status"] as? String == "INITIATED")
    let reference = try #require(token["dpanRef"] as? String)
    #expect(try run(["tokens", "list", id]).out.contains("Google Pay  Android phone  initiated"))
    #expect(try pay().contains("declined: token not active"))
    let verified = try vault.verify(id, reference)
    #expect(verified.out == "Google Pay · Android phone is verified and can pay.\n")
    #expect(try run(["tokens", "list", id]).out.contains("Google Pay  Android phone  active"))
    #expect(try pay().contains("approved"))
    let frozen = try run(["tokens", "freeze", id, reference])
    #expect(frozen.out == "Google Pay · Android phone is frozen.\n")
    #expect(try pay().contains("declined: token frozen"))
    let list = try run(["transactions", id, "--limit", "2"]).out
    #expect(list.contains("Shell · Google Pay") && list.contains("declined (token frozen)"))
    #expect(try run(["tokens", "unfreeze", id, reference]).status == 0)
    _ = try run(["card", "lock", id])
    #expect(try run(["tokens", "list", id]).out.contains("card locked"))
    #expect(try pay().contains("declined: card locked"))
    #expect(try run(["tokens", "delete", id, reference]).status == 0)
    let device = try #require(try run(["tokens", "devices", "list", "--json"]).list().first)
    #expect(device["tokens"] as? [String] == [])
    let missing = try run(["tokens", "freeze", id, reference])
    #expect(missing.status == 3 && missing.err.contains("no token with this reference"))
  }

  /// C11: a code completes the token that waits, under the same reference, at the issuer and in the
  /// device.
  @Test func aTokenThatWaitsIsVerified() throws {
    let vault = try TestVault()
    let id = try vault.id("Everyday")
    let reference = try vault.waitingToken(id)
    func states() throws -> [String] {
      try vault.run(["tokens", "list", id, "--json"], environment: vault.state).list().map {
        "\($0["dpanRef"] ?? "") \($0["status"] ?? "") \($0["state"] ?? "")"
      }
    }
    #expect(try states() == ["\(reference) INITIATED INITIATED"])
    #expect(try vault.deviceFile().contains("?" + reference))
    let wrong = try vault.verify(id, reference) { "000000" }
    #expect(wrong.status == 6 || wrong.status == 7, "\(wrong.err)")
    #expect(try states() == ["\(reference) INITIATED INITIATED"])
    let done = try vault.verify(id, reference, ["--json"])
    #expect(done.status == 0, "\(done.err)")
    #expect(try states() == ["\(reference) COMPLETED ACTIVE"])
    #expect(try !vault.deviceFile().contains("?"))
    #expect(try vault.deviceFile().contains(reference))
    let again = try vault.run(["tokens", "verify", id, reference], environment: vault.state)
    #expect(again.status == 5 && again.err.contains("There is nothing to verify"), "\(again.err)")
    #expect(again.err.contains("The token is active."), "\(again.err)")
    let none = try vault.run(["tokens", "verify", id, "none"])
    #expect(none.status == 3 && none.err.contains("no token with this reference"))
    // A second card goes into the wallet that there is now, which is known.
    let other = try vault.add(try vault.id("Groceries"))
    #expect(other["status"] as? String == "COMPLETED")
  }

  @Test func mistakesAboutDevicesAreReported() throws {
    let vault = try TestVault()
    func run(_ words: [String]) throws -> Run {
      try vault.run(words, environment: vault.state)
    }
    #expect(try run(["tokens", "devices", "add", "toaster"]).status == 2)
    #expect(try run(["tokens", "devices", "remove", "iphone"]).status == 3)
    for _ in 0..<2 { _ = try run(["tokens", "devices", "add", "iphone"]) }
    let several = try run(["tokens", "devices", "remove", "iphone"])
    #expect(several.err.contains("several of this kind"))
    let id = try vault.id("Everyday")
    let wrong = try run(["tokens", "add", id, "--device", "iphone", "--phone", "a"])
    #expect(wrong.status == 2)
  }
}

extension TestVault {
  /// Puts a card into the Android phone of this vault. Returns its token.
  func add(_ card: String) throws -> [String: Any] {
    try runWithCode(["tokens", "add", card, "--device", "android", "--json"], environment: state) {
      try phoneCode()
    }.object()
  }

  /// What is kept of the simulated devices.
  func deviceFile() throws -> String {
    try String(
      contentsOf: folder.appendingPathComponent("state/walletui/phones"), encoding: .utf8)
  }

  /// The reference of a token that waits, in a new Android phone.
  func waitingToken(_ card: String) throws -> String {
    _ = try run(["tokens", "devices", "add", "android"], environment: state)
    return try #require(try add(card)["dpanRef"] as? String)
  }

  /// - Parameter code: nil: that on the simulated phone.
  func verify(
    _ card: String, _ token: String, _ more: [String] = [], code: (() throws -> String)? = nil
  ) throws -> Run {
    try runWithCode(["tokens", "verify", card, token] + more, environment: state) {
      try code?() ?? phoneCode()
    }
  }
}
