import Glibc
import Testing
import Waiting
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Another file takes the place of a vault that a process uses, or has used until it was killed.
@Suite struct ReplacedFileKillTests {
  /// A vault, a newer copy of its state before the changes, and a process that has made three.
  private struct Rig {
    let vault: TemporaryVault
    let newer: TemporaryVault
    let worker: VaultWorkerProcess
    let before: Int
    let new: [UInt8]

    /// - Parameter word: What the process does afterwards.
    init(_ word: String, count: Int = 3) throws {
      vault = try TemporaryVault()
      newer = try vault.copy()
      before = try vault.version()
      try newer.toggle(5)
      new = bytes(of: newer.path)
      worker = try #require(
        VaultWorkerProcess([word, vault.path, "correct horse", "\(count)", vault.commits]))
      #expect(worker.line() == "ready")
      for number in 1...3 { #expect(worker.line() == "\(number)") }
    }

    func kill() {
      worker.kill()
      _ = worker.wait()
    }

    func expectNewFile() throws {
      #expect(try vault.places() == [])
      #expect(try vault.version() == before + 5)
      try vault.toggle(1)
      #expect(try vault.places() == [])
    }

    /// If the old file is still there, it has what was shown as done.
    func expectInOldFile(_ changes: Int) throws {
      for path in FileReplacement.conflicts(in: vault) {
        #expect(try TemporaryVault.version(path, vault.passphrase) == before + changes)
        #expect(try Vault.check(at: path, passphrase: vault.passphrase).findings == [])
      }
    }
  }

  @Test(arguments: FileReplacement.allCases)
  func theLogOfAKilledProcessIsNotUsed(_ way: FileReplacement) throws {
    let rig = try Rig("hold")
    rig.kill()
    let (file, log) = (bytes(of: rig.vault.path), bytes(of: rig.vault.path + "-wal"))
    #expect(log.count > 10_000)
    try way.replace(rig.vault, by: rig.newer)
    // The new file has more changes, and not those that were shown as done here.
    #expect(try rig.vault.places(commits: rig.vault.commits) == ["history"])
    try rig.expectNewFile()
    // The file and its log, put together by hand, have them.
    let again = try rig.newer.copy()
    write(file, to: again.path)
    write(log, to: again.path + "-wal")
    #expect(try again.version() == rig.before + 3)
    #expect(try again.check().findings == [])
  }

  /// The control: without another file nothing is lost or reported.
  @Test func aKilledProcessLosesNothing() throws {
    let rig = try Rig("hold")
    rig.kill()
    #expect(try rig.vault.places(commits: rig.vault.commits) == [])
    #expect(try rig.vault.version() == rig.before + 3)
  }

  /// The process has not noticed yet: the new file is not used before it ends.
  @Test(arguments: FileReplacement.allCases)
  func aProcessThatHasNotNoticedKeepsOthersOut(_ way: FileReplacement) throws {
    let rig = try Rig("hold")
    try way.replace(rig.vault, by: rig.newer)
    for _ in 0..<2 { #expect(code { _ = try rig.vault.places() } == .vaultBusy) }
    #expect(bytes(of: rig.vault.path) == rig.new)
    rig.kill()
    try rig.expectNewFile()
  }

  /// It notices by itself, as the screen and the server do.
  @Test(arguments: FileReplacement.allCases)
  func aProcessThatNoticesLetsOthersIn(_ way: FileReplacement) throws {
    let rig = try Rig("watch")
    try way.replace(rig.vault, by: rig.newer)
    #expect(try rig.vault.places() == [])
    try rig.expectNewFile()
    try rig.expectInOldFile(3)
    rig.kill()
    #expect(try rig.vault.places() == [])
  }

  /// It changes the vault all the time, and ends with the error.
  @Test(arguments: [FileReplacement.renamed, .conflict])
  func aProcessThatChangesTheVaultEnds(_ way: FileReplacement) throws {
    for _ in 0..<Effort.pick(long: 10, torture: 200) {
      let rig = try Rig("toggle", count: 1_000_000)
      try way.replace(rig.vault, by: rig.newer)
      let (lines, status) = rig.worker.wait()
      #expect(status != 0)
      #expect(lines.last?.contains("WUI-VAULT-REPLACED") == true)
      #expect(bytes(of: rig.vault.path) == rig.new)
      try rig.expectInOldFile(lines.dropLast().last.flatMap { Int($0) } ?? 3)
      try rig.expectNewFile()
    }
  }
}
