import Synchronization
import Testing
import Waiting

@testable import VaultLedger
@testable import VaultTesting

/// When the log is copied into the file, by a clock that the tests move.
@Suite struct IdleCheckpointTests {
  @Test func itRunsAfterTheQuietTimeUntilItSucceeds() throws {
    let (time, log) = (ManualMonotonicClock(), WordLog())
    let results = Mutex([false, true])
    let checkpoint = IdleCheckpoint(after: .seconds(5), clock: time.clock) {
      log.add("tried")
      return results.withLock { $0.isEmpty || $0.removeFirst() }
    }
    checkpoint.noteChange()
    try time.wait(for: .seconds(5))
    time.advance(.seconds(4))
    checkpoint.noteChange()
    time.advance(.seconds(1))
    // The change began the time again.
    try time.wait(for: .seconds(5))
    #expect(log.words == [])
    time.advance(.seconds(5))
    // It was not possible, so it is tried again.
    try time.wait(for: .seconds(5))
    #expect(log.words == ["tried"])
    time.advance(.seconds(5))
    #expect(try log.wait(for: 2) == ["tried", "tried"])
    // Nothing is waited for without a change.
    try wait(for: "sleep") { checkpoint.sleeps }
    #expect(time.waiting == [])
    checkpoint.noteChange()
    try time.wait(for: .seconds(5))
    checkpoint.end()
    try time.wait()
    time.advance(.seconds(5))
    #expect(log.words.count == 2)
  }

  @Test func aQuietVaultIsOneWholeFile() throws {
    let vault = try TemporaryVault()
    let time = ManualMonotonicClock()
    let ledger = try vault.open(clock: time.clock)
    defer { ledger.close() }
    try ledger.toggle(1)
    try time.wait(for: VaultLedger.idleTime)
    #expect(VaultFile.logSize(vault.path) > 0)
    time.advance(VaultLedger.idleTime)
    try wait(for: "an empty log") { VaultFile.logSize(vault.path) == 0 }
  }
}
