import WalletModel

/// A ledger inside a running write transaction. Its changes are committed or rolled back with that
/// transaction.
///
/// It is used only inside the transaction's body and on its thread, so it is sendable.
final class NestedTransactionLedger: Ledger, @unchecked Sendable {
  private let outer: any Ledger
  private let writer: any LedgerWriter
  /// A write has thrown and may have left changes: the outer transaction must not be committed.
  private(set) var hasFailedWrite = false

  init(_ outer: any Ledger, _ writer: any LedgerWriter) {
    self.outer = outer
    self.writer = writer
  }

  var owner: CustomerID { outer.owner }
  var keys: IssuerKeys { outer.keys }
  var watchedFile: String? { nil }
  func knows(_ customer: CustomerID) throws(WalletError) -> Bool { try outer.knows(customer) }
  func allCustomers() throws(WalletError) -> [CustomerID] { try outer.allCustomers() }
  func wasChangedElsewhere() -> Bool { false }
  /// Nothing that is read inside a transaction is cached.
  func edition() -> Int64 { 0 }
  func prepare() {}
  func backgroundStep() throws(WalletError) -> BackgroundProgress? { nil }

  func read<R>(_ body: (any LedgerReader) throws(WalletError) -> R) throws(WalletError) -> R {
    try body(writer)
  }

  func write<R>(_ body: (any LedgerWriter) throws(WalletError) -> R) throws(WalletError) -> R {
    do throws(WalletError) {
      return try body(writer)
    } catch {
      hasFailedWrite = true
      throw error
    }
  }
}
