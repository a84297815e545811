package import Languages

/// What is in the way with a card, its account or its tokens.
package enum CardReason: String, CaseIterable, Hashable, Sendable {
  case unknown
  case unknownAccount
  case cannotBecome
  case already
  case notLocked
  case hasStatus
  case physicalOnly
  case activatedAlready
  case unlockFirst
  case noPin
  case unknownAction
  case versionSeen
  case noMoreCards
  case suspendedNow
  case replaceIt
  case oneAttemptLeft
  case attemptsLeft
  case tooManyChanges
  case tooManyCards
  case linkUsed
  case unknownToken
  case inThisPhone
  case seeTokenizations
  case inTooManyPhones
  case noNetwork
  case timeIsOver
  case tokenNotCompleted
  case tokenIsFrozen
  case tokenNotFrozen
  case tokenIsRemoved
  case tokenHasEnded
  case tokenNotWaiting

  /// The text, with `%` where a value goes.
  package var text: LocalizedText {
    switch self {
    case .unknown:
      LocalizedText(
        "There is no card with this id.",
        "Es gibt keine Karte mit dieser ID.")
    case .unknownAccount:
      LocalizedText(
        "There is no account with this id.",
        "Es gibt kein Konto mit dieser ID.")
    case .cannotBecome:
      LocalizedText(
        "A card that is % can't become %.",
        "Eine Karte im Status % kann nicht % werden.")
    case .already:
      LocalizedText(
        "Already %.",
        "Schon %.")
    case .notLocked:
      LocalizedText(
        "Not locked.",
        "Nicht gesperrt.")
    case .hasStatus:
      LocalizedText(
        "The card is %.",
        "Die Karte ist %.")
    case .physicalOnly:
      LocalizedText(
        "Physical cards only.",
        "Nur physische Karten.")
    case .activatedAlready:
      LocalizedText(
        "Already activated.",
        "Schon aktiviert.")
    case .unlockFirst:
      LocalizedText(
        "Unlock it first.",
        "Erst entsperren.")
    case .noPin:
      LocalizedText(
        "It has no PIN yet.",
        "Sie hat noch keine PIN.")
    case .unknownAction:
      LocalizedText(
        "Unknown action.",
        "Unbekannter Vorgang.")
    case .versionSeen:
      LocalizedText(
        "You saw version %; the card is now at version %.",
        "Sie sahen Version %; jetzt hat die Karte Version %.")
    case .noMoreCards:
      LocalizedText(
        "% allows no more cards.",
        "% lässt keine Karten mehr zu.")
    case .suspendedNow:
      LocalizedText(
        "The card is now suspended.",
        "Die Karte ist jetzt ausgesetzt.")
    case .replaceIt:
      LocalizedText(
        "Replace this card.",
        "Ersetzen Sie diese Karte.")
    case .oneAttemptLeft:
      LocalizedText(
        "1 try left.",
        "Noch 1 Versuch.")
    case .attemptsLeft:
      LocalizedText(
        "% tries left.",
        "Noch % Versuche.")
    case .tooManyChanges:
      LocalizedText(
        "Too many changes in one day",
        "Zu viele Änderungen an einem Tag")
    case .tooManyCards:
      LocalizedText(
        "Too many new cards in one day",
        "Zu viele neue Karten an einem Tag")
    case .linkUsed:
      LocalizedText(
        "This link has been used or has expired.",
        "Dieser Link wurde schon benutzt oder ist abgelaufen.")
    case .unknownToken:
      LocalizedText(
        "The card has no token with this reference.",
        "Die Karte hat kein Token mit dieser Kennung.")
    case .inThisPhone:
      LocalizedText(
        "The card is already in this phone",
        "Die Karte ist schon in diesem Handy")
    case .seeTokenizations:
      LocalizedText(
        "See which phones the card is in.",
        "Sehen Sie nach, in welchen Handys die Karte ist.")
    case .inTooManyPhones:
      LocalizedText(
        "It's already in % phones.",
        "Sie ist schon in % Handys.")
    case .noNetwork:
      LocalizedText(
        "No card network is connected here.",
        "Hier ist kein Kartennetz angeschlossen.")
    case .timeIsOver:
      LocalizedText(
        "It would have been locked by itself by now.",
        "Sie wäre inzwischen von selbst gesperrt worden.")
    case .tokenNotCompleted:
      LocalizedText(
        "The phone hasn't reported that it has the card.",
        "Das Handy hat noch nicht gemeldet, dass es die Karte hat.")
    case .tokenIsFrozen:
      LocalizedText(
        "The token is already frozen.",
        "Das Token ist schon eingefroren.")
    case .tokenNotFrozen:
      LocalizedText(
        "The token is neither frozen nor removed.",
        "Das Token ist weder eingefroren noch entfernt.")
    case .tokenIsRemoved:
      LocalizedText(
        "The token is removed.",
        "Das Token ist entfernt.")
    case .tokenHasEnded:
      LocalizedText(
        "Its card has ended for good.",
        "Seine Karte ist endgültig beendet.")
    case .tokenNotWaiting:
      LocalizedText(
        "The token doesn't wait for a code.",
        "Das Token wartet auf keinen Code.")
    }
  }

  /// A value as text: of a status its word.
  func word(_ value: String) -> LocalizedText {
    switch self {
    case .hasStatus, .already: CardStatus(rawValue: value).word
    // Numbers and names. Front ends have a text of their own for the statuses of `.cannotBecome`.
    default: LocalizedText(verbatim: value)
    }
  }
}
