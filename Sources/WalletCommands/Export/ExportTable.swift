import FrontEnd
import TextLayout
import WalletModel

/// Payments as CSV (RFC 4180) and as JSON, with the same members. Declined ones are among them.
enum ExportTable {
  private enum Cell {
    /// From outside.
    case text(String)
    /// Our own word, or a number.
    case word(String)
    case nothing
  }

  private static func cells(_ entry: ExportEntry) -> [(name: String, value: Cell)] {
    let payment = entry.payment
    func amount(_ money: Money?) -> Cell { money.map { .word($0.signedDecimal) } ?? .nothing }
    let asked = entry.foreign ?? entry.amount ?? payment.transactedAmount
    var row: [(name: String, value: Cell)] = [
      ("id", .word(entry.id)), ("time", .word(payment.transactedAt.description)),
      ("state", .text(payment.type.rawValue)), ("card", .text(entry.lastFour ?? "")),
      ("merchant", .text(entry.merchant)), ("category", .word(payment.category.word)),
      ("mcc", payment.mcc.map { .text($0) } ?? .nothing),
      ("amount", amount(entry.amount)), ("fee", amount(entry.fee)),
      ("total", amount(entry.total)), ("currency", .text(payment.billedAmount.currency.code)),
      ("transactedAmount", amount(asked)), ("transactedCurrency", .text(asked.currency.code)),
      ("declineReason", payment.declineReason.map { .text($0.rawValue) } ?? .nothing),
      ("cardId", .text(payment.cardID.rawValue)),
      ("declineRule", payment.declineRule.map { .text(Text.clean($0.line)) } ?? .nothing),
    ]
    for memo in entry.memos {
      row.append((name: memo.name, value: memo.text.isEmpty ? .nothing : .text(memo.text)))
    }
    return row
  }

  private static let blank = ExportEntry(
    id: "",
    payment: Transaction(
      id: TransactionID(""), cardID: CardID(""), type: .complete,
      transactedAt: Timestamp(milliseconds: 0), billedAmount: Money(0, Currency("EUR")),
      description: ""), lastFour: nil)

  static func csv(_ entries: [ExportEntry]) -> String {
    let titles = cells(blank).map(\.name).joined(separator: ",")
    return entries.reduce(into: titles + "\n") { text, entry in
      text +=
        cells(entry).map { cell in
          switch cell.value {
          case .text(let text): quoted(text)
          case .word(let word): word
          case .nothing: ""
          }
        }.joined(separator: ",") + "\n"
    }
  }

  /// A cell that no spreadsheet runs as a formula: what looks like one gets an apostrophe, also
  /// behind a semicolon, a tab or the end of a line, where some spreadsheets begin a cell.
  private static func quoted(_ text: String) -> String {
    var cell = String.UnicodeScalarView()
    var isStart = true
    for scalar in text.unicodeScalars {
      if isStart, "=+-@|%＝＋－＠".unicodeScalars.contains(scalar) { cell.append("'") }
      isStart =
        ";\t\r\n".unicodeScalars.contains(scalar)
        || isStart && (scalar == "\"" || scalar.properties.isWhitespace)
      cell.append(scalar)
      if scalar == "\"" { cell.append(scalar) }
    }
    return "\"" + String(cell) + "\""
  }

  /// In the form of all answers. Amounts are texts, because programs read numbers as floating point.
  static func json(_ entries: [ExportEntry]) -> String {
    let items = entries.map { entry in
      cells(entry).map { cell in
        let value =
          switch cell.value {
          case .text(let text), .word(let text): Output.quoted(text)
          case .nothing: "null"
          }
        return Output.quoted(cell.name) + ":" + value
      }.joined(separator: ",")
    }
    return Output.head + "[" + items.map { "{" + $0 + "}" }.joined(separator: ",\n") + "]"
      + Output.tail
  }
}
