import Secrets
import WalletAPI
import WalletModel

/// The terminal of the simulated shop (G03–G09).
struct ShopSimulator: ShopEngine, IssuerFeature {
  let core: IssuerCore

  func authorize(_ operation: Authorize, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    if let error = WalletError.invalid(operation.card.fieldErrors) { throw error }
    return try atTerminal(Authorize.contract, operation.amount, context) {
      writer throws(WalletError) in
      guard let merchant = Shop.merchants.first(where: { $0.id == operation.merchantID }) else {
        throw WalletError(.shopMerchant)
      }
      let (payer, refused) = try presented(operation.card, writer, context)
      try check(operation.amount, merchant)
      var sale = Sale(
        environment: environment, writer: writer, context: context, merchant: merchant,
        payer: payer)
      if case .token = operation.card { sale.channel = .phone }
      return try sale.authorize(operation.amount.minorUnits, refused: refused)
    }
  }

  func increment(_ operation: IncrementAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    try atTerminal(IncrementAuthorization.contract, operation.amount, context) {
      writer throws(WalletError) in
      var (sale, authorization) = try open(operation.id, operation.amount, writer, context)
      let most = ShopAmount.maximum - authorization.amount
      guard operation.amount.minorUnits <= most else {
        throw WalletError(
          .fieldErrors,
          fieldErrors: [FieldError("amount", .verbatim("must be at most \(most) here"))])
      }
      return try sale.increment(&authorization, by: operation.amount.minorUnits)
    }
  }

  func reverse(_ operation: ReverseAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    try atTerminal(ReverseAuthorization.contract, operation.amount, context) {
      writer throws(WalletError) in
      var (sale, authorization) = try open(operation.id, operation.amount, writer, context)
      guard operation.amount.minorUnits <= authorization.amount else {
        throw WalletError(
          .shopReversal, detail: .shop(.onlyReserved, sale.words(authorization.amount)))
      }
      let left = authorization.amount - operation.amount.minorUnits
      return try sale.hold(&authorization, left, ending: .reversed)
    }
  }

  func expire(_ operation: ExpireAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    try atTerminal(ExpireAuthorization.contract, ShopAmount(1), context) {
      writer throws(WalletError) in
      var (sale, authorization) = try open(operation.id, nil, writer, context)
      return try sale.hold(&authorization, 0, ending: .expired)
    }
  }

  func debit(_ operation: DebitAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    try atTerminal(DebitAuthorization.contract, operation.amount, context) {
      writer throws(WalletError) in
      var (sale, authorization) = try open(operation.id, operation.amount, writer, context)
      return try sale.debit(&authorization, operation.amount.minorUnits)
    }
  }

  func refund(_ operation: RefundDebit, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    try atTerminal(RefundDebit.contract, operation.amount, context) {
      writer throws(WalletError) in
      var (sale, debit) = try find(operation.id, operation.amount, writer, context)
      guard debit.state == .debit else { throw wrongType(.shop(.notDebit)) }
      let left = debit.amount - debit.refunded
      guard operation.amount.minorUnits <= left else {
        throw WalletError(.shopRefund, detail: .shop(.onlyRefundable, sale.words(left)))
      }
      return try sale.refund(&debit, operation.amount.minorUnits)
    }
  }

  func topUp(_ operation: TopUp, _ context: RequestContext) throws(WalletError) -> ShopReceipt {
    let amount = operation.amount
    return try atTerminal(
      TopUp.contract, amount, atMost: ShopAmount.topUpMaximum, context
    ) { writer throws(WalletError) in
      let record = try ownCard(operation.card, writer, context)
      let account = try account(of: record, writer, context)
      if let currency = amount.currency, currency != account.currency {
        throw WalletError(
          .shopCurrency, detail: .shop(.accountIsIn, account.currency.code))
      }
      let credit = Credit(
        environment: environment, writer: writer, context: context, record: record,
        account: account)
      return try credit.book(amount.minorUnits)
    }
  }

