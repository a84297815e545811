import Canvas
import ScreenKit
import WalletAPI
import WalletModel
import Words

/// Puts simulated money into the account of a card. It cannot be undone: the way back is to spend it.
struct AccountTopUp: AmountIntent, SendsOperation {
  let id: CardID
  var amount: ShopAmount

  var cardID: CardID? { id }
  func title(_ words: Words) -> String { words.cardForms.topUp.title }
  func verb(_ words: Words) -> String { words.cardForms.addMoney }

  var operation: TopUp { TopUp(id, amount) }

  func succeed(_ receipt: ShopReceipt, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    state.activity.alerts.isOwn(receipt, state.clock)
    state.show(.success, state.words.cardForms.toppedUp(state.words.money(receipt.billedAmount)))
    return []
  }

  /// As after a payment: the balance and the payments say whether it was done.
  func handleLostAnswer(_ state: inout State) -> [Effect]? {
    mayHaveHappened(state.words.cardForms.mayHaveToppedUp, news: .cardsChanged([id]), &state)
  }

  static let command = Command(
    "account.topUp", \.cardForms.topUp, keys: [.character("+")], place: .cards,
    disabled: { PaymentForm.refusal($0) },
    run: { AccountTopUp.openForm(&$0) })

  /// What helps after a payment that was declined for want of money; nil: it was not.
  static func hint(after receipt: ShopReceipt, _ state: State) -> String? {
    guard receipt.declineReason == .insufficientFunds else { return nil }
    return state.input.keymap.label(command.id).map(state.words.cardForms.topUpHint)
  }

  /// Asks how much.
  private static func openForm(_ state: inout State) -> [Effect] {
    guard let row = state.cards.list.focused else { return [] }
    let words = state.words
    let details = state.cards.details[row.id]
    let currency = details?.card.currency ?? Currency("EUR")
    var lines = [words.cardForms.topUpIsSimulated(currency.code)]
    var effects: [Effect] = []
    if let account = details?.account {
      lines.append(words.cardForms.balanceNow(words.money(account.availableBalance)))
      effects.append(.read(AccountCardsQuery(card: row.id, id: account.id)))
    }
    let proposed = Money(50_00, currency)
    return AmountForm(
      change: AccountTopUp(id: row.id, amount: ShopAmount(proposed)), currency: currency,
      most: ShopAmount.topUpMaximum
    ).open(words.cardForms.topUpTitle, lines, proposed, &state) + effects
  }
}

/// What else draws on the account, for the form that tops it up: the cards are read for it only.
struct AccountCardsQuery: QuietQuery, SendsOperation {
  let card: CardID
  let id: AccountID

  var operation: GetAccount { GetAccount(id) }

  func succeed(_ account: Account, _ state: inout State) -> [Effect] {
    guard var dialog = state.top(Dialog.self),
      (dialog.purpose as? AmountForm<AccountTopUp>)?.change.id == card
    else { return [] }
    let cards = account.instruments.map(\.lastFour).filter { !$0.isEmpty }
    let line = state.words.cardForms.draws(cards)
    if !cards.isEmpty, !dialog.lines.contains(line) { dialog.lines.append(line) }
    state.replaceTop(dialog)
    return []
  }
}
