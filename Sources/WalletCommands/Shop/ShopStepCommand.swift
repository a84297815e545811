import Arguments
import FrontEnd
import WalletModel
import WalletService

/// A step of a payment with an amount, which is in the payment's currency.
protocol ShopStepCommand: WalletCommand {
  /// - Parameter id: The authorisation's, or the debit's.
  func step(_ shop: ShopService, _ id: String, _ amount: ShopAmount) async throws(WalletError)
    -> ShopReceipt
}

extension ShopStepCommand {
  var arguments: [CommandArgument] { [.authorization, .amount] }
  var options: [CommandOption] { [.shopCurrency] }
  var answer: String? { "`Receipt`" }

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet()
    let id = invocation.arguments[0]
    let amount = try await invocation.shopAmount { () throws(WalletError) in
      try await wallet.cards.currency(ofPayment: id)
    }
    try ReceiptText.print(try await step(wallet.shop, id, amount), invocation)
    return .ok
  }
}
