import Arguments
import FrontEnd
import TextLayout
import WalletModel
import WalletUI
import Words

struct BudgetsSetCommand: WalletCommand {
  let path = "budgets set"
  let summary = "Set what you mean to spend in a month on a category."
  let arguments: [CommandArgument] = [
    .category,
    CommandArgument(
      "AMOUNT",
      "a whole number from \(Budgets.amounts.lowerBound) to \(Budgets.amounts.upperBound), "
        + "in units such as euros"),
  ]
  let notes: [String] = [CommandArgument.categories]
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let category = try invocation.category
    let text = invocation.arguments.dropFirst().first ?? ""
    guard let amount = Int(text), Budgets.amounts.contains(amount) else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "AMOUNT must be a whole number from \(Budgets.amounts.lowerBound) to "
              + "\(Budgets.amounts.upperBound)",
            "AMOUNT muss eine ganze Zahl von \(Budgets.amounts.lowerBound) bis "
              + "\(Budgets.amounts.upperBound) sein")
        ])
    }
    try invocation.write { $0[category] = amount }
    try Output.line(invocation.words.budgetIsSet(category, amount))
    return .ok
  }
}

struct BudgetsRemoveCommand: WalletCommand {
  let path = "budgets remove"
  let summary = "Remove the budget of a category."
  let arguments: [CommandArgument] = [.category]
  let notes: [String] = [CommandArgument.categories]
  let preparation = Preparation.settings

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let category = try invocation.category
    try invocation.write { $0[category] = nil }
    try Output.line(invocation.words.budgetIsRemoved(category))
    return .ok
  }
}

extension CommandArgument {
  fileprivate static let category = CommandArgument("CATEGORY", "the category")
  fileprivate static let categories =
    "CATEGORY is one of: "
    + MerchantCategory.allCases.map { "`\($0.word)`" }.joined(separator: ", ") + "."
}

extension Invocation {
  fileprivate var category: MerchantCategory {
    get throws(WalletError) {
      let text = arguments.first ?? ""
      if let category = MerchantCategory(word: text) { return category }
      let names = MerchantCategory.words
      throw WalletError(
        .usage,
        details: [
          .text(
            "There's no category \(Text.clean(text)): \(names)",
            "Es gibt keine Kategorie \(Text.clean(text)): \(names)")
        ])
    }
  }

  /// Writes the budgets of the configuration, as the screen does.
  fileprivate func write(_ change: (inout Budgets) -> Void) throws(WalletError) {
    let file = SettingsFile(self)
    let id = "budgets"
    let before = try file.perform(.read)[id]?.inFile
    var budgets = Budgets(before ?? "")
    change(&budgets)
    if budgets.text != before { _ = try file.perform(.set(id, budgets.text)) }
  }
}
