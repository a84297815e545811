import WalletAPI
import WalletModel

/// The schemas of payments and of the shop.
extension OpenAPISchemas {
  static let payments: [Schema] = [
    record(Transaction.self),
    record(ChargeDetail.self),
    record(Markup.self),
    record(TransactionPage.self),
    record(Merchant.self),
    record(ListMerchants.Answer.self),
    record(ConversionRate.self),
    record(ListRates.Answer.self),
    record(ShopReceipt.self),
    request(ShopAmount.self),
    union(AuthorizationRequest.self),
    request(CardPayment.self),
    request(NumberPayment.self),
    request(BillingAddress.self),
  ]
}
