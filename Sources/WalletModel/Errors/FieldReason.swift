package import Languages

/// What is wrong with a field: words that follow its name. Values stand for `%`.
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

  /// The text, with `%` where a value goes.
  package var text: LocalizedText {
    switch self {
    case .needed:
      LocalizedText(
        "is needed",
        "wird gebraucht")
    case .unknown:
      LocalizedText(
        "is not known",
        "ist nicht bekannt")
    case .range:
      LocalizedText(
        "must be from % to %",
        "muss von % bis % sein")
    case .beforeStart:
      LocalizedText(
        "must not be before the start",
        "darf nicht vor dem Anfang liegen")
    case .negative:
      LocalizedText(
        "must be 0 or more",
        "muss 0 oder mehr sein")
    case .notForVirtual:
      LocalizedText(
        "must be left out for a virtual card",
        "entfällt bei einer virtuellen Karte")
    case .neededForPhysical:
      LocalizedText(
        "is needed for a physical card",
        "wird für eine physische Karte gebraucht")
    case .notEligible:
      LocalizedText(
        "is not a programme that you are eligible for",
        "ist kein Programm, das Ihnen offensteht")
    case .currencyForm:
      LocalizedText(
        "must be three capital letters, like EUR",
        "braucht drei Großbuchstaben, wie EUR")
    case .oneOf:
      LocalizedText(
        "must be one of %",
        "muss eines davon sein: %")
    case .setSeparately:
      LocalizedText(
        "is set by a separate request for US customers",
        "wird für Kunden in den USA mit eigener Anfrage gesetzt")
    case .notAccepted:
      LocalizedText(
        "must be accepted",
        "muss akzeptiert werden")
    case .neededForUS:
      LocalizedText(
        "is needed for US customers",
        "wird für Kunden in den USA gebraucht")
    case .neededForUSAddress:
      LocalizedText(
        "is needed for US addresses",
        "wird für Adressen in den USA gebraucht")
    case .fourDigits:
      LocalizedText(
        "must be exactly 4 digits",
        "muss genau 4 Ziffern haben")
    case .threeDigits:
      LocalizedText(
        "must be exactly 3 digits",
        "muss genau 3 Ziffern haben")
    case .statusToChangeTo:
      LocalizedText(
        "must be ACTIVE, LOCKED or CANCELLED",
        "muss ACTIVE, LOCKED oder CANCELLED sein")
    case .atMost:
      LocalizedText(
        "must have at most % characters",
        "darf höchstens % Zeichen haben")
    case .invisible:
      LocalizedText(
        "must not have control characters or invisible ones",
        "darf keine Steuerzeichen und keine unsichtbaren Zeichen haben")
    case .length:
      LocalizedText(
        "must have % to % characters",
        "muss % bis % Zeichen haben")
    case .mobileForm:
      LocalizedText(
        "must look like +359 888123456",
        "muss aussehen wie +359 888123456")
    case .emailForm:
      LocalizedText(
        "must look like name@example.com",
        "muss aussehen wie name@example.com")
    case .cityForm:
      LocalizedText(
        "may have letters, spaces, hyphens and periods only",
        "darf nur Buchstaben, Leerzeichen, Bindestriche und Punkte haben")
    case .countryForm:
      LocalizedText(
        "must be two capital letters, like BG",
        "braucht zwei Großbuchstaben, wie BG")
    case .notACountry:
      LocalizedText(
        "is not a country of ISO 3166",
        "ist kein Land nach ISO 3166")
    case .postalCodeForm:
      LocalizedText(
        "may have letters, digits, hyphens and spaces only",
        "darf nur Buchstaben, Ziffern, Bindestriche und Leerzeichen haben")
    case .holderNameForm:
      LocalizedText(
        "may have Latin letters, spaces, apostrophes and hyphens only",
        "darf nur lateinische Buchstaben, Leerzeichen, Apostrophe und Bindestriche haben")
    case .extraSpace:
      LocalizedText(
        "has a space too many",
        "hat ein Leerzeichen zu viel")
    case .otherToken:
      LocalizedText(
        "must be the token's",
        "muss zum Token passen")
    case .cardNumberForm:
      LocalizedText(
        "must have 12 to 19 digits",
        "braucht 12 bis 19 Ziffern")
    case .cscForm:
      LocalizedText(
        "must have three digits",
        "braucht drei Ziffern")
    }
  }
}
