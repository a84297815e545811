package import WalletModel

/// What the commands for a vault's slots, copies and repair say.
package struct VaultWords: FeatureWords {
  package let words: Words

  // MARK: Questions

  package var askBackupPassphrase: String {
    say("Passphrase of the backup: ", "Passphrase der Sicherung: ")
  }
  package var askExportPassphrase: String {
    say("Passphrase of the export: ", "Passphrase des Exports: ")
  }
  package var askNewExportPassphrase: String {
    say("New passphrase for the export: ", "Neue Passphrase für den Export: ")
  }
  package func replacesVault(_ path: String) -> String {
    say("This replaces \(path).", "Das ersetzt \(path).")
  }
  package var typeYes: String { say("Type yes to go on: ", "Zum Fortfahren ja eingeben: ") }

  // MARK: Key slots

  package var slotNumber: String { say("Slot", "Platz") }
  package var slotKind: String { say("Opened by", "Öffnet mit") }
  package var slotLabel: String { say("Label", "Bezeichnung") }
  package var slotMade: String { say("Made", "Angelegt") }
  package var passphraseSlot: String { say("passphrase", "Passphrase") }
  package var keyFileSlot: String { say("key file", "Schlüsseldatei") }
  package var damagedSlot: String { say("damaged", "beschädigt") }
  package func opened(_ kind: String) -> String { say("\(kind) (this one)", "\(kind) (diese)") }
  package var passphraseWasChanged: String {
    say("The passphrase was changed.", "Die Passphrase wurde geändert.")
  }
  package func slotWasAdded(_ number: Int) -> String {
    say("Key slot \(number) was added.", "Schlüsselplatz \(number) wurde angelegt.")
  }
  package func slotWasRemoved(_ number: Int) -> String {
    say("Key slot \(number) was removed.", "Schlüsselplatz \(number) wurde entfernt.")
  }
  package func keyFileWasMade(_ path: String) -> String {
    say(
      "The key file is \(path). Who has it and the vault can open the vault.",
      "Die Schlüsseldatei ist \(path). Wer sie und den Tresor hat, kann ihn öffnen.")
  }

  // MARK: Copies

  package var backingUp: String { say("Copying the vault", "Tresor wird kopiert") }
  package var restoring: String { say("Replacing the vault", "Tresor wird ersetzt") }
  package func contains(
    cards: Int, records: Int, changes: Int, lastChange: (time: Timestamp, now: Timestamp)?
  ) -> String {
    let what = say(
      """
      \(number(cards)) \(cards == 1 ? "card" : "cards"), \(number(records)) records, \
      \(number(changes)) changes
      """,
      """
      \(plural(cards, "1 Karte", "\(number(cards)) Karten")), \(number(records)) Datensätze, \
      \(number(changes)) Änderungen
      """)
    guard let lastChange else { return what + "." }
    let age = words.ago(lastChange.time, now: lastChange.now, in: .utc)
    return what + say("; last change: \(age).", "; letzte Änderung: \(age).")
  }
  package func backupWasMade(_ path: String) -> String {
    say("Backup, checked: \(path)", "Sicherung, geprüft: \(path)")
  }
  package func exportWasMade(_ path: String) -> String {
    say(
      "Export, checked: \(path). Only the new passphrase opens it.",
      "Export, geprüft: \(path). Nur die neue Passphrase öffnet ihn.")
  }
  package func wasReplaced(_ path: String) -> String {
    say("The vault is in its place: \(path)", "Der Tresor ist an seinem Platz: \(path)")
  }
  package func stateWasKept(_ path: String) -> String {
    say("The state before is kept: \(path)", "Der Stand davor ist aufgehoben: \(path)")
  }

  // MARK: Repair

  package var nothingToRepair: String {
    say(
      "There is nothing to repair. Nothing was changed.",
      "Es gibt nichts zu reparieren. Geändert wurde nichts.")
  }
  package var wasRepaired: String {
    say("The vault was repaired.", "Der Tresor wurde repariert.")
  }
  package func rowsLost(_ rows: Int, _ kind: String) -> String {
    say("Lost: \(number(rows)) × \(kind).", "Verloren: \(number(rows)) × \(kind).")
  }
  package func rowLost(_ place: String, lastFour: String?) -> String {
    let card = lastFour.map { say(" of card ·· \($0)", " der Karte ·· \($0)") } ?? ""
    return say("Lost: \(place)\(card).", "Verloren: \(place)\(card).")
  }
  package var nothingLost: String { say("No record is lost.", "Kein Datensatz ist verloren.") }
  package var mayBeOlder: String {
    say(
      "Some records may be in an older state.",
      "Manche Datensätze haben vielleicht einen älteren Stand.")
  }
  package var countersAreNew: String {
    say(
      "The counters of wrong codes were lost. They begin again.",
      "Die Zähler falscher Codes sind verloren. Sie beginnen neu.")
  }
  package func damagedWasKept(_ path: String) -> String {
    say("The damaged file is kept: \(path)", "Die beschädigte Datei ist aufgehoben: \(path)")
  }
  package var canBeRepaired: String {
    say(
      "`walletui vault check --repair` keeps what can be read; `walletui vault restore FILE` puts a backup back.",
      "`walletui vault check --repair` erhält, was lesbar ist; `walletui vault restore DATEI` spielt eine Sicherung ein."
    )
  }

  // MARK: The form for a new vault

  package var oneEncryptedFile: String {
    say(
      "One encrypted file on this computer. Nobody can open it without its passphrase, not even you.",
      "Eine verschlüsselte Datei auf diesem Computer. Ohne die Passphrase öffnet sie niemand, auch Sie nicht."
    )
  }

  package var file: String { say("File", "Datei") }
  package var eightCharacters: String { say("8 characters or more", "8 Zeichen oder mehr") }
  package var sampleCards: String { say("Sample cards", "Musterkarten") }
  package var yourName: String { say("Your name", "Ihr Name") }
  package var asOnCards: String { say("as on your cards", "wie auf Ihren Karten") }
  package var email: String { say("E-mail", "E-Mail") }

  package func atLeast(_ characters: Int) -> String {
    say("Use at least \(characters) characters", "Mindestens \(characters) Zeichen")
  }
}
