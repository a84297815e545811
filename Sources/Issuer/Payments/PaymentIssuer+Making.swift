import CardEntry
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// Making a handle: whose card it is, and whether its bank has to ask first.
extension PaymentIssuer {
  func createPaymentHandle(_ operation: CreatePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  {
    try create(operation.body, context)
  }

  /// - Parameter customerToken: The customer's token that the shop has sent (D38), which is
  ///   accepted once; nil: it has sent none.
  func create(
    _ request: PaymentHandleRequest, customerToken: CustomerToken? = nil, _ context: RequestContext
  ) throws(WalletError) -> PaymentHandle {
    if let error = WalletError.invalid(request.fieldErrors) { throw error }
    guard let merchant = Shop.merchants.first(where: { $0.id == request.merchantID }) else {
      throw WalletError(.shopMerchant)
    }
    var message: String?
    let record = try settle {
      writer throws(WalletError) -> Result<PaymentHandleRecord, WalletError> in
      try removeOld(writer, context)
      if let customerToken { try useUp(customerToken, writer, context) }
      let record = try make(request, merchant, writer, context, &message)
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, CreatePaymentHandle.contract, nil, context,
        note: record.handle.status.rawValue)
      return .success(record)
    }
    if let message { publishMessage(message) }
    publish(.paymentsChanged)
    return record.handle
  }

  /// Records that the token was used, like an idempotency key that is closed. So this is known as
  /// long as the token is good, whatever becomes of the handle. No key of a client has blanks.
  ///
  /// - Throws: `.notFound` if the token is too old or was used before.
  private func useUp(
    _ token: CustomerToken, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    let used = ChangeRecord(key: "customer token \(token.id)", made: clock.moment, outcome: nil)
    guard token.secondsLeft(at: clock.now()) > 0,
      try writer.get(ChangeRecord.self, used.key, of: context.customerID) == nil
    else { throw WalletError(.notFound) }
    try makeRoom(writer, context)
    try writer.put(used, of: context.customerID)
  }

  /// Removes handles that have ended: those that are old, and the oldest of too many. A handle that
  /// can be used is never removed.
  ///
  /// - Throws: `.rateLimited` if too many can still be used.
  private func removeOld(_ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError)
  {
    let now = clock.now()
    var count = try writer.count(PaymentHandleRecord.self, of: context.customerID)
    // More than one, so that a change of the limit or of the clock is caught up with.
    var query = LedgerQuery(limit: 8)
    repeat {
      let page = try writer.page(PaymentHandleRecord.self, of: context.customerID, query)
      for record in page.items.map(current) where !record.handle.status.isOpen {
        let age = now.milliseconds - record.handle.createdAt.milliseconds
        guard count >= IssuerLimits.handles || age >= IssuerLimits.handleKept * 1000 else { break }
        try writer.remove(record, of: context.customerID)
        count -= 1
      }
      guard let next = page.next else { break }
      query.continue(after: next)
    } while count >= IssuerLimits.handles
    guard count < IssuerLimits.handles else {
      throw WalletError(.rateLimited, retryAfter: PaymentHandle.timeToLive)
    }
  }

  /// What is known of the card that pays.
  private struct ResolvedCard {
    var card: PaymentHandleCard
    var maskedCard: String
    var scenario: Scenario?
    var own: CardID?
    var problem: WalletError?
  }

