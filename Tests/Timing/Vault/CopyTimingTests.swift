import Glibc
import Testing

@testable import VaultLedger
@testable import VaultTesting

/// Backups while another process writes, or after it was killed.
@Suite struct CopyTimingTests {
  @Test func aBackupIsOneStateWhileOthersWrite() throws {
    let vault = try TemporaryVault()
    let first = try vault.version()
    let worker = try #require(VaultWorkerProcess(["hold", vault.path, "correct horse", "60"]))
    #expect(worker.line() == "ready")
    var seen = 0
    for number in 0..<4 {
      while seen < (number + 1) * 12, let line = worker.line() { seen = Int(line) ?? seen }
      let file = vault.folder + "/backup-\(number)"
      let contents = try Vault.backUp(vault.path, passphrase: vault.passphrase, to: file)
      #expect(contents.cards == 6)
      // What was acknowledged before is in it.
      #expect(try TemporaryVault.version(file, vault.passphrase) >= first + seen)
    }
    worker.kill()
    _ = worker.wait()
    #expect(seen >= 48)
  }

  /// A program that was killed leaves a draft. The next one removes it.
  @Test func theDraftOfAKilledProcessIsRemoved() throws {
    let vault = try TemporaryVault()
    let backup = vault.folder + "/backup"
    let worker = try #require(VaultWorkerProcess(["hold", vault.path, "correct horse", "1"]))
    _ = worker.line()
    write([1], to: backup + ".new-\(worker.id)-7")
    write([1], to: backup + ".new-\(getpid())-7")
    worker.kill()
    _ = worker.wait()
    _ = try Vault.backUp(vault.path, passphrase: vault.passphrase, to: backup)
    let left = names(in: vault.folder).filter { $0.contains(".new-") }
    #expect(left == ["backup.new-\(getpid())-7"])
  }
}
