extension Words {
  /// What `doctor` finds, and what it advises.
  static let doctorSentences = [
    // Files.
    ("% is not there: %", "% ist nicht da: %"),
    ("nothing is set", "nichts ist eingestellt"),
    ("no themes of your own", "keine eigenen Themes"),
    ("made when a vault is first changed", "entsteht, sobald ein Tresor geändert wird"),
    ("`walletui vault init` makes one", "`walletui vault init` legt einen an"),
    ("no change waits for a server", "keine Änderung wartet auf einen Server"),
    ("made when it is first needed", "entsteht beim ersten Gebrauch"),
    (
      "made when there is something to write", "entsteht, sobald es etwas zu schreiben gibt"
    ),
    ("the environment names no folder for them", "die Umgebung nennt keinen Ordner dafür"),
    (
      "Set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME.",
      "Setzen Sie HOME, oder XDG_CONFIG_HOME, XDG_DATA_HOME und XDG_STATE_HOME."
    ),
    ("Give yourself the way to it.", "Verschaffen Sie sich Zugang."),
    ("% is not a folder", "% ist kein Ordner"),
    ("% is not a plain file", "% ist keine gewöhnliche Datei"),
    ("Put it somewhere else.", "Legen Sie es woanders hin."),
    ("% belongs to someone else", "% gehört jemand anderem"),
    ("Make it yours with `chown`.", "Machen Sie es sich mit `chown` zu eigen."),
    ("its folder % has mode %: %", "der Ordner % hat Modus %: %"),
    ("% has mode %: %", "% hat Modus %: %"),
    ("others may read or write it", "andere dürfen lesen oder schreiben"),
    ("others may write it", "andere dürfen schreiben"),
    ("%, mode %", "%, Modus %"),

    // The terminal.
    (
      "there is none here: commands work, the screen does not",
      "hier ist keines: Befehle gehen, der Bildschirm nicht"
    ),
    (
      "Start walletui in a terminal to see the wallet.",
      "Starten Sie walletui in einem Terminal, um die Wallet zu sehen."
    ),
    (
      "it does not tell its size, so it is taken as 80×24",
      "es nennt seine Größe nicht; angenommen wird 80×24"
    ),
    ("Try `stty size`.", "Versuchen Sie `stty size`."),
    ("% is small; parts are left out", "% ist klein; Teile fehlen"),
    ("Make it 80×24 or larger.", "Machen Sie es mindestens 80×24 groß."),
    (
      "%, though input or output is redirected now",
      "%, Eingabe oder Ausgabe ist aber gerade umgeleitet"
    ),
    (
      "Set TERM to what the terminal is, such as xterm-256color.",
      "Setzen Sie TERM auf das, was das Terminal ist, etwa xterm-256color."
    ),
    (
      "standard input and output must be a terminal",
      "Standardein- und -ausgabe müssen ein Terminal sein"
    ),
    (
      "TERM is not set; it says which terminal this is, such as xterm-256color",
      "TERM ist nicht gesetzt; es sagt, welches Terminal dies ist, etwa xterm-256color"
    ),
    (
      "no description of the terminal “%” was found; TERM=xterm-256color may do",
      "zum Terminal „%“ ist keine Beschreibung zu finden; TERM=xterm-256color könnte gehen"
    ),
    (
      "the terminal “%” cannot place its cursor: only --accessible works there",
      "das Terminal „%“ kann den Cursor nicht setzen: dort geht nur --accessible"
    ),
    ("cannot use the terminal: %", "das Terminal ist nicht zu benutzen: %"),
    (
      "pasted text is told from keys (bracketed paste)",
      "Eingefügtes ist von Tasten zu unterscheiden (bracketed paste)"
    ),
    (
      "pasted text cannot be told from keys", "Eingefügtes ist nicht von Tasten zu unterscheiden"
    ),
    (
      "Do not paste into walletui here: each character is taken for a key.",
      "Fügen Sie hier nichts in walletui ein: jedes Zeichen gilt als Taste."
    ),
    ("as --colours or the configuration says", "wie --colours oder die Konfiguration sagt"),
    ("NO_COLOR is set", "NO_COLOR ist gesetzt"), ("as TERM says", "wie TERM sagt"),
    ("COLORTERM is %", "COLORTERM ist %"), ("TERM has %", "TERM hat %"),
    (
      "Where it has more, name it: TERM=xterm-256color.",
      "Wenn es mehr hat, nennen Sie es: TERM=xterm-256color."
    ),
    ("%, and there is no C.UTF-8", "%, und C.UTF-8 gibt es nicht"),
    (
      "Set LANG to a UTF-8 locale that is installed (`locale -a`), or use --ascii.",
      "Setzen Sie LANG auf ein installiertes UTF-8 (`locale -a`), oder nehmen Sie --ascii."
    ),
    ("%; the screen uses C.UTF-8 instead", "%; der Bildschirm nimmt stattdessen C.UTF-8"),
    (
      "Set LANG to a UTF-8 locale, such as C.UTF-8.",
      "Setzen Sie LANG auf ein UTF-8, etwa C.UTF-8."
    ),
    (
      "the terminal's (OSC 52): what was copied cannot be taken back",
      "die des Terminals (OSC 52): Kopiertes ist nicht zurückzunehmen"
    ),
    (
      "Install wl-clipboard, xclip or xsel, so that a copied number is cleared in time.",
      "Installieren Sie wl-clipboard, xclip oder xsel, damit Kopiertes rechtzeitig verschwindet."
    ),
    ("there is none: nothing can be copied", "es gibt keine: nichts ist zu kopieren"),
    (
      "Install wl-clipboard, xclip or xsel.", "Installieren Sie wl-clipboard, xclip oder xsel."
    ),

    // The rest.
    (
      "Correct that line; the rest is used.", "Berichtigen Sie die Zeile; alles andere gilt."
    ),
    ("no mistakes", "keine Fehler"), ("%, without mistakes", "%, ohne Fehler"),
    ("secrets are locked in memory (%)", "Geheimnisse sind im Arbeitsspeicher gesperrt (%)"),
    (
      "secrets may be written to swap: locking was refused (%)",
      "Geheimnisse könnten ausgelagert werden: die Sperre wurde verweigert (%)"
    ),
    ("no limit", "keine Grenze"), ("limit % KiB", "Grenze % KiB"),
    (
      "Raise the limit: `ulimit -l 1024`, or memlock in limits.conf(5).",
      "Heben Sie die Grenze an: `ulimit -l 1024`, oder memlock in limits.conf(5)."
    ),
    ("none are written", "werden nicht geschrieben"),
    ("the limit could not be set to 0", "die Grenze war nicht auf 0 zu setzen"),
    ("Use `ulimit -c 0`.", "Nehmen Sie `ulimit -c 0`."),
    (
      "other programs of yours cannot look into memory",
      "Ihre anderen Programme können nicht in den Speicher sehen"
    ),
    (
      "other programs of yours may look into memory",
      "Ihre anderen Programme könnten in den Speicher sehen"
    ),
    (
      "The system refused PR_SET_DUMPABLE; look at what it runs walletui in.",
      "Das System hat PR_SET_DUMPABLE verweigert; sehen Sie nach, worin es walletui ausführt."
    ),
    (
      "changes by other programs are seen at once",
      "Änderungen anderer Programme werden sofort gesehen"
    ),
    (
      "the system watches no more files for you: changes by others are seen each second",
      "das System beobachtet keine Datei mehr für Sie: Änderungen anderer sieht man jede Sekunde"
    ),
    (
      "End programs that watch files, or raise fs.inotify.max_user_instances: sysctl(8).",
      "Beenden Sie Programme, die Dateien beobachten, oder erhöhen Sie "
        + "fs.inotify.max_user_instances: sysctl(8)."
    ),
    ("% answers; %", "% antwortet; %"),
    ("without TLS, on this machine", "ohne TLS, auf diesem Rechner"),
    ("its certificate is trusted", "dem Zertifikat wird vertraut"),
    ("Look at the profile.", "Sehen Sie sich das Profil an."),
    ("the server does not tell its time", "der Server nennt seine Zeit nicht"),
    ("Ask whoever runs it.", "Fragen Sie, wer ihn betreibt."),
    ("the same as here", "dieselbe wie hier"),
    ("% s ahead of this machine's", "% s vor der dieses Rechners"),
    ("% s behind this machine's", "% s hinter der dieses Rechners"),
    (
      "Set the clock that is wrong: one-time codes depend on it.",
      "Stellen Sie die falsche Uhr: Einmalcodes hängen davon ab."
    ),
  ]
}
