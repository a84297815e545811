package import Languages

/// What the simulated shop says in detail.
package enum ShopReason: String, CaseIterable, Hashable, Sendable {
  case onlyReserved
  case onlyRefundable
  case sellsIn
  case declined
  case reversed
  case debited
  case isDebit
  case notDebit
  case noAccount
  case noPending

  /// The text, with `%` where a value goes.
  package var text: LocalizedText {
    switch self {
    case .onlyReserved:
      LocalizedText(
        "Only % is reserved.",
        "Vorgemerkt ist nur %.")
    case .onlyRefundable:
      LocalizedText(
        "Only % is left to refund.",
        "Zu erstatten ist nur noch %.")
    case .sellsIn:
      LocalizedText(
        "% sells in %.",
        "% verkauft in %.")
    case .declined:
      LocalizedText(
        "It was declined.",
        "Sie wurde abgelehnt.")
    case .reversed:
      LocalizedText(
        "It was reversed already.",
        "Sie wurde schon zurückgenommen.")
    case .debited:
      LocalizedText(
        "It was debited already.",
        "Sie wurde schon eingezogen.")
    case .isDebit:
      LocalizedText(
        "It is a debit, not an authorisation.",
        "Das ist eine Buchung, keine Vormerkung.")
    case .notDebit:
      LocalizedText(
        "It is no debit.",
        "Das ist keine Buchung.")
    case .noAccount:
      LocalizedText(
        "The card's account is not there.",
        "Das Konto der Karte ist nicht da.")
    case .noPending:
      LocalizedText(
        "The pending payment is not there.",
        "Die vorgemerkte Zahlung ist nicht da.")
    }
  }
}
