extension Words {
  /// What is wrong with a vault's file.
  static let vaultSentences = [
    ("The % cannot be read.", "Nicht lesbar: %."),
    (
      "The root row is missing or cannot be read.",
      "Die Wurzelzeile fehlt oder ist nicht lesbar."
    ),
    ("The file's structure is damaged: %", "Der Aufbau der Datei ist beschädigt: %"),
    ("The customer's record is missing.", "Der Datensatz des Kunden fehlt."),
    ("The header is missing.", "Der Kopf fehlt."),
    ("The header is damaged.", "Der Kopf ist beschädigt."),
    (
      "The header asks for more work than any vault of ours does.",
      "Der Kopf verlangt mehr Arbeit als jeder unserer Tresore."
    ),
    ("There is no place for this change.", "Für diese Änderung ist kein Platz."),
    (
      "It was made before the first release.", "Sie entstand vor der ersten Veröffentlichung."
    ),
    ("A key slot is damaged.", "Ein Schlüsselplatz ist beschädigt."),
    (
      "There is not enough memory for the key.", "Der Speicher reicht für den Schlüssel nicht aus."
    ),
    ("A vault needs a passphrase", "Ein Tresor braucht eine Passphrase"),
    ("The folder % is not there.", "Der Ordner % ist nicht da."),
    ("It is a symbolic link.", "Sie ist ein symbolischer Link."),
    ("It is not a plain file.", "Sie ist keine gewöhnliche Datei."),
    ("It belongs to someone else.", "Sie gehört jemand anderem."),
    (
      "Others may read or write it (mode %); `chmod 600` closes it.",
      "Andere dürfen sie lesen oder schreiben (Modus %); `chmod 600` verschließt sie."
    ),
    (
      "It has % names; each would have a log of its own, and one of them would be lost.",
      "Sie hat % Namen; jeder hätte ein eigenes Journal, und eines davon ginge verloren."
    ),
    ("The file's mode forbids writing.", "Der Modus der Datei verbietet das Schreiben."),
    (
      "The new file could not be ended.", "Die neue Datei konnte nicht abgeschlossen werden."
    ),
    ("There is a customer with this id already", "Es gibt schon einen Kunden mit dieser ID"),
    ("It is missing or cannot be read.", "Fehlt oder ist nicht lesbar."),
    ("Rows are out of order.", "Zeilen sind nicht in Ordnung gereiht."),
    ("A row that is none of ours.", "Eine Zeile, die nicht von uns ist."),
    ("It cannot be read.", "Nicht lesbar."),
    ("The audit log is broken from here on.", "Das Protokoll ist von hier an unterbrochen."),
    ("% rows instead of %.", "% Zeilen statt %."),
    (
      "A row was changed, added, removed or put back to an older state.",
      "Eine Zeile wurde geändert, hinzugefügt, entfernt oder auf einen alten Stand gesetzt."
    ),
    (
      "It was put back to an older state: it ends with change %, and this machine saw change %.",
      "Er wurde auf einen alten Stand gesetzt: Er endet mit Änderung %, und dieser Rechner sah Änderung %."
    ),
    (
      "Its last change, %, is another one than this machine saw.",
      "Seine letzte Änderung, %, ist eine andere, als dieser Rechner sah."
    ),
    (
      "It is a copy that was made while changes stood in the log beside it, without that log.",
      "Er ist eine Kopie ohne das Journal, in dem daneben Änderungen standen, als sie entstand."
    ),
    (
      "The disk is full: the wallet can only be read",
      "Der Datenträger ist voll: Die Wallet kann nur gelesen werden"
    ),
    ("The wallet can only be read", "Die Wallet kann nur gelesen werden"),
    (
      "Free some space, then lock the wallet and open it again.",
      "Schaffen Sie Platz; sperren Sie dann die Wallet und öffnen Sie sie neu."
    ),
    ("The vault cannot be read here", "Der Tresor kann hier nicht gelesen werden"),
    (
      "Changes stand in the log beside it, and nothing can be written where they could be put together.",
      "Im Journal daneben stehen Änderungen, und wo beides zusammenkäme, kann nicht geschrieben werden."
    ),
    (
      "Copy the file and its log (FILE-wal) to where you may write, and open the copy.",
      "Kopieren Sie die Datei und ihr Journal (FILE-wal) dorthin, wo Sie schreiben dürfen, und öffnen Sie die Kopie."
    ),
    ("The audit log was cut.", "Das Protokoll wurde gekürzt."),
    ("The folder does not exist", "Den Ordner gibt es nicht"),
    (
      "Make it first, with mode 700, or choose another.",
      "Legen Sie ihn zuerst an, mit Modus 700, oder wählen Sie einen anderen."
    ),
    ("The vault's folder cannot be made", "Der Ordner des Tresors lässt sich nicht anlegen"),
    (
      "neither XDG_DATA_HOME nor HOME is set", "weder XDG_DATA_HOME noch HOME ist gesetzt"
    ),
    ("Name the file with --vault FILE.", "Nennen Sie die Datei mit --vault FILE."),
    (
      "neither XDG_STATE_HOME nor HOME is set", "weder XDG_STATE_HOME noch HOME ist gesetzt"
    ),
    ("Set one of them.", "Setzen Sie eines davon."),
    ("The system gives no more threads", "Das System gibt keine weiteren Threads"),
    (
      "the limit of processes and threads is reached",
      "die Grenze für Prozesse und Threads ist erreicht"
    ),
    (
      "Raise it (ulimit -u, TasksMax=), or end other programs.",
      "Heben Sie sie an (ulimit -u, TasksMax=), oder beenden Sie andere Programme."
    ),
    ("The log cannot be written", "Die Logdatei ist nicht zu schreiben"),
    ("Name another file with --log FILE.", "Nennen Sie mit --log FILE eine andere Datei."),
    ("% is not a plain file of yours", "% ist keine gewöhnliche Datei von Ihnen"),
    (
      "The change could not be written down, so it was not sent",
      "Die Änderung war nicht zu notieren, also wurde sie nicht gesendet"
    ),
    ("Changes could not be written down", "Änderungen waren nicht zu notieren"),
    (
      "Make the folder writable and free some space, then try again.",
      "Machen Sie den Ordner beschreibbar, schaffen Sie Platz, und versuchen Sie es neu."
    ),
    ("the answer could not be written as JSON", "die Antwort war nicht als JSON zu schreiben"),
    ("the output could not be written", "die Ausgabe war nicht zu schreiben"),
    ("The memory for secrets is full", "Der Speicher für Geheimnisse ist voll"),
    (
      "Wait until what is under way has ended, then try again.",
      "Warten Sie, bis zu Ende ist, was gerade läuft, und versuchen Sie es neu."
    ),
    ("Too many requests wait for the server", "Zu viele Anfragen warten auf den Server"),
  ]
}