  private func make(
    _ request: PaymentHandleRequest, _ merchant: Merchant, _ writer: any LedgerWriter,
    _ context: RequestContext, _ message: inout String?
  ) throws(WalletError) -> PaymentHandleRecord {
    let options = request.options
    let method: PaymentMethod
    let accepted: AcceptedBrands
    do throws(PaymentError) {
      method = try self.method(options, merchant)
      accepted = try AcceptedBrands(
        currency: options.currency.code, account: method.accountID,
        methods: Shop.paymentMethods.map(\.offered))
    } catch {
      throw error.walletError
    }
    let payer = try payer(request.card, accepted, writer, context)
    if let problem = payer.problem { throw problem }
    // D19. The fields of the card were checked first.
    if let problem = options.problem(
      isSetUp: true, invalidFields: [], isBrandAccepted: accepted.contains(payer.card.brand))
    {
      throw problem.walletError
    }
    let isSetUp = Shop.isSetUpForThreeDSecure(method)
    if options.usesThreeDSecure2, !isSetUp {
      throw PaymentError(.accountNotConfigured).walletError
    }
    var handle = PaymentHandle(
      id: random.id(), merchantRefNum: options.merchantRefNum,
      money: Money(paymentServiceUnits: options.amount, options.currency),
      transactionType: options.transactionType, status: .initiated, createdAt: clock.now(),
      accountID: method.accountID, card: payer.card, merchantID: merchant.id,
      merchantName: merchant.name)
    handle.returnLinks = options.returnLinks
    var authentication: AuthenticationRecord?
    if options.transactionType.isDebit {
      authentication = try payers.begin(
        PayerAuthentication.Inquiry(
          id: handle.id, brand: payer.card.brand, scenario: payer.scenario, money: handle.money,
          merchant: merchant.name, maskedCard: payer.maskedCard, accountID: method.accountID,
          simulator: request.simulator, render: request.render,
          preference: request.threeDS?.requestorChallengePreference,
          merchantIsConfigured: isSetUp, isOwnCard: payer.own != nil), writer, context, &message)
    }
    handle.status = .payable
    var record = PaymentHandleRecord(
      handle: handle, ownCard: payer.own, authentication: authentication)
    if authentication != nil {
      record.handle.status = .initiated
      settle(&record)
    }
    return record
  }

  /// The account of the currency; of several the named one (H06).
  private func method(_ options: PaymentOptions, _ merchant: Merchant)
    throws(PaymentError) -> PaymentMethod
  {
    guard options.currency == merchant.currency else { throw PaymentError(.currency) }
    if !options.accountID.isEmpty, !PaymentAccount.isAccountID(options.accountID) {
      throw PaymentError(.accountForm)
    }
    let method = Shop.paymentMethods.first {
      $0.currency == options.currency
        && (options.accountID.isEmpty || $0.accountID == options.accountID)
    }
    guard let method else { throw PaymentError(.account, "CARD") }
    return method
  }

  private func payer(
    _ card: PayingCard, _ accepted: AcceptedBrands, _ writer: any LedgerWriter,
    _ context: RequestContext
  ) throws(WalletError) -> ResolvedCard {
    switch card {
    case .entered(let card): return try payer(card, accepted, writer, context)
    case .own(let id):
      let card = try find(id, in: writer, context).card
      return ResolvedCard(
        card: PaymentHandleCard(
          bin: card.bin, lastDigits: card.lastFour, brand: card.scheme.brand, expiry: card.expiry,
          holderName: card.holderName),
        maskedCard: Self.mask(card.bin, card.lastFour), own: id)
    case .saved(let id, let cvv): return try payer(id, cvv, writer, context)
    }
  }

  private func payer(
    _ card: EnteredCard, _ accepted: AcceptedBrands, _ writer: any LedgerWriter,
    _ context: RequestContext
  ) throws(WalletError) -> ResolvedCard {
    let rules = CardEntryRules(.payment(accepted))
    let problems = rules.problems(
      card, fields: Set(CardField.allCases), today: CalendarMonth(clock.now(), in: .utc))
    var payer = ResolvedCard(
      card: PaymentHandleCard(
        bin: "", lastDigits: "", brand: .unknown, expiry: card.expiry ?? .unspecified,
        holderName: card.holderName ?? ""), maskedCard: "")
    let isUnsupported = problems.contains { $0.field == .number && $0.error == .notSupported }
    let others = problems.filter { !($0.field == .number && $0.error == .notSupported) }
    if !others.isEmpty {
      payer.problem = WalletError.invalid(
        others.map { FieldError($0.field.wireName, $0.error.reason) })
    } else if isUnsupported {
      payer.problem = WalletError(.paymentBrand)
    } else if let number = card.number {
      number.withBytes { digits in
        payer.card.brand = PAN.brand(of: digits)
        payer.card.bin = String(decoding: digits.prefix(6), as: UTF8.self)
        payer.card.lastDigits = String(decoding: digits.suffix(4), as: UTF8.self)
        payer.maskedCard = Self.mask(digits)
        payer.scenario = Scenario(number: digits)
      }
      if let own = try writer.card(numbered: number, of: context.customerID) {
        payer.own = own.card.id
        payer.problem = try refusal(of: card, number, own)
      }
    }
    return payer
  }

