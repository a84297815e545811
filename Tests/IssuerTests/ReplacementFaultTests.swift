import Conformance
import Issuer
import Secrets
import Synchronization
import Testing
import VaultLedger
import WalletAPI
import WalletModel

/// A ledger with one write that fails. It counts how often payments are read.
private final class FailingLedger: Ledger {
  private let outer: any Ledger
  /// Writes before the one that fails; nil: none fails.
  private let left = Mutex<Int?>(nil)
  let readings = Mutex(0)

  init(_ outer: any Ledger) { self.outer = outer }

  func fail(after writes: Int?) { left.withLock { $0 = writes } }

  func countWrite() throws(WalletError) {
    let fails = left.withLock { left in
      guard let now = left else { return false }
      left = now == 0 ? nil : now - 1
      return now == 0
    }
    if fails { throw WalletError(.internalError) }
  }

  func write<R>(_ body: (any LedgerWriter) throws(WalletError) -> R) throws(WalletError) -> R {
    try outer.write { writer throws(WalletError) in try body(FailingWriter(writer, self)) }
  }

  var owner: CustomerID { outer.owner }
  var keys: IssuerKeys { outer.keys }
  var watchedFile: String? { outer.watchedFile }
  func read<R>(_ body: (any LedgerReader) throws(WalletError) -> R) throws(WalletError) -> R {
    try outer.write { writer throws(WalletError) in try body(FailingWriter(writer, self)) }
  }
  func knows(_ customer: CustomerID) throws(WalletError) -> Bool { try outer.knows(customer) }
  func allCustomers() throws(WalletError) -> [CustomerID] { try outer.allCustomers() }
  func wasChangedElsewhere() -> Bool { outer.wasChangedElsewhere() }
  func edition() throws(WalletError) -> Int64 { try outer.edition() }
  func prepare() throws(WalletError) { try outer.prepare() }
  func backgroundStep() throws(WalletError) -> BackgroundProgress? { try outer.backgroundStep() }
}

private struct FailingWriter: LedgerWriter {
  let writer: any LedgerWriter
  let ledger: FailingLedger

  init(_ writer: any LedgerWriter, _ ledger: FailingLedger) {
    (self.writer, self.ledger) = (writer, ledger)
  }

  func put<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) -> Int64 {
    try ledger.countWrite()
    return try writer.put(record, of: customer)
  }
  func remove<R: LedgerRecord>(_ record: R, of customer: CustomerID) throws(WalletError) {
    try ledger.countWrite()
    try writer.remove(record, of: customer)
  }
  func set(_ secret: Secret?, _ name: LedgerSecret, of customer: CustomerID) throws(WalletError) {
    try ledger.countWrite()
    try writer.set(secret, name, of: customer)
  }

  var writes: Int { writer.writes }
  func removeChanges(of customer: CustomerID, where isOver: (Moment) -> Bool)
    throws(WalletError) -> Int
  { try writer.removeChanges(of: customer, where: isOver) }
  func get<R: SingleRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> R {
    try writer.get(type, of: customer)
  }
  func get<R: LedgerRecord>(_ type: R.Type, _ id: String, of customer: CustomerID)
    throws(WalletError) -> R?
  { try writer.get(type, id, of: customer) }
  func get<R: LedgerRecord>(_ type: R.Type, at place: Int64, of customer: CustomerID)
    throws(WalletError) -> R?
  { try writer.get(type, at: place, of: customer) }
  func page<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, _ query: LedgerQuery)
    throws(WalletError) -> Page<R>
  {
    if R.kind == .payment { ledger.readings.withLock { $0 += 1 } }
    return try writer.page(type, of: customer, query)
  }
  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID) throws(WalletError) -> Int {
    try writer.count(type, of: customer)
  }
  func count<R: LedgerRecord>(_ type: R.Type, of customer: CustomerID?, in queue: String)
    throws(WalletError) -> Int
  { try writer.count(type, of: customer, in: queue) }
  func id<R: LedgerRecord>(of type: R.Type, at place: Int64, _ customer: CustomerID)
    throws(WalletError) -> String?
  { try writer.id(of: type, at: place, customer) }
  func secret(_ name: LedgerSecret, of customer: CustomerID) throws(WalletError) -> Secret? {
    try writer.secret(name, of: customer)
  }
  func place(ofNumber pan: Secret, _ customer: CustomerID?) throws(WalletError) -> Int64? {
    try writer.place(ofNumber: pan, customer)
  }
}

/// A replacement that fails at any of its writes has changed nothing. `ReplaceKillTests` kills a
/// server in the middle of one.
@Suite struct ReplacementFaultTests {
  @Test func aFailedWriteLeavesTheOldCardAsItWas() throws {
    let ledger = FailingLedger(try Vault.demo())
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    func cards() throws -> [Card] {
      try issuer.perform(ListCards(CardQuery(include: [.tokenizations])), context).cards
    }
    func letters() throws -> [String] {
      try issuer.perform(ListPhoneMessages(), context).map(\.id)
    }
    let (before, posted) = (try cards(), try letters())
    let card = try #require(before.first { $0.alias == "Everyday" })
    var failures = 0
    while failures < 100 {
      ledger.fail(after: failures)
      defer { ledger.fail(after: nil) }
      guard (try? issuer.perform(ReplaceCard(card.id, .lost), context)) == nil else { break }
      failures += 1
      ledger.fail(after: nil)
      #expect(try cards() == before, "write \(failures)")
      #expect(try letters() == posted, "write \(failures)")
    }
    // Both cards, number, PIN, letter with its code, and the audit.
    #expect((8..<100).contains(failures))
    let after = try cards()
    #expect(after.count == before.count + 1, "control: without a fault it is replaced")
    let old = try #require(after.first { $0.id == card.id })
    #expect(old.status == .cancelled && old.replacedBy?.id == after.last?.id)
    #expect(try letters().count == posted.count + 1)
  }
}

@Suite struct LimitReadingTests {
  /// A list reads the payments of the month once, however many of its cards have limits.
  @Test func aListReadsPaymentsOnceForAllLimits() throws {
    let clock = TestClock(Timestamp(milliseconds: 1_772_530_867_000))
    let ledger = FailingLedger(try Vault.demo(clock: clock.issuer))
    let issuer = Issuer(
      ledger: ledger, environment: IssuerEnvironment(clock: clock.issuer, isSimulation: true))
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    func list() throws -> (cards: [Card], readings: Int) {
      let before = ledger.readings.withLock { $0 }
      let cards = try issuer.perform(ListCards(CardQuery()), context).cards
      return (cards, ledger.readings.withLock { $0 } - before)
    }
    let plain = try list()
    #expect(plain.readings == 0, "control: without limits")
    let names = ["Everyday", "Groceries", "Travel", "Shopping"]
    var update = CardControlsUpdate()
    update.dailyLimit = .value(SpendingRules.amounts.upperBound)
    update.monthlyLimit = update.dailyLimit
    for card in plain.cards where names.contains(card.alias) {
      _ = try issuer.perform(SetCardControls(card.id, update), context)
      _ = try issuer.perform(Authorize(.card(card.id), at: "zalando", ShopAmount(1_00)), context)
    }
    let limited = try list()
    #expect(limited.readings == 1)
    #expect(limited.cards.filter { ($0.spent.today ?? 0) > 0 }.count == 3, "Travel is locked")
    for card in limited.cards {
      #expect(try issuer.perform(GetCard(card.id), context).spent == card.spent)
    }
  }
}
