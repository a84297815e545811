import CardEntry
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel

/// Payment handles (D18–D58), and what banks ask about them and about registrations of cards.
struct PaymentIssuer: PaymentEngine, IssuerFeature {
  let core: IssuerCore

  var payers: PayerAuthentication { PayerAuthentication(core: core) }

  func listPaymentMethods(_ operation: ListPaymentMethods, _ context: RequestContext)
    throws(WalletError) -> [PaymentMethod]
  {
    try checkScope(ListPaymentMethods.contract, context)
    return Shop.paymentMethods
  }

  // MARK: Making a handle

  func createPaymentHandle(_ operation: CreatePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  {
    try checkScope(CreatePaymentHandle.contract, context)
    let request = operation.request
    if let error = WalletError.invalid(request.fieldErrors) { throw error }
    guard let merchant = Shop.merchants.first(where: { $0.id == request.merchantID }) else {
      throw WalletError(.shopMerchant)
    }
    var message: String?
    let record = try settle {
      writer throws(WalletError) -> Result<PaymentHandleRecord, WalletError> in
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

  /// What is known of the card that pays.
  private struct Payer {
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
    var handle = PaymentHandle(
      id: random.id(), merchantRefNum: options.merchantRefNum,
      money: Money(options.amount, options.currency), transactionType: options.transactionType,
      status: .initiated, createdAt: clock.now(), accountID: method.accountID, card: payer.card,
      merchantID: merchant.id, merchantName: merchant.name)
    var authentication: AuthenticationRecord?
    if options.transactionType.isDebit {
      authentication = try payers.begin(
        PayerAuthentication.Inquiry(
          id: handle.id, brand: payer.card.brand, scenario: payer.scenario, money: handle.money,
          merchant: merchant.name, maskedCard: payer.maskedCard, accountID: method.accountID,
          simulator: request.simulator, render: request.render,
          preference: request.threeDS?.requestorChallengePreference, isForced: false,
          isOwnCard: payer.own != nil), writer, context, &message)
    }
    handle.status = .payable
    var record = PaymentHandleRecord(handle, ownCard: payer.own, authentication: authentication)
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
  ) throws(WalletError) -> Payer {
    switch card {
    case .entered(let card): return try payer(card, accepted, writer, context)
    case .own(let id):
      let card = try find(id, in: writer, context).card
      return Payer(
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
  ) throws(WalletError) -> Payer {
    let rules = CardEntryRules(.payment(accepted))
    let problems = rules.problems(
      card, fields: Set(CardField.allCases), today: CalendarMonth(clock.now(), offset: 0))
    var payer = Payer(
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
  ) throws(WalletError) -> Payer {
    guard let saved = try writer.get(SavedCardRecord.self, id, of: context.customerID)?.card else {
      throw WalletError(.notFound)
    }
    var payer = Payer(
      card: PaymentHandleCard(
        bin: String(saved.maskedNumber.prefix(6)), lastDigits: saved.lastFour,
        brand: saved.brand, expiry: saved.expiry, holderName: ""),
      maskedCard: saved.maskedNumber)
    let today = CalendarMonth(clock.now(), offset: 0)
    let error = cvv.map { cvv in
      cvv.withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
        ? CardEntryRules.cvvError(count: cvv.count, saved.brand) : .length([3, 4])
    }
    switch (saved.use, error) {
    // E14: the CVV is asked each time.
    case (.easy, nil):
      payer.problem = .invalid([FieldError(CardField.cvv.wireName, .field(.needed))])
    case (_, .some(.some(let error))):
      payer.problem = .invalid([FieldError(CardField.cvv.wireName, error.reason)])
    default: break
    }
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

  // MARK: The state of a handle

  /// The handle follows its authentication (D46, D47).
  private func settle(_ record: inout PaymentHandleRecord) {
    guard record.handle.status == .initiated, var authentication = record.authentication else {
      return
    }
    _ = payers.expire(&authentication)
    record.authentication = authentication
    record.handle.needsRedirect = false
    if authentication.isAccepted {
      record.handle.status = .payable
    } else if authentication.hasFailed {
      record.handle.status = .failed
      record.handle.errorCode = authentication.errorCode
    } else {
      record.handle.needsRedirect = true
    }
  }

  /// The handle as it is now: time ends payments, questions and handles.
  private func current(_ record: PaymentHandleRecord) -> PaymentHandleRecord {
    var record = record
    let now = clock.now()
    if let endsAt = record.endsAt {
      if now.milliseconds >= endsAt.milliseconds {
        record.handle.status = record.endsWith == nil ? .completed : .failed
        record.handle.errorCode = record.endsWith
        record.endsAt = nil
      }
      return record
    }
    settle(&record)
    record.handle.status = record.handle.status(at: now)
    if record.handle.status != .initiated { record.handle.needsRedirect = false }
    return record
  }

  func handle(_ id: String, _ reader: any LedgerReader, _ context: RequestContext)
    throws(WalletError) -> PaymentHandleRecord
  {
    guard let record = try reader.get(PaymentHandleRecord.self, id, of: context.customerID) else {
      throw WalletError(.notFound)
    }
    return current(record)
  }

  func listPaymentHandles(_ operation: ListPaymentHandles, _ context: RequestContext)
    throws(WalletError) -> PaymentHandlePage
  {
    try checkScope(ListPaymentHandles.contract, context)
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      var query = LedgerQuery(isBackwards: true, limit: operation.query.limit)
      if let place = operation.query.place { query.last = place - 1 }
      let page = try reader.page(PaymentHandleRecord.self, of: context.customerID, query)
      let damaged = page.damaged.map { PaymentHandle.damaged(id: $0.id.rawValue) }
      return PaymentHandlePage(
        page.items.map { current($0).handle } + damaged, nextToken: page.next.map { "\($0)" })
    }
  }

  func getPaymentHandle(_ operation: GetPaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  {
    try checkScope(GetPaymentHandle.contract, context)
    return try ledger.read { reader throws(WalletError) in
      try handle(operation.id, reader, context).handle
    }
  }

  // MARK: Using a handle

  /// The handle's id, a full stop, and 32 hexadecimal digits that only the issuer can compute. So it
  /// is stored nowhere.
  func token(of id: String) -> Secret {
    let text = Array("payment handle \(id)".utf8)
    let message = SecretBytes(count: text.count) { $0.copyBytes(from: text) }
    let hash = CardNumbers.keyedHash(of: message, key: ledger.keys.requests)
    let token = Secret(capacity: id.utf8.count + 33)
    for byte in id.utf8 { token.append(byte) }
    token.append(UInt8(ascii: "."))
    hash.withBytes { bytes in
      for byte in bytes.prefix(16) {
        for digit in [byte >> 4, byte & 15] {
          token.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      }
    }
    return token
  }

  /// The id in a token; nil: it is no token of this issuer.
  func id(of token: Secret) -> String? {
    guard token.count <= 128 else { return nil }
    let id = token.withBytes { bytes in
      bytes.firstIndex(of: UInt8(ascii: ".")).map {
        String(decoding: bytes[..<$0], as: UTF8.self)
      }
    }
    guard let id, token.matches(self.token(of: id)) else { return nil }
    return id
  }

  func getPaymentToken(_ operation: GetPaymentToken, _ context: RequestContext)
    throws(WalletError) -> Secret
  {
    try checkScope(GetPaymentToken.contract, context)
    return try ledger.read { reader throws(WalletError) in
      let record = try handle(operation.id, reader, context)
      do throws(PaymentError) {
        guard case .token = try record.handle.result(at: clock.now()) else {
          throw PaymentError(.handleStatus, record.handle.status.rawValue)
        }
      } catch {
        throw error.walletError
      }
      return token(of: record.handle.id)
    }
  }

  func usePaymentHandle(_ operation: UsePaymentHandle, _ context: RequestContext)
    throws(WalletError) -> PaymentHandle
  {
    try checkScope(UsePaymentHandle.contract, context)
    guard let id = id(of: operation.token) else { throw WalletError(.notFound) }
    let record = try settle {
      writer throws(WalletError) -> Result<PaymentHandleRecord, WalletError> in
      var record = try handle(id, writer, context)
      guard record.handle.status == .payable else {
        let error = PaymentError(.handleStatus, record.handle.status.rawValue)
        return .failure(error.walletError)
      }
      try use(&record, writer, context)
      try writer.put(record, of: context.customerID)
      try audit(
        writer, .done, UsePaymentHandle.contract, nil, context,
        note: record.handle.status.rawValue)
      return .success(record)
    }
    publish(.paymentsChanged)
    if let own = record.ownCard { publish(.cardsChanged([own])) }
    return record.handle
  }

  private func use(
    _ record: inout PaymentHandleRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    func end(_ code: Int?) {
      record.handle.status = code == nil ? .completed : .failed
      record.handle.errorCode = code
    }
    func end(after seconds: Int, _ code: Int?) {
      guard seconds > 0 else { return end(code) }
      record.handle.status = .processing
      record.endsAt = clock.now().adding(seconds: Int64(seconds))
      record.endsWith = code
    }
    // A verification moves no money.
    if record.handle.transactionType == .verification || record.handle.money.minorUnits == 0 {
      return end(nil)
    }
    switch SimulatedOutcome(amount: record.handle.money.minorUnits) {
    case .declined(let code): end(code)
    case .failed(let code, let seconds): end(after: seconds, code)
    case .needsAuthentication: end(3060)
    case .approved(let seconds):
      guard let own = record.ownCard else { return end(after: seconds, nil) }
      let reason = try ShopSimulator(core: core).charge(
        own, record.handle, writer, context)
      end(after: seconds, reason?.paymentCode)
    }
  }

  // MARK: The bank's questions

  func listAuthentications(_ operation: ListAuthentications, _ context: RequestContext)
    throws(WalletError) -> [CardAuthentication]
  {
    try checkScope(ListAuthentications.contract, context)
    return try ledger.read { reader throws(WalletError) in
      let query = LedgerQuery(isBackwards: true, limit: 100)
      let handles = try reader.page(PaymentHandleRecord.self, of: context.customerID, query).items
      let cards = try reader.page(CardRegistrationRecord.self, of: context.customerID, query).items
      let all = handles.compactMap(\.authentication) + cards.compactMap(\.authentication)
      return all.map(payers.shown).filter { $0.question != nil }
    }
  }

  func getAuthentication(_ operation: GetAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  {
    try checkScope(GetAuthentication.contract, context)
    return try ledger.read { reader throws(WalletError) in
      payers.shown(try question(operation.id, reader, of: context.customerID).authentication)
    }
  }

  /// What an authentication belongs to.
  enum Subject {
    case handle(PaymentHandleRecord)
    case registration(CardRegistrationRecord)
  }

  func question(_ id: String, _ reader: any LedgerReader, of customer: CustomerID)
    throws(WalletError) -> (subject: Subject, authentication: AuthenticationRecord)
  {
    if let record = try reader.get(PaymentHandleRecord.self, id, of: customer),
      let authentication = record.authentication
    {
      return (.handle(current(record)), authentication)
    }
    if let record = try reader.get(CardRegistrationRecord.self, id, of: customer),
      let authentication = record.authentication
    {
      return (.registration(record), authentication)
    }
    throw WalletError(.notFound)
  }

  func answerAuthentication(_ operation: AnswerAuthentication, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  {
    try checkScope(AnswerAuthentication.contract, context)
    return try change(operation.id, of: context.customerID) {
      authentication, _ throws(WalletError) in
      try payers.answer(operation.attempt, operation.reply, &authentication)
    }
  }

  func confirmPayment(_ operation: ConfirmPayment, _ context: RequestContext)
    throws(WalletError) -> CardAuthentication
  {
    try checkScope(ConfirmPayment.contract, context)
    return try change(operation.id, of: context.customerID) {
      authentication, writer throws(WalletError) in
      guard operation.amount == authentication.money,
        operation.merchant == authentication.merchant
      else {
        throw WalletError(.fieldErrors, fieldErrors: [FieldError("amount", .field(.otherPayment))])
      }
      // Nobody gives a code for nothing.
      try payers.checkConsent(authentication)
      var card: Card?
      if case .handle(let record) = try question(
        operation.id, writer, of: context.customerID
      ).subject,
        let own = record.ownCard
      {
        card = try find(own, in: writer, context).card
      }
      if let refusal = try sca.useGrant(operation, card, writer, context) { throw refusal }
      try payers.confirm(&authentication)
    }
  }

  /// Changes an authentication, and what it belongs to. An event for a code is kept although the
  /// request is refused.
  func change(
    _ id: String, of customer: CustomerID,
    _ body: (inout AuthenticationRecord, any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) -> CardAuthentication {
    let (authentication, isHandle) = try settle {
      writer throws(WalletError) -> Result<(AuthenticationRecord, Bool), WalletError> in
      var (subject, authentication) = try question(id, writer, of: customer)
      do throws(WalletError) {
        try body(&authentication, writer)
      } catch {
        guard error.scaEvent != nil else { throw error }
        return .failure(error)
      }
      switch subject {
      case .handle(var record):
        record.authentication = authentication
        settle(&record)
        try writer.put(record, of: customer)
        return .success((authentication, true))
      case .registration(var record):
        record.authentication = authentication
        SavedCardIssuer(core: core).settle(&record)
        try writer.put(record, of: customer)
        return .success((authentication, false))
      }
    }
    publish(isHandle ? .paymentsChanged : .savedCardsChanged)
    return payers.shown(authentication)
  }
}

extension PaymentHandleRequest {
  /// What is wrong beside the card and what D19 checks.
  var fieldErrors: [FieldError] {
    var errors = wordErrors
    if let problem = Rules.length(options.merchantRefNum, 1...64) {
      errors.append(FieldError("merchantRefNum", problem))
    }
    if let billing = options.billing {
      if let problem = Rules.country(billing.country) {
        errors.append(FieldError("billingDetails.country", problem))
      }
      if let problem = Rules.length(billing.zip, 1...16) {
        errors.append(FieldError("billingDetails.zip", problem))
      }
    }
    errors += (threeDS?.fieldErrors ?? []).map { FieldError("threeDs." + $0.field, $0.error) }
    return errors
  }
}

extension CardField {
  /// Its place in a request.
  var wireName: String {
    switch self {
    case .number: "card.cardNum"
    case .name: "card.holderName"
    case .expiry: "card.cardExpiry"
    case .cvv: "card.cvv"
    }
  }
}

extension DeclineReason {
  /// The code with which a payment service declines (D58).
  var paymentCode: Int {
    switch self {
    case .insufficientFunds: 3022
    case .cardExpired, .expiryCheckFailed: 3012
    case .cscCheckFailed: 3023
    case .avsCheckFailed: 3007
    default: 3009
    }
  }
}
