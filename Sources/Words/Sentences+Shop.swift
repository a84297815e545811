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
    ("must have three digits", "braucht drei Ziffern"),
  ]
}
