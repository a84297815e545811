package import WalletModel

/// Budgets, and one month beside the other.
extension Words {
  // MARK: Commands

  package var setBudgets: CommandText {
    command(
      ("Budgets", "Sets what you mean to spend in a month on each category.", nil),
      ("Budgets", "Legt fest, was Sie im Monat je Kategorie ausgeben wollen.", nil))
  }

  package var compareMonths: CommandText {
    command(
      ("Compare months", "Shows each category beside the month before.", nil),
      ("Monate vergleichen", "Zeigt jede Kategorie neben dem Monat davor.", nil))
  }

  // MARK: Budgets

  package var budgets: String { say("Budgets", "Budgets") }
  package var budget: String { say("Budget", "Budget") }
  package var budgetsLine: String {
    say(
      "A month, in whole units of your currency. Empty: none. No payment is declined for it.",
      "Je Monat, in ganzen Einheiten Ihrer Währung. Leer: keines. Keine Zahlung wird deshalb abgelehnt."
    )
  }
  package var noBudget: String { say("none", "keines") }
  package var noBudgetsYet: String {
    say(
      "No budgets yet. `walletui budgets set groceries 200` sets one.",
      "Noch keine Budgets. `walletui budgets set groceries 200` legt eines fest.")
  }

  /// As the settings show them: `Groceries 200, Bills 90`.
  package func shown(_ budgets: Budgets) -> String {
    MerchantCategory.allCases.compactMap { category in
      budgets[category].map { "\(self.category(category)) \(number($0))" }
    }.joined(separator: ", ")
  }

  /// `€50.00 left`, or `€12.00 over`.
  package func rest(_ use: BudgetUse) -> String {
    let amount = money(Money(use.left.minorUnits.magnitude64, use.left.currency))
    return use.level == .over
      ? say("\(amount) over", "\(amount) darüber") : say("\(amount) left", "\(amount) übrig")
  }

  /// For line mode.
  package func budgetSentence(_ use: BudgetUse) -> String {
    "\(budget) \(category(use.category)): \(spent(use.spent, of: use.limit)), \(rest(use))."
  }

  package func budgetIsSet(_ category: MerchantCategory, _ amount: Int) -> String {
    say(
      "Budget for \(self.category(category)): \(number(amount)) a month",
      "Budget für \(self.category(category)): \(number(amount)) im Monat")
  }

  package func budgetIsRemoved(_ category: MerchantCategory) -> String {
    say(
      "\(self.category(category)) has no budget now",
      "\(self.category(category)) hat jetzt kein Budget")
  }

  // MARK: Month against month

  /// `November and October, up to day 23`.
  package func comparing(_ month: CalendarMonth, upTo day: Int) -> String {
    let before = month.adding(-1)
    return say(
      "\(monthName(month)) and \(monthName(before)), up to day \(day)",
      "\(monthName(month)) und \(monthName(before)), bis zum \(day).")
  }

  /// Of both months, where there is little room.
  package func upToDay(_ day: Int) -> String { say("up to day \(day)", "bis zum \(day).") }

  /// `€12.00 more`, `€5.00 less`, `the same`.
  package func difference(_ change: SpendingSummary.Change) -> String {
    let difference = change.difference
    if difference.minorUnits == 0 { return say("the same", "gleich") }
    let amount = money(Money(difference.minorUnits.magnitude64, difference.currency))
    return difference.minorUnits < 0
      ? say("\(amount) less", "\(amount) weniger") : say("\(amount) more", "\(amount) mehr")
  }

  /// The name of the category, or of all together.
  package func name(_ change: SpendingSummary.Change) -> String {
    change.category.map { category($0) } ?? say("All", "Alles")
  }

  package func changeSentence(_ change: SpendingSummary.Change) -> String {
    let (spent, before) = (money(change.spent), money(change.before))
    return say(
      "\(name(change)): \(spent), before \(before), \(difference(change)).",
      "\(name(change)): \(spent), davor \(before), \(difference(change)).")
  }

  package var monthBeforeIsMissing: String {
    say(
      "The month before hasn't been read completely.",
      "Der Monat davor ist noch nicht ganz gelesen.")
  }
}

extension Int64 {
  /// Without its sign; the largest value stands for what is larger.
  fileprivate var magnitude64: Int64 { Int64(clamping: magnitude) }
}
