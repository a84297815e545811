import Glibc
import Issuer
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Several processes and several connections at one file (R5), and a kill at any moment (R1).
@Suite struct SharedFileTimingTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test func fourProcessesLoseNoChange() async throws {
    let each = Effort.pick(long: 25, torture: 500)
    let before = try vault.open().firstCard()
    var workers: [VaultWorkerProcess] = []
    for _ in 0..<4 {
      workers.append(
        try #require(VaultWorkerProcess(["toggle", vault.path, "correct horse", "\(each)"])))
    }
    for worker in workers {
      let (lines, status) = worker.wait()
      #expect(status == 0)
      #expect(lines.last == "\(each)")
    }
    #expect(try vault.open().firstCard().version == before.version + 4 * each)
    #expect(try vault.check().findings == [])
  }

  @Test func fourConnectionsLoseNoChange() async throws {
    let id = try vault.open().firstCard().id
    let before = try vault.open().firstCard().version
    let changes = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<4 {
        let backend = LocalBackend(ledger: try vault.open())
        group.addTask {
          var changes = 0
          for index in 0..<25 {
            switch index % 5 {
            case 0: _ = try await backend.perform(ListCards(CardQuery()), backend.context)
            case 1:
              let programs = try await backend.perform(GetPrograms(), backend.context)
              #expect(programs.count == 6)
            default:
              let card = try await backend.perform(GetCard(id), backend.context)
              var context = backend.context
              context.expectedVersion = card.version
              let target: CardStatus = card.status == .locked ? .active : .locked
              do throws(WalletError) {
                _ = try await backend.perform(
                  SetCardStatus(id, target, reason: "\(number)"), context)
                changes += 1
              } catch {
                #expect(error.code == .versionConflict)
              }
            }
          }
          return changes
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(changes > 0)
    #expect(try vault.open().firstCard().version == before + changes)
  }

  @Test(.timeLimit(.minutes(max(1, Int(10 * patience)))))
  func aChangeByAnotherProcessIsReported() async throws {
    let here = LocalBackend(ledger: try vault.open())
    let card = try await here.perform(ListCards(CardQuery()), here.context).cards[0]
    let news = here.events()
    let worker = try #require(VaultWorkerProcess(["toggle", vault.path, "correct horse", "1"]))
    for await event in news {
      #expect(event == .cardsChanged(nil))
      break
    }
    #expect(worker.wait().status == 0)
    let changed = try await here.perform(GetCard(card.id), here.context)
    #expect(changed.version == card.version + 1)
  }

  /// R1: an acknowledged change is there. Another change is there completely or not at all.
  @Test func aKillLosesNoAcknowledgedChange() async throws {
    let kills = Effort.pick(long: 100, torture: 1000)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<kills {
      let before = try vault.open().firstCard()
      let worker = try #require(
        VaultWorkerProcess(["toggle", vault.path, "correct horse", "1000000"]))
      #expect(worker.line() == "ready")
      // The moment is random: after some acknowledgements and some spins.
      for _ in 0..<Int.random(in: 0...6, using: &random) { _ = worker.line() }
      for _ in 0..<Int.random(in: 0...20_000, using: &random) { sched_yield() }
      worker.kill()
      let acknowledged = worker.wait().lines.last.flatMap { Int($0) }
      let after = try vault.open().firstCard()
      let made = after.version - before.version
      #expect(made == 0 || after.statusReason == "\(made)")
      if let acknowledged { #expect(made >= acknowledged && made <= acknowledged + 1) }
    }
    #expect(try vault.check().findings == [])
  }

  /// While one of its reads takes long, the log begins anew. That is no other file.
  @Test(.enabled(if: mayTrace, "strace may not trace programs here"))
  func aSlowProcessDoesNotTakeANewLogForAnotherFile() throws {
    let ledger = try vault.open(clock: ManualMonotonicClock().clock)
    let worker = try #require(
      VaultWorkerProcess(
        ["toggle", vault.path, "correct horse", "10"], injected: ["pread64:delay_exit=2000"]))
    #expect(worker.line() == "ready")
    for _ in 0..<Effort.pick(long: 300, torture: 3000) {
      _ = try ledger.write { writer throws(WalletError) in
        try writer.put(try writer.get(ScaAccount.self, of: ledger.owner), of: ledger.owner)
      }
      _ = try? ledger.store.database.checkpoint(waiting: 0)
    }
    let (lines, status) = worker.wait()
    #expect(status == 0 && lines.last == "10", "\(lines)")
  }
}
