package import Languages

/// What is wrong with a field: words that make sense alone or after its name. Values replace `%`.
package enum FieldReason: String, CaseIterable, Hashable, Sendable {
  case needed
  case unknown
  case range
  case beforeStart
  case negative
  case notForVirtual
  case neededForPhysical
  case notEligible
  case currencyForm
  case oneOf
  case setSeparately
  case notAccepted
  case neededForUS
  case neededForUSAddress
  case fourDigits
  case threeDigits
  case statusToChangeTo
  case atMost
  case invisible
  case length
  case mobileForm
  case emailForm
  case cityForm
  case countryForm
  case notACountry
  case postalCodeForm
  case holderNameForm
  case extraSpace
  case otherToken
  case cardNumberForm
  case cscForm
  case urlForm
  case digitsCount
  case checkDigit
  case expiryForm
  case cardExpired
  case expiryTooLate
  case cardNotSupported
  case otherCard
  case otherPayment
  case oneList
  case valueCount
  case repeated

  /// The text, with `%` where a value goes.
  package var text: LocalizedText {
    switch self {
    case .needed:
      LocalizedText(
        "Required",
        "Pflichtfeld")
    case .oneList:
      LocalizedText(
        "Give what is allowed, or what is blocked",
        "Entweder was erlaubt oder was gesperrt ist")
    case .valueCount:
      LocalizedText(
        "Give % to % values",
        "Es müssen % bis % Werte sein")
    case .repeated:
      LocalizedText(
        "Don't give a value twice",
        "Kein Wert darf doppelt sein")
    case .unknown:
      LocalizedText(
        "Unknown",
        "Unbekannt")
    case .range:
      LocalizedText(
        "Must be from % to %",
        "Muss von % bis % sein")
    case .beforeStart:
      LocalizedText(
        "Can't be before the start",
        "Darf nicht vor dem Anfang liegen")
    case .negative:
      LocalizedText(
        "Must be 0 or more",
        "Muss 0 oder mehr sein")
    case .notForVirtual:
      LocalizedText(
        "Leave this out for a virtual card",
        "Entfällt bei einer virtuellen Karte")
    case .neededForPhysical:
      LocalizedText(
        "Required for a physical card",
        "Pflichtfeld bei einer physischen Karte")
    case .notEligible:
      LocalizedText(
        "You can't order cards of this kind",
        "Diese Art Karte gibt es für Sie nicht")
    case .currencyForm:
      LocalizedText(
        "Use three capital letters, like EUR",
        "Drei Großbuchstaben, wie EUR")
    case .oneOf:
      LocalizedText(
        "Choose one of %",
        "Wählen Sie eines davon: %")
    case .setSeparately:
      LocalizedText(
        "US customers set it later, in a request of its own",
        "In den USA wird sie später gesetzt, mit eigener Anfrage")
    case .notAccepted:
      LocalizedText(
        "Accept this first",
        "Muss akzeptiert werden")
    case .neededForUS:
      LocalizedText(
        "Required for US customers",
        "Pflichtfeld für Kunden in den USA")
    case .neededForUSAddress:
      LocalizedText(
        "Required for US addresses",
        "Pflichtfeld bei Adressen in den USA")
    case .fourDigits:
      LocalizedText(
        "Use exactly 4 digits",
        "Genau 4 Ziffern")
    case .threeDigits:
      LocalizedText(
        "Use exactly 3 digits",
        "Genau 3 Ziffern")
    case .statusToChangeTo:
      LocalizedText(
        "Must be ACTIVE, LOCKED or CANCELLED",
        "Muss ACTIVE, LOCKED oder CANCELLED sein")
    case .atMost:
      LocalizedText(
        "Use at most % characters",
        "Höchstens % Zeichen")
    case .invisible:
      LocalizedText(
        "Leave out control and invisible characters",
        "Ohne Steuerzeichen und unsichtbare Zeichen")
    case .length:
      LocalizedText(
        "Use % to % characters",
        "% bis % Zeichen")
    case .mobileForm:
      LocalizedText(
        "Use a number like +359 888123456",
        "Eine Nummer wie +359 888123456")
    case .emailForm:
      LocalizedText(
        "Use an address like name@example.com",
        "Eine Adresse wie name@example.com")
    case .cityForm:
      LocalizedText(
        "Use letters, spaces, hyphens and periods",
        "Nur Buchstaben, Leerzeichen, Bindestriche und Punkte")
    case .countryForm:
      LocalizedText(
        "Use two capital letters, like BG",
        "Zwei Großbuchstaben, wie BG")
    case .notACountry:
      LocalizedText(
        "Not a country code",
        "Kein Ländercode")
    case .postalCodeForm:
      LocalizedText(
        "Use letters, digits, hyphens and spaces",
        "Nur Buchstaben, Ziffern, Bindestriche und Leerzeichen")
    case .holderNameForm:
      LocalizedText(
        "Use Latin letters, spaces, ' and -",
        "Nur lateinische Buchstaben, Leerzeichen, ' und -")
    case .extraSpace:
      LocalizedText(
        "Remove the extra space",
        "Ein Leerzeichen zu viel")
    case .otherToken:
      LocalizedText(
        "Must match the token",
        "Muss zum Token passen")
    case .cardNumberForm:
      LocalizedText(
        "Use 12 to 19 digits",
        "12 bis 19 Ziffern")
    case .cscForm:
      LocalizedText(
        "Use three digits",
        "Drei Ziffern")
    case .digitsCount:
      LocalizedText(
        "Must have % digits",
        "Muss % Ziffern haben")
    case .checkDigit:
      LocalizedText(
        "One digit isn't right",
        "Eine Ziffer stimmt nicht")
    case .expiryForm:
      LocalizedText(
        "Give month and year",
        "Nennen Sie Monat und Jahr")
    case .cardExpired:
      LocalizedText(
        "This card has expired",
        "Diese Karte ist abgelaufen")
    case .expiryTooLate:
      LocalizedText(
        "Can't be after %",
        "Darf nicht nach % liegen")
    case .cardNotSupported:
      LocalizedText(
        "This card is not supported",
        "Diese Karte wird nicht unterstützt")
    case .otherCard:
      LocalizedText(
        "Isn't this card's",
        "Gehört nicht zu dieser Karte")
    case .otherPayment:
      LocalizedText(
        "Isn't this payment's",
        "Gehört nicht zu dieser Zahlung")
    case .urlForm:
      LocalizedText(
        "Use a full address like https://shop.example",
        "Eine vollständige Adresse wie https://shop.example")
    }
  }
}
