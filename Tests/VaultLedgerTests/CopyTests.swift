import Glibc
import Testing
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Backups, exports, and what comes back from them.
@Suite struct CopyTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test func aBackupIsTheWholeVault() throws {
    try vault.toggle(3)
    let file = vault.folder + "/backup"
    let contents = try Vault.backUp(vault.path, passphrase: vault.passphrase, to: file)
    #expect(contents.cards == 6)
    #expect(contents.lastChange != nil)
    #expect(names(in: vault.folder).sorted() == ["backup", "wallet.vault"])
    var info = stat()
    #expect(stat(file, &info) == 0 && info.st_mode & 0o777 == 0o600)
    #expect(try Vault.check(at: file, passphrase: vault.passphrase).findings == [])
    #expect(try TemporaryVault.version(file, vault.passphrase) == vault.version())
    let before = bytes(of: file)
    #expect(code { try Vault.backUp(vault.path, passphrase: vault.passphrase, to: file) } == .usage)
    #expect(bytes(of: file) == before)
  }

  @Test func aDamagedVaultIsNotBackedUp() throws {
    try tamper(vault.path, Tampering.all[0].sql)
    let file = vault.folder + "/backup"
    #expect { try Vault.backUp(vault.path, passphrase: vault.passphrase, to: file) } throws: {
      ($0 as? WalletError)?.code == .vaultDamaged
    }
    #expect(names(in: vault.folder) == ["wallet.vault"])
  }

  @Test func aRestoredBackupIsTheVault() throws {
    let commits = vault.commits
    try vault.toggle(1, commits: commits)
    let file = try vault.backup()
    let old = try vault.version()
    try vault.toggle(4, commits: commits)
    try Vault.changeSlots(
      at: vault.path, secret: vault.passphrase, .replace(with: secret("new")), commits: commits)

    let replaced = try Vault.restore(
      file, passphrase: vault.passphrase, to: vault.path, keepsOld: true, commits: commits)
    #expect(replaced.contents.cards == 6)
    #expect(try vault.version() == old)
    #expect(refusal(vault.path, secret("new")) == .vaultPassphrase)
    // An old state that was wanted is not reported.
    #expect(try vault.places(commits: commits) == [])
    let kept = try #require(replaced.kept)
    #expect(try TemporaryVault.version(kept, secret("new")) == old + 4)
    #expect(try Vault.check(at: kept, passphrase: secret("new")).findings == [])
    let last = kept.split(separator: "/").last.map(String.init) ?? ""
    #expect(last.hasPrefix("wallet.vault.before-restore-20"))
    #expect(names(in: vault.folder).sorted() == ["backup", "commits", "wallet.vault", last])
    // It can be changed, and the backup put back again.
    try vault.toggle(1, commits: commits)
    let again = try Vault.restore(
      file, passphrase: vault.passphrase, to: vault.path, keepsOld: false, commits: commits)
    #expect(again.kept == nil)
    #expect(try vault.version() == old)
  }

  @Test func aBackupMakesAVaultThatIsMissing() throws {
    let file = try vault.backup()
    let new = vault.folder + "/new.vault"
    let replaced = try Vault.restore(file, passphrase: vault.passphrase, to: new, keepsOld: true)
    #expect(replaced.kept == nil)
    #expect(try Vault.check(at: new, passphrase: vault.passphrase).findings == [])
    #expect(names(in: vault.folder).sorted() == ["backup", "new.vault", "wallet.vault"])
  }

  @Test func nothingIsRestoredWhileOthersHaveTheVaultOpen() throws {
    let file = try vault.backup()
    try vault.toggle(1)
    let ledger = try vault.open()
    let before = try vault.version()
    func restore() throws {
      _ = try Vault.restore(file, passphrase: vault.passphrase, to: vault.path, keepsOld: true)
    }
    #expect(code { try restore() } == .vaultBusy)
    #expect(try vault.version() == before)
    #expect(!names(in: vault.folder).contains { $0.contains("before") || $0.contains("new-") })
    ledger.close()
    try restore()
    #expect(try vault.version() == before - 1)
  }

  /// A copy with a missing or changed part never replaces a vault.
  @Test func aDamagedCopyChangesNothing() throws {
    let backup = try vault.backup()
    let export = vault.folder + "/export"
    _ = try Vault.export(
      vault.path, passphrase: vault.passphrase, to: export, exportPassphrase: secret("export"))
    let before = bytes(of: vault.path)
    let good = bytes(of: export)
    let bad = vault.folder + "/bad"
    var copies = stride(from: 0, to: good.count, by: 4096 * 5).map { Array(good.prefix($0)) }
    for place in [40, 2000, 9000, good.count / 2, good.count - 100] {
      var copy = good
      for offset in place..<place + 40 { copy[offset] ^= 0x41 }
      copies.append(copy)
    }
    var refused = 0
    for copy in copies {
      write(copy, to: bad)
      do throws(WalletError) {
        _ = try Vault.importExport(
          bad, exportPassphrase: secret("export"), to: vault.path, newPassphrase: secret("new"),
          keepsOld: true)
        // Unused space of a page was hit.
        #expect(try Vault.check(at: vault.path, passphrase: secret("new")).findings == [])
        write(before, to: vault.path)
      } catch {
        refused += 1
        #expect(bytes(of: vault.path) == before)
      }
      for end in ["", "-wal", "-shm"] { unlink(bad + end) }
    }
    #expect(refused >= copies.count - 2)
    #expect {
      try Vault.restore(backup, passphrase: secret("no"), to: vault.path, keepsOld: true)
    } throws: { ($0 as? WalletError)?.code == .vaultPassphrase }
    #expect {
      try Vault.restore(
        vault.path, passphrase: vault.passphrase, to: vault.path, keepsOld: true)
    } throws: { ($0 as? WalletError)?.code == .usage }
    #expect(bytes(of: vault.path) == before)
  }

  @Test func onlyItsOwnPassphraseOpensAnExport() throws {
    let key = KeyFile.newKey()
    try vault.changeSlots(.add(key, label: ""))
    let file = vault.folder + "/export"
    _ = try Vault.export(
      vault.path, passphrase: vault.passphrase, to: file, exportPassphrase: secret("export"))
    #expect(refusal(file, vault.passphrase) == .vaultPassphrase)
    #expect(refusal(file, key) == .vaultPassphrase)
    #expect(refusal(file, secret("export")) == nil)
    #expect(try Vault.slots(at: file, secret: secret("export")).map(\.number) == [1])

    // On another machine, with a passphrase of one's own.
    let other = try TemporaryVault()
    let replaced = try Vault.importExport(
      file, exportPassphrase: secret("export"), to: other.path, newPassphrase: secret("mine"),
      keepsOld: true)
    #expect(refusal(other.path, secret("mine")) == nil)
    #expect(refusal(other.path, secret("export")) == .vaultPassphrase)
    #expect(refusal(other.path, other.passphrase) == .vaultPassphrase)
    #expect(try Vault.slots(at: other.path, secret: secret("mine")).map(\.number) == [1])
    #expect(try Vault.check(at: other.path, passphrase: secret("mine")).findings == [])
    let kept = try #require(replaced.kept)
    #expect(refusal(kept, other.passphrase) == nil)
  }

  /// Another program's database, and a file that is none.
  @Test func onlyAVaultIsReplaced() throws {
    let file = try vault.backup()
    let foreign = vault.folder + "/foreign"
    write([], to: foreign)
    try tamper(foreign, "CREATE TABLE cards(id INTEGER PRIMARY KEY)")
    let text = vault.folder + "/text"
    write(Array(String(repeating: "not a vault ", count: 1000).utf8), to: text)
    for path in [foreign, text] {
      let before = bytes(of: path)
      #expect {
        try Vault.restore(file, passphrase: vault.passphrase, to: path, keepsOld: true)
      } throws: { ($0 as? WalletError)?.code == .vaultNotAVault }
      #expect(bytes(of: path) == before)
    }
  }

  /// The state that is replaced is not kept when it stays.
  @Test func aReplacementThatFailsKeepsNoFile() throws {
    let (vault, other) = (try TemporaryVault(sample: false), try TemporaryVault())
    let draft = vault.folder + "/draft"
    _ = try Vault.backUp(other.path, passphrase: other.passphrase, to: draft)
    let before = bytes(of: vault.path)
    let kept = vault.folder + "/kept"
    for isFull in [true, false] {
      write(before, to: kept)
      let database = try VaultFile.connectToReplace(vault.path)
      // A full disk.
      let pages = try database.integer("PRAGMA page_count")
      if isFull { try database.execute("PRAGMA max_page_count=\(pages)") }
      func replace() throws(WalletError) {
        try VaultFile.replace(database, at: vault.path, by: draft, kept: [kept])
      }
      if isFull {
        #expect(code { try replace() } == .diskFull)
        try database.close()
        #expect(bytes(of: vault.path) == before)
      } else {
        try replace()
      }
      #expect((access(kept, F_OK) != 0) == isFull)
    }
    // A file in another folder is not the one that was kept.
    let moved = other.folder + "/kept"
    write(before, to: moved)
    let database = try VaultFile.connectToReplace(vault.path)
    #expect(throws: WalletError.self) {
      try VaultFile.replace(database, at: vault.path, by: vault.folder + "/none", kept: [moved])
    }
    #expect(access(moved, F_OK) == 0)
    try database.close()
    #expect(try TemporaryVault.version(vault.path, other.passphrase) == other.version())
  }

  /// Sticks and network folders have one mode for all files.
  @Test(arguments: [0o755, 0o644, 0o777] as [mode_t])
  func aCopyIsReadWhateverItsModeIs(_ mode: mode_t) throws {
    let (backup, export) = (vault.folder + "/backup", vault.folder + "/export")
    let made = try Vault.backUp(vault.path, passphrase: vault.passphrase, to: backup)
    #expect(made.concerns == [], "the control: nobody else can read it")
    _ = try Vault.export(
      vault.path, passphrase: vault.passphrase, to: export, exportPassphrase: secret("export"))
    for file in [backup, export] { chmod(file, mode) }
    let contents = try Vault.inspect(at: backup, passphrase: vault.passphrase)
    #expect(contents.concerns.count == 1)
    #expect(contents.concerns.first?.english.contains("Others can read") == true)
    _ = try Vault.restore(
      backup, passphrase: vault.passphrase, to: vault.path, keepsOld: false)
    _ = try Vault.importExport(
      export, exportPassphrase: secret("export"), to: vault.path,
      newPassphrase: vault.passphrase, keepsOld: false)
    #expect(refusal(vault.path, vault.passphrase) == nil)
    var info = stat()
    #expect(lstat(vault.path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    // A vault itself is still refused.
    chmod(vault.path, mode)
    #expect(refusal(vault.path, vault.passphrase) == .vaultPermissions)
  }

  /// Some network folders cannot rename without replacing. `FullDiskTests` has a system without it.
  @Test(arguments: [true, false]) func aNewFileReplacesNone(_ canExclude: Bool) throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    let (draft, file) = (folder + "/draft", folder + "/file")
    func appear() throws(WalletError) {
      try VaultFile.appear(draft, as: file, canExclude: canExclude)
    }
    write([1, 2, 3], to: draft)
    try appear()
    #expect(names(in: folder) == ["file"] && bytes(of: file) == [1, 2, 3])
    // The draft stays for its owner to remove.
    write([4], to: draft)
    #expect(code { try appear() } == .vaultExists)
    #expect(bytes(of: draft) == [4] && bytes(of: file) == [1, 2, 3])
    // A draft that is gone leaves no empty file.
    unlink(draft)
    unlink(file)
    let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    utimensat(AT_FDCWD, folder, times, 0)
    #expect(code { try appear() } == .diskFault)
    #expect(names(in: folder) == [])
    // Nor for a moment, where the file system can rename without replacing.
    var info = stat()
    #expect(stat(folder, &info) == 0 && (info.st_mtim.tv_sec == 1) == canExclude)
  }

  @Test func errorsNameTheFileThatWasMeant() throws {
    let (none, text) = (vault.folder + "/none", vault.folder + "/text")
    write([1], to: text)
    let copies: [(String, ErrorCode)] = [(none, .vaultMissing), (text, .vaultNotAVault)]
    for (file, code) in copies {
      #expect { try Vault.inspect(at: file, passphrase: secret("x")) } throws: {
        let error = $0 as? WalletError
        return error?.code == code && error?.message.english.hasPrefix(file) == true
      }
    }
    errno = EACCES
    let refused = VaultFile.creationError(vault.folder + "/stick")
    #expect(refused.code == .vaultReadOnly)
    #expect(refused.message.english == "Can't write stick")
    #expect(refused.details.first?.english.hasPrefix(vault.folder + "/stick: ") == true)
  }

  /// The folder is exchanged while the draft is written.
  @Test func aDraftIsRemovedFromItsOwnFolder() throws {
    let outer = try temporaryFolder()
    defer { removeFolder(outer) }
    let (folder, moved) = (outer + "/a", outer + "/b")
    mkdir(folder, 0o700)
    var draft = ""
    #expect(throws: WalletError.self) {
      try VaultFile.withDraft(of: folder + "/file") { _ throws(WalletError) in
        draft = names(in: folder).first { $0.contains(".new-") } ?? ""
        rename(folder, moved)
        mkdir(folder, 0o700)
        write([1], to: folder + "/" + draft)
        throw WalletError(.cancelled)
      } _: { _ in
      }
    }
    #expect(!draft.isEmpty)
    #expect(names(in: folder) == [draft])
    #expect(names(in: moved).filter { $0.contains(".new-") } == [])
  }

  /// A program that was killed leaves a draft. The next one removes it. `CopyTimingTests` kills one.
  @Test func abandonedDraftsAreRemoved() throws {
    let backup = vault.folder + "/backup"
    // Linux gives no process a number of more than 2^22.
    write([1], to: backup + ".new-4194305-7")
    write([1], to: backup + ".new-\(getpid())-7")
    _ = try Vault.backUp(vault.path, passphrase: vault.passphrase, to: backup)
    let left = names(in: vault.folder).filter { $0.contains(".new-") }
    #expect(left == ["backup.new-\(getpid())-7"])
  }
}
