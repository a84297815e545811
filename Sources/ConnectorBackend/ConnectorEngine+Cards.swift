import Issuer
import IssuerConnectors
import Secrets
import WalletAPI
import WalletModel

extension ConnectorEngine: CardEngine {
  // MARK: Reading

  /// The first page of a list is always read again.
  func listCards(_ operation: ListCards, _ context: RequestContext) throws(WalletError) -> CardList
  {
    let query = operation.query
    if let error = WalletError.invalid(query.fieldErrors) { throw error }
    if query.offset == 0 { book.restart() }
    return try list(query, leastPages: 1)
  }

  /// Reads as many pages as the query needs to know whether there is more.
  ///
  /// - Parameter leastPages: Pages that are read although the query needs none.
  func list(_ query: CardQuery, leastPages: Int) throws(WalletError) -> CardList {
    var pages = 0
    while !book.isComplete,
      pages < leastPages || matching(query).count <= query.offset + query.limit
    {
      _ = try book.readPage(client)
      pages += 1
    }
    let found = matching(query)
    return CardList(
      cards: found.dropFirst(query.offset).prefix(query.limit).map { shown($0, query.include) },
      meta: PagingResultMeta(
        numberOfRecords: found.count, limit: query.limit,
        page: min(query.offset / query.limit, .max - 1) + 1))
  }

  private func matching(_ query: CardQuery) -> [IssuerCard] {
    book.all.filter { found in
      (query.cardType == nil || found.card.cardType == query.cardType)
        && (query.statuses.isEmpty || query.statuses.contains(found.card.status))
    }
  }

  func getCard(_ operation: GetCard, _ context: RequestContext) throws(WalletError) -> Card {
    shown(try read(operation.id), operation.include)
  }

  /// The card as the issuer has it now.
  func read(_ id: CardID) throws(WalletError) -> IssuerCard {
    // Such a name would be another path.
    guard !["", ".", ".."].contains(id.rawValue) else { throw WalletError(.notFound) }
    let found = try client.perform(connector.card(id))
    let changed = try book.take([found])
    if !changed.isEmpty { publish(.cardsChanged(changed)) }
    return book.card(id) ?? found
  }

  /// The published form of a card.
  func shown(_ found: IssuerCard, _ include: Set<CardInclude>) -> Card {
    var card = found.card
    card.limits = SpendingLimits(
      paymentLimit: found.limits.first { $0.interval == .payment }?.amount,
      monthlyLimit: found.limits.first { $0.interval == .month }?.amount)
    card.availableActions =
      include.contains(.availableActions) ? possibleActions(card).map(AvailableAction.init) : nil
    if include.contains(.tokenizations) { card.tokenizations = card.tokenizations ?? [] }
    return card
  }

  private func possibleActions(_ card: Card) -> [CardAction] {
    card.possibleActions.filter { capabilities.reason(against: $0) == nil }
  }

  func getPrograms(_ operation: GetPrograms, _ context: RequestContext)
    throws(WalletError) -> [CardProgram]
  {
    CardOrder.Kind.allCases.filter { capabilities.refusal($0.feature) == nil }.map(program)
      .filter { operation.cardType == nil || $0.cardType == operation.cardType }
  }

  func program(_ kind: CardOrder.Kind) -> CardProgram {
    CardProgram(
      cardType: kind == .physical ? .physical : .virtual, scheme: .unspecified,
      name: kind.programName(at: connector.issuer), currencies: currencies)
  }

  /// Those of the cards that are known, otherwise dollars.
  var currencies: [Currency] {
    let known = Set(book.all.map(\.card.currency)).sorted { $0.code < $1.code }
    return known.isEmpty ? [Currency("USD")] : known
  }

  func getAccount(_ operation: GetAccount, _ context: RequestContext)
    throws(WalletError) -> Account
  { throw capabilities.error(.accountBalance) }

