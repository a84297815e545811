/// Codes of the simulated shop (G05–G09).
extension ErrorCode {
  package static let shopCard = ErrorCode(
    "WUI-SHOP-CARD", http: 404, exit: .notFound,
    "The shop doesn't know this card",
    "Das Geschäft kennt diese Karte nicht",
    advice: "Check the card's number or id.",
    "Prüfen Sie Nummer oder ID der Karte.")
  package static let shopTransaction = ErrorCode(
    "WUI-SHOP-TRANSACTION", http: 404, exit: .notFound,
    "The shop doesn't know this payment",
    "Das Geschäft kennt diese Zahlung nicht",
    advice: "Give the id on the payment's receipt.",
    "Nennen Sie die ID vom Beleg der Zahlung.")
  package static let shopMerchant = ErrorCode(
    "WUI-SHOP-MERCHANT", http: 404, exit: .notFound,
    "There's no such merchant",
    "Diesen Händler gibt es nicht",
    advice: "See `walletui shop merchants`.",
    "Siehe `walletui shop merchants`.")
  package static let shopCurrency = ErrorCode(
    "WUI-SHOP-CURRENCY", http: 409, exit: .refused,
    "That isn't the merchant's currency",
    "Das ist nicht die Währung des Händlers",
    advice: "See `walletui shop merchants`.",
    "Siehe `walletui shop merchants`.")
  package static let shopType = ErrorCode(
    "WUI-SHOP-TYPE", http: 409, exit: .refused,
    "You can't do that with this kind of payment",
    "Das geht mit einer solchen Zahlung nicht",
    advice: "Look at the card's payments, or start a new one.",
    "Sehen Sie sich die Zahlungen der Karte an, oder beginnen Sie eine neue.")
  package static let shopExpired = ErrorCode(
    "WUI-SHOP-EXPIRED", http: 409, exit: .refused,
    "This authorisation has already expired",
    "Diese Vormerkung ist schon abgelaufen",
    advice: "Look at the card's payments, or start a new one.",
    "Sehen Sie sich die Zahlungen der Karte an, oder beginnen Sie eine neue.")
  package static let shopReversal = ErrorCode(
    "WUI-SHOP-REVERSAL", http: 409, exit: .refused,
    "That's more than is reserved",
    "So viel ist nicht vorgemerkt",
    advice: "Give a smaller amount.",
    "Nennen Sie einen kleineren Betrag.")
  package static let shopRefund = ErrorCode(
    "WUI-SHOP-REFUND", http: 409, exit: .refused,
    "That's more than was paid",
    "So viel wurde nicht bezahlt",
    advice: "Give a smaller amount.",
    "Nennen Sie einen kleineren Betrag.")

  static let shop: [ErrorCode] = [
    .shopCard, .shopTransaction, .shopMerchant, .shopCurrency, .shopType, .shopExpired,
    .shopReversal, .shopRefund,
  ]
}
