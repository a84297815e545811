package import Secrets
package import WalletModel

/// The issuer's storage. Everything in it belongs to a customer.
///
/// Thread-safe: write transactions run one after the other. `body` must not start another
/// transaction.
package protocol Ledger: AnyObject, Sendable {
  /// The customer who owns the wallet; with several customers the first one.
  var owner: CustomerID { get }
  var keys: IssuerKeys { get }

  /// Runs `body` on one consistent state.
  func read<R>(_ body: (any LedgerReader) throws(WalletError) -> R) throws(WalletError) -> R

  /// Runs `body` atomically. When this returns, the changes are durable; when it throws, there are
  /// none.
  ///
  /// - Throws: `.vaultBusy` if others write for more than 5 s.
  func write<R>(_ body: (any LedgerWriter) throws(WalletError) -> R) throws(WalletError) -> R

  /// Whether it contains a wallet of this customer, whichever process added it.
  func knows(_ customer: CustomerID) throws(WalletError) -> Bool

  /// All customers, the owner first.
  func allCustomers() throws(WalletError) -> [CustomerID]

  /// Whether another process has changed it since the last call.
  func wasChangedElsewhere() -> Bool

  /// A number that changes with each change, by any process. What was read before is valid as long
  /// as the number is the same.
  func edition() throws(WalletError) -> Int64

  /// The file that is touched after each change by any process; nil: there are no other processes.
  var watchedFile: String? { get }

  /// Adds what must be there before the first operation: the first cards of a demo.
  func prepare() throws(WalletError)

  /// Does a step of background work, such as adding cards to a large demo or checking a file. nil:
  /// everything is done. Called on the backend's thread when it is idle.
  func backgroundStep() throws(WalletError) -> BackgroundProgress?
}

/// The result of a step of background work.
package enum BackgroundProgress: Sendable {
  /// Cards were added.
  case added(total: Int)
  /// There is nothing to report yet.
  case more
  /// The file is damaged; a sentence for the user.
  case damaged(Reason)
}

/// Reading inside a transaction. The methods are the same for all kinds of records. A record that
/// cannot be read throws `.damagedRecord`; only a page reports it instead.
package protocol LedgerReader {
  /// The customer's only record of this kind.
  func get<R: SingleRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> R
  /// The record with this id; nil: there is none, or records of this kind are not found by an id.
  func get<R: LedgerRecord>(_ type: R.Type, _ id: String, of customer: CustomerID)
    throws(WalletError) -> R?
  /// The record at this place; nil: there is none.
  func get<R: LedgerRecord>(_ type: R.Type, at place: Int64, of customer: CustomerID)
    throws(WalletError) -> R?
  /// Some of a customer's records, in the order in which they were added. nil: of all customers.
  func page<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, _ query: LedgerQuery)
    throws(WalletError) -> Page<R>
  /// The number of the customer's records of this kind, with those that cannot be read.
  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> Int
  /// The number of a customer's records in a queue. nil: of all customers. None is read.
  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, in queue: String)
    throws(WalletError) -> Int
  /// The id of the record at this place. The record is not read.
  func id<R: LedgerRecord>(of type: R.Type, at place: Int64, _ customer: CustomerID)
    throws(WalletError) -> String?
  func secret(_ name: LedgerSecret, of customer: CustomerID) throws(WalletError) -> Secret?
  /// The place of the card with this number; nil: no card of this customer has it. With the
  /// customer nil: of any customer.
  func place(ofNumber pan: Secret, _ customer: CustomerID?) throws(WalletError) -> Int64?
}

package protocol LedgerWriter: LedgerReader {
  /// Rows written or removed so far by all changes in the transaction.
  var writes: Int { get }
  /// Adds the record, or replaces the one with its place or id. Returns its place.
  @discardableResult
  func put<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) -> Int64
  /// Removes the record with this one's place or id, if there is one.
  func remove<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError)
  /// nil removes it.
  func set(_ secret: Secret?, _ name: LedgerSecret, of customer: CustomerID) throws(WalletError)
  /// Removes up to two of the customer's oldest changes, if `isOver` is true for the time when they
  /// were made. Returns how many are left.
  func removeChanges(of customer: CustomerID, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
}
