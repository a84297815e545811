extension Words {
  /// What the bank's rules say.
  static let walletSentences = [
    ("Locked by the cardholder", "Vom Inhaber gesperrt"),
    ("Unlocked by the cardholder", "Vom Inhaber entsperrt"),
    ("Cancelled by the cardholder", "Vom Inhaber gekündigt"),
    ("Activated by the cardholder", "Vom Inhaber aktiviert"),
    ("A code was sent just now", "Eben wurde ein Code gesendet"),
    ("Too many changes in a day", "Zu viele Änderungen an einem Tag"),
    ("This confirmation is not for this action", "Diese Bestätigung gilt nicht für diesen Vorgang"),
    (
      "This confirmation belongs to another sign-in or operation",
      "Diese Bestätigung gehört zu einer anderen Anmeldung oder einem anderen Vorgang"
    ),
    ("Start again.", "Beginnen Sie neu."),
    ("This sign-in may not use the wallet", "Diese Anmeldung darf die Wallet nicht nutzen"),
    (
      "Sign in with permission to use the wallet (whitelabelWallet).",
      "Melden Sie sich mit dem Recht auf die Wallet an (whitelabelWallet)."
    ),
    ("No enrolment waits for a code.", "Keine Einrichtung wartet auf einen Code."),
    (
      "The enrolment's time has run out: begin it anew.",
      "Die Zeit der Einrichtung ist abgelaufen: beginnen Sie neu."
    ),
    ("This link was used, or is over.", "Dieser Link ist verbraucht oder abgelaufen."),
    ("% allows no more cards.", "% lässt keine Karten mehr zu."),
    ("The card is suspended now.", "Die Karte ist jetzt ausgesetzt."),
    ("1 attempt is left.", "Noch 1 Versuch."),
    ("% attempts are left.", "Noch % Versuche."),
    ("A card that is % cannot become %.", "Eine Karte im Status % kann nicht % werden."),
    (
      "You saw version %; the card is at version %.",
      "Sie sahen Version %; die Karte ist bei Version %."
    ),
    (
      "The card has no token with this reference.", "Die Karte hat kein Token mit dieser Kennung."
    ),
    ("`walletui tokens list ID` lists them.", "`walletui tokens list ID` zählt sie auf."),
    ("must be the token's", "muss zum Token passen"),
    ("There is no card with this id.", "Es gibt keine Karte mit dieser ID."),
    ("There is no account with this id.", "Es gibt kein Konto mit dieser ID."),
    ("Locked already.", "Schon gesperrt."),
    ("Cancelled already.", "Schon gekündigt."),
    ("Not locked.", "Nicht gesperrt."),
    ("Physical cards only.", "Nur physische Karten."),
    ("Activated already.", "Schon aktiviert."),
    ("Unlock it first.", "Erst entsperren."),
    ("It has no PIN yet.", "Sie hat noch keine PIN."),
    ("locked already", "schon gesperrt"),
    ("cancelled already", "schon gekündigt"),
    ("It is %.", "Sie ist %."),
    ("it is %", "sie ist %"),
    ("active", "aktiv"), ("pending", "ausstehend"), ("cancelled", "gekündigt"),
    ("suspended", "ausgesetzt"), ("applied", "beantragt"), ("rejected", "abgelehnt"),
    ("locked", "gesperrt"), ("expired", "abgelaufen"), ("issued", "ausgegeben"),
    ("unknown", "unbekannt"),
    ("The card is in this phone already", "Die Karte ist schon in diesem Handy"),
    ("See the card's tokenizations.", "Sehen Sie nach, in welchen Handys die Karte ist."),
    ("It is in % phones already.", "Sie ist schon in % Handys."),
    ("No card network is connected here.", "Hier ist kein Kartennetz angeschlossen."),
    ("The same change is under way already", "Dieselbe Änderung ist schon unterwegs"),
    (
      "% was asked for and has not been answered yet",
      "% wurde verlangt und noch nicht beantwortet"
    ),
    ("Wait for its answer.", "Warten Sie die Antwort ab."),
    (
      "Another change of this card is pending", "Eine andere Änderung dieser Karte ist noch offen"
    ),
    ("%: its answer was lost", "%: die Antwort ging verloren"),
    ("% pending", "% offen"),
    ("Lock", "Sperrung"), ("Unlock", "Entsperrung"), ("Cancel", "Kündigung"),
    ("PIN change", "PIN-Änderung"), ("Activation", "Aktivierung"), ("New card", "Neue Karte"),
    ("Authenticator app", "Authenticator-App"), ("Change", "Änderung"),
  ]
}
