extension Words {
  /// What the shop says in detail.
  static let shopSentences = [
    ("Only % is reserved.", "Vorgemerkt ist nur %."),
    ("Only % is left to refund.", "Zu erstatten ist nur noch %."),
    ("% sells in %.", "% verkauft in %."),
    ("It was declined.", "Sie wurde abgelehnt."),
    ("It was reversed already.", "Sie wurde schon zurückgenommen."),
    ("It was debited already.", "Sie wurde schon eingezogen."),
    ("It is a debit, not an authorisation.", "Das ist eine Buchung, keine Vormerkung."),
    ("It is no debit.", "Das ist keine Buchung."),
    ("must have 12 to 19 digits", "braucht 12 bis 19 Ziffern"),
    ("The card's account is not there.", "Das Konto der Karte ist nicht da."),
    ("The pending payment is not there.", "Die vorgemerkte Zahlung ist nicht da."),
    (
      "--% must be a day or a moment, not %", "--% muss ein Tag oder Zeitpunkt sein, nicht %"
    ),
    (
      "Write it like 2026-03-03 or 2026-03-03T12:41:00Z.",
      "Schreiben Sie etwa 2026-03-03 oder 2026-03-03T12:41:00Z."
    ),
    (
      "--card ID or --number-file FILE is needed",
      "--card ID oder --number-file FILE wird gebraucht"
    ),
    (
      "--expiry MM/YY is needed with a number",
      "zu einer Nummer wird --expiry MM/YY gebraucht"
    ),
    (
      "--expiry must be a month and a year, not %",
      "--expiry muss Monat und Jahr sein, nicht %"
    ),
    ("Write it like 09/29 or 09/2029.", "Schreiben Sie etwa 09/29 oder 09/2029."),
    ("Write it like %.", "Schreiben Sie etwa %."),
    ("AMOUNT must be an amount of %, not %", "AMOUNT muss ein Betrag in % sein, nicht %"),
    (
      "the payment is not among the latest %",
      "die Zahlung ist nicht unter den letzten %"
    ),
    (
      "Say with --currency CODE which currency it is in.",
      "Sagen Sie mit --currency CODE, in welcher Währung sie ist."
    ),
    ("must have three digits", "braucht drei Ziffern"),
  ]
}
