import WalletAPI

/// The schemas of payments and of the shop.
extension OpenAPISchemas {
  static let payments: [(name: String, schema: JSON)] = [
    (
      "Transaction",
      record([
        ("id", "id"), ("owner", "id"), ("version", "version"), ("cardId", "id"),
        ("sequenceId", "id"), ("type", "transactionType"), ("sortDate", "time"),
        ("transactedAt", "time"), ("settledAt?", "time"), ("billedAmount", "Money"),
        ("transactedAmount", "Money"), ("description", "text"),
        ("declineReason?", "declineReason"), ("detail", "[ChargeDetail]"),
        ("createdAt", "time"), ("updatedAt", "time"),
      ])
    ),
    (
      "ChargeDetail",
      record([
        ("virtualCardAmount", "Money"), ("markup", "Markup"), ("markupAmount", "Money"),
        ("fundingSourceAmount", "Money"), ("transactedAt", "time"), ("settledAt?", "time"),
        ("fundingSourceId", "id"), ("description", "text"), ("state", "chargeState"),
        ("continuationOfExistingCharge", "boolean"),
      ])
    ),
    ("Markup", record([("percent", "count"), ("flat", "count"), ("minCharge?", "count")])),
    ("Transactions", record([("transactions", "[Transaction]"), ("nextToken?", "text1-10")])),
    (
      "Merchant",
      record([
        ("id", "id"), ("name", "text1"), ("mcc", "digits4"), ("city", "text1"),
        ("state?", "text1"), ("postalCode", "text1"), ("country", "country"),
        ("currency", "currency"), ("declineBeforeAuthorization", "boolean"),
        ("declineAfterAuthorization", "boolean"), ("createdAt", "time"), ("updatedAt", "time"),
      ])
    ),
    ("Merchants", record([("merchants", "[Merchant]")])),
    ("Rate", record([("currency", "currency"), ("perEuro", "count")])),
    ("Rates", record([("rates", "[Rate]")])),
    (
      "Receipt",
      record([
        ("id", "id"), ("approved", "boolean"), ("billedAmount", "Money"),
        ("declineReason?", "declineReason"), ("createdAt", "time"), ("updatedAt", "time"),
      ])
    ),
    ("ShopAmount", request([("amount", "amount"), ("currencyCode?", "currency")])),
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
