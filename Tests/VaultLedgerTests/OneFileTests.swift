import Glibc
import Issuer
import Secrets
import Testing
import Threads
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

  /// Locks and unlocks the first card.
  private func change(_ ledger: VaultLedger, _ count: Int) throws {
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let id = try issuer.perform(ListCards(CardQuery(limit: 1)), context).cards[0].id
    for _ in 0..<count {
      let card = try issuer.perform(GetCard(id), context)
      let status: CardStatus = card.status == .locked ? .active : .locked
      _ = try issuer.perform(SetCardStatus(id, status, reason: "x"), context)
    }
  }

  private func version(_ path: String, _ passphrase: Secret) throws -> Int {
    let ledger = try Vault.open(at: path, passphrase: passphrase, readOnly: true)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    return try Issuer(ledger: ledger).perform(ListCards(CardQuery(limit: 1)), context)
      .cards[0].version
  }

  private func places(_ path: String, _ passphrase: Secret) throws -> [String] {
    try Vault.check(at: path, passphrase: passphrase).findings.map(\.place)
  }

  /// Copies the file alone, like `cp`.
  private func copy(_ vault: TemporaryVault) throws -> TemporaryVault {
    let copy = try TemporaryVault(sample: false)
    try copy.replace(by: vault.path)
    return copy
  }

  private func placesInCopy(of vault: TemporaryVault) throws -> [String] {
    let copy = try copy(vault)
    return try places(copy.path, copy.passphrase)
  }

  @Test func aClosedVaultHasNoOtherFiles() throws {
    let vault = try TemporaryVault()
    let before = try version(vault.path, vault.passphrase)
    let ledger = try vault.open()
    try change(ledger, 3)
    ledger.close()
    #expect(names(in: vault.folder) == ["wallet.vault"])
    #expect(try version(vault.path, vault.passphrase) == before + 3)
    #expect(names(in: vault.folder) == ["wallet.vault"])
    #expect(try places(vault.path, vault.passphrase) == [])
    #expect(names(in: vault.folder) == ["wallet.vault"])
    #expect(throws: WalletError.self) { try change(ledger, 1) }
  }

  /// This is the case when a wallet is locked.
  @Test func theLastReferenceClosesTheVault() throws {
    let vault = try TemporaryVault()
    for readsElsewhere in [false, true] {
      var ledger: VaultLedger? = try vault.open(clock: clock)
      if let ledger {
        if readsElsewhere {
          _ = try ledger.edition()
          while try ledger.backgroundStep() != nil {}
        }
        try change(ledger, 1)
      }
      ledger = nil
      #expect(names(in: vault.folder) == ["wallet.vault"])
    }
  }

  /// The last process merges the log into the file, even if it has only read.
  @Test func theLastReaderEmptiesTheLog() throws {
    let vault = try TemporaryVault()
    let writer = try vault.open()
    let reader = try vault.open(readOnly: true)
    try change(writer, 2)
    _ = try reader.edition()
    writer.close()
    reader.close()
    #expect(names(in: vault.folder) == ["wallet.vault"])
  }

  /// When one of several processes ends, the file is complete for the others, too.
  @Test func anEndingProcessEmptiesTheLogForOthers() throws {
    let vault = try TemporaryVault()
    let before = try version(vault.path, vault.passphrase)
    let other = try vault.open()
    let ledger = try vault.open(clock: clock)
    try change(ledger, 2)
    #expect(VaultFile.logSize(vault.path) > 0)
    ledger.close()
    #expect(VaultFile.logSize(vault.path) == 0)
    let copy = try copy(vault)
    #expect(try places(copy.path, secret("correct horse")) == [])
    #expect(try version(copy.path, secret("correct horse")) == before + 2)
    try change(other, 1)
    other.close()
    #expect(try version(vault.path, vault.passphrase) == before + 3)
  }

  /// A copy made at any moment is complete or says that it may not be. It can always be read.
  @Test func aCopyOfTheFileIsCompleteOrReported() throws {
    let vault = try TemporaryVault()
    let before = try version(vault.path, vault.passphrase)
    for round in 0..<3 {
      let ledger = try vault.open(clock: clock)
      let whole = try copy(vault)
      #expect(try places(whole.path, whole.passphrase) == [])
      for _ in 0..<2 {
        try change(ledger, 1)
        let copy = try copy(vault)
        for _ in 0..<2 {
          #expect(try places(copy.path, copy.passphrase) == ["log"])
          let opened = try copy.open(readOnly: true)
          #expect(opened.concern?.english.contains("without the log") == true)
          guard case .damaged(let what)? = try opened.backgroundStep() else {
            Issue.record("no damage is told of")
            continue
          }
          #expect(what.english.contains("without"))
        }
        #expect(try version(copy.path, copy.passphrase) == before + 2 * round)
      }
      #expect(try places(vault.path, vault.passphrase) == [], "the vault with its log")
      #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).pagesInLog > 0)
      ledger.close()
    }
  }

  /// The user was warned before changing such a copy, so it becomes a separate wallet.
  @Test func aCopyIsCompleteAfterAChange() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open(clock: clock)
    try change(ledger, 1)
    let copy = try copy(vault)
    let opened = try copy.open()
    #expect(opened.concern != nil)
    try change(opened, 1)
    opened.close()
    #expect(names(in: copy.folder) == ["wallet.vault"])
    #expect(try places(copy.path, copy.passphrase) == [])
  }

  /// The first page is merged with the other pages of the log, and must keep the mark.
  @Test func aPartialCheckpointKeepsTheMark() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open(clock: clock)
    let sample = SampleWallet(clock: .system)
    try ledger.write { writer throws(WalletError) in
      let owner = try writer.get(CustomerProfile.self, of: ledger.owner)
      for index in 0..<200 { try sample.addCard(index, writer, owner) }
    }
    #expect(try ledger.store.database.integer("PRAGMA wal_checkpoint(PASSIVE)") == 0)
    try change(ledger, 1)
    #expect(try placesInCopy(of: vault) == ["log"])
    ledger.close()
    #expect(try placesInCopy(of: vault) == [])
  }

  /// A changed mark and an invented one are reported.
  @Test(arguments: 72..<80) func anUnknownMarkIsReported(_ offset: Int) throws {
    let vault = try TemporaryVault()
    var file = bytes(of: vault.path)
    file[offset] ^= 1
    write(file, to: vault.path)
    #expect(try places(vault.path, vault.passphrase) == ["log"])
  }

  /// The mark needs one sync for each log, and none for a change.
  @Test func aChangeAfterTheFirstDoesNotWriteToTheFile() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open(clock: clock)
    try change(ledger, 1)
    let bytesAfterOne = bytes(of: vault.path)
    try change(ledger, 5)
    #expect(bytes(of: vault.path) == bytesAfterOne)
  }
}

