extension Words {
  /// What was wrong with a command.
  static let commandSentences = [
    ("% (did you mean \"%\"?)", "% (meinen Sie „%“?)"),
    ("See `%`.", "Siehe `%`."),
    ("there is no command `%`; did you mean `%`?", "es gibt keinen Befehl `%`; meinen Sie `%`?"),
    ("there is no command `%`", "es gibt keinen Befehl `%`"),
    ("there is no option --%; did you mean --%?", "es gibt keine Option --%; meinen Sie --%?"),
    ("there is no option --% here; `%` has one", "hier gibt es keine Option --%; `%` hat eine"),
    ("there is no option --%", "es gibt keine Option --%"),
    ("`%` needs one of: %", "`%` braucht eines von: %"),
    ("--% was given twice", "--% wurde zweimal angegeben"),
    ("--% takes no value", "--% hat keinen Wert"),
    ("--% needs a value: %", "--% braucht einen Wert: %"),
    (
      "--% goes with --server URL or a profile that has one",
      "--% gehört zu --server URL oder einem Profil mit einem"
    ),
    ("the script marks no \"%\"", "das Skript markiert kein „%“"),
    (
      "Make it larger, or use another script.",
      "Machen Sie es größer, oder nehmen Sie ein anderes Skript."
    ),
    (
      "it needs % columns and % rows; this one has % and %",
      "es braucht % Spalten und % Zeilen; dieses hat % und %"
    ),
    (
      "The terminal is too small for this script", "Das Terminal ist zu klein für dieses Skript"
    ),
    ("% cannot be written: %", "% ist nicht zu schreiben: %"),
    ("FILE goes with --check", "FILE gehört zu --check"),
    ("FILE and --config do not go together", "FILE und --config gehen nicht zusammen"),
    ("there is no key \"%\"", "es gibt keine Taste „%“"),
    ("--% and --% do not go together", "--% und --% gehen nicht zusammen"),
    ("--% and kiosk do not go together", "--% und kiosk gehen nicht zusammen"),
    ("The terminal is too small for the kiosk", "Das Terminal ist zu klein für den Kiosk"),
    ("an operator's PIN has % to % digits", "eine PIN des Betriebs hat % bis % Ziffern"),
    ("operator's PIN", "PIN des Betriebs"),
    ("--% must be a whole number from % to %", "--% muss eine ganze Zahl von % bis % sein"),
    ("--% must be a whole number from %", "--% muss eine ganze Zahl ab % sein"),
    ("--% must be one of: %", "--% muss eines davon sein: %"),
    ("--% is empty; leave it out instead", "--% ist leer; lassen Sie es weg"),
    ("% must be one of: %", "% muss eines davon sein: %"),
    ("% is missing", "% fehlt"),
    ("there are more words than `%` takes", "es sind mehr Wörter, als `%` nimmt"),
    ("an argument is empty", "ein Argument ist leer"),
    (
      "secrets are never taken as arguments, where other programs could read them",
      "Geheimnisse werden nie als Argument genommen, wo andere Programme sie lesen könnten"
    ),
    ("% is needed: there is no terminal to ask on", "% wird gebraucht: kein Terminal zum Fragen"),
    ("Give %.", "Geben Sie % an."),
    (
      "a passphrase is needed and there is no terminal to ask on",
      "eine Passphrase wird gebraucht, und es gibt kein Terminal zum Fragen"
    ),
    (
      "Name a file with --passphrase-file FILE.",
      "Nennen Sie mit --passphrase-file FILE eine Datei."
    ),
    (
      "a password is needed and there is no terminal to ask on",
      "ein Passwort wird gebraucht, und es gibt kein Terminal zum Fragen"
    ),
    ("Name a file with --password-file FILE.", "Nennen Sie mit --password-file FILE eine Datei."),
    ("--server needs a name to sign in with", "--server braucht einen Namen zur Anmeldung"),
    ("Add --login USER.", "Fügen Sie --login USER hinzu."),
    ("The two passphrases differ", "Die beiden Passphrasen sind verschieden"),
    ("Try again; nothing was made.", "Versuchen Sie es neu; nichts wurde angelegt."),
    ("The two PINs differ", "Die beiden PINs sind verschieden"),
    ("Try again; nothing was changed.", "Versuchen Sie es neu; nichts wurde geändert."),
    ("The card was kept", "Die Karte bleibt"),
    ("Those are not its last four digits", "Das sind nicht ihre letzten vier Ziffern"),
    ("Nothing was changed.", "Nichts wurde geändert."),
    ("the terminal went away", "das Terminal ist weg"),
    ("the demo wallet has no file", "die Demo-Wallet hat keine Datei"),
    ("Leave --demo out.", "Lassen Sie --demo weg."),
    ("a server's wallet has no file here", "die Wallet eines Servers hat hier keine Datei"),
    ("Leave --server out.", "Lassen Sie --server weg."),
    (
      "a new vault needs its owner, and there is no terminal to ask on",
      "ein neuer Tresor braucht einen Inhaber, und es gibt kein Terminal zum Fragen"
    ),
    (
      "Give --name, --mobile and --email, or --sample.",
      "Geben Sie --name, --mobile und --email an, oder --sample."
    ),
    ("there is no terminal to ask for the code on", "kein Terminal, um nach dem Code zu fragen"),
    ("Give --method and --code-file.", "Geben Sie --method und --code-file an."),
    ("a code has six digits", "ein Code hat sechs Ziffern"),
    ("codes do not come by % here", "Codes kommen hier nicht per %"),
    ("Choose one of: %.", "Wählen Sie eines von: %."),
    (
      "There is no terminal to show the digits on", "Es gibt kein Terminal, das die Ziffern zeigt"
    ),
    (
      "Use a terminal, or --json to write them to standard output.",
      "Nehmen Sie ein Terminal, oder --json für die Standardausgabe."
    ),
    (
      "This terminal cannot erase the digits again",
      "Dieses Terminal kann die Ziffern nicht wieder löschen"
    ),
    (
      "Use one of at least % by %, or --json.",
      "Nehmen Sie eines mit mindestens % mal %, oder --json."
    ),
    ("the % in the file is too long", "in der Datei zu lang: %"),
    ("the first line of the % file is empty", "die erste Zeile der Datei ist leer: %"),
    ("Put the % on the first line of the file.", "In die erste Zeile der Datei gehört: %."),
    ("the % file % cannot be read: %", "% nicht lesbar aus der Datei %: %"),
    ("Check the file's name and mode.", "Prüfen Sie Namen und Modus der Datei."),
    ("passphrase", "Passphrase"), ("password", "Passwort"), ("code", "Code"),
    ("There is no profile \"%\"", "Es gibt kein Profil „%“"),
    ("% has none of that name", "% hat keines dieses Namens"),
    ("The profile \"%\" cannot be used", "Das Profil „%“ ist nicht zu gebrauchen"),
    ("% cannot be read as a plain file", "% ist nicht als gewöhnliche Datei lesbar"),
    ("% cannot be read as a file NAME.yaml", "% ist nicht als Datei NAME.yaml lesbar"),
    ("there is no theme \"%\"", "es gibt kein Theme „%“"),
  ]
}
