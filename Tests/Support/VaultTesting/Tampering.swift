import Issuer

@testable import VaultLedger

/// A way to change a vault without the program.
struct Tampering: Sendable, CustomStringConvertible {
  let what: String
  let sql: String
  /// A word in the first finding of the report.
  let finding: String
  var description: String { what }

  static func row(_ kind: RecordKind, _ number: Int64) -> Int64 {
    RowID(kind, customer: kind == .customer || kind == .sca ? 0 : 1, number).value
  }

  static func swap(_ table: String, _ column: String, _ a: Int64, _ b: Int64) -> String {
    """
    CREATE TEMP TABLE t AS SELECT id, \(column) AS c FROM \(table) WHERE id IN (\(a), \(b));
    UPDATE \(table) SET \(column)=(SELECT c FROM t WHERE t.id=\(b)) WHERE id=\(a);
    UPDATE \(table) SET \(column)=(SELECT c FROM t WHERE t.id=\(a)) WHERE id=\(b);
    """
  }

  static let rootPlace = "(SELECT max(id) FROM audit)"
  static let flip = "box=substr(box,1,60)||x'00ff'||substr(box,63)"

  static let all: [Tampering] = [
    .init(
      what: "a card's box is changed",
      sql: "UPDATE cards SET \(flip) WHERE id=\(row(.card, 2))", finding: "card 2"),
    .init(
      what: "a card's version is changed",
      sql: "UPDATE cards SET ver=ver+1 WHERE id=\(row(.card, 2))", finding: "card 2"),
    .init(
      what: "a card's id is changed",
      sql: "UPDATE cards SET look=x'616263' WHERE id=\(row(.card, 2))", finding: "card 2"),
    .init(
      what: "a card is removed", sql: "DELETE FROM cards WHERE id=\(row(.card, 5))",
      finding: "card rows"),
    .init(
      what: "two cards' boxes are swapped",
      sql: swap("cards", "box", row(.card, 0), row(.card, 1)), finding: "card 0"),
    .init(
      what: "two PINs are swapped", sql: swap("pins", "box", row(.pin, 0), row(.pin, 1)),
      finding: "PIN 0"),
    .init(
      what: "two numbers are swapped", sql: swap("pans", "box", row(.pan, 0), row(.pan, 1)),
      finding: "card number 0"),
    .init(
      what: "a number is put in a PIN's place",
      sql: """
        UPDATE pins SET box=(SELECT box FROM pans WHERE id=\(row(.pan, 0)))
          WHERE id=\(row(.pin, 0))
        """, finding: "PIN 0"),
    .init(
      what: "a card is copied to a new row",
      sql: """
        INSERT INTO cards SELECT \(row(.card, 6)), x'61', ver, box FROM cards
          WHERE id=\(row(.card, 0))
        """, finding: "card 6"),
    .init(
      what: "a payment is removed",
      sql: "DELETE FROM payments WHERE id=\(row(.payment, 3))", finding: "payment rows"),
    .init(
      what: "the code counters are removed",
      sql: "DELETE FROM records WHERE id=\(row(.sca, 1))", finding: "code counters rows"),
    .init(
      what: "the root row is removed", sql: "DELETE FROM audit WHERE id=\(rootPlace)",
      finding: "root row"),
    .init(
      what: "the root row is changed",
      sql: "UPDATE audit SET \(flip) WHERE id=\(rootPlace)", finding: "root row"),
    .init(
      what: "an audit entry is changed",
      sql: "UPDATE audit SET \(flip) WHERE id=\(row(.audit, 4))", finding: "audit entry 4"),
    .init(
      what: "an audit entry is removed", sql: "DELETE FROM audit WHERE id=\(row(.audit, 4))",
      finding: "audit entry 5"),
    .init(
      what: "two audit entries are swapped",
      sql: swap("audit", "box", row(.audit, 4), row(.audit, 6)), finding: "audit entry 4"),
    .init(
      what: "the audit log is cut",
      sql: "DELETE FROM audit WHERE id>=\(row(.audit, 8)) AND id<\(rootPlace)",
      finding: "audit entry rows"),
  ]
}
