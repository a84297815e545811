import Issuer

extension RecordKind {
  /// The table that holds it. Kinds that are listed often have a table of their own, so that pages
  /// of cards contain no card numbers. The root row is at the end of the audit log. Sales are in
  /// the table of payments, where rows are appended.
  var table: StaticString {
    switch self {
    case .card: "cards"
    case .pan: "pans"
    case .pin: "pins"
    case .payment, .sale: "payments"
    case .change: "changes"
    case .audit, .root: "audit"
    default: "records"  // The table of every kind that is not listed often.
    }
  }

  static let tables: [StaticString] = [
    "cards", "pans", "pins", "payments", "changes", "audit", "records",
  ]

  /// One kind of each table.
  static let ofTables: [RecordKind] = tables.compactMap { table in
    allCases.first { $0.table.utf8Start == table.utf8Start }
  }

  /// Records are padded to a multiple of this, in bytes. Secrets have one length only.
  var padding: Int {
    switch self {
    case .pan, .pin, .code, .authenticator, .change: 64
    default: 256  // The length of any other could reveal something.
    }
  }
}

/// A row's key: the kind, the customer's number, and the number among the customer's rows. Keys are
/// ordered in the same way.
struct RowID: Hashable, Sendable {
  let value: Int64

  init(_ value: Int64) { self.value = value }

  init(_ kind: RecordKind, customer: Int64 = 0, _ number: Int64) {
    value = Int64(kind.rawValue) << 56 | customer << 32 | number
  }

  var kind: RecordKind? { RecordKind(rawValue: UInt8(truncatingIfNeeded: value >> 56)) }
  var customer: Int64 { value >> 32 & 0xff_ffff }
  var number: Int64 { value & 0xffff_ffff }
}
