import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import WalletService
import Words

/// Reads the budgets. A server that keeps none has none to show.
struct BudgetsQuery: QuietQuery, SendsOperation {
  var operation: ListBudgets { ListBudgets() }

  func succeed(_ budgets: Budgets, _ state: inout State) -> [Effect] {
    state.activity.budgets = budgets
    return []
  }
}

/// Sets some budgets, or removes them.
struct BudgetsChange: Intent {
  let changes: [BudgetChange]
  /// What the same categories had when the person saw them.
  let before: [BudgetChange]
  /// Whether it takes a change back. Then it cannot be taken back itself.
  var isUndo = false

  func title(_ words: Words) -> String { words.activity.setBudgets.title }

  func request(_ service: WalletService) async throws(WalletError) -> Budgets? {
    try await service.setBudgets(changes, before: before)
  }

  func succeed(_ answer: Budgets?, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    guard let budgets = answer else {
      state.show(
        .warning, state.words.cards.changedElsewhere(state.words.activity.budget),
        detail: "\(state.words.start.nothingWasSent) [\(ErrorCode.versionConflict.rawValue)]",
        seconds: 10)
      return readAgain(state)
    }
    state.activity.budgets = budgets
    let back = BudgetsChange(changes: before, before: changes, isUndo: true)
    Undo.offer(isUndo ? nil : Undo(back), state.words.activity.budgetsAreSet, &state)
    return []
  }

  func readAgain(_ state: State) -> [Effect] { [.read(BudgetsQuery())] }
}

/// A field for each category.
struct BudgetsForm: FormPurpose {
  static let command = Command(
    "budgets", \.activity.setBudgets, keys: [.character("%")], place: .wallet,
    disabled: { $0.activity.budgets == nil ? $0.words.activity.noBudgetsHere : $0.unreachable },
    run: { open(&$0) })

  /// What there was when it was opened.
  let before: Budgets
  /// Of budgets that are new.
  let currency: Currency

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    return MerchantCategory.allCases.compactMap { category -> FieldError? in
      guard let text = form.text(category.word) else { return nil }
      guard let amount = Money(written: text, currency(of: category)) else {
        let text = words.shop.writeAmount(like: Money(200_00, currency(of: category)))
        return FieldError(category.word, .verbatim(text))
      }
      return ShopAmount.fieldErrors(written: amount, as: words.written).first.map {
        FieldError(category.word, $0.error)
      }
    }
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    let changes = MerchantCategory.allCases.compactMap { category -> BudgetChange? in
      let amount = form.text(category.word).flatMap {
        Money(written: $0, currency(of: category))
      }
      return amount == before[category] ? nil : BudgetChange(category, amount)
    }
    guard !changes.isEmpty else {
      state.pop()
      return nil
    }
    let old = changes.compactMap { change in
      change.category.map { BudgetChange($0, before[$0]) }
    }
    return .intent(BudgetsChange(changes: changes, before: old))
  }

  private func currency(of category: MerchantCategory) -> Currency {
    before[category]?.currency ?? currency
  }

  private static func open(_ state: inout State) -> [Effect] {
    guard let budgets = state.activity.budgets else { return [] }
    let words = state.words
    let currency =
      state.activity.month.summary?.spent.currency ?? budgets.all.first?.amount.currency
      ?? Currency("EUR")
    let form = BudgetsForm(before: budgets, currency: currency)
    return Dialog(
      form, title: words.activity.budgets, lines: [words.activity.budgetsLine(currency.code)],
      submitLabel: words.activity.saveBudgets, cancelLabel: words.backHint,
      fields: MerchantCategory.allCases.map { category -> FormField in
        let other = form.currency(of: category)
        let name = words.activity.category(category)
        return .text(
          category.word, other == currency ? name : "\(name) (\(other.code))",
          hint: words.activity.noBudget,
          budgets[category].map { words.written($0.decimal) } ?? "", limit: 12, of: .amount)
      }
    ).open(&state)
  }
}
