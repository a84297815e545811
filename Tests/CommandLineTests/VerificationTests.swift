import Foundation
import Testing

@testable import CommandTesting

/// Reveals after a one-time code, with a real vault and several processes.
struct VerificationTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  @Test func detailsHaveThePublishedFormAndAreNowhereElse() throws {
    let id = try vault.id("Groceries")
    let run = try vault.runWithPhone(["card", "reveal", id, "--json"]).succeeded()
    let details = try run.object()
    #expect(Set(details.keys) == ["pan", "cvv", "expiry", "cardHolderName"])
    let pan = try #require(details["pan"] as? String)
    #expect(pan.count == 16)
    #expect(pan.hasSuffix("1177"))
    #expect((details["cvv"] as? String)?.count == 3)
    #expect(Set(try #require(details["expiry"] as? [String: Int]).keys) == ["month", "year"])

    let shown = try vault.run(["card", "show", id, "--json"]).out
    let phone = try vault.run(["phone", "--json"])
    #expect(!(run.err + shown + phone.out).contains(pan))
    #expect(!(run.err + shown + phone.out).contains(pan.prefix(12).suffix(6)))
    // A used code is removed from the phone.
    #expect(try phone.list().first?["code"] is NSNull)
    for name in try FileManager.default.contentsOfDirectory(atPath: vault.folder.path) {
      let path = vault.folder.appendingPathComponent(name)
      guard let data = try? Data(contentsOf: path), name != "passphrase" else { continue }
      #expect(data.range(of: Data(pan.utf8)) == nil, "\(name)")
    }
  }

  @Test func aPinIsSetAndShown() throws {
    let id = try vault.id("Everyday")
    let pin = try vault.write("7391\n", to: "pin")
    let set = try vault.runWithPhone(["card", "set-pin", id, "--pin-file", pin, "--json"])
      .succeeded()
    #expect(!set.out.contains("7391"))
    let shown = try vault.runWithPhone(["card", "reveal", id, "--pin", "--json"], method: "email")
    #expect(try shown.json() as? [String: String] == ["pin": "7391"])

    let short = try vault.write("739\n", to: "short")
    #expect(try vault.run(["card", "set-pin", id, "--pin-file", short]).status == 4)
  }

  @Test func wrongCodesLeadToABlock() throws {
    let id = try vault.id("Everyday")
    // At most four challenges are sent, and at most five wrong codes are accepted.
    for attempt in 1...4 {
      let run = try vault.runWithCode(["card", "reveal", id, "--json"]) {
        let right = try vault.phoneCode()
        return right == "000000" ? "000001" : "000000"
      }
      #expect(run.status == 7, "attempt \(attempt): \(run.err)")
      #expect(run.err.split(separator: "isn't right").count == 2, "said once: \(run.err)")
      #expect(run.out == "")
    }
    let code = try vault.write("123456\n", to: "code")
    let late = try vault.run(["card", "reveal", id, "--json", "--code-file", code])
    #expect(late.status == 8)
    #expect(try late.errorObject()["retryAfter"] is Int)
  }

  @Test func anImpossibleCodeDoesNotCountAsAnAttempt() throws {
    let id = try vault.id("Everyday")
    try vault.runWithCode(["card", "reveal", id, "--json"]) { "12345x" }.refused(7, "six digits")
  }

  @Test func thePhoneShowsCodesOfAnotherProcess() throws {
    try phoneShowsWhatAnotherProcessHadSent(through: [])
  }

  @Test(.enabled(if: Binary.mayForbidWatches, Binary.watchesCannotBeForbidden))
  func thePhoneShowsCodesWithoutFileWatches() throws {
    try phoneShowsWhatAnotherProcessHadSent(through: Binary.withoutWatches)
  }

  private func phoneShowsWhatAnotherProcessHadSent(through words: [String]) throws {
    let id = try vault.id("Everyday")
    let phone = try Binary.start(
      ["phone", "--follow", "--json"] + vault.options, through: words)
    defer { try? phone.stop() }
    // The two messages of the sample cards show that it is listening.
    let lines = LineReader(phone.out.fileHandleForReading)
    for _ in 1...2 { #expect(try lines.next().contains("On its back")) }
    try vault.runWithCode(["card", "reveal", id, "--json"]) {
      let message = try Run.data(lines.next())
      return try #require((message as? [String: Any])?["code"] as? String)
    }.succeeded()
  }
}
