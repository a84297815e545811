import Canvas
import Words

enum ShopCommands {
  static let all: [Command] = [
    Command(
      "shop.pay", \.payInShop, keys: [.character("b")], place: .cards,
      disabled: { PaymentForm.refusal($0) },
      run: { PaymentForm.open(&$0) }),
    Command(
      "shop.again", \.payAgain, keys: [.character("B")], place: .cards,
      disabled: { PaymentForm.refusal($0) },
      run: { Payment.again(&$0) }),
    AccountTopUp.command,
  ]
}
