package import Languages

/// Why a card has its status, as this program says it: on the wire and in the vault in English,
/// since any client may give a reason of its own (A23).
package enum StatusReason: String, CaseIterable, Sendable {
  case locked = "Locked by the cardholder"
  /// With all cards at once: what is unlocked again together is found by it.
  case lockedWithAll = "Locked by the cardholder with all cards"
  case unlocked = "Unlocked by the cardholder"
  case cancelled = "Cancelled by the cardholder"
  case activated = "Activated by the cardholder"

  package var text: LocalizedText {
    switch self {
    case .locked: LocalizedText(rawValue, "Vom Inhaber gesperrt")
    case .lockedWithAll: LocalizedText(rawValue, "Vom Inhaber mit allen Karten gesperrt")
    case .unlocked: LocalizedText(rawValue, "Vom Inhaber entsperrt")
    case .cancelled: LocalizedText(rawValue, "Vom Inhaber gekündigt")
    case .activated: LocalizedText(rawValue, "Vom Inhaber aktiviert")
    }
  }
}
