package import WalletModel
package import Words

/// What a line of the list shows: small, so that 100,000 of them fit.
package struct CardRow: Hashable, Sendable, Identifiable {
  package let id: CardID
  package var title: String
  package var programName: String
  package var lastFour: String
  package var scheme: CardScheme
  package var cardType: CardType
  package var status: CardStatus
  package var version: Int
  /// The record is there but cannot be read.
  package var isDamaged = false

  package init(_ card: Card) {
    id = card.id
    title = card.title
    programName = card.programName
    lastFour = card.lastFour
    scheme = card.scheme
    cardType = card.cardType
    status = card.status
    version = card.version
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

/// What narrows the list of cards.
package struct CardCondition: Sendable, Equatable {
  /// What is searched for, as `contains` wants it.
  let query: [UInt8]
  let onlyVirtual: Bool
  let words: Words

  /// nil: all cards are shown.
  init?(_ text: String, onlyVirtual: Bool, _ words: Words) {
    if text.isEmpty, !onlyVirtual { return nil }
    query = searchBytes(text)
    self.onlyVirtual = onlyVirtual
    self.words = words
  }
}

extension CardRow: ListRow {
  /// Whether name, programme, last four or status word contain what is searched for; never hidden
  /// digits. ASCII letters match in either case.
  package func passes(_ condition: CardCondition) -> Bool {
    if condition.onlyVirtual, cardType != .virtual { return false }
    let query = condition.query
    if query.isEmpty { return true }
    return contains(title, query) || contains(lastFour, query)
      || contains(status.rawValue, query) || contains(programName, query)
      || contains(scheme.rawValue, query)
      || condition.words != .english && contains(condition.words.status(status), query)
  }
}

/// Whether `text` contains `query`, ignoring the case of ASCII letters.
func contains(_ text: String, _ query: [UInt8]) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    guard bytes.count >= query.count else { return false }
    for start in 0...(bytes.count - query.count) {
      var offset = 0
      while offset < query.count, lower(bytes[start + offset]) == query[offset] { offset += 1 }
      if offset == query.count { return true }
    }
    return false
  }
}

/// The query as `contains` wants it.
func searchBytes(_ text: String) -> [UInt8] { text.utf8.map(lower) }

private func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
