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

  static let cards: [Schema] = [
    record(CardExpiry.self),
    record(Money.self),
    request(DeliveryAddress.self),
    record(MobileWalletTokenization.self),
    record(AvailableAction.self),
    record(Card.self),
    record(CardReference.self),
    request(RuleList.self),
    record(PagingResultMeta.self),
    record(DamagedRecord.self),
    record(CardList.self),
    record(SecureDetails.self),
    record(LinkSecureDetails.Answer.self),
    record(GetPin.Answer.self),
    (Sealed.recordName, record(Sealed.self).schema.adding("additionalProperties", false)),
    record(CardProgram.self),
    record(GetPrograms.Answer.self),
    record(AccountInstrument.self),
    record(Account.self),
    record(CustomerProfile.self),
    record(Budgets.self),
    record(BudgetEntry.self),
    request(BudgetsRequest.self),
    request(BudgetChange.self),
  ]
}
