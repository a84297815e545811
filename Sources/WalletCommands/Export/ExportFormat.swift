import TextLayout
import WalletModel

/// A format that other programs read.
enum ExportFormat: String, CaseIterable {
  case csv
  case json
  case beancount
  case ledger
  case ofx

  /// Whether only what is booked is in it, not what was declined.
  var isForAccounting: Bool { self != .csv && self != .json }

  /// Whether it names accounts.
  var hasAccounts: Bool { self == .beancount || self == .ledger }

  /// The whole text. The same entries give the same text.
  func text(_ entries: [ExportEntry], _ accounts: ExportAccounts) -> String {
    switch self {
    case .csv: ExportTable.csv(entries)
    case .json: ExportTable.json(entries)
    case .beancount: BeancountExport(accounts: accounts).text(entries)
    case .ledger: LedgerExport(accounts: accounts).text(entries)
    case .ofx: OFXExport.text(entries, cards: accounts.names.keys)
    }
  }
}

/// The accounts that payments are booked to.
struct ExportAccounts {
  /// Of the cards; nil: `Assets:Cards:` and the card's name.
  var card: String?
  /// The names of the cards that are listed.
  var names: [CardID: String] = [:]
  /// Above those of the categories.
  var expenses = "Expenses"

  static let cards = "Assets:Cards"
  /// Where top-ups come from.
  static let transfers = "Equity:Transfers"

  func card(_ entry: ExportEntry) -> String {
    let id = entry.payment.cardID
    return card ?? Self.cards + ":" + (names[id] ?? Self.candidates("Unknown", id)[2])
  }

  /// The last four digits of each card, and the beginning of its id if an older card has the same
  /// digits. So a card keeps its account when another one comes.
  ///
  /// - Parameter all: The oldest first. A card without a time always has its id in the name.
  static func names(_ all: [(id: CardID, lastFour: String, made: Timestamp?)]) -> [CardID: String] {
    var names: [CardID: String] = [:]
    var used: Set<String> = []
    for card in all where names[card.id] == nil {
      let isPlain =
        card.lastFour.utf8.count == 4 && card.lastFour.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      names[card.id] = candidates(isPlain ? card.lastFour : "Unknown", card.id)
        .dropFirst(card.made == nil ? 1 : 0).first { used.insert($0).inserted }
    }
    return names
  }

  /// Names for a card, down to the one that no other card has. Beancount allows `-` and not `_`.
  private static func candidates(_ start: String, _ card: CardID) -> [String] {
    let id = ExportEntry.plainID(card.rawValue).escaping(["_": "-"])
    return [start, "\(start)-\(id.prefix(8))", "\(start)-\(id)"]
  }

  /// The other side of a payment: `Expenses:EatingOut`.
  func other(_ entry: ExportEntry) -> String {
    if entry.payment.isTopUp { return Self.transfers }
    return expenses + ":" + entry.payment.category.accountName
  }

  var fees: String { expenses + ":Fees" }

  /// Whether a name means one account in this format, whatever it contains.
  static func isName(_ name: String, for format: ExportFormat) -> Bool {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard name.utf8.count <= 200 else { return false }
    if format == .beancount {
      return roots.contains(String(parts[0]))
        && parts.allSatisfy { part in
          guard let first = part.unicodeScalars.first,
            first.properties.generalCategory == .uppercaseLetter
              || first.properties.generalCategory == .decimalNumber
          else { return false }
          return part.unicodeScalars.allSatisfy {
            $0 == "-" || $0.properties.isAlphabetic
              || $0.properties.generalCategory == .decimalNumber
          }
        }
    }
    return !name.contains(part: "  ")
      && parts.allSatisfy { part in
        guard let first = part.unicodeScalars.first, let last = part.unicodeScalars.last,
          first != " ", last != " ", isPlain(first)
        else { return false }
        return part.unicodeScalars.allSatisfy { $0 == " " || $0 == "-" || $0 == "_" || isPlain($0) }
      }
  }

  private static let roots: Set = ["Assets", "Liabilities", "Equity", "Income", "Expenses"]

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
  }
}
