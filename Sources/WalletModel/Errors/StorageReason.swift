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
        "The % cannot be read.",
        "Nicht lesbar: %.")
    case .rootMissing:
      LocalizedText(
        "The root row is missing or cannot be read.",
        "Die Wurzelzeile fehlt oder ist nicht lesbar.")
    case .structureDamaged:
      LocalizedText(
        "The file's structure is damaged: %",
        "Der Aufbau der Datei ist beschädigt: %")
    case .missing:
      LocalizedText(
        "It is missing or cannot be read.",
        "Fehlt oder ist nicht lesbar.")
    case .outOfOrder:
      LocalizedText(
        "Rows are out of order.",
        "Zeilen sind nicht in Ordnung gereiht.")
    case .foreignRow:
      LocalizedText(
        "A row that is none of ours.",
        "Eine Zeile, die nicht von uns ist.")
    case .cannotBeRead:
      LocalizedText(
        "It cannot be read.",
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
        "It was put back to an older state: it ends with change %, and this machine saw change %.",
        "Er wurde auf einen alten Stand gesetzt: Er endet mit Änderung %, und dieser Rechner sah Änderung %."
      )
    case .otherState:
      LocalizedText(
        "Its last change, %, is another one than this machine saw.",
        "Seine letzte Änderung, %, ist eine andere, als dieser Rechner sah.")
    case .copyWithoutLog:
      LocalizedText(
        "It is a copy that was made while changes stood in the log beside it, without that log.",
        "Er ist eine Kopie ohne das Journal, in dem daneben Änderungen standen, als sie entstand.")
    case .readOnlyFull:
      LocalizedText(
        "The disk is full: the wallet can only be read",
        "Der Datenträger ist voll: Die Wallet kann nur gelesen werden")
    case .readOnly:
      LocalizedText(
        "The wallet can only be read",
        "Die Wallet kann nur gelesen werden")
    case .freeSpaceAndReopen:
      LocalizedText(
        "Free some space, then lock the wallet and open it again.",
        "Schaffen Sie Platz; sperren Sie dann die Wallet und öffnen Sie sie neu.")
    case .secretMemoryFull:
      LocalizedText(
        "The memory for secrets is full",
        "Der Speicher für Geheimnisse ist voll")
    case .waitForOthers:
      LocalizedText(
        "Wait until what is under way has ended, then try again.",
        "Warten Sie, bis zu Ende ist, was gerade läuft, und versuchen Sie es neu.")
    case .noThreads:
      LocalizedText(
        "The system gives no more threads",
        "Das System gibt keine weiteren Threads")
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
