import Canvas
import WalletModel
import Words

/// Sets the budgets: a field for each category. They are a setting, so it writes the configuration
/// as the settings do.
struct BudgetsForm: FormPurpose {
  /// Its id is the setting's name.
  static let command = Command(
    "budgets", \.setBudgets, keys: [.character("%")], place: .everywhere,
    disabled: { $0.configuration.isAvailable ? nil : $0.words.noSettingsHere },
    run: { open(&$0) })

  func wait(_ form: Form) -> FormWait { .notCancellable }

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let range = Budgets.amounts
    return MerchantCategory.allCases.compactMap { category in
      guard let text = form.text(category.word), !text.isEmpty,
        Int(text).map(range.contains) != true
      else { return nil }
      return FieldError(
        category.word,
        .verbatim(state.words.between(range.lowerBound, range.upperBound)))
    }
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    var budgets = Budgets()
    for category in MerchantCategory.allCases {
      budgets[category] = form.text(category.word).flatMap { Int($0) }
    }
    return .effect(.configure(.set(Self.command.id, budgets.text)))
  }

  private static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    let budgets = state.settings.budgets
    return Dialog(
      BudgetsForm(), title: words.budgets, lines: [words.budgetsLine],
      submitLabel: words.writeSetting, cancelLabel: words.backHint,
      fields: MerchantCategory.allCases.map { category in
        .text(
          category.word, words.category(category), hint: words.noBudget,
          budgets[category].map { "\($0)" } ?? "", limit: 7, of: .amount)
      }
    ).open(&state)
  }

  /// The configuration was written, or was not.
  @discardableResult
  static func answered(_ error: WalletError?, _ state: inout State) -> Bool {
    guard var dialog = state.top(Dialog.self), dialog.purpose is BudgetsForm, dialog.isBusy else {
      return false
    }
    dialog.isBusy = false
    dialog.failure = error
    if error == nil { state.pop() } else { state.replaceTop(dialog) }
    return true
  }
}
