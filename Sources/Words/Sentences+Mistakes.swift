extension Words {
  /// What is wrong with a configuration, a theme or keys.
  static let mistakeSentences = [
    ("the file is empty", "die Datei ist leer"),
    ("not YAML", "kein YAML"),
    ("a second document starts here", "hier beginnt ein zweites Dokument"),
    ("unexpected here", "hier nicht erwartet"),
    ("nested too deep", "zu tief geschachtelt"),
    ("aliases (*name) are not supported", "Aliasse (*name) gibt es hier nicht"),
    ("cannot be read", "nicht lesbar"),
    // libyaml's own.
    (
      "mapping values are not allowed in this context",
      "Schlüssel und Wert sind an dieser Stelle nicht erlaubt"
    ),
    ("did not find expected %", "erwartet und nicht gefunden: %"),
    ("could not find expected %", "erwartet und nicht gefunden: %"),
    (
      "found character that cannot start any token", "mit diesem Zeichen kann hier nichts beginnen"
    ),
    ("found unexpected end of stream", "das Ende der Datei kommt zu früh"),
    ("control characters are not allowed", "Steuerzeichen sind nicht erlaubt"),

    ("a configuration is a mapping: %", "eine Konfiguration besteht aus Einstellungen: %"),
    ("a theme is a mapping: %", "ein Theme besteht aus Einträgen: %"),
    ("expected %", "erwartet: %"),
    ("a key", "ein Schlüssel"), ("a text", "ein Text"), ("a name", "ein Name"),
    ("a value for \"%\"", "ein Wert für „%“"), ("a profile's name", "der Name eines Profils"),
    ("the name of a theme", "der Name eines Themes"), ("dark or light", "dark oder light"),
    ("an attribute", "ein Attribut"), ("a colour", "eine Farbe"),
    ("a mapping (key: value)", "eine Zuordnung (Schlüssel: Wert)"),
    ("a list of attributes: %", "eine Liste von Attributen: %"),
    ("a key, a list of keys, or %", "eine Taste, eine Liste von Tasten oder %"),
    ("one to % keys", "eine bis % Tasten"),
    ("\"%\" stands alone", "„%“ steht allein"),
    ("\"%\" is given twice; the last one counts", "„%“ steht zweimal da; das letzte gilt"),

    ("no setting \"%\"", "keine Einstellung „%“"), ("no key \"%\"", "unbekannt: „%“"),
    ("no command \"%\"", "kein Befehl „%“"), ("no profile \"%\"", "kein Profil „%“"),
    ("no role \"%\"", "keine Rolle „%“"), ("no card face \"%\"", "keine Kartenart „%“"),
    ("no part \"%\"", "kein Teil „%“"), ("no attribute \"%\"", "kein Attribut „%“"),
    ("no colour \"%\"", "keine Farbe „%“"),
    ("a profile needs a server or a vault", "ein Profil braucht einen Server oder einen Tresor"),
    ("\"%\" goes with a server", "„%“ gehört zu einem Server"),
    ("\"%\" and a server do not go together", "„%“ und ein Server gehen nicht zusammen"),
    ("\"%\" must be yes or no", "„%“ muss yes oder no sein"),
    ("\"%\" is empty; leave it out instead", "„%“ ist leer; lassen Sie es weg"),
    ("\"%\" is one text, or %", "„%“ ist ein Text oder %"),
    ("\"%\" must be a whole number from % to %", "„%“ muss eine ganze Zahl von % bis % sein"),
    ("\"%\" must be a whole number from %", "„%“ muss eine ganze Zahl ab % sein"),
    ("\"%\" must be one of: %", "„%“ muss eines davon sein: %"),
    ("\"%\" takes these, separated by commas: %", "„%“ nimmt diese, durch Kommas getrennt: %"),
    ("--% takes these, separated by commas: %", "--% nimmt diese, durch Kommas getrennt: %"),
    ("--% is one text, or %", "--% ist ein Text oder %"),

    ("there is no such theme", "das Theme gibt es nicht"),
    ("there is no theme \"%\" to inherit from", "es gibt kein Theme „%“, von dem es erben könnte"),
    ("\"%\" inherits from this theme in turn", "„%“ erbt seinerseits von diesem Theme"),
    ("appearance is dark or light, not \"%\"", "appearance ist dark oder light, nicht „%“"),
    ("\"%\" has no color: %", "„%“ hat keine Farbe (color): %"),
    (
      "no colour here; #rrggbb needs quotes, or it is a comment",
      "hier steht keine Farbe; #rrggbb braucht Anführungszeichen, sonst ist es ein Kommentar"
    ),
    ("\"%\" is made from itself", "„%“ ist aus sich selbst gemacht"),
    (
      "a colour is # and six hexadecimal digits, not \"%\"",
      "eine Farbe ist # und sechs Hexadezimalziffern, nicht „%“"
    ),
    (
      "% on the face % has %:1, and %:1 is needed (%)",
      "% auf der Karte % hat %:1, nötig ist %:1 (%)"
    ),
    ("% on % has %:1, and %:1 is needed (%)", "% auf % hat %:1, nötig ist %:1 (%)"),
    ("% has %:1, and %:1 is needed (%)", "% hat %:1, nötig ist %:1 (%)"),
    ("no colours", "keine Farben"), ("16 colours", "16 Farben"), ("256 colours", "256 Farben"),
    ("24-bit colours", "24-Bit-Farben"),

    ("\"%\" is never sent: %", "„%“ wird nie gesendet: %"),
    (
      "write the character that it makes, such as L for shift-l",
      "schreiben Sie das Zeichen, das dabei entsteht, etwa L für shift-l"
    ),
    ("terminals send % for it: write %", "Terminals senden dafür %: schreiben Sie %"),
    ("terminals send % for it", "Terminals senden dafür %"),
    (
      "terminals do not tell it from the key without ctrl",
      "Terminals unterscheiden sie nicht von der Taste ohne ctrl"
    ),
    (
      "\"%\" cannot be one of several keys: it leaves them",
      "„%“ kann nicht eine von mehreren Tasten sein: sie bricht ab"
    ),
    ("\"%\" for % (built in) does not count: %", "„%“ für % (eingebaut) zählt nicht: %"),
    ("\"%\" for % does not count: %", "„%“ für % zählt nicht: %"),
    ("it always runs %", "sie führt immer zu %"),
    ("% has the same key", "% hat dieselbe Taste"),
    ("\"%\" for % begins with it", "„%“ für % beginnt damit"),
    ("\"%\" for % acts at once", "„%“ für % wirkt sofort"),
    ("% (built in)", "% (eingebaut)"), ("built in", "eingebaut"),
  ]

  /// What is wrong with a script, or happens to it.
  static let scriptSentences = [
    ("it is no text (UTF-8)", "kein Text (UTF-8)"),
    ("it does nothing", "es tut nichts"),
    ("no statement \"%\"", "keine Anweisung „%“"),
    ("there is no script \"%\"", "es gibt kein Skript „%“"),
    (
      "it cannot be read as a plain file of at most 256 KiB",
      "nicht lesbar als gewöhnliche Datei von höchstens 256 KiB"
    ),
    ("no wallet could be made: %", "keine Wallet war anzulegen: %"),
    ("nothing can follow here: `%`", "hier kann nichts folgen: `%`"),
    ("a name is letters, digits, - and _", "ein Name besteht aus Buchstaben, Ziffern, - und _"),
    ("there is a mark \"%\" already", "es gibt schon eine Marke „%“"),
    ("a text in quotes: `%`", "ein Text in Anführungszeichen: `%`"),
    ("a text in quotes, or code", "ein Text in Anführungszeichen, oder code"),
    (
      "it does not fit into % rows of % columns", "es passt nicht in % Zeilen zu % Spalten"
    ),
    ("\"TEXT\" or /REGEX/: `%`", "\"TEXT\" oder /REGEX/: `%`"),
    ("a time such as 500ms or 2s", "eine Zeit wie 500ms oder 2s"),
    ("more than % s", "mehr als % s"),
    ("settings stand before the first step", "Einstellungen stehen vor dem ersten Schritt"),
    (
      "the wallet's size, without the two rows of captions; with +, as the terminal is, and no less",
      "die Größe der Wallet, ohne die zwei Zeilen für Texte; mit +: wie das Terminal, nicht kleiner"
    ),
    ("what it is painted with (dark)", "in welchen Farben (dark)"),
    (
      "the wallet's language, whatever the locale is (en)",
      "die Sprache der Wallet, gleich welche sonst gilt (en)"
    ),
    ("2 is twice as fast; 0.1 to 100 (1)", "2 ist doppelt so schnell; 0.1 bis 100 (1)"),
    (
      "what chance starts from: the same each time (1)",
      "womit der Zufall beginnt: jedes Mal gleich (1)"
    ),
    ("\"%\" is set already", "„%“ ist schon gesetzt"),
    ("no quotes here: `%`", "hier keine Anführungszeichen: `%`"),
    ("something is missing: `%`", "etwas fehlt: `%`"),
    ("the closing % is missing", "das schließende % fehlt"),
    ("a space is missing after the closing %", "nach dem schließenden % fehlt ein Leerzeichen"),
    ("waited for the % (% s)", "gewartet auf: % (% s)"),
    ("the wallet has been ended before", "die Wallet wurde schon vorher beendet"),
    ("no word to type \"%\"", "nichts, was zu tippen wäre: „%“"),
    ("COLUMNSxROWS, 40x12 to 400x200", "SPALTENxZEILEN, 40x12 bis 400x200"),
    ("more than one {…}, or more than 255 in it", "mehr als ein {…}, oder mehr als 255 darin"),
    ("waited for not % (% s)", "gewartet, dass dies verschwindet: % (% s)"),
    ("waited for % (% s)", "gewartet auf % (% s)"),
    ("not \"%\"", "nicht „%“"), ("not /%/", "nicht /%/"),
    ("The terminal is too small for this script", "Das Terminal ist zu klein für dieses Skript"),
    (
      "it needs % columns and % rows; this one has % and %",
      "es braucht % Spalten und % Zeilen; dieses hat % und %"
    ),
  ]
}
