import WalletAPI
import WalletModel

/// Money that comes into an account from outside: a top-up. It belongs to no sale.
struct Credit {
  let environment: IssuerEnvironment
  let writer: any LedgerWriter
  let context: RequestContext
  /// The card that the payment is listed with.
  let record: CardRecord
  let account: Account

  private static let description = "Top-up"

  func book(_ amount: Int64) throws(WalletError) -> Sale.Outcome {
    let now = environment.clock.now()
    let money = Money(amount, account.currency)
    var account = account
    account.totalBalance.minorUnits += amount
    account.availableBalance.minorUnits += amount
    try writer.put(account, of: context.customerID)
    let id = environment.random.id()
    let detail = ChargeDetail(
      amount: money, markup: .none, transactedAt: now, settledAt: now,
      fundingSourceID: Transaction.topUpSource, description: Self.description, state: .cleared,
      continues: false)
    try writer.add(
      Transaction(
        id: TransactionID(id), owner: context.customerID, cardID: record.card.id, type: .refund,
        transactedAt: now, settledAt: now, billedAmount: money, description: Self.description,
        detail: [detail]), of: record.payments, context.customerID)
    return (
      ShopReceipt(id: id, billedAmount: money, createdAt: now, updatedAt: now),
      [.cardsChanged([record.card.id])]
    )
  }
}
