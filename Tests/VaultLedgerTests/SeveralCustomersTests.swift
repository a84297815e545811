import Issuer
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// The wallets of several people in one file.
@Suite struct SeveralCustomersTests {
  @Test func walletsOfCustomersAreSeparate() throws {
    let vault = try TemporaryVault()
    let people = (1...3).map {
      CustomerProfile(
        customerID: CustomerID("p\($0)"), name: "P", mobile: "+1 2\($0)", email: "p@example.com",
        market: .eu)
    }
    func context(_ id: CustomerID) -> RequestContext {
      RequestContext(customerID: id, sessionID: "s", deviceID: "d")
    }
    let first: VaultLedger = try vault.open()
    for person in people {
      try first.add(person) { writer throws(WalletError) in
        try SampleWallet(clock: .system).fillBlank(writer, person)
      }
      #expect(throws: WalletError.self) { try first.add(person) { _ in } }
    }
    let issuer = Issuer(ledger: first)
    let everyone = [first.owner] + people.map(\.customerID)
    var cards: [CustomerID: [CardID]] = [:]
    cards[first.owner] = try issuer.perform(ListCards(CardQuery()), context(first.owner)).cards
      .map(\.id)
    for _ in 0..<3 {
      for id in everyone {
        let request = CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")
        cards[id, default: []].append(
          try issuer.perform(CreateCard(request), context(id)).id)
      }
    }
    let again = Issuer(ledger: try vault.open())
    for id in everyone {
      let list = try again.perform(ListCards(CardQuery()), context(id))
      #expect(list.cards.map(\.id) == cards[id])
      #expect(list.meta.numberOfRecords == cards[id]?.count)
      #expect(list.damaged.isEmpty)
    }
    #expect(throws: WalletError.self) {
      try again.perform(ListCards(CardQuery()), context(CustomerID("nobody")))
    }
    #expect(try vault.check().findings == [])
  }

  /// The edition number changes with every change, in this process and in others.
  @Test func everyChangeGivesANewEdition() throws {
    let vault = try TemporaryVault()
    // It stands still, so that no log is emptied between two looks.
    let clock = ManualMonotonicClock().clock
    let here = try vault.open(clock: clock)
    let there = try vault.open(clock: clock)
    var seen = [(try here.edition(), try there.edition())]
    func look() throws { seen.append((try here.edition(), try there.edition())) }
    try look()
    #expect(seen[0] == seen[1])
    for ledger in [here, here, there, here, there, there] {
      _ = try ledger.write { writer throws(WalletError) in
        try writer.put(ScaAccount(), of: here.owner)
      }
      try look()
      #expect(!seen.dropLast().contains { $0.0 == seen[seen.count - 1].0 })
      #expect(!seen.dropLast().contains { $0.1 == seen[seen.count - 1].1 })
    }
    // A transaction without an effect does not change it.
    #expect(throws: WalletError.self) {
      try here.write { _ throws(WalletError) in throw WalletError(.notFound) }
    }
    try look()
    #expect(seen[seen.count - 1] == seen[seen.count - 2])
  }
}
