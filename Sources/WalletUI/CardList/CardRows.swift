import ScreenKit
import TextLayout
package import WalletModel
package import Words

/// What a line of the list shows. It is small, since there may be 100,000.
package struct CardRow: Hashable, Sendable, Identifiable {
  package let id: CardID
  package var title: String
  package var programName: String
  package var lastFour: String
  package var scheme: CardScheme
  package var cardType: CardType
  package var status: CardStatus
  package var version: Int
  /// The record exists but cannot be read.
  package var isDamaged = false
  package var note = CardRowNote.nothing

  package init(_ card: Card, _ words: Words) {
    self.init(card, title: words.cardForms.title(card), programName: card.programName)
  }

  /// - Parameters:
  ///   - title: Its name in words.
  ///   - programName: That of the card, which may be shared with other rows.
  init(_ card: Card, title: String, programName: String) {
    id = card.id
    self.title = title
    self.programName = programName
    lastFour = card.lastFour
    scheme = card.scheme
    cardType = card.cardType
    status = card.status
    version = card.version
    if let new = card.replacedBy {
      note = .replaced(by: new.lastFour)
    } else if let use = card.monthlyUse {
      note = .limit(use)
    }
  }

  package init(damaged id: CardID, _ words: Words) {
    self.id = id
    title = words.damagedRecord
    programName = ""
    lastFour = "????"
    scheme = .unspecified
    cardType = .unspecified
    status = .unspecified
    version = 0
    isDamaged = true
  }
}

/// What a row says of its card below the name. It takes the room of a pointer, since most rows have
/// nothing to say.
package indirect enum CardRowNote: Hashable, Sendable {
  case nothing
  /// The limit a month, and what of it is used.
  case limit(LimitUse)
  /// The last four digits of the card that has taken its place.
  case replaced(by: String)
}

/// The filter of the list of cards.
package struct CardCondition: Sendable, Equatable {
  /// The search text, in the form that `Text.contains` takes.
  let query: [UInt8]
  let words: Words

  /// nil: all cards are shown.
  init?(_ text: String, _ words: Words) {
    if text.isEmpty { return nil }
    query = searchBytes(text)
    self.words = words
  }
}

extension CardRow: ListRow {
  /// Whether name, programme, last four digits or status word contain the search text. Hidden
  /// digits are never searched.
  package func passes(_ condition: CardCondition) -> Bool {
    let query = condition.query
    return Text.contains(title, folded: query) || Text.contains(lastFour, folded: query)
      || Text.contains(status.rawValue, folded: query) || Text.contains(programName, folded: query)
      || Text.contains(scheme.rawValue, folded: query)
      || condition.words != .english
        && Text.contains(condition.words.cards.status(status), folded: query)
  }
}
