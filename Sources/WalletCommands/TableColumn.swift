import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

/// A column of a table: its title, and what its cells say.
struct TableColumn<Row> {
  fileprivate let title: String
  fileprivate let isRight: Bool
  fileprivate let damagedCell: DamagedCell
  fileprivate let cell: (Row) -> String

  /// - Parameters:
  ///   - right: Whether its cells are aligned to the right.
  ///   - damagedCell: What it says of a damaged record.
  init(
    _ title: String, right: Bool = false, ifDamaged damagedCell: DamagedCell = .empty,
    _ cell: @escaping (Row) -> String
  ) {
    self.title = title
    isRight = right
    self.damagedCell = damagedCell
    self.cell = cell
  }
}

/// A cell in the row of a damaged record.
enum DamagedCell {
  case empty
  /// It says that the record is damaged.
  case word
  /// It says what it says of others, because that is known: the id.
  case value
}

/// A record that a table shows.
protocol TableRecord {
  /// Whether nothing of it is known but its id.
  var isDamaged: Bool { get }
}

/// A record that commands list and show by these columns.
protocol ListRecord: TableRecord, JSONWritable {
  static func columns(_ words: Words) -> [TableColumn<Self>]
}

/// A row that a command makes itself, with its JSON.
struct AnswerRow {
  let cells: [String]
  let json: JSON
}

extension TableColumn where Row: TableRecord {
  fileprivate func text(of record: Row, _ words: Words) -> String {
    guard record.isDamaged else { return cell(record) }
    switch damagedCell {
    case .empty: return ""
    case .word: return words.damagedEntry
    case .value: return cell(record)
    }
  }
}

extension Table {
  /// Of rows that are not records, which may be damaged.
  init<Row>(of rows: [Row], _ columns: [TableColumn<Row>]) {
    self.init(columns.map(\.title), right: Set(columns.indices.filter { columns[$0].isRight }))
    for row in rows { add(columns.map { $0.cell(row) }) }
  }

  init<Record: TableRecord>(
    _ records: [Record], _ columns: [TableColumn<Record>], _ words: Words
  ) {
    self.init(of: [], columns)
    for record in records { add(columns.map { $0.text(of: record, words) }) }
  }

  init<Record: ListRecord>(_ records: [Record], _ words: Words) {
    self.init(records, Record.columns(words), words)
  }
}

extension Invocation {
  /// Reads a list from the wallet, and writes it as a table or as JSON.
  ///
  /// - Parameter none: What is said instead of a table without rows; nil: its titles stand alone.
  func showList<O: WalletOperation, Record: ListRecord>(_ operation: O, none: String? = nil)
    async throws(WalletError) where O.Response == [Record]
  {
    let records = try await wallet(readOnly: true).send(operation)
    if try !writeJSON(records) {
      try write(Table(records, words), instead: records.isEmpty ? none : nil)
    }
  }

  /// The same with rows that a command has made itself.
  func show(
    _ rows: [AnswerRow], none: String? = nil, _ titles: [String], right: Set<Int> = []
  ) throws(WalletError) {
    if wantsJSON { return try Output.json(.array(rows.map(\.json))) }
    var table = Table(titles, right: right)
    for row in rows { table.add(row.cells) }
    try write(table, instead: rows.isEmpty ? none : nil)
  }

  private func write(_ table: Table, instead none: String?) throws(WalletError) {
    if let none { try Output.line(none) } else { try Output.text(table.text) }
  }

  /// Writes a record as a table of one row, or as JSON.
  func show<Record: ListRecord>(_ record: Record) throws(WalletError) {
    if try !writeJSON(record) { try Output.text(Table([record], words).text) }
  }
}
