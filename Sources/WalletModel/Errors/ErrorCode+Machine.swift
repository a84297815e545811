/// Codes for the vault and the machine.
extension ErrorCode {
  package static let vaultPassphrase = ErrorCode(
    "WUI-VAULT-PASSPHRASE", http: 500, exit: .passphrase,
    "Wrong passphrase",
    "Falsche Passphrase",
    advice: "Try again. Nothing has changed.",
    "Versuchen Sie es noch einmal. Geändert wurde nichts.")
  package static let vaultNotAVault = ErrorCode(
    "WUI-VAULT-FORMAT", http: 500, exit: .notAVault,
    "This file isn't a walletui vault",
    "Diese Datei ist kein Tresor von walletui",
    advice: "Check the file name. The file wasn't touched.",
    "Prüfen Sie den Dateinamen. Die Datei blieb unberührt.")
  package static let vaultNewer = ErrorCode(
    "WUI-VAULT-NEWER", http: 500, exit: .newerVault,
    "A newer walletui wrote this vault",
    "Dieser Tresor stammt von einem neueren walletui",
    advice: "Update walletui. The file wasn't touched.",
    "Aktualisieren Sie walletui. Die Datei blieb unberührt.")
  package static let vaultDamaged = ErrorCode(
    "WUI-VAULT-DAMAGED", http: 500, exit: .damagedVault,
    "The vault is damaged",
    "Der Tresor ist beschädigt",
    advice:
      "Restore a backup (`walletui vault restore`) or keep what can be read (`walletui vault check --repair`).",
    "Spielen Sie eine Sicherung ein (`walletui vault restore`), oder erhalten Sie das Lesbare (`walletui vault check --repair`)."
  )
  package static let vaultMissing = ErrorCode(
    "WUI-VAULT-MISSING", http: 404, exit: .missing,
    "There's no vault there",
    "Dort ist kein Tresor",
    advice: "Make one with `walletui vault init`.",
    "Legen Sie einen an: `walletui vault init`.")
  package static let vaultExists = ErrorCode(
    "WUI-VAULT-EXISTS", http: 409, exit: .exists,
    "There's already a file there",
    "Dort gibt es schon eine Datei",
    advice: "Choose another name. The file wasn't touched.",
    "Wählen Sie einen anderen Namen. Die Datei blieb unberührt.")
  package static let vaultReadOnly = ErrorCode(
    "WUI-VAULT-READONLY", http: 503, exit: .readOnly,
    "Can't write to the vault",
    "In den Tresor lässt sich nicht schreiben",
    advice: "Make the file and its folder writable, or use a copy.",
    "Machen Sie Datei und Ordner beschreibbar, oder nehmen Sie eine Kopie.")
  package static let vaultPermissions = ErrorCode(
    "WUI-VAULT-PERMISSIONS", http: 403, exit: .permissions,
    "The vault file isn't safe to use",
    "Die Datei des Tresors ist nicht sicher",
    advice: "It must be a plain file of your own that nobody else can read (mode 0600).",
    "Es muss eine gewöhnliche Datei sein, die Ihnen gehört und die sonst niemand lesen kann (Modus 0600)."
  )
  package static let vaultLinked = ErrorCode(
    "WUI-VAULT-LINKED", http: 403, exit: .permissions,
    "The vault file has more than one name",
    "Die Datei des Tresors hat mehr als einen Namen",
    advice: "Remove the other names, or make a copy with `cp`; then try again.",
    "Entfernen Sie die anderen Namen, oder kopieren Sie sie mit `cp`; dann versuchen Sie es neu.")
  package static let vaultBusy = ErrorCode(
    "WUI-VAULT-BUSY", http: 503, exit: .busy,
    "Another program is using the vault",
    "Ein anderes Programm benutzt den Tresor",
    advice: "Close that program, or try again.",
    "Schließen Sie dieses Programm, oder versuchen Sie es noch einmal.")
  package static let vaultReplaced = ErrorCode(
    "WUI-VAULT-REPLACED", http: 503, exit: .busy,
    "The vault's file was replaced or removed",
    "Die Datei des Tresors wurde ersetzt oder entfernt",
    advice:
      "Nothing was changed. Open the wallet again, and look whether your last changes are there.",
    "Geändert wurde nichts. Öffnen Sie die Wallet neu, und sehen Sie nach, ob Ihre letzten Änderungen da sind."
  )
  package static let diskFull = ErrorCode(
    "WUI-DISK-FULL", http: 503, exit: .diskFull,
    "The disk is full",
    "Der Datenträger ist voll",
    advice: "Free some space and try again. Nothing was lost.",
    "Schaffen Sie Platz, und versuchen Sie es noch einmal. Verloren ging nichts.")
  package static let diskFault = ErrorCode(
    "WUI-DISK-FAULT", http: 503, exit: .diskFault,
    "The disk reported an error",
    "Der Datenträger meldet einen Fehler",
    advice: "Check the disk. What was saved before is safe.",
    "Prüfen Sie den Datenträger. Was vorher gespeichert war, ist sicher.")
  package static let diskUnknown = ErrorCode(
    "WUI-DISK-UNKNOWN", http: 500, exit: .unanswered,
    "We don't know whether that was saved",
    "Unklar ist, ob das gespeichert wurde",
    advice: "Check the disk, open the wallet again, and look before you repeat it.",
    "Prüfen Sie den Datenträger, öffnen Sie die Wallet neu, und sehen Sie nach, bevor Sie es wiederholen."
  )
  package static let auditUnwritable = ErrorCode(
    "WUI-AUDIT", http: 503, exit: .audit,
    "Can't write the audit log, so nothing is shown",
    "Das Protokoll lässt sich nicht schreiben, darum wird nichts gezeigt",
    advice: "Free some space or make the vault writable, then try again.",
    "Schaffen Sie Platz, oder machen Sie den Tresor beschreibbar, und versuchen Sie es noch einmal."
  )
  package static let terminal = ErrorCode(
    "WUI-TERMINAL", http: 500, exit: .usage,
    "This terminal can't show the wallet",
    "Dieses Terminal kann die Wallet nicht zeigen",
    advice: "Use a terminal that can move its cursor, with at least 40 columns and 12 rows.",
    "Nehmen Sie ein Terminal mit beweglichem Cursor und mindestens 40 mal 12 Zeichen.")
  package static let usage = ErrorCode(
    "WUI-USAGE", http: 400, exit: .usage,
    "The command was not understood",
    "Der Befehl wurde nicht verstanden",
    advice: "See `walletui --help`.",
    "Siehe `walletui --help`.")
  package static let configuration = ErrorCode(
    "WUI-CONFIGURATION", http: 400, exit: .configuration,
    "Can't use the configuration",
    "Die Konfiguration ist nicht zu verwenden",
    advice: "Fix the file. `walletui profiles` and `paths` tell you more.",
    "Korrigieren Sie die Datei. `walletui profiles` und `paths` sagen mehr.")
  package static let scanFile = ErrorCode(
    "WUI-SCAN-FILE", http: 400, exit: .usage,
    "This file can't be scanned",
    "Diese Datei lässt sich nicht einlesen",
    advice: "Choose a picture of a card (PNG or JPEG), or a text file with its number and expiry.",
    "Wählen Sie ein Bild einer Karte (PNG oder JPEG) oder eine Textdatei mit Nummer und Ablaufdatum."
  )
  package static let scanProgram = ErrorCode(
    "WUI-SCAN-PROGRAM", http: 501, exit: .unavailable,
    "Pictures can't be read because Tesseract isn't installed",
    "Bilder lassen sich nicht lesen, weil Tesseract nicht installiert ist",
    advice:
      "Install it (Debian: `apt install tesseract-ocr`), or write number and expiry into a text file and scan that.",
    "Installieren Sie es (Debian: `apt install tesseract-ocr`), oder schreiben Sie Nummer und Ablaufdatum in eine Textdatei, und lesen Sie diese ein."
  )
  package static let scanFailed = ErrorCode(
    "WUI-SCAN-FAILED", http: 500, exit: .unavailable,
    "Tesseract couldn't read the picture",
    "Tesseract konnte das Bild nicht lesen",
    advice:
      "Check that the picture opens elsewhere and that Tesseract has its English data (Debian: `tesseract-ocr-eng`).",
    "Prüfen Sie, ob sich das Bild sonst öffnen lässt und ob Tesseract seine englischen Daten hat (Debian: `tesseract-ocr-eng`)."
  )
  package static let cancelled = ErrorCode(
    "WUI-CANCELLED", http: 409, exit: .cancelled,
    "Cancelled",
    "Abgebrochen")

  static let machine: [ErrorCode] = [
    .vaultPassphrase, .vaultNotAVault, .vaultNewer, .vaultDamaged, .vaultMissing, .vaultExists,
    .vaultReadOnly, .vaultPermissions, .vaultLinked, .vaultBusy, .vaultReplaced, .diskFull,
    .diskFault, .diskUnknown, .auditUnwritable, .terminal, .usage, .configuration, .scanFile,
    .scanProgram, .scanFailed, .cancelled,
  ]
}
