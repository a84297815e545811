import Testing

@testable import CommandTesting

struct ShopTests {
  @Test func aLockedCardDeclinesUntilItIsUnlocked() throws {
    let shop = try TestShop()
    _ = try shop.vault.run(["card", "lock", shop.card])
    let declined = try shop.authorize([])
    #expect(declined.status == 0 && declined.out.contains("declined: card locked"))
    _ = try shop.vault.run(["card", "unlock", shop.card])
    #expect(try shop.authorize([]).out.contains("approved"))
    let list = try shop.vault.run(["transactions", shop.card, "--limit", "2"])
    #expect(list.out.contains("pending") && list.out.contains("declined (card locked)"))
  }

  @Test func mistakesHaveTheirExitStatus() throws {
    let shop = try TestShop()
    let wrong: [(words: [String], status: Int32, says: String)] = [
      (["shop", "authorize", "none", "1", "--card", shop.card], 3, "no such merchant"),
      (["shop", "authorize", "shell", "1", "--card", "none"], 3, "doesn't know this card"),
      (["shop", "authorize", "shell", "1.234", "--card", shop.card], 2, "amount of EUR"),
      (["shop", "authorize", "ramen-tokyo", "1.5", "--card", shop.card], 2, "amount of JPY"),
      (["shop", "authorize", "shell", "0", "--card", shop.card], 4, "from 0.01 to 9999999.99"),
      (["shop", "authorize", "ramen-tokyo", "0", "--card", shop.card], 4, "from 1 to 999999999"),
      (["shop", "authorize", "shell", "1"], 2, "--card ID"),
      (["shop", "authorize", "shell", "1", "--card", shop.card, "--currency", "USD"], 5, "EUR"),
      (["shop", "debit", "none", "1"], 3, "doesn't know this payment"),
      (["shop", "reverse", try shop.sale(), "11"], 5, "more than is reserved"),
      (["transactions", shop.card, "--from", "yesterday"], 2, "a day or a moment"),
      (["transactions", "none"], 3, "no card"),
    ]
    for (words, status, says) in wrong {
      let run = try shop.vault.run(words)
      #expect(run.status == status, "\(words)")
      #expect(run.err.contains(says), "\(words): \(run.err)")
    }
  }

  @Test func aRangeIncludesBothOfItsDays() throws {
    let vault = try TestVault()
    let all = try vault.run(["transactions", "all", "--limit", "1000", "--json"]).list()
    let days = all.compactMap { ($0["sortDate"] as? String)?.prefix(10) }.map(String.init)
    let (from, to) = (days[30], days[10])
    let part = try vault.run(
      ["transactions", "all", "--from", from, "--to", to, "--order", "oldest", "--json"]
    ).list()
    let found = part.compactMap { $0["id"] as? String }
    let wanted = zip(all, days).filter { $1 >= from && $1 <= to }
      .compactMap { $0.0["id"] as? String }
    #expect(found == wanted.reversed())
    #expect(found.count > 20)
  }
}
