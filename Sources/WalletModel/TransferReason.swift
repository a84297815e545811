package import Languages

/// Why a payment failed, in the published words (A41). They say less than a `DeclineReason`, which
/// keeps the word of another server.
package enum TransferReason {
  /// Each word with what it means. Our own issuer has only some of them.
  package static let texts: [String: LocalizedText] = [
    "BANK-DEPOSIT-FAILED-INSTRUMENT": LocalizedText("account problem", "Kontoproblem"),
    "BANK-DEPOSIT-NAME-MISMATCH": LocalizedText("another person's account", "fremdes Konto"),
    "CUSTOMER_RESTRICTED": LocalizedText("not allowed", "nicht erlaubt"),
    "DW-BANK-DECLINE": LocalizedText("by the bank", "von der Bank"),
    "DW-DEPOSIT-BANK-CHANGE-NOT-ALLOWED": LocalizedText("another bank", "andere Bank"),
    "DW-DEPOSIT-NOT-CONFIRMED": LocalizedText("not confirmed", "nicht bestätigt"),
    "DW-DEPOSIT-PROVIDER-ERROR": LocalizedText("bank unreachable", "Bank nicht erreichbar"),
    "DW-TRANSFER-DUPLICATED-MERCHANT-REF": LocalizedText("made before", "schon ausgeführt"),
    "DW-TRANSFER-GENERAL-ERROR": LocalizedText("technical error", "technischer Fehler"),
    "DW-TRANSFER-INVALID-CURRENCY": LocalizedText("currency blocked", "Währung gesperrt"),
    "DW-TRANSFER-LIMIT-EXCEEDED": LocalizedText("limit exceeded", "Limit überschritten"),
    "DW-TRANSFER-NOT-ALLOWED": LocalizedText("not allowed", "nicht erlaubt"),
    "DW-TRANSFER-NOT-ENOUGH-BALANCE": LocalizedText("no funds", "kein Guthaben"),
    "DW-UNSUPPORTED-BANK": LocalizedText("bank not supported", "Bank nicht möglich"),
    "INSUFFICIENT_FUNDS": LocalizedText("no funds", "kein Guthaben"),
    "OTHER": LocalizedText("another reason", "anderer Grund"),
    "RISK_ENGINE_DECLINE": LocalizedText("suspicious", "verdächtig"),
    "TRANSFER_AUTH_HOLD_AMOUNT_MISMATCH": LocalizedText("another amount", "anderer Betrag"),
    "TRANSFER_AUTH_HOLD_CURRENCY_MISMATCH": LocalizedText("another currency", "andere Währung"),
  ]
}

extension DeclineReason {
  /// The published word for it.
  package var transferReason: String {
    switch self {
    case .insufficientFunds: "INSUFFICIENT_FUNDS"
    case .velocityExceeded: "DW-TRANSFER-LIMIT-EXCEEDED"
    case .suspicious: "RISK_ENGINE_DECLINE"
    case .insufficientEntitlements: "CUSTOMER_RESTRICTED"
    case .fundingError: "BANK-DEPOSIT-FAILED-INSTRUMENT"
    case .declined: "DW-BANK-DECLINE"
    case .currencyBlocked: "DW-TRANSFER-INVALID-CURRENCY"
    case .processingError, .serviceUnavailable: "DW-TRANSFER-GENERAL-ERROR"
    case .cardLocked, .cardExpired, .cardCancelled, .cardNotActive, .cardStopped,
      .merchantBlocked, .merchantCodeBlocked, .merchantCountryBlocked, .tokenFrozen,
      .tokenNotActive:
      "DW-TRANSFER-NOT-ALLOWED"
    case .avsCheckFailed, .cscCheckFailed, .expiryCheckFailed: "OTHER"
    case .other(let word): TransferReason.texts[word] == nil ? "OTHER" : word
    }
  }
}
