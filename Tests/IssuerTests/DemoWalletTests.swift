import Issuer
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel

@Suite struct DemoWalletTests {
  private func numbers(_ ledger: VaultLedger) throws -> [String] {
    try ledger.read { reader throws(WalletError) in
      let page = try reader.cards(of: ledger.owner, from: 0, limit: 1000, matching: nil)
      var numbers: [String] = []
      for record in page.items {
        let pan = try reader.pan(of: record, ledger.owner)
        let cvv = CardNumbers.cvv(pan: pan, expiry: record.card.expiry, key: ledger.keys.cvv)
        let found = try reader.card(numbered: pan, of: ledger.owner)
        #expect(found == record)
        let pin = try reader.secret(.pin(of: record), of: ledger.owner).map(text) ?? "-"
        #expect((pin != "-") == record.card.isPinSet)
        numbers.append("\(record.card.id) \(text(pan)) \(text(cvv)) \(pin)")
      }
      return numbers
    }
  }

  @Test func theCardsAreTheSameEachTime() throws {
    let first = try numbers(Vault.demo(cards: 150))
    #expect(first.count == 150)
    #expect(first == (try numbers(Vault.demo(cards: 150))))
    #expect(Set(first.map { $0.split(separator: " ")[1] }).count == 150)
  }

  /// The screen's thread need not wait until the sample was added.
  @Test func theBackendAddsTheSampleBeforeTheFirstOperation() async throws {
    let ledger = try Vault.demo(cards: 150, isPrepared: false)
    #expect(try numbers(ledger).isEmpty)
    let backend = LocalBackend(ledger: ledger)
    let list = try await backend.perform(ListCards(CardQuery(limit: 6)), backend.context)
    #expect(list.cards.count == 6 && list.meta.numberOfRecords == 150)
    #expect(try numbers(ledger) == numbers(Vault.demo(cards: 150)))
  }

  @Test func aLargeDemoIsCompletedInTheBackground() async throws {
    let total = Effort.pick(short: 3000, long: 30_000, torture: 100_000)
    let ledger = try Vault.demo(cards: total)
    let atOnce = try ledger.read { reader throws(WalletError) in
      try reader.cards(of: ledger.owner, from: 0, limit: 1, matching: nil).total
    }
    #expect(atOnce == 200)
    let backend = LocalBackend(ledger: ledger)
    await backend.waitForBackgroundWork()
    let last = try await backend.perform(
      ListCards(CardQuery(limit: 10, offset: total - 5)), backend.context)
    #expect(last.meta.numberOfRecords == total)
    #expect(last.cards.count == 5)
    #expect(last.damaged == [])
  }

  @Test func aGeneratedWalletHasCardsOfAllKinds() async throws {
    let backend = LocalBackend(ledger: try Vault.demo(cards: 200))
    let list = try await backend.perform(ListCards(CardQuery(limit: 200)), backend.context)
    let all: [CardStatus] = [.active, .locked, .issued, .digital, .expired, .cancelled, .suspended]
    #expect(Set(list.cards.map(\.status)).isSuperset(of: all))
    #expect(Set(list.cards.map { $0.alias }).count == 200)
    for card in list.cards {
      let (created, changed) = (card.createdDate, card.statusDate)
      #expect(try #require(created) <= #require(changed))
    }
  }
}
