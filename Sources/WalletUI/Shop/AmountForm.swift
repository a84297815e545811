import ScreenKit
import WalletModel
import Words

/// A change whose amount is asked for.
protocol AmountIntent: Intent {
  var amount: ShopAmount { get set }
  /// What Enter does: `add`.
  func verb(_ words: Words) -> String
}

/// Asks for the amount of a change that moves money.
struct AmountForm<Change: AmountIntent>: FormPurpose {
  let change: Change
  let currency: Currency
  /// In minor units.
  let most: Int64

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    guard let money = money(form) else {
      return [FieldError("amount", .verbatim(words.shop.writeAmount(like: Money(50_00, currency))))]
    }
    let most = max(1, min(self.most, ShopAmount.maximum))
    return ShopAmount.fieldErrors(written: money, atMost: most, as: words.written)
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    money(form).map { money -> Submission in
      var change = self.change
      change.amount = ShopAmount(money)
      return .intent(change)
    }
  }

  func submitLabel(_ form: Form, _ state: State) -> String? {
    money(form).map { state.words.activity.step(change.verb(state.words), state.words.money($0)) }
  }

  private func money(_ form: Form) -> Money? {
    Money(written: form.text("amount") ?? "", currency)
  }

  /// - Parameter proposed: The first typed digit replaces it; nil: there is none.
  func open(_ title: String, _ lines: [String], _ proposed: Money?, _ state: inout State)
    -> [Effect]
  {
    let words = state.words
    var amount = FormField.text(
      "amount", words.amount, hint: currency.code, words.written(proposed?.decimal ?? ""),
      limit: 12, of: .amount)
    amount.isProposed = proposed != nil
    return Dialog(
      self, title: title, lines: lines, submitLabel: change.verb(words),
      cancelLabel: words.backHint, fields: [amount]
    ).open(&state)
  }
}
