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
    default: "records"
    }
  }

  static let tables: [StaticString] = [
    "cards", "pans", "pins", "payments", "changes", "audit", "records",
  ]
}
