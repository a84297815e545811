import Conformance
import Glibc
import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger

/// `wallet.vault` alone is the whole wallet when nobody has it open, and otherwise says that it is
/// not (D2).
@Suite struct OneFileTests {
  /// Locks and unlocks the first card.
  private func change(_ ledger: VaultLedger, _ count: Int) throws {
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let id = try issuer.listCards(ListCards(CardQuery(limit: 1)), context).cards[0].id
    for _ in 0..<count {
      let card = try issuer.getCard(GetCard(id), context)
      let status: CardStatus = card.status == .locked ? .active : .locked
      _ = try issuer.setCardStatus(SetCardStatus(id, status, reason: "x"), context)
    }
  }

  private func version(_ path: String, _ passphrase: Secret) throws -> Int {
    let ledger = try Vault.open(at: path, passphrase: passphrase, readOnly: true)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    return try Issuer(ledger: ledger).listCards(ListCards(CardQuery(limit: 1)), context)
      .cards[0].version
  }

  private func places(_ path: String, _ passphrase: Secret) throws -> [String] {
    try Vault.check(at: path, passphrase: passphrase).findings.map(\.place)
  }

  /// As `cp` copies it, which knows nothing of a log.
  private func copy(_ vault: TemporaryVault) throws -> TemporaryVault {
    let copy = try TemporaryVault(sample: false)
    try copy.replace(by: vault.path)
    return copy
  }

  private func placesInCopy(of vault: TemporaryVault) throws -> [String] {
    let copy = try copy(vault)
    return try places(copy.path, copy.passphrase)
  }

  @Test func nothingStandsBesideAClosedVault() throws {
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

  /// So it is when a wallet is locked.
  @Test func theLastReferenceClosesIt() throws {
    let vault = try TemporaryVault()
    for readsElsewhere in [false, true] {
      var ledger: VaultLedger? = try vault.open()
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

  /// Whoever leaves last puts all into the file, though it only read.
  @Test func aReaderThatEndsLastEmptiesTheLog() throws {
    let vault = try TemporaryVault()
    let writer = try vault.open()
    let reader = try vault.open(readOnly: true)
    try change(writer, 2)
    _ = try reader.edition()
    writer.close()
    reader.close()
    #expect(names(in: vault.folder) == ["wallet.vault"])
  }

  /// While others have it open the file has all, too, when one of them ends.
  @Test func endingEmptiesTheLogForOthers() throws {
    let vault = try TemporaryVault()
    let before = try version(vault.path, vault.passphrase)
    let other = try vault.open()
    let ledger = try vault.open()
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

  /// A copy that was made at any moment is whole or says that it may not be, again and again, and can
  /// be read.
  @Test func aCopyOfTheFileIsWholeOrSaysSo() throws {
    let vault = try TemporaryVault()
    let before = try version(vault.path, vault.passphrase)
    for round in 0..<3 {
      let ledger = try vault.open()
      let whole = try copy(vault)
      #expect(try places(whole.path, whole.passphrase) == [])
      for _ in 0..<2 {
        try change(ledger, 1)
        let copy = try copy(vault)
        for _ in 0..<2 {
          #expect(try places(copy.path, copy.passphrase) == ["log"])
          let opened = try copy.open(readOnly: true)
          #expect(opened.concern?.contains("without that log") == true)
          #expect(try opened.backgroundStep().map { "\($0)" }?.contains("without") == true)
        }
        #expect(try version(copy.path, copy.passphrase) == before + 2 * round)
      }
      #expect(try places(vault.path, vault.passphrase) == [], "its log stands beside it")
      #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).pagesInLog > 0)
      ledger.close()
    }
  }

  /// Whoever goes on with such a copy has been told: it is a wallet of its own then.
  @Test func aCopyThatIsGoneOnWithIsWhole() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    try change(ledger, 1)
    let copy = try copy(vault)
    let opened = try copy.open()
    #expect(opened.concern != nil)
    try change(opened, 1)
    opened.close()
    #expect(names(in: copy.folder) == ["wallet.vault"])
    #expect(try places(copy.path, copy.passphrase) == [])
  }

  /// The first page is put into the file with the log's others, and must not take the mark away.
  @Test func aLogThatIsPutIntoTheFileInPartsKeepsTheMark() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let sample = SampleWallet(clock: .system)
    try ledger.write { writer throws(WalletError) in
      let owner = try writer.profile(of: ledger.owner)
      for index in 0..<200 { try sample.addCard(index, writer, owner) }
    }
    #expect(try ledger.store.database.integer("PRAGMA wal_checkpoint(PASSIVE)") == 0)
    try change(ledger, 1)
    #expect(try placesInCopy(of: vault) == ["log"])
    ledger.close()
    #expect(try placesInCopy(of: vault) == [])
  }

  @Test func anIdleLogIsEmptied() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    try change(ledger, 1)
    #expect(VaultFile.logSize(vault.path) > 0)
    let end = ContinuousClock.now + .seconds(60)
    while VaultFile.logSize(vault.path) > 0, ContinuousClock.now < end { usleep(50_000) }
    #expect(VaultFile.logSize(vault.path) == 0)
    #expect(try placesInCopy(of: vault) == [])
    try change(ledger, 1)
    #expect(try placesInCopy(of: vault) == ["log"])
  }

  /// Neither a mark that is flipped nor one that is made up passes.
  @Test(arguments: 72..<80) func aMarkThatIsNoneOfOursIsTold(_ offset: Int) throws {
    let vault = try TemporaryVault()
    var file = bytes(of: vault.path)
    file[offset] ^= 1
    write(file, to: vault.path)
    #expect(try places(vault.path, vault.passphrase) == ["log"])
  }

  /// One more sync for a log, and none for a change.
  @Test func aChangeAfterTheFirstDoesNotWriteToTheFile() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    try change(ledger, 1)
    let bytesAfterOne = bytes(of: vault.path)
    try change(ledger, 5)
    #expect(bytes(of: vault.path) == bytesAfterOne)
  }
}

