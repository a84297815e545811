import Foundation
import Testing

/// `budgets` on the demo, with a configuration of its own.
struct BudgetsCommandTests {
  private let folder: TestFolder
  private let file: String

  init() throws {
    folder = try TestFolder()
    file = try folder.write("# mine\nmouse: yes\n", to: "config.yaml")
  }

  private func run(_ words: [String]) throws -> Run {
    try Binary.run(["--config", file] + words)
  }

  @Test func aBudgetIsSetShownAndRemoved() throws {
    let set = try run(["budgets", "set", "groceries", "200"])
    #expect(set.status == 0 && set.out == "Budget for Groceries: 200 a month\n", "\(set)")
    #expect(try run(["budgets", "set", "Bills", "90"]).status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text == "# mine\nmouse: yes\nbudgets: {groceries: 200, bills: 90}\n", "\(text)")
    let shown = try run(["--demo", "budgets", "--json"]).object()
    let budgets = try #require(shown["budgets"] as? [[String: Any]])
    #expect(budgets.map { $0["category"] as? String } == ["groceries", "bills"])
    #expect(budgets.first?["budget"] as? String == "200.00")
    #expect(try run(["--demo", "budgets"]).out.contains("€200.00"))
    #expect(try run(["budgets", "remove", "groceries"]).status == 0)
    #expect(try run(["budgets", "remove", "bills"]).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "# mine\nmouse: yes\n")
  }

  @Test(arguments: [
    ["budgets", "set", "food", "200"], ["budgets", "set", "groceries", "0"],
    ["budgets", "set", "groceries", "1.5"], ["budgets", "set", "groceries", "1000001"],
    ["--demo", "budgets", "--month", "2026-13"], ["--demo", "budgets", "--month", "11-2026"],
  ])
  func whatIsNotPossibleIsRefused(_ words: [String]) throws {
    #expect(try run(words).status == 2)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "# mine\nmouse: yes\n")
  }

  @Test func theComparisonAddsUp() throws {
    let shown = try run(["--demo", "budgets", "--json"]).object()
    let categories = try #require(shown["categories"] as? [[String: Any]])
    #expect(!categories.isEmpty)
    for category in categories {
      let value = { (name: String) in Double(category[name] as? String ?? "") ?? .nan }
      #expect(abs(value("spent") - value("before") - value("difference")) < 0.001, "\(category)")
    }
  }
}
