import Glibc
import Synchronization
import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting

/// A server that is killed while it replaces a card has replaced it wholly or not at all, and the
/// same request with the same key finishes it.
struct ReplaceKillTests {
  private final class Client: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  /// There are soon more cards than a page has otherwise.
  private static let all = ListCards(CardQuery(limit: CardQuery.maximumLimit))

  @Test func aKilledServerReplacesACardWhollyOrNotAtAll() throws {
    let file = try VaultFileOfAna()
    var server = try WalletdProcess(file)
    // The sign-in survives every kill.
    let token = try server.signIn().accessToken
    var random = SystemRandomNumberGenerator()
    let replaceable = try server.perform(Self.all, token).cards.filter {
      !ReplacementReason.possible(for: $0.status).isEmpty
    }
    try #require(replaceable.count >= 4)
    // Five times a day each.
    for (index, first) in replaceable.enumerated() {
      var id = first.id
      for round in 0..<Effort.pick(long: 3, torture: 5) {
        let running = server
        let before = try running.perform(Self.all, token).cards
        let old = try running.perform(GetCard(id), token)
        let (replace, key) = (ReplaceCard(id, .lost), "replace-\(index)-\(round)")
        let client = Client()
        startThread {
          _ = try? running.perform(replace, token) { $0.idempotencyKey = key }
          client.isOver.store(true, ordering: .sequentiallyConsistent)
        }
        for _ in 0..<Int.random(in: 0...20_000, using: &random) { sched_yield() }
        running.end(SIGKILL)
        try wait(for: "the end of the client") {
          client.isOver.load(ordering: .sequentiallyConsistent)
        }
        server = try WalletdProcess(file)
        let after = try server.perform(Self.all, token).cards
        let now = try server.perform(GetCard(id), token)
        if now.replacedBy == nil {
          #expect(now == old && after == before)
        } else {
          #expect(after.count == before.count + 1 && now.status == .cancelled)
          #expect(after.last?.replaces?.id == id && after.last?.id == now.replacedBy?.id)
        }
        let new = try server.perform(replace, token) { $0.idempotencyKey = key }
        let last = try server.perform(Self.all, token).cards
        #expect(last.count == before.count + 1 && last.last?.id == new.id)
        id = new.id
      }
    }
    server.end(SIGTERM)
    #expect(try file.findings() == [])
  }
}
