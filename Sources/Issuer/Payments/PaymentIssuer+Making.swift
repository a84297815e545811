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
