import Foundation
import Testing

@testable import CommandTesting

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
    #expect(shown.contains("completed"))
  }
}