/// The vault, or its log, is in another state than it was left in (D6).
@Suite struct RollbackTests {
  private func places(_ vault: TemporaryVault) throws -> [String] {
    try Vault.check(
      at: vault.path, passphrase: vault.passphrase, commits: vault.folder + "/commits"
    ).findings.map(\.place)
  }

  /// D6: the log of a writer that was killed. `RollbackTimingTests` kills one, and damages the log
  /// at 70 places.
  @Test func aDamagedLogIsReported() throws {
    let vault = try TemporaryVault()
    let (file, log) = try changedAndAbandoned(vault)
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
      for _ in 0..<2 { #expect(try places(vault).isEmpty == (what == "whole"), "\(what)") }
      // The control: a whole log is no reason to be concerned.
      let opened = try Vault.open(
        at: vault.path, passphrase: vault.passphrase, readOnly: true,
        commits: vault.folder + "/commits")
      #expect((opened.concern == nil) == (what == "whole"), "\(what)")
    }
  }

  /// A file and its log after five changes, as they would be after a kill. The note of the last
  /// commit is in the folder of `vault`.
  private func changedAndAbandoned(_ vault: TemporaryVault) throws -> (
    file: [UInt8], log: [UInt8]
  ) {
    let original = try TemporaryVault()
    let ledger = try Vault.open(
      at: original.path, passphrase: original.passphrase, commits: vault.folder + "/commits",
      clock: ManualMonotonicClock().clock)
    defer { ledger.close() }
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let id = try issuer.perform(ListCards(CardQuery(limit: 1)), context).cards[0].id
    for number in 0..<5 {
      let status: CardStatus = number % 2 == 0 ? .locked : .active
      _ = try issuer.perform(SetCardStatus(id, status, reason: "x"), context)
    }
    return (bytes(of: original.path), bytes(of: original.path + "-wal"))
  }

  private func toggled(_ vault: TemporaryVault, _ count: Int) throws {
    let worker = try #require(
      VaultWorkerProcess([
        "toggle", vault.path, "correct horse", "\(count)", vault.folder + "/commits",
      ]))
    #expect(worker.wait().status == 0)
  }

  @Test func anOldFileIsReported() throws {
    let vault = try TemporaryVault()
    try toggled(vault, 2)
    let old = bytes(of: vault.path)
    try toggled(vault, 2)
    #expect(try places(vault) == [])
    write(old, to: vault.path)
    for _ in 0..<2 { #expect(try places(vault) == ["history"]) }
    // The vault can still be used. Its state after the next change is the known one.
    try toggled(vault, 1)
    #expect(try places(vault) == [])
    write(old, to: vault.path)
    #expect(try places(vault) == ["history"])
  }

  /// The same number of commits, but other ones.
  @Test func aFileWithAnotherHistoryIsReported() throws {
    let vault = try TemporaryVault()
    try toggled(vault, 2)
    let old = bytes(of: vault.path)
    try toggled(vault, 1)
    let one = bytes(of: vault.path)
    write(old, to: vault.path)
    try toggled(vault, 1)
    #expect(try places(vault) == [])
    write(one, to: vault.path)
    #expect(try places(vault) == ["history"])
  }

  @Test func anUnknownHistoryIsNotReported() throws {
    let vault = try TemporaryVault()
    try toggled(vault, 2)
    let before = bytes(of: vault.path)
    // Another machine has written to the file.
    let ledger = try vault.open()
    _ = try ledger.write { writer throws(WalletError) in
      try writer.put(try writer.get(ScaAccount.self, of: ledger.owner), of: ledger.owner)
    }
    ledger.close()
    #expect(bytes(of: vault.path) != before)
    #expect(try places(vault) == [])
    // There is no note here, or it cannot be read.
    let folder = vault.folder + "/commits"
    let kept = try #require(names(in: folder).first)
    write([1, 2, 3], to: folder + "/" + kept)
    #expect(try places(vault) == [])
    unlink(folder + "/" + kept)
    #expect(try places(vault) == [])
  }
}