/// The vault, or its log, is not in the state in which it was left (D6).
@Suite struct RollbackTests {
  /// A folder with a vault, as a process leaves it that is killed with changes in the log, and where
  /// what was committed last is kept.
  ///
  /// - Parameter atOnce: While it is at it, rather than when five changes are made.
  private func killed(atOnce: Bool) throws -> TemporaryVault {
    let vault = try TemporaryVault()
    let worker = try #require(
      VaultWorkerProcess([
        atOnce ? "toggle" : "hold", vault.path, "correct horse", atOnce ? "1000000" : "5",
        vault.folder + "/commits",
      ]))
    #expect(worker.line() == "ready")
    for number in 1...5 { #expect(worker.line() == "\(number)") }
    worker.kill()
    _ = worker.wait()
    return vault
  }

  private func places(_ vault: TemporaryVault) throws -> [String] {
    try Vault.check(
      at: vault.path, passphrase: vault.passphrase, commits: vault.folder + "/commits"
    ).findings.map(\.place)
  }

  @Test func aKilledWriterIsNoAlarm() throws {
    for _ in 0..<(isTorture ? 200 : 10) {
      let vault = try killed(atOnce: true)
      #expect(try places(vault) == [])
    }
  }

  /// D6: of 65 logs that were flipped, cut or zeroed, none was told of.
  @Test func aDamagedLogIsTold() throws {
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
      #expect(try !places(vault).isEmpty, "\(what)")
      #expect(try !places(vault).isEmpty, "\(what), the second time")
      let opened = try Vault.open(
        at: vault.path, passphrase: vault.passphrase, readOnly: true,
        commits: vault.folder + "/commits")
      #expect(opened.concern != nil, "\(what)")
    }
  }

  /// Where the last frame of the first, whole run of the log begins: all up to there is needed.
  private func lastFrame(_ log: [UInt8]) -> Int { (log.count - 32) / 4120 * 4120 - 4120 + 32 }

  private func toggled(_ vault: TemporaryVault, _ count: Int) throws {
    let worker = try #require(
      VaultWorkerProcess([
        "toggle", vault.path, "correct horse", "\(count)", vault.folder + "/commits",
      ]))
    #expect(worker.wait().status == 0)
  }

  @Test func anOlderFileIsTold() throws {
    let vault = try TemporaryVault()
    try toggled(vault, 2)
    let old = bytes(of: vault.path)
    try toggled(vault, 2)
    #expect(try places(vault) == [])
    write(old, to: vault.path)
    for _ in 0..<2 { #expect(try places(vault) == ["history"]) }
    // It can be gone on with; what it came to then is the state that is known.
    try toggled(vault, 1)
    #expect(try places(vault) == [])
    write(old, to: vault.path)
    #expect(try places(vault) == ["history"])
  }

  /// As many commits, but not the same.
  @Test func anotherHistoryIsTold() throws {
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

  @Test func whatIsNotKnownIsNoAlarm() throws {
    let vault = try TemporaryVault()
    try toggled(vault, 2)
    let before = bytes(of: vault.path)
    // Another machine wrote it.
    let ledger = try vault.open()
    try ledger.write { writer throws(WalletError) in
      try writer.put(try writer.scaAccount(of: ledger.owner), of: ledger.owner)
    }
    ledger.close()
    #expect(bytes(of: vault.path) != before)
    #expect(try places(vault) == [])
    // Or nothing is kept here, or what is kept cannot be read.
    let folder = vault.folder + "/commits"
    let kept = try #require(names(in: folder).first)
    write([1, 2, 3], to: folder + "/" + kept)
    #expect(try places(vault) == [])
    unlink(folder + "/" + kept)
    #expect(try places(vault) == [])
  }

  @Test func severalProcessesKeepTheLast() throws {
    let vault = try TemporaryVault()
    let workers = (0..<4).compactMap { _ in
      VaultWorkerProcess(["toggle", vault.path, "correct horse", "50", vault.folder + "/commits"])
    }
    for worker in workers { #expect(worker.wait().status == 0) }
    #expect(try places(vault) == [])
    #expect(names(in: vault.folder).sorted() == ["commits", "wallet.vault"])
  }
}
