import Glibc
import Testing
import Waiting

@testable import VaultLedger
@testable import VaultTesting

/// A process is killed at a call that changes files, while it replaces what a vault contains or
/// its key slots. Afterwards the vault is the old or the new one. strace kills it, so that each
/// moment can be chosen; the last run of each test is not killed.
@Suite(.enabled(if: mayTrace, "strace may not trace programs here"))
struct ReplacementKillTests {
  enum State: Hashable {
    case old, new
  }

  /// Runs `make`, then the worker until a call, then `state`, for calls from the first to the end.
  ///
  /// - Parameter least: The old state is found more often than this, and the new one twice or more.
  private func kill(
    least: Int = 5, _ make: () throws -> (vault: TemporaryVault, words: [String]),
    _ state: (TemporaryVault) throws -> State = Self.stateByPassphrase
  ) throws {
    var found: [State: Int] = [:]
    var call = 1
    while true {
      let (vault, words) = try make()
      let worker = try #require(VaultWorkerProcess(words, killedAt: call))
      let (lines, _) = worker.wait()
      let state = try state(vault)
      found[state, default: 0] += 1
      #expect(names(in: vault.folder).contains("wallet.vault"))
      if lines == ["done"] {
        #expect(state == .new)
        #expect(!names(in: vault.folder).contains { $0.contains(".new-") })
        #expect(found[.old, default: 0] > least && found[.new, default: 0] > 1, "\(found)")
        return
      }
      #expect(lines == [], "call \(call)")
      call += Effort.pick(long: max(1, call / 6), torture: 1)
      try #require(call < 5000)
    }
  }

  /// The new state has the passphrase `new`. Neither is damaged, or taken for an old one.
  private static func stateByPassphrase(_ vault: TemporaryVault) throws -> State {
    let isNew = refusal(vault.path, secret("new")) == nil
    #expect((refusal(vault.path, vault.passphrase) == nil) != isNew)
    let report = try Vault.check(
      at: vault.path, passphrase: isNew ? secret("new") : vault.passphrase,
      commits: vault.commits)
    #expect(report.findings == [])
    return isNew ? .new : .old
  }

  @Test func aPassphraseIsTheOldOrTheNewOne() throws {
    try kill(least: 2) {
      let vault = try TemporaryVault()
      return (vault, ["passwd", vault.path, "correct horse", "new"])
    }
  }

  @Test func aRestoredVaultIsTheOldOrTheNewOne() throws {
    try kill {
      let vault = try TemporaryVault()
      try vault.toggle(1, commits: vault.commits)
      let backup = vault.folder + "/backup"
      _ = try Vault.export(
        vault.path, passphrase: vault.passphrase, to: backup, exportPassphrase: secret("new"))
      try vault.toggle(3, commits: vault.commits)
      return (vault, ["restore", vault.path, "new", backup, vault.commits])
    }
  }

  @Test func anImportedVaultIsTheOldOrTheNewOne() throws {
    try kill {
      let vault = try TemporaryVault()
      let other = try TemporaryVault()
      let export = vault.folder + "/export"
      _ = try Vault.export(
        other.path, passphrase: other.passphrase, to: export, exportPassphrase: secret("new"))
      return (vault, ["import", vault.path, "new", export, vault.commits])
    }
  }

  @Test func aRepairedVaultIsTheDamagedOrTheSoundOne() throws {
    try kill {
      let vault = try TemporaryVault()
      try tamper(vault.path, Tampering.all[0].sql)
      return (vault, ["repair", vault.path, "correct horse"])
    } _: { vault in
      let report = try vault.check()
      if !report.ok { #expect(report.findings.map(\.place).contains("card 2")) }
      #expect(report.cards == (report.ok ? 5 : 6))
      return report.ok ? .new : .old
    }
  }
}
