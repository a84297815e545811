import Foundation
import Testing

@testable import CommandTesting

/// `budgets` on a vault.
struct BudgetsCommandTests {
  private func categories(_ run: Run) throws -> [String] {
    let budgets = try #require(try run.object()["budgets"] as? [[String: Any]])
    return budgets.compactMap { $0["category"] as? String }
  }

  @Test func aBudgetIsSetShownAndRemoved() throws {
    let vault = try TestVault()
    let set = try vault.run(["budgets", "set", "Eating-Out", "1,50"])
    #expect(set.status == 0 && set.out.contains("€1.50"), "\(set)")
    #expect(try vault.run(["budgets", "set", "bills", "90", "--currency", "USD"]).status == 0)
    let budgets = try vault.run(["budgets", "--month", "2020-02", "--json"]).list()
    #expect(budgets.map { $0["month"] as? String } == ["2020-02", "2020-02"])
    #expect(budgets.map { $0["category"] as? String } == ["eating-out", "bills"])
    #expect(budgets.map { $0["budget"] as? String } == ["1.50", "90.00"])
    #expect(budgets.map { $0["currency"] as? String } == ["EUR", "USD"])
    #expect(budgets.map { $0["level"] as? String } == ["within", "within"])
    #expect(try categories(vault.run(["budgets", "remove", "bills", "--json"])) == ["EATING_OUT"])
    #expect(try vault.run(["budgets", "remove", "eating-out"]).out.contains("No budgets yet"))
  }

  /// A purchase counts for its category in this month.
  @Test func whatIsPaidIsSpent() throws {
    let shop = try TestShop()
    #expect(try shop.vault.run(["budgets", "set", "groceries", "1000000"]).status == 0)
    func spent() throws -> (month: String?, amount: Decimal) {
      let budget = try #require(try shop.vault.run(["budgets", "--json"]).list().first)
      let amount = try #require(Decimal(string: budget["spent"] as? String ?? ""))
      return (budget["month"] as? String, amount)
    }
    let before = try spent()
    _ = try shop.sale()
    let after = try spent()
    // Another month may have begun.
    #expect(after.month != before.month || after.amount - before.amount == 10)
  }

  @Test(
    arguments: [
      (["set", "food", "200"], 2), (["set", "groceries", "0"], 4),
      (["set", "groceries", "1.555"], 2), (["set", "groceries", "10000000"], 4),
      (["set", "groceries", "-5"], 2), (["remove", "food"], 2),
      (["--month", "2026-13"], 2), (["--month", "11-2026"], 2),
      (["set", "groceries", "5", "--currency", "euro"], 4),
    ] as [([String], Int32)])
  func whatIsNotPossibleIsRefused(_ words: [String], _ status: Int32) throws {
    let run = try Command.run(["--demo", "budgets"] + words)
    #expect(run.status == status, "\(run)")
  }
}
