import WalletAPI
import WalletModel

/// The schemas of errors.
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
  ]
}
