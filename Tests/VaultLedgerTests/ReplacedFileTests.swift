import Glibc
import Issuer
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Another file takes the place of a vault: by a new name, as Syncthing, Dropbox and rsync do it,
/// or by its bytes, as `cp` does it. Nothing is written into that file that does not belong there,
/// and what was shown as done is not lost without a word. `ReplacedFileKillTests` does the same with
/// several processes, some of which are killed.
@Suite struct ReplacedFileTests {
  /// It stands still, so that no log is emptied because nothing was changed for a while.
  private let clock = ManualMonotonicClock().clock

  /// A wallet with one change in its log, and a newer copy of the wallet before that change.
  private func changed(by changes: Int, isNoted: Bool = false) throws -> (
    vault: TemporaryVault, ledger: VaultLedger, newer: TemporaryVault
  ) {
    let vault = try TemporaryVault()
    let newer = try vault.copy()
    try newer.toggle(changes)
    let ledger = try vault.open(commits: isNoted ? vault.commits : nil, clock: clock)
    try ledger.toggle(1)
    #expect(VaultFile.logSize(vault.path) > 0)
    return (vault, ledger, newer)
  }

  @Test(arguments: FileReplacement.allCases)
  func anOpenWalletChangesNothingAndSaysSo(_ way: FileReplacement) throws {
    let (vault, ledger, newer) = try changed(by: 3)
    let (new, expected) = (bytes(of: newer.path), try newer.version())
    try way.replace(vault, by: newer)
    // The news of the file.
    #expect(ledger.wasChangedElsewhere())
    for _ in 0..<2 {
      #expect(code { try ledger.toggle(1) } == .vaultReplaced)
      #expect(code { try ledger.read { _ in } } == .vaultReplaced)
      #expect(code { _ = try ledger.edition() } == .vaultReplaced)
    }
    #expect(bytes(of: vault.path) == new)
    #expect(try vault.places() == [])
    #expect(try vault.version() == expected)
    // The old file is complete, if it is still there.
    for path in FileReplacement.conflicts(in: vault) {
      #expect(try Vault.check(at: path, passphrase: vault.passphrase).findings == [])
      #expect(try TemporaryVault.version(path, vault.passphrase) == expected - 2)
    }
    #expect(FileReplacement.conflicts(in: vault).count == (way == .conflict ? 1 : 0))
    // The new file is used like any other.
    try vault.toggle(1)
    #expect(try vault.places() == [])
    #expect(try vault.version() == expected + 1)
  }

  /// The change comes first, without any news.
  @Test(arguments: FileReplacement.allCases, [true, false])
  func aChangeIsRefused(_ way: FileReplacement, hasLog: Bool) throws {
    let vault = try TemporaryVault()
    let newer = try vault.copy()
    try newer.toggle(2)
    let ledger = try vault.open(clock: clock)
    if hasLog { try ledger.toggle(1) }
    let new = bytes(of: newer.path)
    try way.replace(vault, by: newer)
    if way != .overwritten {
      #expect(code { _ = try vault.open() } == .vaultReplaced, "this process has the old file open")
    }
    #expect(code { try ledger.toggle(1) } == .vaultReplaced)
    #expect(bytes(of: vault.path) == new)
    #expect(try vault.places() == [])
  }

  /// It ends before it has noticed. The next opening reports the changes that the new file lacks.
  @Test(arguments: FileReplacement.allCases)
  func aWalletThatEndsLeavesTheNewFile(_ way: FileReplacement) throws {
    let (vault, ledger, newer) = try changed(by: 3, isNoted: true)
    let new = bytes(of: newer.path)
    try way.replace(vault, by: newer)
    ledger.close()
    #expect(bytes(of: vault.path) == new)
    #expect(try vault.places(commits: vault.commits) == ["history"])
  }

  @Test func aWalletWithoutItsFileChangesNothing() throws {
    let (vault, ledger, _) = try changed(by: 1)
    unlink(vault.path)
    #expect(code { try ledger.toggle(1) } == .vaultReplaced)
    #expect(!names(in: vault.folder).contains("wallet.vault"))
  }

  /// A sync program exchanges the log or its index, and not the file.
  @Test(arguments: ["-wal", "-shm"]) func anExchangedLogIsNotUsed(_ end: String) throws {
    let (vault, ledger, newer) = try changed(by: 1)
    let expected = try vault.version()
    let other = try newer.open(clock: clock)
    try other.toggle(1)
    write(bytes(of: newer.path + end), to: vault.path + ".part")
    #expect(rename(vault.path + ".part", vault.path + end) == 0)
    #expect(code { try ledger.toggle(1) } == .vaultReplaced)
    #expect(try vault.places() == [])
    #expect(try vault.version() == expected)
  }

