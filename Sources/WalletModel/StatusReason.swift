package import Languages

/// Why a card has its status, as this program says it: on the wire and in the vault in English,
/// since any client may give a reason of its own (A23).
package enum StatusReason: String, CaseIterable, Sendable {
  case locked = "Locked by the cardholder"
  /// With all cards at once: what is unlocked again together is found by it.
  case lockedWithAll = "Locked by the cardholder with all cards"
  /// By the issuer, at the end of a time for which it was unlocked.
  case lockedAgain = "Locked again: the time is over"
  /// By the issuer, after the days that its owner has set.
  case unused = "Locked: it was not used"
  case unlockedForAWhile = "Unlocked by the cardholder for a time"
  case unlocked = "Unlocked by the cardholder"
  /// The card is as it was before its last change of status, with the reason that it had then. Only
  /// an issuer that cannot restore that shows this one.
  case changeTakenBack = "The cardholder took the last change back"
  case cancelled = "Cancelled by the cardholder"
  case activated = "Activated by the cardholder"
  /// Another card has taken its place, as with the next three.
  case lost = "Lost and replaced"
  case stolen = "Stolen and replaced"
  case damaged = "Damaged and replaced"
  case replaced = "Replaced"

  package var text: LocalizedText {
    switch self {
    case .locked: LocalizedText(rawValue, "Vom Inhaber gesperrt")
    case .lockedWithAll: LocalizedText(rawValue, "Vom Inhaber mit allen Karten gesperrt")
    case .lockedAgain: LocalizedText(rawValue, "Wieder gesperrt: Die Zeit ist um")
    case .unused: LocalizedText(rawValue, "Gesperrt: Sie wurde nicht benutzt")
    case .unlockedForAWhile: LocalizedText(rawValue, "Vom Inhaber für eine Zeit entsperrt")
    case .unlocked: LocalizedText(rawValue, "Vom Inhaber entsperrt")
    case .changeTakenBack:
      LocalizedText(rawValue, "Der Inhaber nahm die letzte Änderung zurück")
    case .cancelled: LocalizedText(rawValue, "Vom Inhaber gekündigt")
    case .activated: LocalizedText(rawValue, "Vom Inhaber aktiviert")
    case .lost: LocalizedText(rawValue, "Verloren und ersetzt")
    case .stolen: LocalizedText(rawValue, "Gestohlen und ersetzt")
    case .damaged: LocalizedText(rawValue, "Beschädigt und ersetzt")
    case .replaced: LocalizedText(rawValue, "Ersetzt")
    }
  }
}
