import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import Issuer

/// What is kept of events that nobody accepts (A39).
struct WebhookOutboxTests {
  private static let time = Timestamp(milliseconds: 1_700_000_000_000)

  private func event(_ number: Int, _ root: String, _ ledger: any Ledger) -> WebhookRecord {
    WebhookRecord(
      "e\(number)", to: root, "/sca/events", [123, 125], of: ledger.owner, made: Self.time)
  }

  @Test func theOldestThatWaitBecomeDeadLettersAndTheOldestOfTheseAreRemoved() throws {
    let ledger = try Vault.demo()
    let outbox = WebhookOutbox(ledger)
    let (waiting, dead) = (WebhookOutbox.mostWaiting, WebhookOutbox.mostDead)
    let extra = 5
    try ledger.write { writer throws(WalletError) in
      for number in 0..<waiting + dead + extra {
        _ = try writer.put(event(number, "https://a.example", ledger), of: ledger.owner)
      }
      _ = try writer.put(event(0, "https://b.example", ledger), of: ledger.owner)
    }
    let (events, left, removed) = try outbox.waiting(for: "https://a.example")
    #expect(events.count == waiting && left == dead && removed == extra)
    #expect(events.first?.eventID == "e\(dead + extra)")
    let all = try outbox.all().filter { $0.root == "https://a.example" }
    #expect(all.count == waiting + dead)
    #expect(all.first?.eventID == "e\(extra)")
    #expect(all.prefix(dead).allSatisfy { $0.isDead && $0.problem == "too many are waiting" })
    #expect(!all.dropFirst(dead).contains { $0.isDead })
    // Looking again changes nothing, and another address is not concerned.
    let again = try outbox.waiting(for: "https://a.example")
    #expect(again.events.count == waiting && again.dead == dead && again.removed == 0)
    #expect(try outbox.waiting(for: "https://b.example").events.count == 1)
  }

  @Test func eventsForAnAddressThatIsGoneAreRemovedAfterThirtyDays() throws {
    let ledger = try Vault.demo()
    let outbox = WebhookOutbox(ledger)
    try ledger.write { writer throws(WalletError) in
      for (number, root) in ["https://a.example", "https://gone.example"].enumerated() {
        _ = try writer.put(event(number, root, ledger), of: ledger.owner)
      }
    }
    let end = Self.time.adding(seconds: WebhookOutbox.abandonedAge)
    #expect(try outbox.removeAbandoned(["https://a.example"], end) == 0)
    #expect(try outbox.all().count == 2)
    #expect(try outbox.removeAbandoned(["https://a.example"], end.adding(seconds: 1)) == 1)
    #expect(try outbox.all().map(\.root) == ["https://a.example"])
  }
}
