import Issuer
import IssuerConnectors
import Secrets
import WalletAPI
import WalletModel

/// Payments, and the simulation of payments in an issuer's sandbox.
extension ConnectorEngine: ShopEngine {
  func listAllTransactions(_ operation: ListAllTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  {
    if let error = WalletError.invalid(operation.query.fieldErrors) { throw error }
    return try payments.page(of: nil, operation.query, client)
  }

  func getTransaction(_ operation: GetTransaction, _ context: RequestContext)
    throws(WalletError) -> Transaction
  {
    guard let payment = try payments.payment(operation.id, client) else {
      throw WalletError(.shopTransaction)
    }
    return payment
  }

  func listMerchants(_ operation: ListMerchants, _ context: RequestContext)
    throws(WalletError) -> [Merchant]
  {
    if book.all.isEmpty, !book.isComplete { _ = try book.readPage(client) }
    let currency = currencies[0]
    return try vault.shopEngine.listMerchants(operation, context).map { merchant in
      var merchant = merchant
      // No sandbox converts.
      merchant.currency = currency
      return merchant
    }
  }

  func listRates(_ operation: ListRates, _ context: RequestContext)
    throws(WalletError) -> [ConversionRate]
  { try vault.shopEngine.listRates(operation, context) }

  func authorize(_ operation: Authorize, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    let id: CardID
    switch operation.card {
    case .card(let card): id = card
    case .token: throw capabilities.error(.phoneWallets)
    case .number: throw capabilities.error(.payByNumber)
    }
    try check(operation.amount)
    let merchants = try vault.shopEngine.listMerchants(ListMerchants(), context)
    guard let merchant = merchants.first(where: { $0.id == operation.merchantID }) else {
      throw WalletError(.shopMerchant)
    }
    let card = try shopCard(id)
    try check(operation.amount, in: card.card.currency)
    // Some sandboxes know cards by their numbers only.
    let details = try? client.perform(try connector.details(card))
    defer {
      details?.pan.wipe()
      details?.cvv.wipe()
    }
    let amount = Money(operation.amount.minorUnits, card.card.currency)
    let step = SimulationStep.authorize(
      card: id, number: details?.pan, amount: amount, merchant: merchant.name, mcc: merchant.mcc)
    return try simulate(step, amount, card: id, context)
  }

  func increment(_ operation: IncrementAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    let held = try held(operation.id, operation.amount)
    let more = operation.amount.minorUnits
    let step = SimulationStep.increment(
      payment: operation.id, total: held.minorUnits + more, more: more)
    return try simulate(step, Money(held.minorUnits + more, held.currency), card: nil, context)
  }

  func reverse(_ operation: ReverseAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    let held = try held(operation.id, operation.amount)
    let back = operation.amount.minorUnits
    guard back <= held.minorUnits else { throw WalletError(.shopReversal) }
    return try simulate(
      .reverse(payment: operation.id, amount: back),
      Money(held.minorUnits - back, held.currency), card: nil, context)
  }

  func expire(_ operation: ExpireAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    let held = try held(operation.id, nil)
    return try simulate(
      .expire(payment: operation.id), Money(0, held.currency), card: nil, context)
  }

  func debit(_ operation: DebitAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    let held = try held(operation.id, operation.amount)
    let amount = operation.amount.minorUnits
    return try simulate(
      .debit(payment: operation.id, amount: amount),
      Money(amount, held.currency), card: nil, context)
  }

  func refund(_ operation: RefundDebit, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  {
    try check(operation.amount)
    guard let debit = try payments.debit(operation.id, client) else {
      let other = try payments.payment(TransactionID(operation.id), client)
      throw WalletError(other == nil ? .shopTransaction : .shopType)
    }
    try check(operation.amount, in: debit.billedAmount.currency)
    guard operation.amount.minorUnits <= debit.billedAmount.minorUnits else {
      throw WalletError(.shopRefund)
    }
    let details = try? client.perform(try connector.details(try known(debit.cardID)))
    defer {
      details?.pan.wipe()
      details?.cvv.wipe()
    }
    let amount = operation.amount.minorUnits
    let step = SimulationStep.refund(
      payment: debit.id.rawValue, card: debit.cardID, number: details?.pan, amount: amount,
      merchant: debit.description)
    return try simulate(step, Money(amount, debit.billedAmount.currency), card: nil, context)
  }

  func topUp(_ operation: TopUp, _ context: RequestContext) throws(WalletError) -> ShopReceipt {
    throw capabilities.error(.accountBalance)
  }

  private func check(_ amount: ShopAmount) throws(WalletError) {
    if let error = WalletError.invalid(amount.fieldErrors) { throw error }
  }

  /// Amounts are in the card's currency: no sandbox converts.
  private func check(_ amount: ShopAmount, in currency: Currency) throws(WalletError) {
    guard let named = amount.currency, named != currency else { return }
    throw WalletError(.shopCurrency)
  }

  private func shopCard(_ id: CardID) throws(WalletError) -> IssuerCard {
    do throws(WalletError) {
      return try known(id)
    } catch {
      throw error.code == .notFound ? WalletError(.shopCard) : error
    }
  }

  /// What an authorisation holds now: other steps may have changed it.
  ///
  /// - Parameter amount: Of the step; nil: it has none.
  /// - Throws: `.shopTransaction` if there is no such payment, `.shopType` if it holds nothing.
  private func held(_ payment: String, _ amount: ShopAmount?) throws(WalletError) -> Money {
    if let amount { try check(amount) }
    guard let found = try payments.payment(TransactionID(payment), client, isReadAgain: true) else {
      throw WalletError(.shopTransaction)
    }
    guard found.type == .pending else { throw WalletError(.shopType) }
    if let amount { try check(amount, in: found.billedAmount.currency) }
    return found.billedAmount
  }

  /// - Parameter card: The card whose payments say whether it was approved; nil: it was before.
  private func simulate(
    _ step: SimulationStep, _ amount: Money, card: CardID?, _ context: RequestContext
  ) throws(WalletError) -> ShopReceipt {
    let call = try connector.simulate(step, key: self.key(of: context))
    let result = try client.perform(call, .unlessSent)
    var reason: DeclineReason?
    if let card {
      publish(.cardsChanged([card]))
      let newest = try payments.page(of: card, TransactionQuery(limit: 20), client)
      let made = newest.transactions.first { $0.id.rawValue == result.payment }
      if result.isApproved == false || made?.type == .decline {
        reason = made?.declineReason ?? .declined
      }
    } else {
      publish(.cardsChanged(nil))
    }
    let now = vault.now
    return ShopReceipt(
      id: result.payment, billedAmount: amount, declineReason: reason, createdAt: now,
      updatedAt: now)
  }
}
