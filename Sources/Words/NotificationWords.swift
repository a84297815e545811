package import WalletModel

/// What `watch` says.
package struct NotificationWords: FeatureWords {
  package let words: Words

  package func watches(_ cards: Int) -> String {
    cards == 1
      ? say("Watching 1 card.", "1 Karte wird beobachtet.")
      : say("Watching \(number(cards)) cards.", "\(number(cards)) Karten werden beobachtet.")
  }

  package var virtualCardIsNew: String { say("new virtual card", "neue virtuelle Karte") }

  package var noNotifications: String {
    say(
      "There's no notify-send and no terminal for notifications.",
      "Für Hinweise gibt es weder notify-send noch ein Terminal.")
  }

  package enum Notification: Sendable, CaseIterable {
    case payment, decline, cardStatus, virtualCard
    case connectionLost, connectionRestored, newsLate, newsOnTime
  }

  /// It contains nothing that others must not see.
  package func notification(_ kind: Notification) -> String {
    switch kind {
    case .payment: say("A payment was made.", "Eine Zahlung wurde gemacht.")
    case .decline: say("A payment was declined.", "Eine Zahlung wurde abgelehnt.")
    case .cardStatus:
      say("The status of a card has changed.", "Der Status einer Karte hat sich geändert.")
    case .virtualCard: say("There's a new virtual card.", "Es gibt eine neue virtuelle Karte.")
    case .connectionLost: say("The connection was lost.", "Die Verbindung ist unterbrochen.")
    case .connectionRestored: say("The connection is back.", "Die Verbindung ist wieder da.")
    case .newsLate: words.start.newsAreLate + "."
    case .newsOnTime: words.start.newsAreOnTime + "."
    }
  }
}

extension NotificationWords.Notification {
  package init(_ alert: WalletAlert) {
    switch alert {
    case .payment(let payment, _): self = payment.type == .decline ? .decline : .payment
    case .cardStatus: self = .cardStatus
    case .virtualCardMade: self = .virtualCard
    case .connectionLost: self = .connectionLost
    case .connectionRestored: self = .connectionRestored
    case .newsLate: self = .newsLate
    case .newsOnTime: self = .newsOnTime
    }
  }
}
