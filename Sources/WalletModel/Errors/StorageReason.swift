package import Languages

/// What is wrong with stored records, and what the machine lacks while a server runs.
package enum StorageReason: String, CaseIterable, Hashable, Sendable {
  case unreadable
  case rootMissing
  case structureDamaged
  case missing
  case outOfOrder
  case foreignRow
  case cannotBeRead
  case auditBroken
  case auditCut
  case rowCount
  case rowsChanged
  case olderState
  case otherState
  case lacksChange
  case slotsChanged
  case copyWithoutLog
  case readOnlyFull
  case readOnly
  case freeSpaceAndReopen
  case secretMemoryFull
  case waitForOthers
  case noThreads
  case threadLimit
  case raiseThreadLimit

  /// The text, with `%` where a value goes.
  package var text: LocalizedText {
    switch self {
    case .unreadable:
      LocalizedText(
        "The % can't be read.",
        "Nicht lesbar: %.")
    case .rootMissing:
      LocalizedText(
        "The root row is missing or can't be read.",
        "Die Wurzelzeile fehlt oder ist nicht lesbar.")
    case .structureDamaged:
      LocalizedText(
        "The file's structure is damaged: %",
        "Der Aufbau der Datei ist beschädigt: %")
    case .missing:
      LocalizedText(
        "It's missing or can't be read.",
        "Fehlt oder ist nicht lesbar.")
    case .outOfOrder:
      LocalizedText(
        "Rows are out of order.",
        "Die Reihenfolge der Zeilen stimmt nicht.")
    case .foreignRow:
      LocalizedText(
        "A row that isn't ours.",
        "Eine Zeile, die nicht von uns ist.")
    case .cannotBeRead:
      LocalizedText(
        "It can't be read.",
        "Nicht lesbar.")
    case .auditBroken:
      LocalizedText(
        "The audit log is broken from here on.",
        "Das Protokoll ist von hier an unterbrochen.")
    case .auditCut:
      LocalizedText(
        "The audit log was cut.",
        "Das Protokoll wurde gekürzt.")
    case .rowCount:
      LocalizedText(
        "% rows instead of %.",
        "% Zeilen statt %.")
    case .rowsChanged:
      LocalizedText(
        "A row was changed, added, removed or put back to an older state.",
        "Eine Zeile wurde geändert, hinzugefügt, entfernt oder auf einen alten Stand gesetzt.")
    case .olderState:
      LocalizedText(
        "It was put back to an older state: it ends with change %, but this machine has seen change %.",
        "Er wurde auf einen alten Stand gesetzt: Er endet mit Änderung %, aber dieser Rechner kennt schon Änderung %."
      )
    case .otherState:
      LocalizedText(
        "Its last change, %, isn't the one this machine saw.",
        "Seine letzte Änderung, %, ist nicht die, die dieser Rechner kennt.")
    case .lacksChange:
      LocalizedText(
        "It lacks change %, which this machine has seen.",
        "Ihm fehlt Änderung %, die dieser Rechner schon kennt.")
    case .slotsChanged:
      LocalizedText(
        "Another program has added, removed or put back a slot. Remove what you don't know: `walletui vault passwd --list`.",
        "Ein anderes Programm hat einen Platz hinzugefügt, entfernt oder zurückgesetzt. Entfernen Sie, was Sie nicht kennen: `walletui vault passwd --list`."
      )
    case .copyWithoutLog:
      LocalizedText(
        "It's a copy without the log beside it, which held changes at the time.",
        "Er ist eine Kopie ohne das Journal daneben, in dem damals Änderungen standen.")
    case .readOnlyFull:
      LocalizedText(
        "The disk is full: the wallet is read-only",
        "Der Datenträger ist voll: Die Wallet lässt sich nur lesen")
    case .readOnly:
      LocalizedText(
        "The wallet is read-only",
        "Die Wallet lässt sich nur lesen")
    case .freeSpaceAndReopen:
      LocalizedText(
        "Free some space, then lock the wallet and open it again.",
        "Schaffen Sie Platz, schließen Sie dann die Wallet, und öffnen Sie sie neu.")
    case .secretMemoryFull:
      LocalizedText(
        "The memory for secrets is full",
        "Der Speicher für Geheimnisse ist voll")
    case .waitForOthers:
      LocalizedText(
        "Wait until the rest is done, then try again.",
        "Warten Sie, bis alles andere fertig ist, und versuchen Sie es noch einmal.")
    case .noThreads:
      LocalizedText(
        "The system has no threads left",
        "Das System hat keine Threads mehr frei")
    case .threadLimit:
      LocalizedText(
        "the limit of processes and threads is reached",
        "die Grenze für Prozesse und Threads ist erreicht")
    case .raiseThreadLimit:
      LocalizedText(
        "Raise it (ulimit -u, TasksMax=), or end other programs.",
        "Heben Sie sie an (ulimit -u, TasksMax=), oder beenden Sie andere Programme.")
    }
  }
}
