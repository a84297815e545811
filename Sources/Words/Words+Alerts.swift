package import WalletModel

/// What happened elsewhere, as the screen says it.
extension Words {
  /// - Parameter card: The name of the card; nil: it is not known here.
  package func wasPaid(_ card: String?, _ amount: String, _ merchant: String) -> String {
    guard let card else {
      return say("\(amount) paid at \(merchant)", "\(amount) bei \(merchant) bezahlt")
    }
    return say(
      "\(card) paid \(amount) at \(merchant)", "\(card): \(amount) bei \(merchant) bezahlt")
  }

  package func wasDeclined(at merchant: String, _ reason: DeclineReason?) -> String {
    say("Declined at \(merchant)", "Bei \(merchant) abgelehnt") + ": " + declined(reason)
  }

  /// - Parameter card: Its name.
  package func hasStatus(_ name: String, _ card: Card) -> String {
    switch (card.status, StatusReason(rawValue: card.statusReason ?? "")) {
    case (.locked, .lockedAgain):
      say("\(name) is locked again: its time is over", "\(name) ist wieder gesperrt: Zeit vorbei")
    case (.locked, .unused):
      say("\(name) was locked: not used for long", "\(name) gesperrt: lange nicht benutzt")
    case (.locked, _): say("\(name) was locked elsewhere", "\(name) wurde anderswo gesperrt")
    case (.active, _): say("\(name) was unlocked elsewhere", "\(name) wurde anderswo entsperrt")
    case (.cancelled, _):
      say("\(name) was cancelled elsewhere", "\(name) wurde anderswo gekündigt")
    default: "\(changedElsewhere(name)): \(status(card.status))"
    }
  }

  /// Several at once: `3 payments · 1 declined · 2 cards changed`.
  package func alerts(payments: Int, declines: Int, cards: Int) -> String {
    var parts: [String] = []
    if payments > 0 {
      parts.append(
        payments == 1
          ? say("1 payment", "1 Zahlung")
          : say("\(number(payments)) payments", "\(number(payments)) Zahlungen"))
    }
    if declines > 0 {
      parts.append(say("\(number(declines)) declined", "\(number(declines)) abgelehnt"))
    }
    if cards > 0 {
      parts.append(
        cards == 1
          ? say("1 card changed", "1 Karte geändert")
          : say("\(number(cards)) cards changed", "\(number(cards)) Karten geändert"))
    }
    return parts.joined(separator: " · ")
  }
}
