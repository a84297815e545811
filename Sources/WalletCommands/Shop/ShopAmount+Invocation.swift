import Arguments
import TextLayout
import WalletModel
import WalletService

extension CommandOption {
  static let shopCurrency = CommandOption(
    "currency", .text("CODE"), "insist on the merchant's currency")
}

extension Invocation {
  /// The amount that was given, with the currency whose decimals it was read with: the shop refuses
  /// another one than its own, so that no amount counts in a currency that was not meant.
  ///
  /// - Parameter known: The currency of what is paid; nil where there is no such merchant or payment,
  ///   which is for the shop to say. Not asked where --currency says it.
  func shopAmount(
    _ known: () async throws(WalletError) -> Currency?
  ) async throws(WalletError) -> ShopAmount {
    let currency =
      if let code = text(CommandOption.shopCurrency.name) {
        Currency(code)
      } else {
        try await known() ?? Currency("EUR")
      }
    let written = arguments[1]
    guard let money = Money(written: written, currency) else {
      throw WalletError(
        .usage,
        details: ["AMOUNT must be an amount of \(currency.code), not \(Text.clean(written))"],
        advice: "Write it like \(Money(12_50, currency).decimal).")
    }
    let errors = ShopAmount.fieldErrors(written: money)
    guard errors.isEmpty else { throw WalletError(.fieldErrors, fieldErrors: errors) }
    return ShopAmount(money.minorUnits, currency)
  }
}

extension CardService {
  /// Pages of payments that are searched for one: 100,000 payments.
  private static let searchedPages = 100

  /// The currency of the payment with this id, however old it is; nil: there is none.
  func currency(ofPayment id: String)
    async throws(WalletError) -> Currency?
  {
    var query = TransactionQuery(limit: TransactionQuery.maximumLimit)
    for _ in 0..<Self.searchedPages {
      let page = try await transactions(nil, query)
      if let payment = page.transactions.first(where: { $0.id.rawValue == id && !$0.isDamaged }) {
        return payment.transactedAmount.currency
      }
      // A page without payments is the last, whatever it says.
      guard !page.transactions.isEmpty, let next = page.nextToken else { return nil }
      query.nextToken = next
    }
    throw WalletError(
      .usage,
      details: [
        "the payment is not among the latest \(Self.searchedPages * TransactionQuery.maximumLimit)"
      ],
      advice: "Say with --currency CODE which currency it is in.")
  }
}
