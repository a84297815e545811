import WalletAPI
import WalletModel

/// A ledger inside a write transaction that is running: what is done in it becomes durable with that
/// transaction, or not at all.
///
/// Used inside the transaction's body only, by its thread: that is what makes it sendable.
final class NestedTransactionLedger: Ledger, @unchecked Sendable {
  private let outer: any Ledger
  private let writer: any LedgerWriter
  /// A body threw after it may have written: the transaction around must not be committed.
  private(set) var hasFailedWrite = false

  init(_ outer: any Ledger, _ writer: any LedgerWriter) {
    self.outer = outer
    self.writer = writer
  }

  var owner: CustomerID { outer.owner }
  var keys: IssuerKeys { outer.keys }
  var watchedFile: String? { nil }
  func knows(_ customer: CustomerID) throws(WalletError) -> Bool { try outer.knows(customer) }
  func wasChangedElsewhere() -> Bool { false }
  /// Nobody keeps what is read inside a transaction.
  func edition() -> Int64 { 0 }
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
