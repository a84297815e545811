import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import Issuer

/// The queues of an operator's addresses. Their bounds hold with each event that is added (A39).
struct WebhookOutboxTests {
  private static let address = "https://a.example"
  private let ledger: VaultLedger
  private var outbox: WebhookOutbox { WebhookOutbox(ledger) }

  init() throws { ledger = try Vault.demo() }

  /// A further customer.
  private func customer(_ number: Int) throws -> CustomerID {
    let profile = CustomerProfile(
      customerID: CustomerID("c\(number)"), name: "BORIS", mobile: "+1 234",
      email: "b@example.com", market: .eu)
    try ledger.add(profile) { _ in }
    return profile.customerID
  }

  private func event(_ number: Int, to address: String = Self.address, of customer: CustomerID)
    -> WebhookRecord
  {
    WebhookRecord(
      "\(number)", to: address, "/x", Array("{}".utf8), of: customer,
      made: Timestamp(milliseconds: 0))
  }

  private func ids(areDead: Bool) throws -> [Int] {
    try outbox.all().filter { $0.isDead == areDead }.compactMap { Int($0.eventID) }
  }

  @Test func aCustomerHasAShareOfAQueue() throws {
    let (other, owner) = (try customer(1), ledger.owner)
    let removed = try ledger.write { writer throws(WalletError) in
      try writer.enqueue(event(0, of: other))
      try writer.enqueue(event(0, to: "https://b.example", of: owner))
      var count = 0
      for number in 1...1150 { count += try writer.enqueue(event(number, of: owner)) }
      return count
    }
    #expect(removed == 50)
    #expect(try ids(areDead: false) == [0, 0] + Array(151...1150))
    #expect(try ids(areDead: true) == Array(51...150))
    let problems = Set(try outbox.all().filter(\.isDead).map(\.problem))
    #expect(problems == ["too many are waiting"])
    // Each customer and each address counts for itself.
    #expect(try outbox.count(for: Self.address, areDead: false) == 1001)
    #expect(try outbox.count(for: "https://b.example", areDead: false) == 1)
  }

  /// The oldest of all customers make room. Events are read in the order of the changes.
  @Test func anAddressHasABound() throws {
    let customers = try (0..<11).map { try customer($0) }
    try ledger.write { writer throws(WalletError) in
      for number in 0..<10_000 {
        let one = event(number, of: customers[number % 10])
        try writer.put(one, of: one.customerID)
      }
      for number in 10_000...10_002 { try writer.enqueue(event(number, of: customers[10])) }
    }
    #expect(try outbox.count(for: Self.address, areDead: false) == 10_000)
    #expect(try ids(areDead: true) == [0, 1, 2])
    #expect(try outbox.next(for: Self.address).compactMap { Int($0.eventID) } == Array(3...102))
  }

  @Test func aDeadLetterIsReadNoMoreUntilItIsTriedAgain() throws {
    let owner = ledger.owner
    try ledger.write { writer throws(WalletError) in
      for number in 1...3 { try writer.enqueue(event(number, of: owner)) }
    }
    func next() throws -> [Int] {
      try outbox.next(for: Self.address).compactMap { Int($0.eventID) }
    }
    let first = try #require(try outbox.next(for: Self.address).first)
    try outbox.update([first]) { event in
      event.isDead = true
      return true
    }
    #expect(try next() == [2, 3])
    #expect(try outbox.count(for: Self.address, areDead: true) == 1)
    #expect(try outbox.retry("1") == 1)
    #expect(try next() == [1, 2, 3])
    try outbox.update(try outbox.next(for: Self.address)) { _ in false }
    #expect(try outbox.all() == [])
  }
}
