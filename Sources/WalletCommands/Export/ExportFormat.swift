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
    case .ofx: OFXExport.text(entries)
    }
  }
}

/// The accounts that payments are booked to.
struct ExportAccounts {
  /// Of the cards; nil: `Assets:Cards:` and the last four digits.
  var card: String?
  /// Above those of the categories.
  var expenses = "Expenses"

  static let cards = "Assets:Cards"
  /// Where top-ups come from.
  static let transfers = "Equity:Transfers"

  func card(_ entry: ExportEntry) -> String {
    if let card { return card }
    let digits = entry.lastFour ?? ""
    let isPlain =
      digits.utf8.count == 4 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return Self.cards + ":" + (isPlain ? digits : "Unknown")
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
    return !name.contains("  ")
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
