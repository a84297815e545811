/// Codes of payments with a handle, and of saved cards. The numbers are published (D52–D54); where
/// one has two meanings, it is here with its first one (H08).
extension ErrorCode {
  package static let paymentAmount = ErrorCode(
    "9054", http: 400, exit: .fieldErrors,
    "This amount can't be paid",
    "Dieser Betrag lässt sich nicht zahlen",
    advice: "Give an amount above zero, with nine digits at most.",
    "Nennen Sie einen Betrag über null, mit höchstens neun Ziffern.")
  package static let paymentCurrency = ErrorCode(
    "9055", http: 400, exit: .fieldErrors,
    "This shop doesn't take that currency",
    "Dieser Händler nimmt diese Währung nicht",
    advice: "See `walletui pay methods`.",
    "Siehe `walletui pay methods`.")
  package static let paymentAccount = ErrorCode(
    "9061", http: 400, exit: .fieldErrors,
    "The shop has no such account for cards",
    "Ein solches Konto für Karten hat der Händler nicht",
    advice: "See `walletui pay methods`.",
    "Siehe `walletui pay methods`.")
  package static let paymentAccountSetUp = ErrorCode(
    "9073", http: 400, exit: .refused,
    "The shop's account isn't set up for that",
    "Das Konto des Händlers ist dafür nicht eingerichtet",
    advice: "Pay without 3-D Secure, or at another shop.",
    "Zahlen Sie ohne 3-D Secure oder bei einem anderen Händler.")
  package static let paymentAccountForm = ErrorCode(
    "9101", http: 400, exit: .fieldErrors,
    "That isn't the number of an account",
    "Das ist keine Nummer eines Kontos",
    advice: "It has digits only. See `walletui pay methods`.",
    "Sie hat nur Ziffern. Siehe `walletui pay methods`.")
  package static let paymentMethods = ErrorCode(
    "9085", http: 400, exit: .refused,
    "This shop takes no cards that walletui knows",
    "Dieser Händler nimmt keine Karten, die walletui kennt",
    advice: "Choose another shop. See `walletui pay methods`.",
    "Wählen Sie einen anderen Händler. Siehe `walletui pay methods`.")
  package static let paymentDescriptor = ErrorCode(
    "9098", http: 400, exit: .fieldErrors,
    "The text for the statement isn't right",
    "Der Text für den Kontoauszug stimmt nicht",
    advice: "Give 1 to 20 characters. The shop's phone number needs them, too.",
    "Nennen Sie 1 bis 20 Zeichen. Auch die Telefonnummer des Händlers braucht sie.")
  package static let paymentPhone = ErrorCode(
    "9099", http: 400, exit: .fieldErrors,
    "The shop's phone number isn't right",
    "Die Telefonnummer des Händlers stimmt nicht",
    advice: "Give 1 to 13 characters.",
    "Nennen Sie 1 bis 13 Zeichen.")
  package static let paymentFirstName = ErrorCode(
    "9112", http: 400, exit: .fieldErrors,
    "The first name isn't right",
    "Der Vorname stimmt nicht",
    advice: "Give 1 to 80 characters.",
    "Nennen Sie 1 bis 80 Zeichen.")
  package static let paymentLastName = ErrorCode(
    "9113", http: 400, exit: .fieldErrors,
    "The last name isn't right",
    "Der Nachname stimmt nicht",
    advice: "Give 1 to 80 characters.",
    "Nennen Sie 1 bis 80 Zeichen.")
  package static let paymentEmail = ErrorCode(
    "9119", http: 400, exit: .fieldErrors,
    "The e-mail address isn't right",
    "Die E-Mail-Adresse stimmt nicht",
    advice: "Give an address like ana@example.com.",
    "Nennen Sie eine Adresse wie ana@example.com.")
  package static let paymentBrand = ErrorCode(
    "9125", http: 400, exit: .refused,
    "This card is not supported",
    "Diese Karte wird nicht unterstützt",
    advice: "Take a card of a brand that the shop accepts: `walletui pay methods`.",
    "Nehmen Sie eine Karte, die der Händler annimmt: `walletui pay methods`.")
  package static let paymentHandleStatus = ErrorCode(
    "9131", http: 409, exit: .refused,
    "This payment can't be used any more",
    "Diese Zahlung ist nicht mehr zu verwenden",
    advice: "Start a new one.",
    "Beginnen Sie eine neue.")
  package static let paymentInProgress = ErrorCode(
    "9136", http: 409, exit: .refused,
    "Another payment is being prepared",
    "Eine andere Zahlung wird gerade vorbereitet",
    advice: "Wait until it is ready.",
    "Warten Sie, bis sie fertig ist.")
  package static let authenticationTimeout = ErrorCode(
    "9199", http: 409, exit: .refused,
    "The bank's question was not answered in time",
    "Die Frage der Bank blieb zu lange ohne Antwort",
    advice: "Start again. Nothing was paid.",
    "Beginnen Sie neu. Gezahlt wurde nichts.")
  package static let authenticationCancelled = ErrorCode(
    "9200", http: 409, exit: .cancelled,
    "You left the bank's question",
    "Sie haben die Frage der Bank verlassen",
    advice: "Start again. Nothing was paid.",
    "Beginnen Sie neu. Gezahlt wurde nichts.")
  package static let authenticationOver = ErrorCode(
    "WUI-CHALLENGE", http: 409, exit: .refused,
    "The bank asks nothing now",
    "Die Bank fragt gerade nichts",
    advice: "Look at the payment again.",
    "Sehen Sie sich die Zahlung noch einmal an.")
  package static let registrationState = ErrorCode(
    "WUI-SAVED-STATE", http: 409, exit: .refused,
    "This card can't be saved now",
    "Diese Karte lässt sich jetzt nicht speichern",
    advice: "Start again. Nothing was saved.",
    "Beginnen Sie neu. Gespeichert wurde nichts.")
  package static let savedCardLimit = ErrorCode(
    "WUI-SAVED-LIMIT", http: 409, exit: .refused,
    "You have as many saved cards as fit",
    "Mehr Karten lassen sich nicht speichern",
    advice: "Remove one first.",
    "Entfernen Sie zuerst eine.")
  package static let savedCardExpired = ErrorCode(
    "WUI-SAVED-EXPIRED", http: 409, exit: .refused,
    "This saved card has expired",
    "Diese gespeicherte Karte ist abgelaufen",
    advice: "Save the new one.",
    "Speichern Sie die neue.")

  static let payments: [ErrorCode] = [
    .paymentAmount, .paymentCurrency, .paymentAccount, .paymentAccountSetUp, .paymentAccountForm,
    .paymentMethods, .paymentDescriptor, .paymentPhone, .paymentFirstName, .paymentLastName,
    .paymentEmail, .paymentBrand,
    .paymentHandleStatus, .paymentInProgress, .authenticationTimeout, .authenticationCancelled,
    .authenticationOver, .registrationState, .savedCardLimit, .savedCardExpired,
  ]
}
