import Languages

/// Codes of the simulated shop (G05–G09).
extension ErrorCode {
  package static let shopCard = ErrorCode(
    "WUI-SHOP-CARD", http: 404, exit: .notFound,
    message: LocalizedText(
      "The shop knows no such card",
      "Das Geschäft kennt diese Karte nicht"),
    advice: LocalizedText(
      "Check the card's number or id.",
      "Prüfen Sie Nummer oder ID der Karte."))
  package static let shopTransaction = ErrorCode(
    "WUI-SHOP-TRANSACTION", http: 404, exit: .notFound,
    message: LocalizedText(
      "The shop knows no such payment",
      "Das Geschäft kennt diese Zahlung nicht"),
    advice: LocalizedText(
      "Give the id that the payment was answered with.",
      "Nennen Sie die ID, mit der die Zahlung beantwortet wurde."))
  package static let shopMerchant = ErrorCode(
    "WUI-SHOP-MERCHANT", http: 404, exit: .notFound,
    message: LocalizedText(
      "There is no such merchant",
      "Diesen Händler gibt es nicht"),
    advice: LocalizedText(
      "List the merchants (`walletui shop merchants`).",
      "Sehen Sie die Händler an (`walletui shop merchants`)."))
  package static let shopCurrency = ErrorCode(
    "WUI-SHOP-CURRENCY", http: 409, exit: .refused,
    message: LocalizedText(
      "That is not the merchant's currency",
      "Das ist nicht die Währung des Händlers"),
    advice: LocalizedText(
      "List the merchants (`walletui shop merchants`).",
      "Sehen Sie die Händler an (`walletui shop merchants`)."))
  package static let shopType = ErrorCode(
    "WUI-SHOP-TYPE", http: 409, exit: .refused,
    message: LocalizedText(
      "That cannot be done with a payment of this kind",
      "Das geht mit einer solchen Zahlung nicht"),
    advice: LocalizedText(
      "Look at the card's payments, or begin with a new one.",
      "Sehen Sie die Zahlungen der Karte an, oder beginnen Sie eine neue."))
  package static let shopExpired = ErrorCode(
    "WUI-SHOP-EXPIRED", http: 409, exit: .refused,
    message: LocalizedText(
      "This authorisation has expired already",
      "Diese Vormerkung ist schon abgelaufen"),
    advice: LocalizedText(
      "Look at the card's payments, or begin with a new one.",
      "Sehen Sie die Zahlungen der Karte an, oder beginnen Sie eine neue."))
  package static let shopReversal = ErrorCode(
    "WUI-SHOP-REVERSAL", http: 409, exit: .refused,
    message: LocalizedText(
      "That is more than is reserved",
      "So viel ist nicht vorgemerkt"),
    advice: LocalizedText(
      "Give a smaller amount.",
      "Nennen Sie einen kleineren Betrag."))
  package static let shopRefund = ErrorCode(
    "WUI-SHOP-REFUND", http: 409, exit: .refused,
    message: LocalizedText(
      "That is more than was paid",
      "So viel wurde nicht bezahlt"),
    advice: LocalizedText(
      "Give a smaller amount.",
      "Nennen Sie einen kleineren Betrag."))

  static let shop: [ErrorCode] = [
    .shopCard, .shopTransaction, .shopMerchant, .shopCurrency, .shopType, .shopExpired,
    .shopReversal, .shopRefund,
  ]
}