  /// Another program has opened the vault with the new index, and goes on with the same log.
  @Test func anExchangedIndexLosesNoChangeOfAnotherProgram() throws {
    let (vault, ledger, _) = try changed(by: 1)
    let before = try vault.version()
    write([], to: vault.path + ".part")
    #expect(rename(vault.path + ".part", vault.path + "-shm") == 0)
    let worker = try #require(VaultWorkerProcess(["hold", vault.path, "correct horse", "2"]))
    for line in ["ready", "1", "2"] { #expect(worker.line() == line) }
    #expect(code { try ledger.toggle(1) } == .vaultReplaced)
    worker.kill()
    _ = worker.wait()
    #expect(try vault.version() == before + 2)
    #expect(try vault.places() == [])
  }

  /// The files of a process that was killed with changes in its log.
  private func killed(_ changes: Int, isNoted: Bool = false) throws -> (
    vault: TemporaryVault, newer: TemporaryVault, file: [UInt8], log: [UInt8]
  ) {
    let vault = try TemporaryVault()
    let (newer, copy) = (try vault.copy(), try vault.copy())
    let ledger = try copy.open(commits: isNoted ? vault.commits : nil, clock: clock)
    try ledger.toggle(changes)
    let (file, log) = (bytes(of: copy.path), bytes(of: copy.path + "-wal"))
    ledger.close()
    write(file, to: vault.path)
    write(log, to: vault.path + "-wal")
    return (vault, newer, file, log)
  }

  /// The log of a killed process lies beside another file than the one that it belongs to.
  @Test(arguments: FileReplacement.allCases, [false, true])
  func theLogOfAKilledProcessIsNotUsedForAnotherFile(_ way: FileReplacement, isMarked: Bool) throws
  {
    let (vault, newer, _, _) = try killed(2)
    try newer.toggle(3)
    let expected = try newer.version()
    let other = try newer.open(clock: clock)
    if isMarked { try other.toggle(1) }
    try way.replace(vault, by: newer)
    #expect(try vault.version() == expected)
    #expect(try vault.places() == (isMarked ? ["log"] : []))
    try vault.toggle(1)
    #expect(try vault.places() == [])
    #expect(try vault.version() == expected + 1)
  }

  /// Copies by hand: the file without its log, the log beside another file, and both again.
  @Test func aFileAndItsLogBelongTogetherAfterCopies() throws {
    let (vault, newer, file, log) = try killed(2)
    let before = try newer.version()
    #expect(try vault.places() == [], "the control: both as they were")
    let alone = try vault.copy()
    write(file, to: alone.path)
    #expect(try alone.places() == ["log"])
    write(log, to: newer.path + "-wal")
    #expect(try newer.places() == [])
    #expect(try newer.version() == before)
    let again = try vault.copy()
    write(file, to: again.path)
    write(log, to: again.path + "-wal")
    #expect(try again.version() == before + 2)
    #expect(try again.places() == [])
  }

  /// The new file has more changes than this machine has seen, and not those.
  @Test func aNewerFileThatLacksAChangeIsReported() throws {
    let (vault, newer, _, _) = try killed(2, isNoted: true)
    #expect(try vault.places(commits: vault.commits) == [])
    try newer.toggle(3)
    // The control: the state of this machine with a change of another one.
    let continued = try vault.copy()
    try continued.toggle(1)
    for way in FileReplacement.allCases {
      try way.replace(vault, by: newer)
      #expect(try vault.places(commits: vault.commits) == ["history"])
      try way.replace(vault, by: continued)
      #expect(try vault.places(commits: vault.commits) == [])
    }
    try FileReplacement.renamed.replace(vault, by: newer)
    let opened = try vault.open(commits: vault.commits, clock: clock)
    #expect(opened.concern?.english.contains("lacks change") == true)
    // The next change makes its state the known one.
    try opened.toggle(1)
    opened.close()
    #expect(try vault.places(commits: vault.commits) == [])
  }

  /// Money is a change like any other.
  @Test func aNewerFileThatLacksATopUpIsReported() throws {
    let vault = try TemporaryVault()
    let newer = try vault.copy()
    try newer.toggle(3)
    let ledger = try vault.open(commits: vault.commits, clock: clock)
    _ = try ledger.perform(TopUp(ledger.firstCard().id, ShopAmount(1)))
    ledger.close()
    #expect(try vault.places(commits: vault.commits) == [], "the control")
    try FileReplacement.renamed.replace(vault, by: newer)
    #expect(try vault.places(commits: vault.commits) == ["history"])
  }

  /// The screen and its service get the error, too.
  @Test(.timeLimit(.minutes(60))) func newsOfAReplacedFileEndInTheError() async throws {
    let (vault, ledger, newer) = try changed(by: 1)
    let backend = LocalBackend(ledger: ledger)
    var news = backend.events().makeAsyncIterator()
    try FileReplacement.conflict.replace(vault, by: newer)
    #expect(await news.next() != nil)
    await #expect { try await backend.perform(ListCards(CardQuery()), backend.context) } throws: {
      ($0 as? WalletError)?.code == .vaultReplaced
    }
  }
}
