extension Words {
  /// What is wrong with a field of a request: words that follow its name.
  static let fieldSentences = [
    ("is needed", "wird gebraucht"),
    ("is not known", "ist nicht bekannt"),
    ("must be from % to %", "muss von % bis % sein"),
    ("must not be before the start", "darf nicht vor dem Anfang liegen"),
    ("must be 0 or more", "muss 0 oder mehr sein"),
    ("must be left out for a virtual card", "entfällt bei einer virtuellen Karte"),
    ("is needed for a physical card", "wird für eine physische Karte gebraucht"),
    ("is not a programme that you are eligible for", "ist kein Programm, das Ihnen offensteht"),
    ("must be three capital letters, like EUR", "braucht drei Großbuchstaben, wie EUR"),
    ("must be one of %", "muss eines davon sein: %"),
    (
      "is set by a separate request for US customers",
      "wird für Kunden in den USA mit eigener Anfrage gesetzt"
    ),
    ("must be accepted", "muss akzeptiert werden"),
    ("is needed for US customers", "wird für Kunden in den USA gebraucht"),
    ("is needed for US addresses", "wird für Adressen in den USA gebraucht"),
    ("must be exactly 4 digits", "muss genau 4 Ziffern haben"),
    ("must be exactly 3 digits", "muss genau 3 Ziffern haben"),
    ("must be ACTIVE, LOCKED or CANCELLED", "muss ACTIVE, LOCKED oder CANCELLED sein"),
    ("must have at most % characters", "darf höchstens % Zeichen haben"),
    ("must have at least % characters", "braucht mindestens % Zeichen"),
    (
      "must not have control characters or invisible ones",
      "darf keine Steuerzeichen und keine unsichtbaren Zeichen haben"
    ),
    ("must have % to % characters", "muss % bis % Zeichen haben"),
    ("must look like +359 888123456", "muss aussehen wie +359 888123456"),
    ("must look like name@example.com", "muss aussehen wie name@example.com"),
    (
      "may have letters, spaces, hyphens and periods only",
      "darf nur Buchstaben, Leerzeichen, Bindestriche und Punkte haben"
    ),
    ("must be two capital letters, like BG", "braucht zwei Großbuchstaben, wie BG"),
    ("is not a country of ISO 3166", "ist kein Land nach ISO 3166"),
    (
      "may have letters, digits, hyphens and spaces only",
      "darf nur Buchstaben, Ziffern, Bindestriche und Leerzeichen haben"
    ),
    (
      "may have Latin letters, spaces, apostrophes and hyphens only",
      "darf nur lateinische Buchstaben, Leerzeichen, Apostrophe und Bindestriche haben"
    ),
    ("has a space too many", "hat ein Leerzeichen zu viel"),
  ]
}
