package import Secrets
package import WalletAPI
package import WalletModel

/// Where an issuer keeps its books. Everything in it belongs to a customer.
///
/// Thread-safe: transactions of one ledger run one after the other. `body` must not start another
/// transaction.
package protocol Ledger: AnyObject, Sendable {
  /// The customer whose wallet it is (the first, where there are several).
  var owner: CustomerID { get }
  var keys: IssuerKeys { get }

  /// Runs `body` on one consistent state.
  func read<R>(_ body: (any LedgerReader) throws(WalletError) -> R) throws(WalletError) -> R

  /// Runs `body` atomically; when this returns, its effect is durable, when it throws, there is
  /// none. `.vaultBusy` when others write for more than 5 s.
  func write<R>(_ body: (any LedgerWriter) throws(WalletError) -> R) throws(WalletError) -> R

  /// Whether it keeps a wallet of this customer, whoever added it.
  func knows(_ customer: CustomerID) throws(WalletError) -> Bool

  /// Whether someone else changed it since this was last asked.
  func wasChangedElsewhere() -> Bool

  /// Another number after each change, whoever made it: what was read before stands as long as the
  /// number is the same.
  func edition() throws(WalletError) -> Int64

  /// The file that is touched after each change, by whomever; nil: there is nobody else.
  var watchedFile: String? { get }

  /// Does a piece of work that may wait: seeding a large demo, checking a file. nil: all is done.
  /// Called on the backend's thread whenever nothing else is to be done.
  func backgroundStep() throws(WalletError) -> BackgroundProgress?
}

/// What a piece of background work came to.
package enum BackgroundProgress: Sendable {
  /// Cards are there now.
  case added(total: Int)
  /// Nothing to tell yet.
  case more
  /// The file does not add up; a sentence for people.
  case damaged(String)
}

/// What can be asked inside a transaction. A record that cannot be read throws `.damagedRecord`.
package protocol LedgerReader {
  /// Cards from record `offset` on, in the order of their making. `matching` nil: all, and nothing
  /// but the page is read.
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
  /// The customer's card with this number; nil: none of theirs has it.
  func card(numbered pan: Secret, of customer: CustomerID) throws(WalletError) -> CardRecord?
  /// A page of payments; `card` nil: with any card.
  func transactions(of card: CardRecord?, _ customer: CustomerID, _ query: TransactionQuery)
    throws(WalletError) -> TransactionPage
  /// The payment in this place, which its insertion gave; nil: it was removed.
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
  /// Everybody's.
  func signIns() throws(WalletError) -> [SignInRecord]
  /// What became of the request that came with this idempotency key.
  func change(_ key: String, of customer: CustomerID) throws(WalletError) -> ChangeRecord?
}

/// Which secret of an authenticator app.
package enum AuthenticatorSlot: Int, Sendable {
  /// In force.
  case current = 0
  /// Handed out, not yet confirmed.
  case pending = 1
}

package protocol LedgerWriter: LedgerReader {
  /// Rows that were written or removed so far, by all who share the transaction.
  var writes: Int { get }
  /// Adds a card; its position is given to it.
  func insert(_ card: CardRecord, pan: Secret, _ customer: CustomerID) throws(WalletError)
    -> CardRecord
  func update(_ card: CardRecord, _ customer: CustomerID) throws(WalletError)
  func setPin(_ pin: Secret, of card: CardRecord, _ customer: CustomerID) throws(WalletError)
  /// Adds the programme, or replaces the one of its position.
  func put(_ program: ProgramRecord, _ customer: CustomerID) throws(WalletError)
  /// Adds the account, or replaces the one with its id.
  func put(_ account: Account, _ customer: CustomerID) throws(WalletError)
  /// Adds a payment with this card; where it is from now on. Its `sortDate` is put off, if need be,
  /// to that of the payment before it.
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
  /// Removes the events for which `isOver` holds, and the oldest of the others until no more than
  /// `most` are left.
  func removeEvents(
    of customer: CustomerID, keeping most: Int, where isOver: (ScaEventRecord) -> Bool
  ) throws(WalletError)
  func set(_ slot: AuthenticatorSlot, _ secret: Secret?, of customer: CustomerID)
    throws(WalletError)
  /// Adds a message; only the latest `limit` are kept.
  func insert(_ message: PhoneMessageRecord, code: Secret, of customer: CustomerID, limit: Int)
    throws(WalletError)
  func removePhoneCode(of messageID: String, _ customer: CustomerID) throws(WalletError)
  func append(_ entry: AuditEntry, of customer: CustomerID) throws(WalletError)
  /// Adds the sign-in, or replaces the one with its id.
  func put(_ signIn: SignInRecord) throws(WalletError)
  func removeSignIn(_ id: String, of customer: CustomerID) throws(WalletError)
  /// Adds it behind all others, in place of what the key stood for.
  func put(_ change: ChangeRecord, _ key: String, of customer: CustomerID) throws(WalletError)
  /// Removes the customer's oldest changes, two at most, for which `isOver` holds of the moment of
  /// their making. Says how many there are then.
  func removeChanges(of customer: CustomerID, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
}
