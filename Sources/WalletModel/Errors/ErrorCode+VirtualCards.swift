/// Codes of virtual cards (F33): the service's own words, without the prefix
/// `sudoplatform.virtual-cards.`.
extension ErrorCode {
  package static let virtualCardNotFound = ErrorCode(
    "CardNotFoundError", http: 404, exit: .notFound,
    "There is no such virtual card",
    "Eine solche virtuelle Karte gibt es nicht",
    advice: "Check the id, or list your virtual cards.",
    "Prüfen Sie die ID, oder sehen Sie in der Liste Ihrer virtuellen Karten nach.")
  package static let virtualCardState = ErrorCode(
    "CardStateError", http: 409, exit: .refused,
    "The state of this virtual card doesn't allow it",
    "Der Status dieser virtuellen Karte lässt das nicht zu",
    advice: "Only an ISSUED card can be changed. Make a new one.",
    "Nur eine Karte mit dem Status ISSUED lässt sich ändern. Legen Sie eine neue an.")
  package static let fundingSourceNotFound = ErrorCode(
    "FundingSourceNotFoundError", http: 404, exit: .notFound,
    "There is no such funding source",
    "Eine solche Geldquelle gibt es nicht",
    advice: "Check the id, or list your funding sources.",
    "Prüfen Sie die ID, oder sehen Sie in der Liste Ihrer Geldquellen nach.")
  package static let provisionalFundingSourceNotFound = ErrorCode(
    "ProvisionalFundingSourceNotFoundError", http: 404, exit: .notFound,
    "No such funding source is being set up",
    "Eine solche Geldquelle wird nicht eingerichtet",
    advice: "Set it up again.",
    "Richten Sie sie neu ein.")
  package static let fundingSourceNotActive = ErrorCode(
    "FundingSourceNotActiveError", http: 409, exit: .refused,
    "This funding source is not active",
    "Diese Geldquelle ist nicht aktiv",
    advice: "Choose an active one, or set one up.",
    "Wählen Sie eine aktive, oder richten Sie eine ein.")
  package static let fundingSourceNotSetUp = ErrorCode(
    "FundingSourceNotSetupError", http: 409, exit: .refused,
    "The bank hasn't agreed to this funding source yet",
    "Die Bank hat dieser Geldquelle noch nicht zugestimmt",
    advice: "Answer the bank's question first.",
    "Beantworten Sie zuerst die Frage der Bank.")
  package static let fundingSourceCompletionData = ErrorCode(
    "FundingSourceCompletionDataInvalidError", http: 400, exit: .refused,
    "The funding source can't be completed with these data",
    "Mit diesen Angaben lässt sich die Geldquelle nicht einrichten",
    advice: "Send what the provisioning data say.",
    "Senden Sie, was in den Angaben zur Einrichtung steht.")
  package static let fundingSourceState = ErrorCode(
    "FundingSourceStateError", http: 409, exit: .refused,
    "The state of this funding source doesn't allow it",
    "Der Status dieser Geldquelle lässt das nicht zu",
    advice: "Set up a new one.",
    "Richten Sie eine neue ein.")
  package static let unacceptableFundingSource = ErrorCode(
    "UnacceptableFundingSourceError", http: 409, exit: .refused,
    "This card can't be a funding source",
    "Diese Karte kann keine Geldquelle sein",
    advice: "Take a saved card that is valid, or a test card.",
    "Nehmen Sie eine gültige gespeicherte Karte oder eine Testkarte.")
  package static let duplicateFundingSource = ErrorCode(
    "DuplicateFundingSourceError", http: 409, exit: .refused,
    "This card is a funding source already",
    "Diese Karte ist bereits eine Geldquelle",
    advice: "Use that one, or cancel it first.",
    "Verwenden Sie diese, oder kündigen Sie sie zuerst.")
  package static let unsupportedCurrency = ErrorCode(
    "UnsupportedCurrencyError", http: 400, exit: .fieldErrors,
    "Virtual cards don't have this currency",
    "Diese Währung gibt es bei virtuellen Karten nicht",
    advice: "Use USD.",
    "Verwenden Sie USD.")
  package static let velocityExceeded = ErrorCode(
    "VelocityExceededError", http: 409, exit: .refused,
    "That is too often in this period",
    "Das ist zu oft in diesem Zeitraum",
    advice: "Try again tomorrow.",
    "Versuchen Sie es morgen noch einmal.")
  package static let virtualCardsLimit = ErrorCode(
    "LimitExceededError", http: 409, exit: .refused,
    "You have as many personas or funding sources as fit",
    "Mehr Personas oder Geldquellen lassen sich nicht anlegen",
    advice: "Delete a persona, or use the funding sources that you have.",
    "Löschen Sie eine Persona, oder verwenden Sie Ihre vorhandenen Geldquellen.")
  package static let ownershipProof = ErrorCode(
    "InvalidTokenError", http: 409, exit: .refused,
    "The proof of ownership isn't valid",
    "Der Eigentumsnachweis ist nicht gültig",
    advice: "Get a new one for this persona.",
    "Lassen Sie sich für diese Persona einen neuen ausstellen.")

