import WalletAPI
import WalletModel

/// The schemas of errors and cards.
extension OpenAPISchemas {
  static let errors: [Schema] = [
    ("Error", object([needed("error", reference("ErrorBody"))])),
    (
      "ErrorBody",
      object([
        needed("code", reference("ErrorCode")), needed("message", text(.text(1))),
        needed("details", list(of: text())),
        needed("fieldErrors", list(of: reference(FieldError.recordName))),
        optional("advice", text(.text(1))), optional("retryAfter", count),
        optional("reasons", list(of: reference(SentReason.recordName))),
      ])
    ),
    ("ErrorCode", pattern("^([0-9]{4}|WUI(-[A-Z]+)+|([A-Z][a-z]+)+Error)$")),
    record(FieldError.self),
    record(SentReason.self),
  ]

  static let cards: [Schema] =
    records(
      CardExpiry.self, Money.self, MobileWalletTokenization.self, AvailableAction.self, Card.self,
      CardReference.self, PagingResultMeta.self, DamagedRecord.self, CardList.self,
      SecureDetails.self, LinkSecureDetails.Answer.self, GetPin.Answer.self, CardProgram.self,
      GetPrograms.Answer.self, AccountInstrument.self, Account.self, CustomerProfile.self,
      Budgets.self, BudgetEntry.self)
    + requests(DeliveryAddress.self, RuleList.self, BudgetsRequest.self, BudgetChange.self) + [
      (Sealed.recordName, record(Sealed.self).schema.adding("additionalProperties", false))
    ]
}
