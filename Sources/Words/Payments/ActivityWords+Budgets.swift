package import WalletModel

/// What a person means to spend, and what comes back every month.
extension ActivityWords {
  package var setBudgets: CommandText {
    command(
      ("Budgets", "Sets what you mean to spend in a month on each category.", nil),
      ("Budgets", "Legt fest, was Sie im Monat je Kategorie ausgeben wollen.", nil))
  }

  package var budgets: String { say("Budgets", "Budgets") }
  package var budget: String { say("Budget", "Budget") }
  package func budgetsLine(_ currency: String) -> String {
    say(
      "A month, in \(currency). Empty: none. No payment is declined for it.",
      "Je Monat, in \(currency). Leer: keines. Keine Zahlung wird deshalb abgelehnt.")
  }
  package var noBudget: String { say("none", "keines") }
  package var noBudgetsHere: String {
    say("this wallet keeps no budgets", "diese Wallet führt keine Budgets")
  }
  package var budgetsAreSet: String { say("Budgets saved", "Budgets gespeichert") }
  package var saveBudgets: String { say("save", "speichern") }

  /// `€50.00 left`, or `€12.00 over`.
  package func rest(_ use: BudgetUse) -> String {
    use.level == .over
      ? say("\(money(-use.left)) over", "\(money(-use.left)) darüber")
      : say("\(money(use.left)) left", "\(money(use.left)) übrig")
  }

  /// For those who listen.
  package func budgetSentence(_ use: BudgetUse) -> String {
    let spent = words.virtualCards.spent(money(use.spent), of: money(use.amount))
    return "\(budget) \(category(use.category)): \(spent), \(rest(use))."
  }

  package var comesBack: String { say("Comes back every month", "Kommt jeden Monat") }
  /// `next 17 Dec`; `am 17. Dez.`.
  package func nextOn(_ day: String) -> String { say("next \(day)", "am \(day)") }
  package func subscriptionSentence(_ merchant: String, _ amount: String, _ day: String) -> String {
    say(
      "\(merchant) comes back every month: \(amount), next on \(day).",
      "\(merchant) kommt jeden Monat: \(amount), am \(day)")
  }
  package var noSubscriptions: String {
    say("Nothing comes back every month.", "Nichts kommt jeden Monat.")
  }

  package var noBudgetsYet: String {
    say(
      "No budgets yet. `walletui budgets set groceries 200` sets one.",
      "Noch keine Budgets. `walletui budgets set groceries 200` legt eines fest.")
  }
}
