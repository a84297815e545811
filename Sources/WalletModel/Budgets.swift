/// What a person means to spend in a month, by category. It is the person's and not the issuer's: no
/// payment is declined for it.
///
/// Amounts are whole units (euros, not cents) of the currency in which the sums of the wallet are.
package struct Budgets: Hashable, Sendable {
  /// The possible amounts.
  package static let amounts = 1...1_000_000

  private var amounts: [MerchantCategory: Int] = [:]

  package init() {}

  /// - Parameter text: As the setting has it: `groceries=200,bills=90`. What is not of this form is
  ///   left out.
  package init(_ text: String) {
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard words.count == 2, let category = MerchantCategory(word: words[0]) else { continue }
      self[category] = Int(words[1])
    }
  }

  /// As the setting has it, in the order of the categories; nil: there is none.
  package var text: String? {
    let parts = MerchantCategory.allCases.compactMap { category in
      amounts[category].map { "\(category.word)=\($0)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ",")
  }

  package var isEmpty: Bool { amounts.isEmpty }

  /// nil: there is no budget. An amount that is not possible is none.
  package subscript(category: MerchantCategory) -> Int? {
    get { amounts[category] }
    set { amounts[category] = newValue.flatMap { Self.amounts.contains($0) ? $0 : nil } }
  }
}

/// A budget, and what was spent of it.
package struct BudgetUse: Sendable, Equatable {
  package enum Level: String, Sendable { case within, near, over }

  /// From this part on it is nearly used, in per cent.
  package static let near: Int128 = 80

  package let category: MerchantCategory
  /// More than 0.
  package let limit: Money
  /// Negative where more came back than was paid.
  package let spent: Money

  /// Negative: so much more was spent.
  package var left: Money {
    Money(sum: [limit.minorUnits, -max(spent.minorUnits, -.max)], limit.currency)
  }

  /// The whole per cent of the budget that was spent, rounded down.
  package var percent: Int {
    Int(clamping: max(0, Int128(spent.minorUnits)) * 100 / Int128(max(1, limit.minorUnits)))
  }

  package var level: Level {
    if spent.minorUnits > limit.minorUnits { return .over }
    return Int128(spent.minorUnits) * 100 >= Int128(limit.minorUnits) * Self.near ? .near : .within
  }

  /// 0…1.
  package var share: Double {
    min(1, max(0, Double(spent.minorUnits)) / Double(max(1, limit.minorUnits)))
  }
}

extension SpendingSummary {
  /// The budgets with what was spent in the month, in the order of the categories.
  package func uses(of budgets: Budgets) -> [BudgetUse] {
    var factor: Int64 = 1
    for _ in 0..<spent.currency.exponent { factor *= 10 }
    return MerchantCategory.allCases.compactMap { category in
      budgets[category].map { amount in
        BudgetUse(
          category: category, limit: Money(Int64(amount) * factor, spent.currency),
          spent: categories.first { $0.name == category }?.spent ?? Money(0, spent.currency))
      }
    }
  }
}