  func listAllTransactions(_ operation: ListAllTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  {
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try ledger.read { reader throws(WalletError) in
      try reader.transactions(of: nil, context.customerID, operation.query)
    }
  }

  func getTransaction(_ operation: GetTransaction, _ context: RequestContext)
    throws(WalletError) -> Transaction
  {
    let found = try ledger.read { reader throws(WalletError) in
      try reader.payment(operation.id, of: context.customerID)
    }
    guard let found else { throw WalletError(.shopTransaction) }
    return found.payment
  }

  func listMerchants(_ operation: ListMerchants, _ context: RequestContext)
    throws(WalletError) -> [Merchant]
  { Shop.merchants }

  func listRates(_ operation: ListRates, _ context: RequestContext)
    throws(WalletError) -> [ConversionRate]
  { Shop.rates }

  /// Charges a card of the wallet for a payment handle: reserves the amount and takes it at once. The
  /// merchant has an order, so a card that works only online can pay.
  ///
  /// - Returns: Why it was declined; nil: it was paid.
  func charge(
    _ card: CardID, _ handle: PaymentHandle, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> DeclineReason? {
    guard let merchant = Shop.merchants.first(where: { $0.id == handle.merchantID }) else {
      throw WalletError(.shopMerchant)
    }
    let record = try ownCard(card, writer, context)
    let account = try account(of: record, writer, context)
    let amount = handle.money.minorUnits
    if !handle.transactionType.isDebit {
      _ = try Credit(
        environment: environment, writer: writer, context: context, record: record,
        account: account
      ).book(amount)
      return nil
    }
    var sale = Sale(
      environment: environment, writer: writer, context: context, merchant: merchant,
      payer: try payer(record, writer, context))
    sale.channel = .web
    let receipt = try sale.authorize(amount, refused: nil).receipt
    if let reason = receipt.declineReason { return reason }
    var (reserved, authorization) = try open(receipt.id, nil, writer, context)
    _ = try reserved.debit(&authorization, amount)
    return nil
  }

  // MARK: Common steps

  private func atTerminal(
    _ contract: Contract, _ amount: ShopAmount, atMost most: Int64 = ShopAmount.maximum,
    _ context: RequestContext,
    _ body: (any LedgerWriter) throws(WalletError) -> Sale.Outcome
  ) throws(WalletError) -> ShopReceipt {
    if let error = WalletError.invalid(amount.fieldErrors(atMost: most)) { throw error }
    let (receipt, news) = try settle { writer throws(WalletError) in
      // These errors are found before anything is written, so they are refusals.
      do throws(WalletError) {
        let outcome = try body(writer)
        try audit(writer, .done, contract, nil, context, note: outcome.receipt.id)
        return Result.success(outcome)
      } catch {
        guard error.code.isShopRefusal else { throw error }
        return Result.failure(error)
      }
    }
    for event in news { publish(event) }
    return receipt
  }

  /// What is to pay, and what does not match it in the details that came with its number, or why its
  /// phone may not pay.
  private func presented(
    _ card: PresentedCard, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> (any Payer, DeclineReason?) {
    switch card {
    case .card(let id):
      guard let payer = try payer(id, writer, context) else { throw WalletError(.shopCard) }
      return (payer, nil)
    case .token(let id, let dpanRef):
      let record = try ownCard(id, writer, context)
      guard let token = record.card.token(dpanRef) else {
        throw WalletError(.shopCard, detail: .card(.unknownToken))
      }
      return (try payer(record, writer, context), token.declineReason(on: record.card.status))
    case .number(let number, let expiry, let csc, let postalCode):
      if let record = try writer.card(numbered: number, of: context.customerID) {
        let refused = refusal(
          record, number, expiry: expiry, csc: csc, postalCode: postalCode)
        return (try payer(settled(record, writer, context), writer, context), refused)
      }
      guard let record = try virtualCards.record(numbered: number, writer, context) else {
        throw WalletError(.shopCard)
      }
      let refused = virtualCards.refusal(
        record, expiry: expiry, csc: csc, postalCode: postalCode)
      return (try virtualCards.payer(record, writer, context), refused)
    }
  }

  private var virtualCards: VirtualCardIssuer { VirtualCardIssuer(core: core) }

  /// The card or virtual card with this id; nil: there is none.
  private func payer(_ id: CardID, _ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError) -> (any Payer)?
  {
    if let record = try writer.card(id, of: context.customerID) {
      return try payer(settled(record, writer, context), writer, context)
    }
    guard let record = try virtualCards.record(id.rawValue, writer, context) else { return nil }
    return try virtualCards.payer(record, writer, context)
  }

  private func payer(
    _ record: CardRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> any Payer {
    let profile = try writer.get(CustomerProfile.self, of: context.customerID)
    return PrepaidPayer(
      record: record, account: try account(of: record, writer, context), home: profile.market)
  }

  private func ownCard(_ id: CardID, _ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError) -> CardRecord
  {
    guard let record = try writer.card(id, of: context.customerID) else {
      throw WalletError(.shopCard)
    }
    return try settled(record, writer, context)
  }

  private func refusal(
    _ record: CardRecord, _ number: Secret, expiry: CardExpiry, csc: Secret?, postalCode: String?
  ) -> DeclineReason? {
    if expiry != record.card.expiry { return .expiryCheckFailed }
    let cvv = CardNumbers.cvv(pan: number, expiry: record.card.expiry, key: ledger.keys.cvv)
    defer { cvv.wipe() }
    if let csc, !cvv.matches(csc) { return .cscCheckFailed }
    if let postalCode, let address = record.card.deliveryAddress,
      postalCode != address.postalCode
    {
      return .avsCheckFailed
    }
    return nil
  }

  private func account(
    of record: CardRecord, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> Account {
    let id = record.card.accountID.rawValue
    guard let account = try writer.get(Account.self, id, of: context.customerID) else {
      throw WalletError(.damagedRecord, detail: .shop(.noAccount))
    }
    return account
  }

  private func check(_ amount: ShopAmount, _ merchant: Merchant) throws(WalletError) {
    guard let currency = amount.currency, currency != merchant.currency else { return }
    throw WalletError(
      .shopCurrency, detail: .shop(.sellsIn, merchant.name, merchant.currency.code))
  }

  private func find(
    _ id: String, _ amount: ShopAmount?, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> (Sale, SaleRecord) {
    var record = try writer.get(SaleRecord.self, id, of: context.customerID)
    if record == nil { record = try sampleSale(id, writer, context) }
    guard let found = record,
      let merchant = Shop.merchants.first(where: { $0.id == found.merchantID })
    else { throw WalletError(.shopTransaction) }
    if let amount { try check(amount, merchant) }
    guard let payer = try payer(found.cardID, writer, context) else {
      throw WalletError(.shopCard)
    }
    let sale = Sale(
      environment: environment, writer: writer, context: context, merchant: merchant,
      payer: payer)
    return (sale, found)
  }

  /// The sale of a payment of the sample wallet, for which nothing is held: its first step writes it.
  /// nil: there is no such payment, or none of these merchants made it.
  private func sampleSale(
    _ id: String, _ reader: any LedgerReader, _ context: RequestContext
  ) throws(WalletError) -> SaleRecord? {
    guard let record = try reader.payment(TransactionID(id), of: context.customerID),
      record.payment.type == .pending || record.payment.type == .complete,
      let merchant = Shop.merchants.first(where: {
        $0.name == record.payment.description
          && $0.currency == record.payment.transactedAmount.currency
      })
    else { return nil }
    let (payment, isPending) = (record.payment, record.payment.type == .pending)
    var sale = SaleRecord(
      id: id, state: isPending ? .open : .debit, cardID: payment.cardID, merchantID: merchant.id,
      sequenceID: payment.sequenceID, amount: payment.transactedAmount.minorUnits,
      created: payment.createdAt)
    sale.pending = isPending ? record.place : nil
    return sale
  }

  /// An authorisation that holds money.
  private func open(
    _ id: String, _ amount: ShopAmount?, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) -> (Sale, SaleRecord) {
    let (sale, found) = try find(id, amount, writer, context)
    switch found.state {
    case .open: return (sale, found)
    case .expired: throw WalletError(.shopExpired)
    case .declined: throw wrongType(.shop(.declined))
    case .reversed: throw wrongType(.shop(.reversed))
    case .debited: throw wrongType(.shop(.debited))
    case .debit: throw wrongType(.shop(.isDebit))
    }
  }

  private func wrongType(_ why: Reason) -> WalletError {
    WalletError(.shopType, detail: why)
  }
}

extension MobileWalletTokenization {
  /// Why it cannot pay on a card with this status; nil: it can, or the card says why not.
  fileprivate func declineReason(on card: CardStatus) -> DeclineReason? {
    switch state(on: card) {
    case .active: nil
    case .suspended: isFrozen ? .tokenFrozen : nil
    case .deleted, .other, nil: .tokenNotActive
    }
  }
}

extension ErrorCode {
  fileprivate var isShopRefusal: Bool {
    switch self {
    case .shopCard, .shopTransaction, .shopMerchant, .shopCurrency, .shopType, .shopExpired,
      .shopReversal, .shopRefund, .fieldErrors:
      true
    default: false
    }
  }
}