  /// What does not match a card of this wallet.
  private func refusal(of card: EnteredCard, _ number: Secret, _ own: CardRecord)
    throws(WalletError) -> WalletError?
  {
    if card.expiry != own.card.expiry {
      return .invalid([FieldError(CardField.expiry.wireName, .field(.otherCard))])
    }
    let cvv = CardNumbers.cvv(pan: number, expiry: own.card.expiry, key: ledger.keys.cvv)
    defer { cvv.wipe() }
    guard let given = card.cvv, cvv.matches(given) else {
      return .invalid([FieldError(CardField.cvv.wireName, .field(.otherCard))])
    }
    return nil
  }

  private func payer(
    _ id: String, _ cvv: Secret?, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> ResolvedCard {
    guard let saved = try writer.get(SavedCardRecord.self, id, of: context.customerID)?.card else {
      throw WalletError(.notFound)
    }
    var payer = ResolvedCard(
      card: PaymentHandleCard(
        bin: String(saved.maskedNumber.prefix(6)), lastDigits: saved.lastFour,
        brand: saved.brand, expiry: saved.expiry, holderName: ""),
      maskedCard: saved.maskedNumber)
    payer.card.networkTokenBin = payer.card.bin
    let today = CalendarMonth(clock.now(), in: .utc)
    let error =
      cvv.map { CardEntryRules.error(of: $0, saved.brand) }
      ?? (saved.use == .easy ? FieldError.cvvNeeded : nil)
    if let error { payer.problem = .invalid([error]) }
    if CardEntryRules.expiryError(saved.expiry, today: today) == .expired
      || saved.isOver(on: clock.now())
    {
      payer.problem = WalletError(.savedCardExpired)
    }
    return payer
  }

  static func mask(_ bin: String, _ lastFour: String) -> String { bin + "******" + lastFour }

  /// The first six digits and the last four, with a star for each other one.
  static func mask(_ digits: UnsafeRawBufferPointer) -> String {
    let hidden = max(0, digits.count - 10)
    return String(decoding: digits.prefix(6), as: UTF8.self)
      + String(repeating: "*", count: hidden)
      + String(decoding: digits.suffix(4), as: UTF8.self)
  }
}

extension PaymentHandleRequest {
  /// What is wrong beside the card and what D19 checks.
  var fieldErrors: [FieldError] {
    var errors = wordErrors
    errors.add("merchantRefNum", Rules.length(options.merchantRefNum, 1...64))
    if let billing = options.billing {
      errors += address("billingDetails", billing.country, billing.zip)
    }
    if let delivery = options.delivery {
      errors += address("shippingDetails", delivery.country, delivery.zip)
    }
    if let profile = options.profile { errors += profile.fieldErrors }
    let relations = options.returnLinks.map(\.relation)
    if Set(relations).count < relations.count
      || !options.returnLinks.allSatisfy({ Rules.isWebAddress($0.address) })
    {
      errors.add(
        "returnLinks",
        .verbatim("must be addresses with http:// or https://, one for each relation"))
    }
    errors += (threeDS?.fieldErrors ?? []).map { FieldError("threeDs." + $0.field, $0.error) }
    return errors
  }

  private func address(_ name: String, _ country: String, _ zip: String) -> [FieldError] {
    [(".country", Rules.country(country)), (".zip", Rules.length(zip, 1...16))].compactMap {
      part, problem in problem.map { FieldError(name + part, $0) }
    }
  }
}

extension PaymentProfile {
  /// What is wrong beside what D19 checks.
  fileprivate var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    errors.add("profile.nationality", nationality.flatMap(Rules.country))
    if let born = dateOfBirth,
      !(1900...9999).contains(born.year) || !(1...12).contains(born.month)
        || !(1...31).contains(born.day)
        || Timestamp(day: "\(born.year * 10_000 + born.month * 100 + born.day)") == nil
    {
      errors.add("profile.dateOfBirth", .verbatim("must be a day"))
    }
    if let documents = identityDocuments, documents.count > IssuerLimits.identityDocuments {
      errors.add(
        "profile.identityDocuments",
        .verbatim("must be \(IssuerLimits.identityDocuments) at most"))
    }
    for document in (identityDocuments ?? []).prefix(IssuerLimits.identityDocuments) {
      errors.add("profile.identityDocuments", Rules.length(document.number, 1...9))
    }
    return errors
  }
}
