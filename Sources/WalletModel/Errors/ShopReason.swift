package import Languages

/// What the simulated shop says in detail.
package enum ShopReason: String, CaseIterable, Hashable, Sendable {
  case onlyReserved
  case onlyRefundable
  case sellsIn
  case accountIsIn
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
    case .accountIsIn:
      LocalizedText(
        "The account is in %.",
        "Das Konto ist in %.")
    case .declined:
      LocalizedText(
        "It was declined.",
        "Sie wurde abgelehnt.")
    case .reversed:
      LocalizedText(
        "It was already reversed.",
        "Sie wurde schon zurückgenommen.")
    case .debited:
      LocalizedText(
        "It was already debited.",
        "Sie wurde schon eingezogen.")
    case .isDebit:
      LocalizedText(
        "It's a debit, not an authorisation.",
        "Das ist eine Buchung, keine Vormerkung.")
    case .notDebit:
      LocalizedText(
        "It isn't a debit.",
        "Das ist keine Buchung.")
    case .noAccount:
      LocalizedText(
        "The card's account isn't there.",
        "Das Konto der Karte fehlt.")
    case .noPending:
      LocalizedText(
        "The pending payment isn't there.",
        "Die vorgemerkte Zahlung fehlt.")
    }
  }
}
