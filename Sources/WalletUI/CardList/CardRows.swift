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

  /// Whether name, programme, last four or status word contain the query; never hidden digits.
  /// ASCII letters match in either case. `query` is in lower case.
  func matches(_ query: [UInt8], _ words: Words) -> Bool {
    if query.isEmpty { return true }
    return contains(title, query) || contains(lastFour, query)
      || contains(status.rawValue, query) || contains(programName, query)
      || contains(scheme.rawValue, query)
      || words != .english && contains(words.status(status), query)
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