  package static let noOwnershipProof = ErrorCode(
    "NoOwnershipProofAvailableError", http: 404, exit: .notFound,
    "There is no proof that this persona is yours",
    "Es gibt keinen Nachweis, dass diese Persona Ihnen gehört",
    advice: "Choose one of your personas, or make one.",
    "Wählen Sie eine Ihrer Personas, oder legen Sie eine an.")
  package static let fundingSourceCreation = ErrorCode(
    "FundingSourceCreationFailedError", http: 409, exit: .refused,
    "The bank has refused this funding source",
    "Die Bank hat diese Geldquelle abgelehnt",
    advice: "Try another card.",
    "Versuchen Sie es mit einer anderen Karte.")
  package static let provisionFailed = ErrorCode(
    "ProvisionFailedError", http: 409, exit: .refused,
    "The issuer couldn't make the card",
    "Der Herausgeber konnte die Karte nicht anlegen",
    advice: "Order it again.",
    "Bestellen Sie sie noch einmal.")

  package static let deviceKeyMissing = ErrorCode(
    "LocalKeyPairFailureError", http: 409, exit: .refused,
    "The key of this card isn't on this device",
    "Der Schlüssel dieser Karte ist nicht auf diesem Gerät",
    advice: "Export the keys on the device that made the card, and import them here.",
    "Exportieren Sie die Schlüssel auf dem Gerät, das die Karte angelegt hat, und importieren Sie sie hier."
  )
  package static let virtualCardSealed = ErrorCode(
    "DecodingError", http: 409, exit: .refused,
    "What is sealed in this card can't be opened",
    "Das Versiegelte dieser Karte lässt sich nicht öffnen",
    advice:
      "Use the newest version of walletui. If that doesn't help, close the card and make a new one.",
    "Verwenden Sie die neueste Version von walletui. Hilft das nicht, schließen Sie die Karte und legen Sie eine neue an."
  )
  package static let keyArchive = ErrorCode(
    "InvalidKeyArchiveError", http: 400, exit: .refused,
    "The keys can't be read from this file",
    "Aus dieser Datei lassen sich die Schlüssel nicht lesen",
    advice: "Use a file that `walletui virtual keys export` wrote, and its passphrase.",
    "Verwenden Sie eine Datei, die `walletui virtual keys export` geschrieben hat, und deren Passphrase."
  )

  static let virtualCards: [ErrorCode] = [
    .virtualCardNotFound, .virtualCardState, .fundingSourceNotFound,
    .provisionalFundingSourceNotFound, .fundingSourceNotActive, .fundingSourceNotSetUp,
    .fundingSourceCompletionData, .fundingSourceState, .unacceptableFundingSource,
    .duplicateFundingSource, .unsupportedCurrency, .velocityExceeded, .virtualCardsLimit,
    .ownershipProof, .noOwnershipProof, .fundingSourceCreation, .provisionFailed,
    .deviceKeyMissing, .virtualCardSealed, .keyArchive,
  ]

  /// The word of the service without its prefix, and without the suffix that it adds to one of them by
  /// mistake (F34, H24): `sudoplatform.virtual-cards.FundingSourceNotSetupErrorCode`.
  static func serviceWord(_ word: String) -> String {
    var rest = word[...]
    for prefix in servicePrefixes where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return String(rest.hasSuffix("ErrorCode") ? rest.dropLast("Code".count) : rest)
  }

  private static let servicePrefixes = ["sudoplatform.virtual-cards.", "sudoplatform."]

  /// Whether a word looks like one of the service of virtual cards, with its prefix or without:
  /// `sudoplatform.SomethingError`, `SomethingError`.
  package static func isServiceWord(_ word: String) -> Bool {
    if servicePrefixes.contains(where: word.hasPrefix) { return true }
    return serviceWord(word).hasSuffix("Error") && word.utf8.first.map { 0x41...0x5a ~= $0 } == true
  }
}
