import Glibc
import Testing
import Waiting

@testable import VaultLedger
@testable import VaultTesting

/// The log is emptied five seconds after the last change.
@Suite struct OneFileTimingTests {
  @Test func anIdleLogIsEmptied() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    // `IdleCheckpointTests` shows that the log has something in it before.
    try ledger.toggle(1)
    try wait(for: "an empty log") { VaultFile.logSize(vault.path) == 0 }
    #expect(try vault.copy().places() == [])
  }
}

/// The vault, or its log, is in another state than a killed process left it in (D6).
@Suite struct RollbackTimingTests {
  /// A folder with a vault and the note of its last commit. The process that used it was killed
  /// while changes were in the log.
  ///
  /// - Parameter atOnce: Whether it is killed during its changes, and not after five of them.
  private func killed(atOnce: Bool) throws -> TemporaryVault {
    let vault = try TemporaryVault()
    let worker = try #require(
      VaultWorkerProcess([
        atOnce ? "toggle" : "hold", vault.path, "correct horse", atOnce ? "1000000" : "5",
        vault.commits,
      ]))
    #expect(worker.line() == "ready")
    for number in 1...5 { #expect(worker.line() == "\(number)") }
    worker.kill()
    _ = worker.wait()
    return vault
  }

  @Test func aKilledWriterIsNotReportedAsDamage() throws {
    for _ in 0..<Effort.pick(long: 10, torture: 200) {
      let vault = try killed(atOnce: true)
      #expect(try vault.places(commits: vault.commits) == [])
    }
  }

  /// D6: of 65 logs that were flipped, cut or zeroed, none was reported.
  @Test func aDamagedLogIsReported() throws {
    let vault = try killed(atOnce: false)
    let (file, log) = (bytes(of: vault.path), bytes(of: vault.path + "-wal"))
    #expect(log.count > 20_000)
    var damaged: [(String, [UInt8])] = [("removed", [])]
    for part in 0..<40 {
      var flipped = log
      flipped[lastFrame(log) * part / 40] ^= 1 << UInt8(part % 8)
      damaged.append(("flipped in part \(part)", flipped))
    }
    for part in 0..<20 {
      damaged.append(("cut in part \(part)", Array(log.prefix(lastFrame(log) * part / 20))))
    }
    for part in 0..<10 {
      var zeroed = log
      let start = lastFrame(log) * part / 10
      for index in start..<min(log.count, start + 4096) { zeroed[index] = 0 }
      damaged.append(("zeroed in part \(part)", zeroed))
    }
    for (what, log) in damaged {
      for end in ["-wal", "-shm"] { unlink(vault.path + end) }
      write(file, to: vault.path)
      if what != "removed" { write(log, to: vault.path + "-wal") }
      #expect(try !vault.places(commits: vault.commits).isEmpty, "\(what)")
      #expect(try !vault.places(commits: vault.commits).isEmpty, "\(what), the second time")
      let opened = try vault.open(readOnly: true, commits: vault.commits)
      #expect(opened.concern != nil, "\(what)")
    }
  }

  /// The start of the last frame of the first complete run in the log. All frames up to it are
  /// needed.
  private func lastFrame(_ log: [UInt8]) -> Int { (log.count - 32) / 4120 * 4120 - 4120 + 32 }

  @Test func severalProcessesKeepTheLastCommit() throws {
    let vault = try TemporaryVault()
    let workers = (0..<4).compactMap { _ in
      VaultWorkerProcess(["toggle", vault.path, "correct horse", "50", vault.commits])
    }
    for worker in workers { #expect(worker.wait().status == 0) }
    #expect(try vault.places(commits: vault.commits) == [])
    #expect(names(in: vault.folder).sorted() == ["commits", "wallet.vault"])
  }
}
