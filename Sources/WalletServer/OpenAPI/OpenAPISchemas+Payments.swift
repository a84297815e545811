import WalletAPI
import WalletModel

/// The schemas of payments and of the shop.
extension OpenAPISchemas {
  static let payments: [(name: String, schema: JSON)] = [
    record(Transaction.self),
    record(ChargeDetail.self),
    record(Markup.self),
    record(TransactionPage.self),
    record(Merchant.self),
    ("Merchants", record([("merchants", "[Merchant]")])),
    record(ConversionRate.self),
    ("Rates", record([("rates", "[Rate]")])),
    record(ShopReceipt.self),
    request(ShopAmount.self),
    ("AuthorizationRequest", ["oneOf": [type("CardPayment"), type("NumberPayment")]]),
    (
      "CardPayment",
      [
        "type": "object",
        "properties": [
          "cardId": type("id"), "merchantId": type("id"), "amount": type("amount"),
          "currencyCode": ["anyOf": [type("currency"), ["type": "null"]]],
          "cardNumber": ["type": "null"], "csc": ["type": "null"],
        ],
        "required": ["cardId", "merchantId", "amount"],
      ]
    ),
    (
      "NumberPayment",
      [
        "type": "object",
        "properties": [
          "cardNumber": pattern("^[0-9]{12,19}$"), "expiry": type("Expiry"),
          "csc": ["anyOf": [type("digits3"), ["type": "null"]]],
          "billingAddress": ["anyOf": [type("BillingAddress"), ["type": "null"]]],
          "merchantId": type("id"), "amount": type("amount"),
          "currencyCode": ["anyOf": [type("currency"), ["type": "null"]]],
          "cardId": ["type": "null"],
        ],
        "required": ["cardNumber", "expiry", "merchantId", "amount"],
      ]
    ),
    ("BillingAddress", request([("postalCode?", "text1-16")])),
  ]
}
