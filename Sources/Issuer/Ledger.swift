package import Secrets
package import WalletAPI
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

  /// Whether another process has changed it since the last call.
  func wasChangedElsewhere() -> Bool

  /// A number that changes with each change, by any process. What was read before is valid as long
  /// as the number is the same.
  func edition() throws(WalletError) -> Int64

  /// The file that is touched after each change by any process; nil: there are no other processes.
  var watchedFile: String? { get }

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
  case damaged(String)
}

/// Reading inside a transaction. A record that cannot be read throws `.damagedRecord`.
package protocol LedgerReader {
  /// A page of cards from record `offset` on, in the order in which they were made. If `matching`
  /// is nil, only the page is read.
  func cards(
    of customer: CustomerID, from offset: Int, limit: Int,
    matching: ((CardRecord) -> Bool)?
  ) throws(WalletError) -> CardPage
  func card(_ id: CardID, of customer: CustomerID) throws(WalletError) -> CardRecord?
  func pan(of card: CardRecord, _ customer: CustomerID) throws(WalletError) -> Secret
  func pin(of card: CardRecord, _ customer: CustomerID) throws(WalletError) -> Secret?
  /// Whether any card has this number.
  func isTaken(pan: Secret) throws(WalletError) -> Bool
  func programs(of customer: CustomerID) throws(WalletError) -> [ProgramRecord]
  func accounts(of customer: CustomerID) throws(WalletError) -> [Account]
  /// The customer's card with this number; nil: there is none.
  func card(numbered pan: Secret, of customer: CustomerID) throws(WalletError) -> CardRecord?
  /// A page of payments; `card` nil: with any card.
  func transactions(of card: CardRecord?, _ customer: CustomerID, _ query: TransactionQuery)
    throws(WalletError) -> TransactionPage
  /// The payment at the place that `insert` returned; nil: it was removed.
  func transaction(at place: Int64, of customer: CustomerID) throws(WalletError) -> Transaction?
  func sale(_ id: String, of customer: CustomerID) throws(WalletError) -> SaleRecord?
  func profile(of customer: CustomerID) throws(WalletError) -> CustomerProfile
  func scaAccount(of customer: CustomerID) throws(WalletError) -> ScaAccount
  func scaEvent(_ id: ScaEventID, of customer: CustomerID) throws(WalletError) -> ScaEventRecord?
  /// 20 bytes.
  func authenticator(_ slot: AuthenticatorSlot, of customer: CustomerID)
    throws(WalletError) -> Secret?
  /// Newest first.
  func phoneMessages(of customer: CustomerID) throws(WalletError) -> [PhoneMessageRecord]
  func phoneCode(of messageID: String, _ customer: CustomerID) throws(WalletError) -> Secret?
  /// Of all customers.
  func signIns() throws(WalletError) -> [SignInRecord]
  /// The result of the request with this idempotency key.
  func change(_ key: String, of customer: CustomerID) throws(WalletError) -> ChangeRecord?
}

/// The secrets of an authenticator app.
package enum AuthenticatorSlot: Int, Sendable {
  /// The valid secret.
  case current = 0
  /// A new secret that is not confirmed yet.
  case pending = 1
}

package protocol LedgerWriter: LedgerReader {
  /// Rows written or removed so far by all changes in the transaction.
  var writes: Int { get }
  /// Adds a card and sets its position.
  func insert(_ card: CardRecord, pan: Secret, _ customer: CustomerID) throws(WalletError)
    -> CardRecord
  func update(_ card: CardRecord, _ customer: CustomerID) throws(WalletError)
  func setPin(_ pin: Secret, of card: CardRecord, _ customer: CustomerID) throws(WalletError)
  /// Adds the programme, or replaces the one at its position.
  func put(_ program: ProgramRecord, _ customer: CustomerID) throws(WalletError)
  /// Adds the account, or replaces the one with its id.
  func put(_ account: Account, _ customer: CustomerID) throws(WalletError)
  /// Adds a payment and returns its place. If necessary, its `sortDate` is moved to that of the
  /// payment before it.
  @discardableResult
  func insert(_ transaction: Transaction, card: CardRecord, _ customer: CustomerID)
    throws(WalletError) -> Int64
  func update(
    _ transaction: Transaction, at place: Int64, card: CardRecord, _ customer: CustomerID
  ) throws(WalletError)
  func removeTransaction(at place: Int64, _ customer: CustomerID) throws(WalletError)
  /// Adds the sale, or replaces the one with its id.
  func put(_ sale: SaleRecord, of customer: CustomerID) throws(WalletError)
  func put(_ account: ScaAccount, of customer: CustomerID) throws(WalletError)
  func put(_ event: ScaEventRecord, of customer: CustomerID) throws(WalletError)
  /// Removes the events for which `isOver` is true, and then the oldest ones until at most `most`
  /// are left.
  func removeEvents(
    of customer: CustomerID, keeping most: Int, where isOver: (ScaEventRecord) -> Bool
  ) throws(WalletError)
  func set(_ slot: AuthenticatorSlot, _ secret: Secret?, of customer: CustomerID)
    throws(WalletError)
  /// Adds a message. Only the latest `limit` messages are kept.
  func insert(_ message: PhoneMessageRecord, code: Secret, of customer: CustomerID, limit: Int)
    throws(WalletError)
  func removePhoneCode(of messageID: String, _ customer: CustomerID) throws(WalletError)
  func append(_ entry: AuditEntry, of customer: CustomerID) throws(WalletError)
  /// Adds the sign-in, or replaces the one with its id.
  func put(_ signIn: SignInRecord) throws(WalletError)
  func removeSignIn(_ id: String, of customer: CustomerID) throws(WalletError)
  /// Appends the change, and removes an earlier one with this key.
  func put(_ change: ChangeRecord, _ key: String, of customer: CustomerID) throws(WalletError)
  /// Removes up to two of the customer's oldest changes, if `isOver` is true for the time when they
  /// were made. Returns how many are left.
  func removeChanges(of customer: CustomerID, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
}
