import CardEntry
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// Setting up funding sources (F27, F28, F38).
struct FundingIssuer: FundingEngine, IssuerFeature {
  let core: IssuerCore

  /// The service that sets up funding sources, and its version.
  static let provider = "walletui"
  static let providerVersion = 1

  private var limits: VirtualCardLimits { environment.virtualCards }
  private var payers: PayerAuthentication { PayerAuthentication(core: core) }

  // MARK: Setting up

  func setUpFundingSource(_ operation: SetUpFundingSource, _ context: RequestContext)
    throws(WalletError) -> ProvisionalFundingSource
  {
    let request = operation.body
    if let error = WalletError.invalid(fieldErrors(request)) { throw error }
    try VirtualCardLimits.check(request.currency)
    var message: String?
    let record = try ledger.write { writer throws(WalletError) in
      try checkVelocities(writer, context)
      let card = try fundingCard(request, writer, context)
      let now = clock.now()
      let id = random.id()
      let source = FundingSource(
        id: random.id(), owner: context.customerID, currency: request.currency,
        velocities: ["\(VirtualCardLimits.dailySpending)"],
        lastFour: String(card.masked.suffix(4)), network: FundingNetwork(card.brand),
        createdAt: now, updatedAt: now)
      var record = ProvisionalFundingRecord(
        provisional: ProvisionalFundingSource(
          id: id, owner: context.customerID, lastFour: source.lastFour, createdAt: now,
          updatedAt: now),
        result: FundingSourceRecord(
          source: source, panHash: card.panHash, expiry: card.expiry, savedCardID: card.savedID))
      if let scenario = card.scenario {
        record.authentication = try payers.begin(
          PayerAuthentication.Inquiry(
            id: id, brand: card.brand, scenario: scenario, money: Money(1_00, request.currency),
            merchant: "walletui", maskedCard: card.masked, accountID: "", simulator: .external,
            render: .both, preference: .mandated, isForced: false, isOwnCard: false,
            isCheck: true),
          writer, context, &message)
      }
      settle(&record)
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, SetUpFundingSource.contract, nil, context,
        note: record.provisional.state.rawValue)
      return record
    }
    if let message { publishMessage(message) }
    publish(.virtualCardsChanged([record.provisional.id]))
    return shown(record)
  }

  func fieldErrors(_ request: FundingSourceRequest) -> [FieldError] {
    if !request.cardErrors.isEmpty { return request.cardErrors }
    switch request.card {
    case .saved(let id):
      return Rules.length(id, 1...64).map { [FieldError("savedCardId", $0)] } ?? []
    case .entered(let card):
      return CardEntryRules(.saving(excluding: [], isSBusiness: false)).problems(
        card, fields: [.number, .expiry, .cvv], today: CalendarMonth(clock.now(), in: .utc)
      ).map { FieldError($0.field.wireName, $0.error.reason) }
    }
  }

  /// F30. Removes what was set up long ago, too, so that there are few.
  private func checkVelocities(_ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError)
  {
    let now = clock.now()
    let count = try writer.count(FundingSourceRecord.self, of: context.customerID)
    guard count < limits.allFundingSources else {
      throw WalletError(.virtualCardsLimit)
    }
    var records = try writer.page(
      ProvisionalFundingRecord.self, of: context.customerID, LedgerQuery(isBackwards: true)
    ).items
    for old in records.dropFirst(max(31, limits.fundingSources.maximum)) {
      try writer.remove(old, of: context.customerID)
    }
    for index in records.indices { settle(&records[index]) }
    func isReached(_ velocity: Velocity, _ matches: (ProvisionalFundingSource) -> Bool) -> Bool {
      records.count {
        velocity.counts($0.provisional.createdAt, at: now) && matches($0.provisional)
      } >= velocity.maximum
    }
    if isReached(limits.fundingSources, { _ in true })
      || isReached(limits.fundingSourceFailures, { $0.state == .failed })
      || isReached(limits.pendingFundingSources, { $0.state.isOpen })
    {
      throw WalletError(.velocityExceeded)
    }
  }

  /// What is known of the card that is to pay.
  struct FundingCard {
    var masked: String
    var brand: CardBrand
    var expiry: CardExpiry
    var panHash: [UInt8]
    var savedID: String?
    /// nil: the bank is not asked.
    var scenario: Scenario?
  }

  func fundingCard(
    _ request: FundingSourceRequest, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> FundingCard {
    switch request.card {
    case .saved(let id):
      guard let saved = try writer.get(SavedCardRecord.self, id, of: context.customerID) else {
        throw WalletError(.notFound)
      }
      guard !saved.card.expiry.isPast(at: clock.now()), !saved.card.isOver(on: clock.now()) else {
        throw WalletError(.unacceptableFundingSource)
      }
      // Its bank has agreed when it was saved.
      return FundingCard(
        masked: saved.card.maskedNumber, brand: saved.card.brand, expiry: saved.card.expiry,
        panHash: saved.panHash, savedID: id)
    case .entered(let card):
      guard let number = card.number, let expiry = card.expiry else {
        throw WalletError(.unacceptableFundingSource)
      }
      let (test, scenario, masked, brand) = number.withBytes { digits in
        (
          TestFundingCard.allCases.first { digits.elementsEqual($0.rawValue.utf8) },
          Scenario(number: digits), PaymentIssuer.mask(digits), PAN.brand(of: digits)
        )
      }
      guard test != nil || scenario != nil else {
        throw WalletError(.unacceptableFundingSource)
      }
      return FundingCard(
        masked: masked, brand: brand, expiry: expiry,
        panHash: SavedCardIssuer(core: core).hash(of: number),
        scenario: test == .threeDSecure ? .oneTimeCode : scenario)
    }
  }

  // MARK: The state of what is being set up

  /// It follows its authentication, and fails when it was left alone for too long.
  func settle(_ record: inout ProvisionalFundingRecord) {
    guard record.provisional.state.isOpen else { return }
    let age = clock.now().milliseconds - record.provisional.createdAt.milliseconds
    if age >= ProvisionalFundingSource.lifetime * 1000 {
      record.provisional.state = .failed
      return
    }
    guard var authentication = record.authentication else { return }
    _ = payers.expire(&authentication)
    record.authentication = authentication
    if authentication.hasFailed {
      record.provisional.state = .failed
    } else {
      record.provisional.state = authentication.isAccepted ? .provisioning : .pending
    }
  }

  private func shown(_ record: ProvisionalFundingRecord) -> ProvisionalFundingSource {
    var provisional = record.provisional
    if provisional.state.isOpen {
      provisional.provisioningData = FundingProvisioningData(
        provider: Self.provider, version: Self.providerVersion,
        linkToken: linkToken(provisional.id), authorizationText: Self.authorizationText)
    }
    return provisional
  }

  private static let authorizationText = [
    AuthorizationText(
      language: "en", content: "Payments with your virtual cards are charged to this card."),
    AuthorizationText(
      language: "de",
      content: "Zahlungen mit Ihren virtuellen Karten werden von dieser Karte abgebucht."),
  ]

  /// Only the issuer can compute it, so it is stored nowhere.
  private func linkToken(_ id: String) -> String {
    Hex.encode(mark("funding source", id).prefix(16))
  }

  private func provisional(_ id: String, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> ProvisionalFundingRecord
  {
    guard var record = try reader.get(ProvisionalFundingRecord.self, id, of: context.customerID)
    else { throw WalletError(.provisionalFundingSourceNotFound) }
    settle(&record)
    return record
  }

  func listProvisionalFundingSources(
    _ operation: ListProvisionalFundingSources, _ context: RequestContext
  ) throws(WalletError) -> [ProvisionalFundingSource] {
    try ledger.read { reader throws(WalletError) in
      let page = try reader.page(
        ProvisionalFundingRecord.self, of: context.customerID, LedgerQuery(isBackwards: true))
      return page.items.map { record in
        var record = record
        settle(&record)
        return shown(record)
      } + page.damaged.map { .damaged(id: $0.id.rawValue) }
    }
  }

  func getProvisionalFundingSource(
    _ operation: GetProvisionalFundingSource, _ context: RequestContext
  ) throws(WalletError) -> ProvisionalFundingSource {
    try ledger.read { reader throws(WalletError) in
      shown(try provisional(operation.id, reader, context))
    }
  }

  // MARK: The end of setting up

  func completeFundingSource(_ operation: CompleteFundingSource, _ context: RequestContext)
    throws(WalletError) -> FundingSource
  {
    let source = try ledger.write { writer throws(WalletError) in
      var record = try provisional(operation.id, writer, context)
      // Repeating it has no effect.
      if let id = record.provisional.fundingSourceID {
        return shown(try fundingSource(id, writer, context))
      }
      switch record.provisional.state {
      case .provisioning: break
      case .pending: throw WalletError(.fundingSourceNotSetUp)
      case .completed, .failed, .other: throw WalletError(.fundingSourceState)
      }
      try check(operation.body, for: record.provisional.id)
      let hash = record.result.panHash
      let others = try writer.page(
        FundingSourceRecord.self, of: context.customerID, LedgerQuery()
      ).items
      guard !others.contains(where: { $0.source.state == .active && $0.panHash == hash }) else {
        throw WalletError(.duplicateFundingSource)
      }
      let now = clock.now()
      record.result.source.createdAt = now
      record.result.source.updatedAt = now
      record.provisional.state = .completed
      record.provisional.fundingSourceID = record.result.source.id
      record.provisional.version += 1
      record.provisional.updatedAt = now
      try writer.put(record.result, of: context.customerID)
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, CompleteFundingSource.contract, nil, context,
        note: record.provisional.state.rawValue)
      return shown(record.result)
    }
    publish(.virtualCardsChanged([source.id]))
    return source
  }

  private func check(_ completion: FundingCompletion, for id: String) throws(WalletError) {
    guard completion.provider == Self.provider,
      completion.version == Self.providerVersion,
      CardNumbers.isSame(Array(completion.linkToken.utf8), Array(linkToken(id).utf8))
    else { throw WalletError(.fundingSourceCompletionData) }
  }

  func cancelProvisionalFundingSource(
    _ operation: CancelProvisionalFundingSource, _ context: RequestContext
  ) throws(WalletError) -> ProvisionalFundingSource {
    let record = try ledger.write { writer throws(WalletError) in
      var record = try provisional(operation.id, writer, context)
      if record.provisional.state == .failed { return record }
      guard record.provisional.state.isOpen else { throw WalletError(.fundingSourceState) }
      record.authentication?.cancel(at: clock.moment)
      record.provisional.state = .failed
      record.provisional.version += 1
      record.provisional.updatedAt = clock.now()
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, CancelProvisionalFundingSource.contract, nil, context,
        note: record.provisional.state.rawValue)
      return record
    }
    publish(.virtualCardsChanged([record.provisional.id]))
    return shown(record)
  }
}
