import Issuer
import PostgresLedger
import SeededGenerator
import Threads
import WalletAPI
import WalletModel

/// Customers, and random operations of several clients on several servers.
final class Workload: Sendable {
  let recorder = HistoryRecorder()
  private let customers: [CustomerID]
  private let cards: [CustomerID: [CardID]]
  private let before: [CustomerID: WalletState]
  /// Operations that were begun, so that others repeat them on other servers.
  private let begun: Locked<[Operation]>

  private struct Operation: Sendable {
    var customer: CustomerID
    var key: String
    var effect: Call.Effect
    var status = CardStatus.active
  }

  /// Adds customers with three cards each.
  init(_ ledger: PostgresLedger, customers count: Int) throws(WalletError) {
    var cards: [CustomerID: [CardID]] = [:]
    customers = (1...count).map { CustomerID("customer-\($0)") }
    for customer in customers { cards[customer] = try ledger.addCustomer(customer, cards: 3) }
    self.cards = cards
    before = try Self.states(of: customers, ledger)
    begun = Locked([])
  }

  /// What the history up to now cannot have led to.
  func violations(_ ledger: PostgresLedger) throws(WalletError) -> [String] {
    let after = try Self.states(of: customers, ledger)
    return recorder.history.violations(from: before, to: after)
  }

  /// Performs an operation of a client. Each third one repeats one that has begun.
  ///
  /// - Parameters:
  ///   - name: Of the operation. No two are the same.
  ///   - number: Likewise.
  func step(
    _ servers: [Issuer], _ name: String, _ number: Int, _ random: inout SeededGenerator
  ) {
    let again = begun.withLock { $0.suffix(8).randomElement(using: &random) }
    let isAgain = Int.random(in: 0..<3, using: &random) == 0
    let new = operation(name, number, &random)
    let server = servers[Int.random(in: 0..<servers.count, using: &random)]
    if isAgain, let again { return perform(again, server) }
    begun.withLock { $0.append(new) }
    perform(new, server)
  }

  /// Repeats all operations whose outcome is unknown.
  func repeatUnknown(_ server: Issuer) {
    let unknown = Set(recorder.history.calls.filter { $0.outcome == .unknown }.map(\.key))
    for operation in begun.withLock({ $0 }) where unknown.contains(operation.key) {
      perform(operation, server)
    }
  }

  private func operation(
    _ key: String, _ number: Int, _ random: inout SeededGenerator
  ) -> Operation {
    let customer = customers[Int.random(in: 0..<customers.count, using: &random)]
    let cards = cards[customer] ?? []
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return Operation(customer: customer, key: key, effect: .newCard)
    case 1, 2, 3:
      return Operation(customer: customer, key: key, effect: .payment(Int64(number) + 1))
    default:
      // The first card pays, so it is never locked.
      let card = cards[Int.random(in: 1..<cards.count, using: &random)]
      return Operation(
        customer: customer, key: key, effect: .status(of: card),
        status: Bool.random(using: &random) ? .locked : .active)
    }
  }

  private func perform(_ operation: Operation, _ server: Issuer) {
    let context = RequestContext.test(operation.customer, key: operation.key)
    recorder.record(operation.customer, operation.key, operation.effect) {
      () throws(WalletError) in
      switch operation.effect {
      case .status(let id):
        let card = try server.perform(
          SetCardStatus(id, operation.status, reason: "Test"), context)
        return .ok(id: card.id.rawValue, version: card.version)
      case .newCard:
        let request = CardRequest(
          programName: virtualProgram, currency: "EUR", alias: operation.key)
        let card = try server.perform(CreateCard(request), context)
        return .ok(id: card.id.rawValue, version: card.version)
      case .payment(let amount):
        let card = cards[operation.customer]?.first ?? CardID("")
        let receipt = try server.perform(
          Authorize(.card(card), at: "lidl-sofia", ShopAmount(amount)), context)
        return receipt.declineReason == nil ? .ok(id: receipt.id, version: 0) : .failed
      }
    }
  }

  private static func states(of customers: [CustomerID], _ ledger: PostgresLedger)
    throws(WalletError) -> [CustomerID: WalletState]
  {
    var states: [CustomerID: WalletState] = [:]
    for customer in customers {
      states[customer] = try ledger.read { reader throws(WalletError) in
        try state(of: customer, reader)
      }
    }
    return states
  }

  private static func state(of customer: CustomerID, _ reader: any LedgerReader)
    throws(WalletError) -> WalletState
  {
    var state = WalletState()
    for record in try reader.all(CardRecord.self, of: customer) {
      state.cards[record.card.id.rawValue] = WalletState.CardState(
        version: record.card.version, key: record.card.alias)
    }
    for entry in try reader.all(AuditEntry.self, of: customer)
    where entry.phase == .done && entry.action == SetCardStatus.contract.name {
      state.changes.append(entry.sessionID)
    }
    for record in try reader.all(PaymentRecord.self, of: customer)
    where record.payment.type == .pending {
      state.payments.append(
        WalletState.Payment(
          id: record.payment.id.rawValue, amount: record.payment.billedAmount.minorUnits))
    }
    for account in try reader.all(Account.self, of: customer) {
      state.balance += account.availableBalance.minorUnits
    }
    for program in try reader.all(ProgramRecord.self, of: customer) {
      state.cardsLeft += program.program.allowableCards
    }
    return state
  }
}
