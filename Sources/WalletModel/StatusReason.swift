package import Languages

/// Why a card has its status, as this program says it: on the wire and in the vault in English,
/// since any client may give a reason of its own (A23).
package enum StatusReason: String, CaseIterable, Sendable {
  case locked = "Locked by the cardholder"
  case unlocked = "Unlocked by the cardholder"
  case cancelled = "Cancelled by the cardholder"
  case activated = "Activated by the cardholder"

  package var text: LocalizedText {
    switch self {
    case .locked: LocalizedText(rawValue, "Vom Inhaber gesperrt")
    case .unlocked: LocalizedText(rawValue, "Vom Inhaber entsperrt")
    case .cancelled: LocalizedText(rawValue, "Vom Inhaber gekündigt")
    case .activated: LocalizedText(rawValue, "Vom Inhaber aktiviert")
    }
  }
}
