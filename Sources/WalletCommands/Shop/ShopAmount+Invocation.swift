import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService

extension CommandOption {
  static let shopCurrency = CommandOption(
    "currency", .text("CODE"), "insist on the merchant's currency")
}

extension Invocation {
  /// The amount that was given, with the currency whose decimals were used to read it. The shop
  /// refuses a currency other than its own, so an amount is never used in the wrong currency.
  ///
  /// - Parameter known: Returns the currency of the payment or merchant; nil: the shop does not
  ///   know it, and will say so. Not called if --currency was given.
  func shopAmount(
    atMost most: Int64 = ShopAmount.maximum, _ known: () async throws(WalletError) -> Currency?
  ) async throws(WalletError) -> ShopAmount {
    let currency =
      if let code = text(CommandOption.shopCurrency.name) {
        Currency(code)
      } else {
        try await known() ?? Currency("EUR")
      }
    let money = try Money(argument: arguments[1], currency)
    let errors = ShopAmount.fieldErrors(written: money, atMost: most)
    guard errors.isEmpty else { throw WalletError(.fieldErrors, fieldErrors: errors) }
    return ShopAmount(money.minorUnits, currency)
  }
}

extension Money {
  /// The argument AMOUNT in a currency.
  ///
  /// - Throws: `.usage` if it is no amount of the currency.
  init(argument written: String, _ currency: Currency) throws(WalletError) {
    guard let money = Money(written: written, currency) else {
      throw WalletError.usage(
        "AMOUNT must be an amount of \(currency.code), not \(Text.clean(written))",
        "AMOUNT muss ein Betrag in \(currency.code) sein, nicht \(Text.clean(written))",
        advice: .text(
          "Write it like \(Money(12_50, currency).decimal).",
          "Schreiben Sie etwa \(Money(12_50, currency).decimal)."))
    }
    self = money
  }
}

extension WalletService {
  /// The currency of the payment with this id, however old it is; nil: there is no such payment.
  func currency(ofPayment id: String) async throws(WalletError) -> Currency? {
    do throws(WalletError) {
      return try await send(GetTransaction(TransactionID(id))).transactedAmount.currency
    } catch {
      guard error.code == .shopTransaction else { throw error }
      return nil
    }
  }
}
