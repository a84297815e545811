import FakeIssuer
import Foundation
import IssuerConnectors
import Testing

/// A vault and accounts at two issuers in one list.
@Suite struct SeveralWalletsTests {
  private struct List {
    let vault: TestVault
    let issuers: [FakeIssuer]

    init(cards: Int = 2) throws {
      vault = try TestVault()
      issuers = try [.lithic, .stripe].map { try FakeIssuer($0, cards: cards) }
      try vault.write(
        """
        profiles:
          private: {vault: \(vault.file), passphrase-file: \(vault.passphraseFile)}
          work: {vault: \(vault.file), issuer: work}
          lab: {vault: \(vault.file), issuer: lab}
          everything: {wallets: [private, work, lab]}
          broken: {wallets: [private, nothing]}

        """, to: "config.yaml")
      for (issuer, name) in zip(issuers, ["work", "lab"]) {
        let added = try vault.run([
          "issuer", "add", issuer.kind.rawValue, "--name", name, "--sandbox", "--key-file",
          issuer.keyFile, "--address", issuer.url,
        ])
        try #require(added.status == 0, "\(added.err)")
      }
    }

    func run(_ words: [String], profile: String = "everything") throws -> Run {
      let file = vault.folder.appendingPathComponent("config.yaml").path
      return try Binary.run(
        ["--config", file, "--profile", profile] + words, environment: vault.state)
    }

    func cards() throws -> [[String: Any]] {
      try #require(try run(["cards", "--json"]).object()["cards"] as? [[String: Any]])
    }
  }

  @Test func cardsAreListedWithTheirWallet() throws {
    let list = try List()
    let cards = try list.cards()
    let names = cards.map { $0["wallet"] as? String }
    #expect(names == Array(repeating: "private", count: 6) + ["work", "work", "lab", "lab"])
    let table = try list.run(["cards"]).out
    #expect(table.contains("Wallet"))
    #expect(table.contains("1–10 of 10"))
    let id = try #require(cards.last?["cardId"] as? String)
    #expect(try list.run(["card", "lock", id]).out.contains("Locked"))
    #expect(try list.run(["card", "show", id]).out.contains("lab"))
    #expect(try list.run(["card", "show", id, "--json"]).object()["wallet"] as? String == "lab")
    // One wallet alone has no such member.
    let alone = try list.run(["cards", "--json"], profile: "private").object()
    let first = try #require(alone["cards"] as? [[String: Any]]).first
    #expect(first?["cardId"] != nil)
    #expect(first?["wallet"] == nil)
  }

  @Test func aCardIsMadeInTheNamedWallet() throws {
    let list = try List(cards: 0)
    let made = try list.run([
      "card", "create", "--wallet", "lab", "--program", "Stripe Issuing virtual", "--currency",
      "USD", "--json",
    ])
    #expect(try made.object()["wallet"] as? String == "lab", "\(made.err)")
    #expect(try list.issuers.map { try $0.cards().count } == [0, 1])
    let wrong = try list.run(["card", "create", "--wallet", "bank", "--program", "x"])
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("--wallet must name one of"))
  }

  /// The other wallets are used, and the command says what is missing.
  @Test func aLostIssuerHidesNoOther() throws {
    let list = try List()
    try list.issuers[0].control("POST", "/_test/revoke")
    let cards = try list.run(["cards"])
    #expect(cards.status == 42)
    #expect(cards.out.contains("1–8 of 8"))
    #expect(cards.err.contains("The wallet work can't be used now"))
    let locked = try list.run(["cards", "lock", "--all"])
    #expect(locked.status == 42)
    #expect(locked.err.contains("The wallet work can't be used now"))
    #expect(try list.issuers[1].cards().allSatisfy { $0["status"] as? String == "inactive" })
    #expect(try list.issuers[0].cards().allSatisfy { $0["state"] as? String == "OPEN" })
  }

  @Test func mistakesAreReported() throws {
    let list = try List(cards: 0)
    let broken = try list.run(["cards"], profile: "broken")
    #expect(broken.status == 14)
    #expect(broken.err.contains("no profile \"nothing\""))
    let both = try list.run(["--vault", list.vault.file, "cards"])
    #expect(both.err.contains("--profile and --vault don't go together"))
    let table = try list.run(["profiles"], profile: "private").out
    #expect(table.contains("private, work, lab"))
  }
}
