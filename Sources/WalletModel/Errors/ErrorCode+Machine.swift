import Languages

/// Codes for the vault and the machine.
extension ErrorCode {
  package static let vaultPassphrase = ErrorCode(
    "WUI-VAULT-PASSPHRASE", http: 500, exit: .passphrase,
    message: LocalizedText(
      "The passphrase is wrong",
      "Die Passphrase ist falsch"),
    advice: LocalizedText(
      "Try again; nothing was changed.",
      "Versuchen Sie es neu; nichts wurde geändert."))
  package static let vaultNotAVault = ErrorCode(
    "WUI-VAULT-FORMAT", http: 500, exit: .notAVault,
    message: LocalizedText(
      "This file is not a walletui vault",
      "Diese Datei ist kein Tresor von walletui"),
    advice: LocalizedText(
      "Check the file name; the file was not touched.",
      "Prüfen Sie den Dateinamen; die Datei blieb unberührt."))
  package static let vaultNewer = ErrorCode(
    "WUI-VAULT-NEWER", http: 500, exit: .newerVault,
    message: LocalizedText(
      "This vault was written by a newer walletui",
      "Dieser Tresor stammt von einem neueren walletui"),
    advice: LocalizedText(
      "Update walletui; the file was not touched.",
      "Erneuern Sie walletui; die Datei blieb unberührt."))
  package static let vaultDamaged = ErrorCode(
    "WUI-VAULT-DAMAGED", http: 500, exit: .damagedVault,
    message: LocalizedText(
      "The vault is damaged",
      "Der Tresor ist beschädigt"),
    advice: LocalizedText(
      "Run `walletui vault check`, then restore a backup.",
      "Starten Sie `walletui vault check`, und spielen Sie dann eine Sicherung zurück."))
  package static let vaultMissing = ErrorCode(
    "WUI-VAULT-MISSING", http: 404, exit: .missing,
    message: LocalizedText(
      "There is no vault there",
      "Dort ist kein Tresor"),
    advice: LocalizedText(
      "Make one with `walletui vault init`.",
      "Legen Sie einen an: `walletui vault init`."))
  package static let vaultExists = ErrorCode(
    "WUI-VAULT-EXISTS", http: 409, exit: .exists,
    message: LocalizedText(
      "There is a file there already",
      "Dort ist schon eine Datei"),
    advice: LocalizedText(
      "Choose another name; the file was not touched.",
      "Wählen Sie einen anderen Namen; die Datei blieb unberührt."))
  package static let vaultReadOnly = ErrorCode(
    "WUI-VAULT-READONLY", http: 503, exit: .readOnly,
    message: LocalizedText(
      "The vault cannot be written to",
      "In den Tresor kann nicht geschrieben werden"),
    advice: LocalizedText(
      "Make the file and its folder writable, or use a copy.",
      "Machen Sie Datei und Ordner beschreibbar, oder nehmen Sie eine Kopie."))
  package static let vaultPermissions = ErrorCode(
    "WUI-VAULT-PERMISSIONS", http: 403, exit: .permissions,
    message: LocalizedText(
      "The vault file is not safe to use",
      "Die Datei des Tresors ist nicht sicher"),
    advice: LocalizedText(
      "The file must be yours, a plain file, and closed to others (mode 0600).",
      "Die Datei muss Ihnen gehören, gewöhnlich sein und für andere geschlossen (Modus 0600)."))
  package static let vaultLinked = ErrorCode(
    "WUI-VAULT-LINKED", http: 403, exit: .permissions,
    message: LocalizedText(
      "The vault file has more than one name",
      "Die Datei des Tresors hat mehr als einen Namen"),
    advice: LocalizedText(
      "Remove the other names, or make a copy with `cp`; then try again.",
      "Entfernen Sie die anderen Namen, oder kopieren Sie sie mit `cp`; dann versuchen Sie es neu.")
  )
  package static let vaultBusy = ErrorCode(
    "WUI-VAULT-BUSY", http: 503, exit: .busy,
    message: LocalizedText(
      "Another program keeps the vault busy",
      "Ein anderes Programm belegt den Tresor"),
    advice: LocalizedText(
      "Close the other program or try again.",
      "Schließen Sie das andere Programm, oder versuchen Sie es neu."))
  package static let diskFull = ErrorCode(
    "WUI-DISK-FULL", http: 503, exit: .diskFull,
    message: LocalizedText(
      "The disk is full",
      "Der Datenträger ist voll"),
    advice: LocalizedText(
      "Free some space and try again; nothing was lost.",
      "Schaffen Sie Platz und versuchen Sie es neu; nichts ging verloren."))
  package static let diskFault = ErrorCode(
    "WUI-DISK-FAULT", http: 503, exit: .diskFault,
    message: LocalizedText(
      "The disk reported an error",
      "Der Datenträger meldet einen Fehler"),
    advice: LocalizedText(
      "Check the disk; what was saved before is safe.",
      "Prüfen Sie den Datenträger; was gesichert war, ist sicher."))
  package static let diskUnknown = ErrorCode(
    "WUI-DISK-UNKNOWN", http: 500, exit: .unanswered,
    message: LocalizedText(
      "It is not known whether that was saved",
      "Ob das gespeichert wurde, ist nicht bekannt"),
    advice: LocalizedText(
      "Check the disk; open the wallet again and look before you do it once more.",
      "Prüfen Sie den Datenträger; öffnen Sie die Wallet neu und sehen Sie nach, bevor Sie es wiederholen."
    ))
  package static let auditUnwritable = ErrorCode(
    "WUI-AUDIT", http: 503, exit: .audit,
    message: LocalizedText(
      "The audit log cannot be written, so nothing is revealed",
      "Das Protokoll ist nicht zu schreiben, also wird nichts gezeigt"),
    advice: LocalizedText(
      "Free some space or make the vault writable, then try again.",
      "Schaffen Sie Platz, oder machen Sie den Tresor beschreibbar, und versuchen Sie es neu."))
  package static let terminal = ErrorCode(
    "WUI-TERMINAL", http: 500, exit: .usage,
    message: LocalizedText(
      "This terminal cannot show the wallet",
      "Dieses Terminal kann die Wallet nicht zeigen"),
    advice: LocalizedText(
      "Use a terminal with cursor movement, at least 40 columns by 12 rows.",
      "Nehmen Sie ein Terminal, dessen Cursor beweglich ist, mit mindestens 40 mal 12 Zeichen."))
  package static let usage = ErrorCode(
    "WUI-USAGE", http: 400, exit: .usage,
    message: LocalizedText(
      "The command was not understood",
      "Der Befehl war nicht zu verstehen"),
    advice: LocalizedText(
      "See `walletui --help`.",
      "Siehe `walletui --help`."))
  package static let configuration = ErrorCode(
    "WUI-CONFIGURATION", http: 400, exit: .configuration,
    message: LocalizedText(
      "The configuration cannot be used",
      "Die Konfiguration ist nicht zu gebrauchen"),
    advice: LocalizedText(
      "Correct the file; `walletui profiles` and `paths` say more.",
      "Berichtigen Sie die Datei; `walletui profiles` und `paths` sagen mehr."))
  package static let cancelled = ErrorCode(
    "WUI-CANCELLED", http: 409, exit: .cancelled,
    message: LocalizedText(
      "Cancelled",
      "Abgebrochen"))

  static let machine: [ErrorCode] = [
    .vaultPassphrase, .vaultNotAVault, .vaultNewer, .vaultDamaged, .vaultMissing, .vaultExists,
    .vaultReadOnly, .vaultPermissions, .vaultLinked, .vaultBusy, .diskFull, .diskFault,
    .diskUnknown, .auditUnwritable, .terminal, .usage, .configuration, .cancelled,
  ]
}
