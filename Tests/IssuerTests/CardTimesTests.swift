import Conformance
import Issuer
import Testing
import VaultLedger
import WalletAPI
import WalletModel

/// Cards that are locked by themselves, with clocks that are set.
@Suite struct CardTimesTests {
  private struct Wallet {
    let clock = TestClock(IssuerClock.system.now())
    let ledger: any Ledger
    let issuer: Issuer
    let context: RequestContext

    init() throws {
      let clock = clock
      ledger = try Vault.demo()
      issuer = Issuer(
        ledger: ledger,
        environment: IssuerEnvironment(
          clock: clock.issuer, isSimulation: true))
      context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    }

    func card(_ alias: String) throws -> Card {
      let list = try issuer.perform(ListCards(CardQuery()), context)
      return try #require(list.cards.first { $0.alias == alias })
    }

    func get(_ card: Card) throws -> Card { try issuer.perform(GetCard(card.id), context) }

    /// The locked card of the sample, unlocked for so long.
    func unlocked(seconds: Int = 1800) throws -> Card {
      try issuer.perform(UnlockCardFor(try card("Travel").id, seconds: seconds), context)
    }
  }

  /// Setting the clock back does not make an unlock for a while longer. Setting it forward ends it.
  @Test(arguments: [
    (-86_400_000, 1_799_999, CardStatus.active), (-86_400_000, 1_800_000, .locked),
    (1_800_000, 0, .locked),
  ])
  func aClockThatIsSetDoesNotMakeItLonger(
    _ set: Int64, _ passed: Int64, _ status: CardStatus
  ) throws {
    let wallet = try Wallet()
    let card = try wallet.unlocked()
    wallet.clock.setWall(by: set)
    wallet.clock.advance(milliseconds: passed)
    #expect(try wallet.get(card).status == status)
  }

  @Test func aRestartOfTheMachineEndsNothing() throws {
    let wallet = try Wallet()
    let card = try wallet.unlocked()
    wallet.clock.reboot()
    wallet.clock.advance(milliseconds: 1_799_000)
    #expect(try wallet.get(card).status == .active)
    wallet.clock.advance(milliseconds: 1_000)
    #expect(try wallet.get(card).status == .locked)
  }

  /// Reading writes nothing; the next change writes the lock down first, with an entry of its own.
  @Test func theLockIsAuditedOnce() throws {
    let wallet = try Wallet()
    let card = try wallet.unlocked(seconds: 60)
    wallet.clock.advance(milliseconds: 60_000)
    let before = try wallet.ledger.auditLog().count
    _ = try wallet.get(card)
    #expect(try wallet.ledger.auditLog().count == before)
    _ = try wallet.issuer.perform(RenameCard(card.id, alias: "a"), wallet.context)
    _ = try wallet.issuer.perform(RenameCard(card.id, alias: "b"), wallet.context)
    let new = try wallet.ledger.auditLog().dropFirst(before)
    #expect(new.map(\.action) == ["LOCKED_IN_TIME", "RENAME", "RENAME"])
    #expect(new.first?.note == "THAW-ENDED")
  }
}
