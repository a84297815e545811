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
  case linkUsed
  case unknownToken
  case inThisPhone
  case seeTokenizations
  case inTooManyPhones
  case noNetwork

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
        "A card that is % cannot become %.",
        "Eine Karte im Status % kann nicht % werden.")
    case .already:
      LocalizedText(
        "% already.",
        "Schon %.")
    case .notLocked:
      LocalizedText(
        "Not locked.",
        "Nicht gesperrt.")
    case .hasStatus:
      LocalizedText(
        "It is %.",
        "Sie ist %.")
    case .physicalOnly:
      LocalizedText(
        "Physical cards only.",
        "Nur physische Karten.")
    case .activatedAlready:
      LocalizedText(
        "Activated already.",
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
        "You saw version %; the card is at version %.",
        "Sie sahen Version %; die Karte ist bei Version %.")
    case .noMoreCards:
      LocalizedText(
        "% allows no more cards.",
        "% lässt keine Karten mehr zu.")
    case .suspendedNow:
      LocalizedText(
        "The card is suspended now.",
        "Die Karte ist jetzt ausgesetzt.")
    case .replaceIt:
      LocalizedText(
        "Cancel this card and create another one.",
        "Kündigen Sie diese Karte und legen Sie eine neue an.")
    case .oneAttemptLeft:
      LocalizedText(
        "1 attempt is left.",
        "Noch 1 Versuch.")
    case .attemptsLeft:
      LocalizedText(
        "% attempts are left.",
        "Noch % Versuche.")
    case .tooManyChanges:
      LocalizedText(
        "Too many changes in a day",
        "Zu viele Änderungen an einem Tag")
    case .linkUsed:
      LocalizedText(
        "This link was used, or is over.",
        "Dieser Link ist verbraucht oder abgelaufen.")
    case .unknownToken:
      LocalizedText(
        "The card has no token with this reference.",
        "Die Karte hat kein Token mit dieser Kennung.")
    case .inThisPhone:
      LocalizedText(
        "The card is in this phone already",
        "Die Karte ist schon in diesem Handy")
    case .seeTokenizations:
      LocalizedText(
        "See the card's tokenizations.",
        "Sehen Sie nach, in welchen Handys die Karte ist.")
    case .inTooManyPhones:
      LocalizedText(
        "It is in % phones already.",
        "Sie ist schon in % Handys.")
    case .noNetwork:
      LocalizedText(
        "No card network is connected here.",
        "Hier ist kein Kartennetz angeschlossen.")
    }
  }
}

extension CardReason {
  /// A value as it stands in the text: of a status its word.
  func word(_ value: String) -> LocalizedText {
    switch self {
    case .hasStatus: CardStatus(rawValue: value).word
    case .already:
      LocalizedText(
        CardStatus(rawValue: value).name.english, CardStatus(rawValue: value).word.german)
    default: LocalizedText(verbatim: value)
    }
  }
}
