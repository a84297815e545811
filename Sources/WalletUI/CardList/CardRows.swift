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
  /// The name of its wallet, if several are shown.
  package var wallet: String?
  /// The record exists but cannot be read.
  package var isDamaged = false

  package init(_ card: Card, _ words: Words) {
    self.init(card, title: words.title(card), programName: card.programName)
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
    wallet = card.wallet
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

/// The filter of the list of cards.
package struct CardCondition: Sendable, Equatable {
  /// The search text, in the form that `contains` takes.
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
  /// Whether name, programme, last four digits, status word or wallet contain the search text. Hidden
  /// digits are never searched. The case of ASCII letters is ignored.
  package func passes(_ condition: CardCondition) -> Bool {
    let query = condition.query
    return contains(title, query) || contains(lastFour, query)
      || contains(status.rawValue, query) || contains(programName, query)
      || contains(scheme.rawValue, query) || wallet.map { contains($0, query) } ?? false
      || condition.words != .english && contains(condition.words.status(status), query)
  }
}

/// Whether `text` contains `query`. The case of ASCII letters is ignored.
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

/// The search text in the form that `contains` takes.
func searchBytes(_ text: String) -> [UInt8] { text.utf8.map(lower) }

private func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
