import Glibc
import Secrets
import Synchronization
import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting

/// The server is killed at random moments while several clients make changes, each with its own
/// key. After a restart, acknowledged changes are there, and each key has one effect or none.
struct KillTests {
  /// The changes of one client to one card.
  private final class Changes: Sendable {
    struct State {
      /// The last acknowledged change and its answer.
      var last: (key: String, card: Card)?
      /// Sent and not answered.
      var open: (key: String, SetCardStatus)?
    }
    let state = Mutex(State())
    let id: CardID
    init(_ id: CardID) { self.id = id }

    /// Both clients together stay below the limit for a customer: 400.
    private static let most = 150

    /// Locks and unlocks until the server is gone or the limit is reached.
    func run(_ server: WalletdProcess, _ token: Secret, _ round: Int, from card: Card, _ made: Made)
    {
      var card = card
      for index in 0..<Self.most {
        let target: CardStatus = card.status == .locked ? .active : .locked
        let change = SetCardStatus(id, target, reason: "round \(round)")
        let key = "\(id)-\(round)-\(index)"
        state.withLock { $0.open = (key, change) }
        do {
          card = try server.perform(change, token) { $0.idempotencyKey = key }
        } catch {
          if !made.isKilled.load(ordering: .relaxed) { Issue.record("\(key): \(error)") }
          made.isOver.store(true, ordering: .relaxed)
          return
        }
        let answer = card
        state.withLock { state in
          state.open = nil
          state.last = (key, answer)
        }
        made.count.add(1, ordering: .relaxed)
      }
    }
  }
  private final class Made: Sendable {
    let count = Atomic<Int>(0)
    let isKilled = Atomic<Bool>(false)
    let isOver = Atomic<Bool>(false)
    let running = Atomic<Int>(0)
  }

  @Test func aKilledServerLosesNoChange() throws {
    let file = try VaultFileOfAna()
    var server = try WalletdProcess(file)
    // The sign-in survives every kill.
    let token = try server.signIn().accessToken
    let cards = try server.perform(ListCards(CardQuery(statuses: [.active])), token).cards
    let changes = cards.map { Changes($0.id) }
    #expect(changes.count == 2)
    var random = SystemRandomNumberGenerator()
    var doneWithoutAnswer = 0
    for round in 0..<Effort.pick(long: 20, torture: 1000) {
      let running = server
      let before = try changes.map { try running.perform(GetCard($0.id), token) }
      let made = Made()
      let target = Int.random(in: 0...8, using: &random)
      let spins = Int.random(in: 0...20_000, using: &random)
      for (change, card) in zip(changes, before) {
        made.running.add(1, ordering: .relaxed)
        startThread {
          change.run(running, token, round, from: card, made)
          made.running.subtract(1, ordering: .sequentiallyConsistent)
        }
      }
      try wait(for: "\(target) changes") {
        made.count.load(ordering: .relaxed) >= target || made.isOver.load(ordering: .relaxed)
      }
      for _ in 0..<spins { sched_yield() }
      made.isKilled.store(true, ordering: .relaxed)
      running.end(SIGKILL)
      try wait(for: "the end of the clients") {
        made.running.load(ordering: .sequentiallyConsistent) == 0
      }
      server = try WalletdProcess(file)
      for (change, card) in zip(changes, before) {
        doneWithoutAnswer += try check(change, since: card, server, token)
      }
    }
    server.end(SIGTERM)
    #expect(file.isAlone)
    // Some of these kills hit the moment between the commit and its answer.
    if Effort.current == .torture { #expect(doneWithoutAnswer > 0) }
    #expect(try file.findings() == [])
  }

  /// Returns how many changes were made without an answer: 0 or 1.
  private func check(
    _ change: Changes, since before: Card, _ server: WalletdProcess, _ token: Secret
  ) throws -> Int {
    let (last, open) = change.state.withLock { ($0.last, $0.open) }
    var version = max(before.version, last?.card.version ?? 0)
    if let last {
      let again = try server.perform(
        SetCardStatus(change.id, last.card.status, reason: last.card.statusReason ?? ""), token
      ) { $0.idempotencyKey = last.key }
      #expect(again == last.card)
    }
    var done = 0
    if let (key, operation) = open {
      switch try server.perform(SettleChange(key), token) {
      case .done(let status, let card):
        done = 1
        version += 1
        #expect(status == 200 && card == change.id)
        let answer = try server.perform(operation, token) { $0.idempotencyKey = key }
        #expect(answer.version == version)
      case .unknown:
        let error = #expect(throws: WalletError.self) {
          try server.perform(operation, token) { $0.idempotencyKey = key }
        }
        #expect(error?.code == .keyClosed)
      }
    }
    #expect(try server.perform(GetCard(change.id), token).version == version)
    return done
  }
}
