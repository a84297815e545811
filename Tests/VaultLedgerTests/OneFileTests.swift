import Glibc
import Issuer
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// `wallet.vault` alone is the complete wallet if no process has it open. Otherwise the file says
/// that it is not (D2).
@Suite struct OneFileTests {
  /// It stands still, so that no log is emptied because nothing was changed for a while.
  private let clock = ManualMonotonicClock().clock
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test func aClosedVaultHasNoOtherFiles() throws {
    let before = try vault.version()
    let ledger = try vault.open()
    try ledger.toggle(3)
    ledger.close()
    #expect(names(in: vault.folder) == ["wallet.vault"])
    #expect(try vault.version() == before + 3)
    #expect(names(in: vault.folder) == ["wallet.vault"])
    #expect(try vault.places() == [])
    #expect(names(in: vault.folder) == ["wallet.vault"])
    #expect(throws: WalletError.self) { try ledger.toggle(1) }
  }

  /// This is the case when a wallet is locked.
  @Test func theLastReferenceClosesTheVault() throws {
    for readsElsewhere in [false, true] {
      var ledger: VaultLedger? = try vault.open(clock: clock)
      if let ledger {
        if readsElsewhere {
          _ = try ledger.edition()
          while try ledger.backgroundStep() != nil {}
        }
        try ledger.toggle(1)
      }
      ledger = nil
      #expect(names(in: vault.folder) == ["wallet.vault"])
    }
  }

  /// The last process merges the log into the file, even if it has only read.
  @Test func theLastReaderEmptiesTheLog() throws {
    let writer = try vault.open()
    let reader = try vault.open(readOnly: true)
    try writer.toggle(2)
    _ = try reader.edition()
    writer.close()
    reader.close()
    #expect(names(in: vault.folder) == ["wallet.vault"])
  }

  /// When one of several processes ends, the file is complete for the others, too.
  @Test func anEndingProcessEmptiesTheLogForOthers() throws {
    let before = try vault.version()
    let other = try vault.open()
    let ledger = try vault.open(clock: clock)
    try ledger.toggle(2)
    #expect(VaultFile.logSize(vault.path) > 0)
    ledger.close()
    #expect(VaultFile.logSize(vault.path) == 0)
    let copy = try vault.copy()
    #expect(try copy.places() == [])
    #expect(try copy.version() == before + 2)
    try other.toggle(1)
    other.close()
    #expect(try vault.version() == before + 3)
  }

  /// A copy made at any moment is complete or says that it may not be. It can always be read.
  @Test func aCopyOfTheFileIsCompleteOrReported() throws {
    let before = try vault.version()
    for round in 0..<3 {
      let ledger = try vault.open(clock: clock)
      let whole = try vault.copy()
      #expect(try whole.places() == [])
      for _ in 0..<2 {
        try ledger.toggle(1)
        let copy = try vault.copy()
        for _ in 0..<2 {
          #expect(try copy.places() == ["log"])
          let opened = try copy.open(readOnly: true)
          #expect(opened.concern?.english.contains("without the log") == true)
          guard case .damaged(let what)? = try opened.backgroundStep() else {
            Issue.record("no damage is reported")
            continue
          }
          #expect(what.english.contains("without"))
        }
        #expect(try copy.version() == before + 2 * round)
      }
      #expect(try vault.places() == [], "the vault with its log")
      #expect(try vault.check().pagesInLog > 0)
      ledger.close()
    }
  }

  /// The user was warned before changing such a copy, so it becomes a separate wallet.
  @Test func aCopyIsCompleteAfterAChange() throws {
    let ledger = try vault.open(clock: clock)
    try ledger.toggle(1)
    let copy = try vault.copy()
    let opened = try copy.open()
    #expect(opened.concern != nil)
    try opened.toggle(1)
    opened.close()
    #expect(names(in: copy.folder) == ["wallet.vault"])
    #expect(try copy.places() == [])
  }

  /// The first page is merged with the other pages of the log, and must keep the mark.
  @Test func aPartialCheckpointKeepsTheMark() throws {
    let ledger = try vault.open(clock: clock)
    let sample = SampleWallet(clock: .system)
    try ledger.write { writer throws(WalletError) in
      let owner = try writer.get(CustomerProfile.self, of: ledger.owner)
      for index in 0..<200 { try sample.addCard(index, writer, owner) }
    }
    #expect(try ledger.store.database.integer("PRAGMA wal_checkpoint(PASSIVE)") == 0)
    try ledger.toggle(1)
    #expect(try vault.copy().places() == ["log"])
    ledger.close()
    #expect(try vault.copy().places() == [])
  }

  /// A changed mark and an invented one are reported.
  @Test(arguments: 72..<80) func anUnknownMarkIsReported(_ offset: Int) throws {
    var file = bytes(of: vault.path)
    file[offset] ^= 1
    write(file, to: vault.path)
    #expect(try vault.places() == ["log"])
  }

  /// The mark needs one sync for each log, and none for a change.
  @Test func aChangeAfterTheFirstDoesNotWriteToTheFile() throws {
    let ledger = try vault.open(clock: clock)
    try ledger.toggle(1)
    let bytesAfterOne = bytes(of: vault.path)
    try ledger.toggle(5)
    #expect(bytes(of: vault.path) == bytesAfterOne)
  }
}

