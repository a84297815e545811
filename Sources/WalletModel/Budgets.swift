/// What a person means to spend in a month, by category of merchants. It is the person's and not the
/// issuer's: no payment is declined for it.
package struct Budgets: Hashable, Sendable {
  /// In minor units, 1…`ShopAmount.maximum`.
  private var amounts: [MerchantCategory: Money] = [:]

  package init() {}

  package var isEmpty: Bool { amounts.isEmpty }

  /// In the order of the categories.
  package var all: [(category: MerchantCategory, amount: Money)] {
    MerchantCategory.allCases.compactMap { category in
      amounts[category].map { (category: category, amount: $0) }
    }
  }

  /// nil: there is no budget. An amount that is not possible is none.
  package subscript(category: MerchantCategory) -> Money? {
    get { amounts[category] }
    set {
      amounts[category] = newValue.flatMap {
        ShopAmount($0.minorUnits).fieldErrors.isEmpty ? $0 : nil
      }
    }
  }
}

/// A budget, and what was spent of it in a month.
package struct BudgetUse: Hashable, Sendable {
  package enum Level: String, Sendable { case within, near, over }

  /// From this per cent on it is nearly used.
  package static let near = 80

  package let category: MerchantCategory
  /// More than 0.
  package let amount: Money
  /// In the same currency. Negative where more came back than was paid.
  package let spent: Money

  /// Negative: so much more was spent.
  package var left: Money {
    Money(sum: [amount.minorUnits, (-spent).minorUnits], amount.currency)
  }

  /// The whole per cent of the budget that was spent, rounded down.
  package var percent: Int {
    Int(clamping: max(0, Int128(spent.minorUnits)) * 100 / Int128(amount.minorUnits))
  }

  package var level: Level {
    spent.minorUnits > amount.minorUnits ? .over : percent >= Self.near ? .near : .within
  }

  /// 0…1.
  package var share: Double {
    min(1, max(0, Double(spent.minorUnits)) / Double(amount.minorUnits))
  }
}

extension SpendingSummary {
  /// The budgets with what was spent in the month and in their currencies, in the order of the
  /// categories.
  package func uses(of budgets: Budgets) -> [BudgetUse] {
    budgets.all.map { category, amount in
      let sums = byCurrency.first { $0.spent.currency == amount.currency }
      return BudgetUse(
        category: category, amount: amount,
        spent: sums?.categories.first { $0.name == category }?.spent ?? Money(0, amount.currency))
    }
  }
}