  func listTransactions(_ operation: ListTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  {
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    _ = try known(operation.id)
    return try payments.page(of: operation.id, operation.query, client)
  }

  // MARK: Changes

  func createCard(_ operation: CreateCard, _ context: RequestContext) throws(WalletError) -> Card {
    let order = try order(of: operation, context)
    let key = key(of: context)
    return try sending(operation, try wanted(order, context), context) {
      () throws(WalletError) in
      let made: IssuerCard
      do throws(WalletError) {
        made = try client.perform(
          try connector.create(order, key: key),
          knowsKeys ? .always : .unlessSent)
      } catch {
        guard error.mayHaveHappened, let question = connector.card(madeWith: key),
          let found = try? client.perform(question)
        else { throw error }
        made = found
      }
      return try afterAnswer { () throws(WalletError) in
        try vault.recordOutcome(operation, on: made.card, nil, context)
        try book.take([made])
        publish(.cardsChanged([made.id]))
        return shown(book.card(made.id) ?? made, [])
      }
    }
  }

  func setCardStatus(_ operation: SetCardStatus, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    let request = CardUpdateRequest.status(operation.status, reason: operation.reason)
    if let error = WalletError.invalid(request.fieldErrors) { throw error }
    let known = try current(operation.id, context)
    guard known.card.status.customerTargets.contains(operation.status) else {
      throw WalletError(
        .transitionRefused,
        details: [
          .text(
            "the card is \(known.card.status.rawValue)",
            "die Karte ist \(known.card.status.rawValue)")
        ])
    }
    return try change(
      operation, known, .status(operation.status, reason: operation.reason), context)
  }

  func renameCard(_ operation: RenameCard, _ context: RequestContext) throws(WalletError) -> Card {
    let request = CardUpdateRequest.alias(operation.alias)
    if let error = WalletError.invalid(request.fieldErrors) { throw error }
    let known = try current(operation.id, context)
    return try change(operation, known, .alias(operation.alias), context)
  }

  func setCardControls(_ operation: SetCardControls, _ context: RequestContext)
    throws(WalletError) -> Card
  {
    let update = operation.update
    if let error = WalletError.invalid(update.fieldErrors) { throw error }
    let known = try current(operation.id, context)
    let card = shown(known, [])
    let limits = update.applied(to: card.limits)
    guard limits.categories == nil, limits.countries == nil else {
      throw capabilities.error(.categoryLimits)
    }
    guard update.autoLockDays.applied(to: nil) == nil else { throw capabilities.error(.cardTimes) }
    if limits.allowsMore(than: card.limits) {
      try vault.confirm(operation, on: known.card, context)
    }
    // Limits for other times were made elsewhere, and stay.
    let others = known.limits.filter { $0.interval != .payment && $0.interval != .month }
    return try change(operation, known, .limits(others + limits.issuerLimits), context)
  }

  /// The card as the issuer has it now, with the version that the caller saw.
  private func current(_ id: CardID, _ context: RequestContext) throws(WalletError) -> IssuerCard {
    let card = try read(id)
    if let expected = context.expectedVersion, expected != card.card.version {
      throw WalletError(
        .versionConflict,
        details: [.card(.versionSeen, "\(expected)", "\(card.card.version)")])
    }
    return card
  }

  private func change<O: WalletOperation>(
    _ operation: O, _ known: IssuerCard, _ change: CardChange, _ context: RequestContext
  ) throws(WalletError) -> Card where O.Response == Card {
    let call = try connector.change(known, change, key: key(of: context))
    let wanted = WantedChange(change)
    return try sending(operation, wanted, context) { () throws(WalletError) in
      var failure: WalletError?
      var changed = known
      do throws(WalletError) {
        // Absolute values: twice is the same as once.
        changed = try client.perform(call)
      } catch {
        failure = error
        // Reading says what an answer that was lost would have said.
        if error.mayHaveHappened, let now = try? client.perform(connector.card(known.id)),
          wanted.isMet(by: now)
        {
          (failure, changed) = (nil, now)
        }
      }
      try record(operation, on: known.card, failure, context)
      if let failure { throw failure }
      _ = try afterAnswer { () throws(WalletError) in try book.take([changed], after: wanted) }
      publish(.cardsChanged([known.id]))
      return shown(book.card(known.id) ?? changed, [])
    }
  }

  /// Writes to the audit log what became of a change that was sent.
  private func record<O: WalletOperation>(
    _ operation: O, on card: Card, _ failure: WalletError?, _ context: RequestContext
  ) throws(WalletError) {
    try afterAnswer(failure?.mayHaveHappened ?? true) { () throws(WalletError) in
      try vault.recordOutcome(operation, on: card, failure, context)
    }
  }

  /// Does what follows an issuer's answer. If it fails, the change may have happened nevertheless.
  func afterAnswer<T>(
    _ mayHaveHappened: Bool = true, _ body: () throws(WalletError) -> T
  ) throws(WalletError) -> T {
    do throws(WalletError) {
      return try body()
    } catch {
      var error = error
      error.mayHaveHappened = mayHaveHappened
      throw error
    }
  }

  /// 32 hexadecimal digits, the same for the same key of a request.
  func key(of context: RequestContext) -> String {
    Self.key(from: context.idempotencyKey ?? random.id())
  }

  static func key(from name: String) -> String {
    Hex.encode(Array(name.utf8).withUnsafeBytes { Hash.bytes(16, of: $0) })
  }

  // MARK: Secrets

  func getSecureDetails(_ operation: GetSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  {
    try reveal(operation, .showDetails, operation.id, context) { known throws(WalletError) in
      try connector.details(known)
    }
  }

  func getPin(_ operation: GetPin, _ context: RequestContext) throws(WalletError) -> Secret {
    try reveal(operation, .showPin, operation.id, context) { known throws(WalletError) in
      try connector.pin(known)
    }
  }

  /// The card as it was read last.
  func known(_ id: CardID) throws(WalletError) -> IssuerCard {
    if let known = book.card(id) { return known }
    return try read(id)
  }

  private func reveal<O: WalletOperation, Answer>(
    _ operation: O, _ action: CardAction, _ id: CardID, _ context: RequestContext,
    _ call: (IssuerCard) throws(WalletError) -> IssuerCall<Answer>
  ) throws(WalletError) -> Answer {
    guard context.scopes.contains(.pciDss) else { throw WalletError(.scopeMissing) }
    let known = try known(id)
    try allow(action, known.card)
    let request = try call(known)
    try vault.confirm(operation, on: known.card, context)
    do throws(WalletError) {
      let answer = try client.perform(request)
      try vault.recordOutcome(operation, on: known.card, nil, context)
      return answer
    } catch {
      try vault.recordOutcome(operation, on: known.card, error, context)
      throw error
    }
  }

  func setCardPin(_ operation: SetCardPin, _ context: RequestContext) throws(WalletError) -> Card {
    if let error = WalletError.invalid(CardUpdateRequest.pin(operation.pin).fieldErrors) {
      throw error
    }
    let known = try current(operation.id, context)
    try allow(.setPin, known.card)
    try vault.confirm(operation, on: known.card, context)
    return try sending(operation, WantedChange(), context) { () throws(WalletError) in
      var failure: WalletError?
      do throws(WalletError) {
        let call = try connector.setPin(
          known, try outgoing(operation.pin), key: key(of: context))
        try client.perform(call)
      } catch {
        failure = error
      }
      try record(operation, on: known.card, failure, context)
      if let failure { throw failure }
      return shown((try? read(operation.id)) ?? known, [])
    }
  }

  /// - Throws: `.actionRefused` if the card's status forbids it.
  private func allow(_ action: CardAction, _ card: Card) throws(WalletError) {
    guard let refusal = card.refusal(of: action) else { return }
    throw WalletError(.actionRefused, details: [refusal.reason])
  }

  /// The PIN as the issuer wants it.
  private func outgoing(_ pin: Secret) throws(WalletError) -> OutgoingPin {
    switch connector.pinEncryption {
    case .none: .open(pin)
    case .jwe(let key): .encrypted(try PinSealing.jwe(pin, try client.perform(key)))
    case .rsa(let key): .encrypted(try PinSealing.rsa(pin, key))
    }
  }

  // MARK: What no issuer has

  func activateCard(_ operation: ActivateCard, _ context: RequestContext)
    throws(WalletError) -> Card
  { throw capabilities.error(.activation) }

  func unlockCardFor(_ operation: UnlockCardFor, _ context: RequestContext)
    throws(WalletError) -> Card
  { throw capabilities.error(.cardTimes) }

  func linkSecureDetails(_ operation: LinkSecureDetails, _ context: RequestContext)
    throws(WalletError) -> Secret
  { throw capabilities.error(.detailLinks) }

  func openSecureDetails(_ operation: OpenSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  { throw capabilities.error(.detailLinks) }
}
