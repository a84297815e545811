package import WalletModel

/// The budget that a category is to have.
package struct BudgetChange: Hashable, WireRecord {
  fileprivate var word: Word<MerchantCategory>
  /// nil: none.
  package fileprivate(set) var amount: Money?

  package init(_ category: MerchantCategory, _ amount: Money?) {
    word = Word(category)
    self.amount = amount
  }

  /// nil: the word is unknown, and the change is refused.
  package var category: MerchantCategory? { word.value }

  package static var blank: BudgetChange { BudgetChange(.other, nil) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("category", &word)
    try v.optional("budget", &amount)
  }
}

/// The body of `SetBudgets`.
package struct BudgetsRequest: BodyRecord, WireRecord, JSONValue {
  fileprivate(set) var changes: [BudgetChange]
  init(_ changes: [BudgetChange]) { self.changes = changes }
  package static var blank: BudgetsRequest { BudgetsRequest([]) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("budgets", &changes)
  }
}

extension SetBudgets {
  package var fieldErrors: [FieldError] {
    if let reason = Rules.range(changes.count, 1...MerchantCategory.allCases.count) {
      return [FieldError("budgets", reason)]
    }
    return changes.enumerated().compactMap { index, change -> FieldError? in
      let name = "budgets[\(index)]"
      if let error = change.word.error(name + ".category") { return error }
      if changes[..<index].contains(where: { $0.word == change.word }) {
        return FieldError(name + ".category", .verbatim("must not be there twice"))
      }
      guard let amount = change.amount else { return nil }
      return Rules.isCurrencyCode(amount.currency.code)
        ? ShopAmount(amount.minorUnits).fieldErrors.first.map {
          FieldError("\(name).budget.\($0.field)", $0.error)
        } : FieldError(name + ".budget.currencyCode", .field(.currencyForm))
    }
  }
}

/// A budget in an answer, and in a ledger.
package struct BudgetEntry: WireRecord {
  fileprivate var word: Word<MerchantCategory>
  fileprivate var amount: Money

  package static var blank: BudgetEntry { BudgetEntry(word: Word(.other), amount: .blank) }
  package static var recordName: String { "Budget" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("category", &word)
    try v.field("budget", &amount)
  }
}

/// A category that is not known here is left out.
extension Budgets: WireRecord, JSONValue {
  package static var blank: Budgets { Budgets() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var entries = all.map { BudgetEntry(word: Word($0.category), amount: $0.amount) }
    try v.readable("budgets", &entries)
    guard V.isReading else { return }
    self = Budgets()
    for entry in entries {
      if let category = entry.word.value { self[category] = entry.amount }
    }
  }
}
