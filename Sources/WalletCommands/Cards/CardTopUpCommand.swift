import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct CardTopUpCommand: WalletCommand {
  let path = "card top-up"
  let summary = "Put simulated money into a card's account."
  let arguments: [CommandArgument] = [
    .cardID, CommandArgument("AMOUNT", "in the card's currency, 10,000.00 at most"),
  ]
  let options: [CommandOption] = Verification.options
  let answer: String? = "`Receipt`"
  let notes: [String] = [
    "All cards of one currency share an account. Only the simulator takes top-ups.",
    Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let amount = try await invocation.shopAmount(atMost: ShopAmount.topUpMaximum) {
      () throws(WalletError) in try await wallet.cards.get(invocation.cardID).currency
    }
    let receipt = try await Verification(invocation, wallet).send(TopUp(invocation.cardID, amount))
    try ReceiptText.print(receipt, invocation)
  }
}
