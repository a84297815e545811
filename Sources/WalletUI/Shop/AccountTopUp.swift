import Canvas
import WalletAPI
package import WalletModel
package import WalletService
package import Words

/// Puts simulated money into the account of a card. It cannot be undone: the way back is to spend it.
package struct AccountTopUp: Intent {
  package let id: CardID
  package let amount: ShopAmount

  package init(_ id: CardID, _ amount: ShopAmount) {
    self.id = id
    self.amount = amount
  }

  package var cardID: CardID? { id }
  package func title(_ words: Words) -> String { words.topUp.title }

  package func request(_ service: WalletService) async throws(WalletError) -> ShopReceipt {
    try await service.shop.topUp(id, amount)
  }

  package func succeed(_ receipt: ShopReceipt, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.toasts.show(
      .success, state.words.toppedUp(state.words.money(receipt.billedAmount)), clock: state.clock)
    return []
  }

  /// As after a payment: the balance and the payments say whether it was done.
  package func handleLostAnswer(_ state: inout State) -> [Effect]? {
    Dialog.close(of: AnyIntent(self), &state)
    state.toasts.show(
      .warning, state.words.mayHaveToppedUp, clock: state.clock, seconds: 10)
    return Screens.all.flatMap { $0.event(.cardsChanged([id]), &state) }
  }

  static let command = Command(
    "account.topUp", \.topUp, keys: [.character("+")], place: .cards,
    disabled: { PaymentForm.refusal($0) },
    run: { TopUpForm.open(&$0) })

  /// What helps after a payment that was declined for want of money; nil: it was not.
  static func hint(after receipt: ShopReceipt, _ state: State) -> String? {
    guard receipt.declineReason == .insufficientFunds else { return nil }
    return state.keymap.label(command.id).map(state.words.topUpHint)
  }
}

struct TopUpForm: FormPurpose {
  let id: CardID
  let currency: Currency

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    let words = state.words
    guard let money = money(form) else {
      let example = words.written(Money(50_00, currency).decimal)
      return [FieldError("amount", .verbatim(words.writeAmount(example)))]
    }
    return ShopAmount.fieldErrors(
      written: money, atMost: ShopAmount.topUpMaximum, as: words.written)
  }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    money(form).map { .intent(AccountTopUp(id, ShopAmount($0.minorUnits, $0.currency))) }
  }

  func submitLabel(_ form: Form, _ state: State) -> String? {
    money(form).map { state.words.add(state.words.money($0)) }
  }

  private func money(_ form: Form) -> Money? {
    Money(written: form.text("amount") ?? "", currency)
  }

  static func open(_ state: inout State) -> [Effect] {
    guard let row = state.list.focused else { return [] }
    let words = state.words
    let details = state.details[row.id]
    let currency = details?.card.currency ?? Currency("EUR")
    let balance = details?.account.map { words.balanceNow(words.money($0.availableBalance)) }
    var amount = FormField.text(
      "amount", words.amount, hint: currency.code,
      words.written(Money(50_00, currency).decimal), limit: 12, of: .amount)
    amount.isProposed = true
    return Dialog(
      TopUpForm(id: row.id, currency: currency), title: words.topUpTitle,
      lines: [words.topUpIsSimulated(currency.code)] + (balance.map { [$0] } ?? []),
      submitLabel: words.addMoney, cancelLabel: words.backHint, fields: [amount]
    ).open(&state)
  }
}