/// The vault, or its log, is in another state than it was left in (D6).
@Suite struct RollbackTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  /// D6: the log of a writer that was killed. `RollbackTimingTests` kills one, and damages the log
  /// at 70 places.
  @Test func aDamagedLogIsReported() throws {
    let (file, log) = try changedAndAbandoned()
    #expect(log.count > 20_000)
    let frames = (log.count - 32) / 4120
    var (flipped, zeroed) = (log, log)
    flipped[log.count / 3] ^= 4
    for index in 4152..<8248 { zeroed[index] = 0 }
    let logs: [(String, [UInt8])] = [
      ("whole", log), ("removed", []), ("flipped", flipped), ("zeroed", zeroed),
      ("cut", Array(log.prefix(frames / 2 * 4120 + 32))),
    ]
    for (what, log) in logs {
      for end in ["-wal", "-shm"] { unlink(vault.path + end) }
      write(file, to: vault.path)
      if !log.isEmpty { write(log, to: vault.path + "-wal") }
      for _ in 0..<2 {
        #expect(try vault.places(commits: vault.commits).isEmpty == (what == "whole"), "\(what)")
      }
      // The control: a whole log is no reason to be concerned.
      let opened = try vault.open(readOnly: true, commits: vault.commits)
      #expect((opened.concern == nil) == (what == "whole"), "\(what)")
    }
  }

  /// A file and its log after five changes, as they would be after a kill. The note of the last
  /// commit is in the folder of `vault`.
  private func changedAndAbandoned() throws -> (file: [UInt8], log: [UInt8]) {
    let original = try TemporaryVault()
    let ledger = try original.open(commits: vault.commits, clock: ManualMonotonicClock().clock)
    defer { ledger.close() }
    try ledger.toggle(5)
    return (bytes(of: original.path), bytes(of: original.path + "-wal"))
  }

  private func toggled(_ count: Int) throws {
    let worker = try #require(
      VaultWorkerProcess([
        "toggle", vault.path, "correct horse", "\(count)", vault.commits,
      ]))
    #expect(worker.wait().status == 0)
  }

  @Test func anOldFileIsReported() throws {
    try toggled(2)
    let old = bytes(of: vault.path)
    try toggled(2)
    #expect(try vault.places(commits: vault.commits) == [])
    write(old, to: vault.path)
    for _ in 0..<2 { #expect(try vault.places(commits: vault.commits) == ["history"]) }
    // The vault can still be used. Its state after the next change is the known one.
    try toggled(1)
    #expect(try vault.places(commits: vault.commits) == [])
    write(old, to: vault.path)
    #expect(try vault.places(commits: vault.commits) == ["history"])
  }

  /// The same number of commits, but other ones.
  @Test func aFileWithAnotherHistoryIsReported() throws {
    try toggled(2)
    let old = bytes(of: vault.path)
    try toggled(1)
    let one = bytes(of: vault.path)
    write(old, to: vault.path)
    try toggled(1)
    #expect(try vault.places(commits: vault.commits) == [])
    write(one, to: vault.path)
    #expect(try vault.places(commits: vault.commits) == ["history"])
  }

  /// A process may be killed before or after it has put another state in the vault's place.
  @Test func bothStatesAreKnownWhileAVaultIsReplaced() throws {
    let keys = VaultKeys(data: secret("0123456789abcdef0123456789abcdef"))
    func file() -> LastCommitFile {
      let id = [UInt8](repeating: 7, count: 16)
      return LastCommitFile(
        folder: vault.commits, vaultID: id,
        RecordCipher(vaultID: id, epoch: 1, keys: keys))
    }
    func root(_ counter: Int64) -> RootRecord {
      var root = RootRecord()
      root.counter = counter
      return root
    }
    #expect(file().compare(root(12)) == .unknown)
    file().write(root(12))
    #expect(throws: WalletError.self) {
      try LastCommitFile.adopt(root(5), in: file()) { () throws(WalletError) in
        throw WalletError(.cancelled)
      }
    }
    #expect(file().compare(root(12)) == .same)
    #expect(file().compare(root(5)) == .same)
    // The control: other states are still reported.
    #expect(file().compare(root(11)) == .older(than: 12))
    try LastCommitFile.adopt(root(5), in: file()) {}
    #expect(file().compare(root(5)) == .same)
    #expect(file().compare(root(4)) == .older(than: 5))
    #expect(file().compare(root(12)) == .newer(than: .init(root(5))))
    // A killed restore is followed by a change.
    _ = try? LastCommitFile.adopt(root(3), in: file()) { () throws(WalletError) in
      throw WalletError(.cancelled)
    }
    let next = file()
    #expect(next.compare(root(3)) == .same)
    next.write(root(4))
    #expect(file().compare(root(4)) == .same)
    #expect(file().compare(root(3)) == .older(than: 4))
  }

  @Test func anUnknownHistoryIsNotReported() throws {
    try toggled(2)
    let before = bytes(of: vault.path)
    // Another machine has written to the file.
    let ledger = try vault.open()
    _ = try ledger.write { writer throws(WalletError) in
      try writer.put(try writer.get(ScaAccount.self, of: ledger.owner), of: ledger.owner)
    }
    ledger.close()
    #expect(bytes(of: vault.path) != before)
    #expect(try vault.places(commits: vault.commits) == [])
    // There is no note here, or it cannot be read.
    let folder = vault.commits
    let kept = try #require(names(in: folder).first)
    write([1, 2, 3], to: folder + "/" + kept)
    #expect(try vault.places(commits: vault.commits) == [])
    unlink(folder + "/" + kept)
    #expect(try vault.places(commits: vault.commits) == [])
  }
}
