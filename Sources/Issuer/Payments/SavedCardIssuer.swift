import CardEntry
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// Saved cards: register, the card and its owner's authentication, verify, keep (E12–E19, E27, E28).
/// Nothing is saved before the last step, so that a crash or a lost answer leaves nothing behind.
struct SavedCardIssuer: SavedCardEngine, IssuerFeature {
  let core: IssuerCore

  func listSavedCards(_ operation: ListSavedCards, _ context: RequestContext)
    throws(WalletError) -> [SavedCard]
  {
    try ledger.read { reader throws(WalletError) in
      let page = try reader.page(SavedCardRecord.self, of: context.customerID, LedgerQuery())
      return page.items.map(\.card) + page.damaged.map { .damaged(id: $0.id.rawValue) }
    }
  }

  func registerSavedCard(_ operation: RegisterSavedCard, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  {
    let request = operation.body
    if request.transactionID == nil, let error = WalletError.invalid(fieldErrors(request)) {
      throw error
    }
    var message: String?
    let registration = try ledger.write { writer throws(WalletError) in
      if request.transactionID == nil { try removeOld(writer, context) }
      var record = try begun(request, writer, context)
      if record.needsCVV {
        try giveCVV(request.card, to: &record)
      } else {
        if let error = WalletError.invalid(fieldErrors(request)) { throw error }
        let count = try writer.count(SavedCardRecord.self, of: context.customerID)
        guard count < SavedCard.maximum else { throw WalletError(.savedCardLimit) }
        try give(request, to: &record, writer, context, &message)
      }
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, RegisterSavedCard.contract, nil, context,
        note: record.registration.state.rawValue)
      var shown = record.registration
      // E23: the app gets a general error, although the card was accepted.
      if let address = request.redirectURL, address != record.order?.redirectURL {
        shown.errorCode = NetsError.generic.code
      }
      return shown
    }
    if let message { publishMessage(message) }
    publish(.savedCardsChanged)
    return registration
  }

