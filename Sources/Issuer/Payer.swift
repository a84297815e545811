import WalletAPI
import WalletModel

/// What pays at a terminal: a card with its account, or a virtual card with its funding source.
protocol Payer {
  var cardID: CardID { get }
  /// What its payments belong to.
  var link: LedgerLink { get }
  var currency: Currency { get }
  /// As charge details name it.
  var sourceID: String { get }
  /// What says that its payments have changed.
  var news: [WalletEvent] { get }

  /// - Parameter billed: In the card's currency.
  func markup(on billed: Money, from merchant: Currency) -> Markup
  /// Why its own state forbids the payment; nil: it does not.
  func stop(at merchant: Merchant) -> DeclineReason?
  /// Why it cannot pay; nil: it can. This may change the state of what pays.
  mutating func refusal(_ asked: Asked) -> Decline?
  /// Moves money.
  mutating func move(_ movement: Movement, _ sale: inout SaleRecord)
  /// What became of a debit of this amount, after it was moved.
  mutating func outcome(ofDebit billed: Int64) -> ChargeDetail.State
  /// An authorisation has begun or ended, or was debited.
  mutating func note(_ step: SaleStep)
  /// Writes what has changed, after the payments of the step.
  ///
  /// - Parameter added: The payment that the step has added.
  mutating func save(
    _ added: Transaction?, _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError)
}

/// Why a payment is declined.
struct Decline {
  let reason: DeclineReason
  /// nil: it is not declined for a rule.
  let rule: DeclineRule?

  init(_ reason: DeclineReason) { (self.reason, rule) = (reason, nil) }
  init(_ rule: DeclineRule) { (reason, self.rule) = (rule.reason, rule) }
}

/// How a card pays.
package enum PaymentChannel: UInt8, CaseIterable, Sendable {
  case terminal = 1
  /// With an order, whatever the merchant sells.
  case web = 2
  /// With the card in a phone.
  case phone = 3
}

/// A payment that is asked for, in the card's currency.
struct Asked {
  let merchant: Merchant
  let channel: PaymentChannel
  /// Of the whole authorisation.
  var billed: Int64
  /// What is added now.
  var more: Int64
  /// The same with markup.
  var cost: Int64
  /// Whether an authorisation begins.
  var isFirst: Bool
}

/// The money of one step, in the card's currency.
struct Movement {
  /// The change of the account's balances: with markup.
  var total: Int64 = 0
  var available: Int64 = 0
  /// The change of what is paid and held: without markup.
  var billed: Int64
}

enum SaleStep {
  case began
  case ended
  case debited
}

/// A card of the wallet.
struct PrepaidPayer: Payer {
  /// With what counts against its limits.
  let record: CardRecord
  private(set) var account: Account
  let home: Market
  private(set) var isChanged = false

  var cardID: CardID { record.card.id }
  var link: LedgerLink { record.payments }
  var currency: Currency { account.currency }
  var sourceID: String { account.id.rawValue }
  var news: [WalletEvent] { [.cardsChanged([cardID])] }

  func markup(on billed: Money, from merchant: Currency) -> Markup {
    Shop.markup(merchant, on: currency)
  }

  func stop(at merchant: Merchant) -> DeclineReason? {
    switch record.card.status {
    case .active: nil
    case .locked: .cardLocked
    case .expired: .cardExpired
    case .cancelled: .cardCancelled
    case .suspended: .cardStopped
    case .digital: merchant.isOnline ? nil : .cardNotActive
    case .issued, .pending, .applied, .rejected: .cardNotActive
    case .other: .declined
    }
  }

  func refusal(_ asked: Asked) -> Decline? {
    let card = record.card
    if let rule = card.rules.rule(against: asked, card.spent, currency, home: home) {
      return Decline(rule)
    }
    return asked.cost > account.availableBalance.minorUnits ? Decline(.insufficientFunds) : nil
  }

  mutating func move(_ movement: Movement, _ sale: inout SaleRecord) {
    account.totalBalance.minorUnits += movement.total
    account.availableBalance.minorUnits += movement.available
    isChanged = true
  }

  func outcome(ofDebit billed: Int64) -> ChargeDetail.State {
    account.availableBalance.minorUnits < 0 ? .insufficientFunds : .cleared
  }

  func note(_ step: SaleStep) {}

  func save(_ added: Transaction?, _ writer: any LedgerWriter, _ context: RequestContext)
    throws(WalletError)
  {
    if isChanged { try writer.put(account, of: context.customerID) }
    // A payment is no change by the owner: the version stays.
    if isChanged, record.card.autoLockDays ?? record.times.daysBefore?.days != nil, let added {
      var used = record
      used.times.lastUsed = added.createdAt
      try writer.put(used, of: context.customerID)
    }
  }
}
