import Canvas
import Words

enum ShopCommands {
  /// Pays with the card in focus, of any kind.
  static let pay = Command(
    "shop.pay", \.shop.payInShop, keys: [.character("b")], place: .cards,
    disabled: { PaymentForm.refusal($0) },
    run: { PaymentForm.open(&$0) })
  static let notedPay = pay.noted(\.cards.payNote)

  static let payments: [Command] = [
    pay,
    Command(
      "shop.again", \.shop.payAgain, keys: [.character("B")], place: .cards,
      disabled: { PaymentForm.refusal($0) },
      run: { PaymentForm.open(&$0, again: true) }),
  ]

  static let all = payments + [AccountTopUp.command]
}