  /// A transaction without a card: a new one, or what a shop has registered.
  private func begun(
    _ request: SavedCardRequest, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> CardRegistrationRecord {
    guard let id = request.transactionID else {
      let id = registrationID()
      return CardRegistrationRecord(
        registration: CardRegistration(
          id: id, orderNumber: "save-\(id.prefix(12))", use: request.use, createdAt: clock.now()))
    }
    let record = try record(id, writer, context)
    guard let order = record.order, record.card == nil || record.needsCVV,
      record.registration.state == .initialized, order.method?.agreement ?? .card == .card
    else { throw WalletError(.registrationState) }
    var errors: [FieldError] = []
    if request.use != order.use {
      errors.add("recurringType", .verbatim("is not that of the transaction"))
    }
    if request.currency != order.amount.currency {
      errors.add("currencyCode", .verbatim("is not that of the transaction"))
    }
    if let error = WalletError.invalid(errors) { throw error }
    return record
  }

  /// 32 characters (E15).
  func registrationID() -> String { random.id().filter { $0 != "-" } }

  /// The person gives the CVV of a saved card, which pays then (E33).
  private func giveCVV(_ given: EnteredCard, to record: inout CardRegistrationRecord)
    throws(WalletError)
  {
    let brand = record.card?.card.brand ?? .unknown
    let error =
      given.cvv.map { CardEntryRules.error(of: $0, brand) } ?? FieldError.cvvNeeded
    if let error { throw WalletError(.fieldErrors, fieldErrors: [error]) }
    record.needsCVV = false
    record.cardGiven = clock.now()
    settle(&record)
  }

  /// Puts a card into a registration, and asks its bank.
  func give(
    _ request: SavedCardRequest, to record: inout CardRegistrationRecord,
    _ writer: any LedgerWriter, _ context: RequestContext, _ message: inout String?
  ) throws(WalletError) {
    let number = request.card.number ?? Secret(capacity: 1)
    let rules = CardEntryRules(
      .saving(excluding: request.excludedSchemes, isSBusiness: request.isSBusiness))
    let (scheme, masked, brand, scenario) = number.withBytes { digits in
      (
        rules.scheme(of: digits), PaymentIssuer.mask(digits), PAN.brand(of: digits),
        Scenario(number: digits)
      )
    }
    let now = clock.now()
    let isRecurring = request.use == .recurring
    // What the shop has registered counts.
    let order = record.order
    let expiry = order == nil ? request.recurringExpiry : order?.recurringExpiry
    let frequency = order == nil ? request.recurringFrequency : order?.recurringFrequency
    let card = SavedCard(
      id: random.id(), maskedNumber: masked, scheme: scheme,
      expiry: request.card.expiry ?? .unspecified, use: request.use,
      recurringExpiry: isRecurring ? expiry ?? CardExpiry.usualEndOfRecurring(from: now) : nil,
      recurringFrequency: isRecurring ? frequency ?? 0 : nil, savedAt: now)
    record.registration.maskedNumber = masked
    record.card = SavedCardRecord(card: card, panHash: hash(of: number))
    record.cardGiven = now
    try ask(
      brand, scenario, masked, request.render, request.currency, &record, writer, context, &message)
    settle(&record)
  }

  /// Asks the bank, unless the shop has switched 3-D Secure off (E22).
  func ask(
    _ brand: CardBrand, _ scenario: Scenario?, _ maskedCard: String, _ render: RenderType,
    _ currency: Currency,
    _ record: inout CardRegistrationRecord, _ writer: any LedgerWriter,
    _ context: RequestContext, _ message: inout String?
  ) throws(WalletError) {
    let order = record.order
    if order?.isForced == false { return }
    // E10: one major unit, authorised and released.
    let unit = Money(currency.unit, currency)
    let amount = order.flatMap { $0.amount.minorUnits > 0 ? $0.amount : nil }
    record.authentication = try PayerAuthentication(core: core).begin(
      PayerAuthentication.Inquiry(
        id: record.registration.id, brand: brand, scenario: scenario, money: amount ?? unit,
        merchant: "walletui", maskedCard: maskedCard, accountID: "", simulator: .external,
        render: render,
        // E12: the bank must not skip its question.
        preference: order == nil || order?.isForced == true ? .mandated : nil,
        // What the wallet registers by itself is processed at once if the brand has no 3-D Secure.
        isForced: order?.isForced == true, isOwnCard: false, isCheck: amount == nil), writer,
      context,
      &message)
  }

  /// Stands for the number where it is stored (E18).
  func hash(of number: Secret) -> [UInt8] {
    number.withBytes { digits in
      let copy = SecretBytes(count: digits.count) { $0.copyMemory(from: digits) }
      return CardNumbers.keyedHash(of: copy, key: ledger.keys.requests).withBytes { Array($0) }
    }
  }

  private func fieldErrors(_ request: SavedCardRequest) -> [FieldError] {
    var errors = request.wordErrors
    let rules = CardEntryRules(
      .saving(excluding: request.excludedSchemes, isSBusiness: request.isSBusiness))
    errors += rules.problems(
      request.card, fields: [.number, .expiry, .cvv], today: CalendarMonth(clock.now(), in: .utc)
    ).map { FieldError($0.field.wireName, $0.error.reason) }
    if !Rules.isCurrencyCode(request.currency.code) {
      errors.add("currencyCode", .field(.currencyForm))
    }
    if let last = request.recurringExpiry, Timestamp(day: last) == nil {
      errors.add("recurringExpiryDate", .verbatim("must be a day, YYYYMMDD"))
    }
    errors.add(
      "recurringFrequency", request.recurringFrequency.flatMap { Rules.range($0, 0...9999) })
    return errors
  }

  // MARK: The state of a registration

  /// The registration follows its authentication, and ends when it was left alone for too long.
  func settle(_ record: inout CardRegistrationRecord) {
    guard record.registration.state == .initialized else { return }
    record.registration.needsRedirect = false
    record.registration.isProcessable = false
    let age = clock.now().milliseconds - record.registration.createdAt.milliseconds
    if age >= CardRegistration.lifetime * 1000 {
      record.registration.errorCode = NetsError.merchantTimeout.code
      return cancel(&record)
    }
    if var authentication = record.authentication {
      _ = PayerAuthentication(core: core).expire(&authentication)
      record.authentication = authentication
      if authentication.hasFailed {
        record.registration.errorCode =
          authentication.isLate
          ? NetsError.merchantTimeout.code : authentication.authentication.netsError?.code
        return cancel(&record)
      }
      guard authentication.isAccepted else {
        record.registration.needsRedirect = true
        return
      }
    }
    record.registration.isProcessable =
      record.card == nil ? record.order?.method?.agreement == .elsewhere : !record.needsCVV
  }

  /// Nothing of the card is kept (E02).
  func cancel(_ record: inout CardRegistrationRecord) {
    record.registration.state = .cancelled
    record.registration.needsRedirect = false
    record.registration.isProcessable = false
    record.card = nil
  }

  func record(_ id: String, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> CardRegistrationRecord
  {
    guard var record = try reader.get(CardRegistrationRecord.self, id, of: context.customerID)
    else { throw WalletError(.notFound) }
    settle(&record)
    return record
  }

  func getCardRegistration(_ operation: GetCardRegistration, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  {
    try ledger.read { reader throws(WalletError) in
      try record(operation.id, reader, context).registration
    }
  }

  func processSavedCard(_ operation: ProcessSavedCard, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  {
    try end(operation.id, in: .tokenized, ProcessSavedCard.contract, context) {
      record, writer throws(WalletError) in
      // An amount is for the shop to charge.
      guard record.registration.isProcessable, let card = record.card,
        record.order.map({ $0.amount.minorUnits == 0 }) ?? true
      else {
        throw WalletError(.registrationState)
      }
      // E28: once per masked number, never overwritten.
      record.registration.savedCardID = try keep(card, writer, context)
      record.registration.state = .tokenized
      record.registration.isProcessable = false
      record.card = nil
    }
  }

  /// Ends a registration. Repeating it has no effect.
  private func end(
    _ id: String, in state: CardRegistrationState, _ contract: Contract,
    _ context: RequestContext,
    _ body: (inout CardRegistrationRecord, any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) -> CardRegistration {
    let registration = try ledger.write { writer throws(WalletError) in
      var record = try record(id, writer, context)
      if record.registration.state == state { return record.registration }
      try body(&record, writer)
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, contract, nil, context, note: record.registration.state.rawValue)
      return record.registration
    }
    publish(.savedCardsChanged)
    return registration
  }

  /// Keeps a verified card. Returns the id of the card that is kept.
  func keep(_ card: SavedCardRecord, _ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError) -> String
  {
    let known = try writer.all(SavedCardRecord.self, of: context.customerID)
    if let same = known.first(where: { $0.card.maskedNumber == card.card.maskedNumber }) {
      return same.card.id
    }
    guard known.count < SavedCard.maximum else { throw WalletError(.savedCardLimit) }
    try writer.put(card, of: context.customerID)
    return card.card.id
  }

  func rollBackSavedCard(_ operation: RollBackSavedCard, _ context: RequestContext)
    throws(WalletError) -> CardRegistration
  {
    try end(operation.id, in: .cancelled, RollBackSavedCard.contract, context) {
      record, _ throws(WalletError) in
      guard record.registration.state == .initialized else {
        throw WalletError(.registrationState)
      }
      record.authentication?.cancel(at: clock.moment)
      cancel(&record)
    }
  }

  func removeSavedCard(_ operation: RemoveSavedCard, _ context: RequestContext)
    throws(WalletError) -> SavedCard
  {
    let (card, wasSource) = try ledger.write { writer throws(WalletError) in
      guard
        let record = try writer.get(SavedCardRecord.self, operation.id, of: context.customerID)
      else { throw WalletError(.notFound) }
      let wasSource = try remove(record, writer, context)
      try audit(writer, .done, RemoveSavedCard.contract, nil, context, note: "REMOVED")
      return (record.card, wasSource)
    }
    publish(.savedCardsChanged)
    if wasSource { publish(.virtualCardsChanged) }
    return card
  }

  /// Removes a saved card with its hash, also where a transaction has them (E28). It funds nothing
  /// any more.
  ///
  /// - Returns: Whether it was a funding source.
  func remove(_ card: SavedCardRecord, _ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError) -> Bool
  {
    try writer.remove(card, of: context.customerID)
    for var record in try writer.all(CardRegistrationRecord.self, of: context.customerID)
    where record.card?.panHash == card.panHash {
      record.card = nil
      settle(&record)
      try writer.put(record, of: context.customerID)
    }
    return try FundingIssuer(core: core).cancelFundingSources(
      ofSavedCard: card.card.id, writer, context)
  }

  /// Removes registrations that are over, so that there are few.
  func removeOld(_ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError)
  {
    let all = try writer.all(CardRegistrationRecord.self, of: context.customerID)
    for record in all.dropLast(IssuerLimits.registrations - 1) {
      try writer.remove(record, of: context.customerID)
    }
  }
}

extension FieldError {
  /// E14: the CVV is asked each time.
  static let cvvNeeded = FieldError(CardField.cvv.wireName, .field(.needed))
}

extension CardEntryRules {
  /// What is wrong with the CVV of a card of this brand; nil: it has the right form.
  static func error(of cvv: Secret, _ brand: CardBrand) -> FieldError? {
    let isNumber = cvv.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
    let error = isNumber ? cvvError(count: cvv.count, brand) : .length([3, 4])
    return error.map { FieldError(CardField.cvv.wireName, $0.reason) }
  }
}
