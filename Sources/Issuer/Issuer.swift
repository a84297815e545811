import Secrets
import Synchronization
package import WalletAPI
package import WalletModel

/// The rules of the issuer. Carries out operations on a ledger, synchronously.
package final class Issuer: WalletEngine, Sendable {
  /// Limits of one-time codes (`security.md`, B08, B13, B17), in seconds or counts.
  enum Limits {
    static let event: Int64 = 15 * 60
    /// Events of a customer. Only a few programs ask for confirmations at a time, and each new
    /// event reads all of them.
    static let events = 16
    static let idle = Int64(Wire.idleSeconds)
    static let code: Int64 = 180
    static let grant: Int64 = 60
    static let link: Int64 = 30
    static let links = 64
    static let resend: Int64 = 30
    static let enrolment: Int64 = 15 * 60
    static let cooldown: Int64 = 15 * 60
    static let block: Int64 = 15 * 60
    static let longestBlock: Int64 = 24 * 3600
    static let attempts = 5
    static let challenges = 4
    static let activations = 3
    static let messages = 50
    /// Phones that a card may be in.
    static let tokens = 16
    /// The lifetime of an idempotency key, in seconds.
    static let changeKept: Int64 = 24 * 3600
  }

  let ledger: any Ledger
  let clock: IssuerClock
  let random: IssuerRandom
  /// Idempotency keys of a customer.
  let mostChanges: Int
  /// Whether it is a simulation: simulated phones may get cards (otherwise no phone may), and new
  /// accounts have money for the simulated shop.
  let isSimulation: Bool
  /// Whether codes can be sent by SMS and e-mail. Otherwise these are not offered.
  let sendsMessages: Bool
  private let news = Mutex<[WalletEvent]>([])
  private let messages = Mutex<[String]>([])
  /// Only in memory: no link outlives the process.
  let links = Mutex<[DetailsLink]>([])

  package init(
    ledger: any Ledger, clock: IssuerClock = .system, random: IssuerRandom = .system,
    isSimulation: Bool = false, sendsMessages: Bool = true,
    mostChanges: Int = 200_000
  ) {
    self.isSimulation = isSimulation
    self.sendsMessages = sendsMessages
    self.mostChanges = mostChanges
    self.ledger = ledger
    self.clock = clock
    self.random = random
  }

  /// Events since the last call.
  package func takeEvents() -> [WalletEvent] {
    news.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// The ids of messages sent since the last call. They are on the disk.
  package func takeMessages() -> [String] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  /// To be called only after the message's transaction.
  func publishMessage(_ id: String) {
    // Limited, in case nobody takes them.
    messages.withLock { $0 = $0.suffix(Limits.messages - 1) + [id] }
    publish(.phoneMessage)
  }

  func publish(_ event: WalletEvent) {
    news.withLock { events in
      if !events.contains(event) { events.append(event) }
    }
  }
}

extension Issuer {
  /// A write transaction. If `body` throws, everything is rolled back. If it returns a failure, the
  /// changes are committed, such as counters, and then the failure is thrown.
  func settle<R>(
    _ body: (any LedgerWriter) throws(WalletError) -> Result<R, WalletError>
  ) throws(WalletError) -> R {
    try ledger.write(body).get()
  }

  /// Every operation needs the wallet scope, and those that show secrets also `pci-dss-1` (B21).
  func checkScope(_ contract: Contract, _ context: RequestContext)
    throws(WalletError)
  {
    if !context.scopes.contains(.wallet) {
      throw .walletScopeMissing
    }
    if contract.showsSecrets && !context.scopes.contains(.pciDss) {
      throw WalletError(.scopeMissing)
    }
  }

  func find(_ id: CardID, in reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> CardRecord
  {
    guard let record = try reader.card(id, of: context.customerID) else {
      throw WalletError(.notFound, details: ["There is no card with this id."])
    }
    return current(record)
  }

  /// The card's current state.
  func current(_ record: CardRecord) -> CardRecord {
    var record = record
    expire(&record.card)
    return record
  }

  /// A card past its expiry date is EXPIRED, unless it was cancelled or rejected.
  private func expire(_ card: inout Card) {
    guard card.expiry.isPast(at: clock.now()), card.status != .cancelled, card.status != .rejected
    else { return }
    let expiry = card.expiry
    card.status = .expired
    card.statusReason = nil
    card.statusDate = Timestamp(
      civil: CivilTime(
        year: expiry.month == 12 ? expiry.year + 1 : expiry.year, month: expiry.month % 12 + 1,
        day: 1))
  }

  /// The published form of a card: its current state with what was asked for (A04).
  func shown(_ card: consuming Card, _ include: Set<CardInclude>) -> Card {
    expire(&card)
    card.availableActions =
      include.contains(.availableActions) ? card.possibleActions.map(AvailableAction.init) : nil
    if !include.contains(.tokenizations) { card.tokenizations = nil }
    return card
  }

  /// Throws a 412 that names both versions (R8).
  func checkVersion(_ card: Card, _ context: RequestContext) throws(WalletError) {
    guard let expected = context.expectedVersion, expected != card.version else { return }
    throw WalletError(
      .versionConflict,
      details: ["You saw version \(expected); the card is at version \(card.version)."])
  }

  func audit(
    _ writer: any LedgerWriter, _ phase: AuditEntry.Phase, _ contract: Contract,
    _ card: Card?, _ context: RequestContext, note: String
  ) throws(WalletError) {
    try audit(writer, phase, contract.name, card, context, note: note)
  }

  /// - Parameter action: `Contract.name`.
  func audit(
    _ writer: any LedgerWriter, _ phase: AuditEntry.Phase, _ action: String,
    _ card: Card?, _ context: RequestContext, note: String
  ) throws(WalletError) {
    try writer.append(
      AuditEntry(
        time: clock.now(), phase: phase, action: action, lastFour: card?.lastFour ?? "",
        sessionID: context.sessionID, deviceID: context.deviceID, note: note),
      of: context.customerID)
  }
}

extension Issuer {
  package func listCards(_ operation: ListCards, _ context: RequestContext)
    throws(WalletError) -> CardList
  {
    try checkScope(ListCards.contract, context)
    let query = operation.query
    if let error = WalletError.invalid(query.fieldErrors) { throw error }
    let filters = query.cardType != nil || !query.statuses.isEmpty
    let matches: (CardRecord) -> Bool = { [self] record in
      (query.cardType == nil || record.card.cardType == query.cardType)
        && (query.statuses.isEmpty || query.statuses.contains(current(record).card.status))
    }
    let page = try ledger.read { reader throws(WalletError) in
      try reader.cards(
        of: context.customerID, from: query.offset, limit: query.limit,
        matching: filters ? matches : nil)
    }
    return CardList(
      cards: page.records.map { shown($0.card, query.include) },
      meta: PagingResultMeta(
        numberOfRecords: page.total, limit: query.limit,
        // Avoids an overflow for the largest offset.
        page: min(query.offset / query.limit, .max - 1) + 1),
      damaged: page.damaged)
  }

  package func getCard(_ operation: GetCard, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    try checkScope(GetCard.contract, context)
    let record = try ledger.read { reader throws(WalletError) in
      try find(operation.id, in: reader, context)
    }
    return shown(record.card, operation.include)
  }

  package func getPrograms(_ operation: GetPrograms, _ context: RequestContext)
    throws(WalletError) -> [CardProgram]
  {
    try checkScope(GetPrograms.contract, context)
    let records = try ledger.read { reader throws(WalletError) in
      try reader.programs(of: context.customerID)
    }
    return records.map(\.program).filter {
      operation.cardType == nil || $0.cardType == operation.cardType
    }
  }

  package func getAccount(_ operation: GetAccount, _ context: RequestContext)
    throws(WalletError) -> Account
  {
    try checkScope(GetAccount.contract, context)
    let accounts = try ledger.read { reader throws(WalletError) in
      try reader.accounts(of: context.customerID)
    }
    guard let account = accounts.first(where: { $0.id == operation.id }) else {
      throw WalletError(.notFound, details: ["There is no account with this id."])
    }
    return account
  }

  package func getProfile(_ operation: GetProfile, _ context: RequestContext)
    throws(WalletError) -> CustomerProfile
  {
    try checkScope(GetProfile.contract, context)
    return try ledger.read { reader throws(WalletError) in
      try reader.profile(of: context.customerID)
    }
  }
}

extension WalletError {
  /// The error for a sign-in without the scope that all operations need (B19).
  package static var walletScopeMissing: WalletError {
    WalletError(
      .scopeMissing, "This sign-in may not use the wallet",
      advice: "Sign in with permission to use the wallet (whitelabelWallet).")
  }
}
