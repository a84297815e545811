import Arguments
import FrontEnd
import WalletModel
import WalletService

/// A command for the next step of a payment. Its amount is in the payment's currency.
protocol ShopStepCommand: WalletCommand {
  var step: ShopStep { get }
}

extension ShopStepCommand {
  var arguments: [CommandArgument] { [.authorization, .amount] }
  var options: [CommandOption] { [.shopCurrency] + Verification.options }
  var answer: String? { "`Receipt`" }
  var notes: [String] { [Verification.noteAboutCodes] }

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let id = invocation.arguments[0]
    // What expires has no amount.
    let amount =
      if step == .expire {
        ShopAmount(1)
      } else {
        try await invocation.shopAmount { () throws(WalletError) in
          try await wallet.currency(ofPayment: id)
        }
      }
    let receipt = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
      try await wallet.takeShopStep(step, id, amount)
    }
    try ReceiptText.print(receipt, invocation)
  }
}
