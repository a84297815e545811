import Glibc
import Issuer
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// R3: an action fails completely with a reason, and everything works again afterwards.
@Suite struct FullDiskTests {
  /// Whether file systems can be mounted here: it needs root, and many containers forbid it.
  private static let mayMount = (try? SmallDisk("32k")) != nil

  /// A file system of a size such as `640k`, which is unmounted with the test.
  private final class SmallDisk {
    let folder: String
    var path: String { folder + "/wallet.vault" }
    private var filler: String { folder + "/filler" }

    init(_ size: String, hasVault: Bool = false) throws {
      folder = try temporaryFolder()
      guard mount("tmpfs", folder, "tmpfs", 0, "size=" + size) == 0 else {
        throw WalletError(.diskFault)
      }
      if hasVault { try TemporaryVault.make(path, secret("x")) }
    }

    deinit {
      umount2(folder, Int32(MNT_DETACH))
      removeFolder(folder)
    }

    /// Leaves no space.
    func fill() {
      let file = open(filler, O_CREAT | O_WRONLY, 0o600)
      let block = [UInt8](repeating: 1, count: 4096)
      while Glibc.write(file, block, block.count) > 0 {}
      close(file)
    }

    func empty() { unlink(filler) }
  }

  /// On a file system that is really full.
  @Test(.enabled(if: mayMount, "no file system may be mounted here"))
  func aFullDiskRefusesAndRecovers() async throws {
    let disk = try SmallDisk("640k", hasVault: true)
    let path = disk.path
    let ledger = try Vault.open(at: path, passphrase: secret("x"))
    let backend = LocalBackend(ledger: ledger)
    let card = try await backend.perform(ListCards(CardQuery()), backend.context).cards[0]
    disk.fill()
    var made = 0
    var refused: WalletError?
    while refused == nil && made < 2000 {
      let status: CardStatus = made % 2 == 0 ? .locked : .active
      do throws(WalletError) {
        _ = try await backend.perform(
          SetCardStatus(card.id, status, reason: "x"), backend.context)
        made += 1
      } catch {
        refused = error
      }
    }
    #expect(refused?.code == .diskFull)
    let count = made
    let seen = try await backend.perform(GetCard(card.id), backend.context)
    #expect(seen.version == card.version + count)
    disk.empty()
    let status: CardStatus = seen.status == .locked ? .active : .locked
    let changed = try await backend.perform(
      SetCardStatus(card.id, status, reason: "x"), backend.context)
    #expect(changed.version == seen.version + 1)
    #expect(try Vault.check(at: path, passphrase: secret("x")).findings == [])
  }

  @Test(.enabled(if: mayMount, "no file system may be mounted here"))
  func noRoomForANewVaultLeavesNothingBehind() throws {
    let disk = try SmallDisk("32k")
    #expect(code { try TemporaryVault.make(disk.path, secret("x")) } == .diskFull)
    #expect(names(in: disk.folder) == [])
  }

  /// A vault is created completely or not at all, for any amount of space.
  @Test(
    .enabled(if: mayMount, "no file system may be mounted here"),
    arguments: Array(stride(from: 96, through: 320, by: 16)))
  func aNewVaultIsCompleteOrMissing(_ kibibytes: Int) throws {
    let disk = try SmallDisk("\(kibibytes)k")
    let path = disk.path
    do throws(WalletError) {
      try TemporaryVault.make(path, secret("x"))
    } catch {
      #expect(error.code == .diskFull)
      #expect(names(in: disk.folder) == [])
      return
    }
    #expect(names(in: disk.folder) == ["wallet.vault"])
    // The check needs space for the log's index.
    let copy = try TemporaryVault(sample: false)
    try copy.replace(by: path)
    #expect(try Vault.check(at: copy.path, passphrase: secret("x")).findings == [])
  }

  /// A backup is complete or missing, and a vault that cannot be replaced stays as it is.
  @Test(.enabled(if: mayMount, "no file system may be mounted here"))
  func noRoomForACopyChangesNothing() throws {
    let disk = try SmallDisk("256k", hasVault: true)
    let path = disk.path
    let before = bytes(of: path)
    #expect(
      code { try Vault.backUp(path, passphrase: secret("x"), to: disk.folder + "/backup") }
        == .diskFull)
    #expect(names(in: disk.folder) == ["wallet.vault"])
    let other = try TemporaryVault()
    #expect {
      try Vault.restore(other.path, passphrase: other.passphrase, to: path, keepsOld: true)
    } throws: { ($0 as? WalletError)?.code == .diskFull }
    #expect(names(in: disk.folder) == ["wallet.vault"])
    #expect(bytes(of: path) == before)
  }

  /// A restore that fails leaves nothing but the vault, for any amount of space.
  @Test(
    .enabled(if: mayMount, "no file system may be mounted here"),
    arguments: Array(stride(from: 256, through: 1280, by: 64)))
  func aFailedRestoreLeavesNothing(_ kibibytes: Int) throws {
    let disk = try SmallDisk("\(kibibytes)k", hasVault: true)
    let path = disk.path
    let before = bytes(of: path)
    let other = try TemporaryVault()
    do throws(WalletError) {
      let kept = try Vault.restore(
        other.path, passphrase: other.passphrase, to: path, keepsOld: true
      ).kept
      #expect(kept != nil)
    } catch {
      #expect(error.code == .diskFull)
      #expect(names(in: disk.folder) == ["wallet.vault"])
      #expect(bytes(of: path) == before)
    }
  }

  /// Some network folders cannot rename without replacing. The controls: with another error, and
  /// without any rename, there is no backup, and the error names it.
  @Test(
    .enabled(if: mayTrace, "strace may not trace programs here"),
    arguments: [
      (["renameat2:error=EINVAL"], true), (["renameat2:error=EPERM"], false),
      (["renameat2:error=EINVAL", "renameat:error=EPERM", "rename:error=EPERM"], false),
    ])
  func aBackupIsMadeWhereARenameIsRefused(_ injected: [String], isMade: Bool) throws {
    let vault = try TemporaryVault()
    let backup = vault.folder + "/backup"
    let worker = try #require(
      VaultWorkerProcess(["backup", vault.path, "correct horse", backup], injected: injected))
    let (lines, _) = worker.wait()
    #expect((lines == ["done"]) == isMade, "\(lines)")
    #expect(lines.last?.contains("WUI-VAULT-READONLY") == !isMade)
    #expect(names(in: vault.folder).sorted() == (isMade ? ["backup"] : []) + ["wallet.vault"])
    guard isMade else { return }
    #expect(try Vault.check(at: backup, passphrase: vault.passphrase).findings == [])
  }

  /// No process has the file open, and there is no space for the log's index.
  @Test(.enabled(if: mayMount, "no file system may be mounted here"))
  func aFullDiskCanBeReadFrom() async throws {
    let disk = try SmallDisk("640k", hasVault: true)
    let path = disk.path
    disk.fill()
    for _ in 0..<2 {
      let ledger = try Vault.open(at: path, passphrase: secret("x"), readOnly: true)
      let backend = LocalBackend(ledger: ledger)
      #expect(try await backend.perform(ListCards(CardQuery()), backend.context).cards.count == 6)
      await backend.waitForBackgroundWork()
    }
    #expect(try Vault.check(at: path, passphrase: secret("x")).findings == [])
    #expect(code { _ = try Vault.open(at: path, passphrase: secret("x")) } == .diskFull)
    disk.empty()
    _ = try Vault.open(at: path, passphrase: secret("x"))
  }

  /// D13: the screen opens if a command can read.
  @Test(.enabled(if: mayMount, "no file system may be mounted here"))
  func aFullDiskOpensForReading() async throws {
    let disk = try SmallDisk("640k", hasVault: true)
    let path = disk.path
    disk.fill()
    let ledger = try Vault.openOrRead(at: path, passphrase: secret("x"))
    #expect(ledger.whyReadOnly?.code == .diskFull)
    let backend = LocalBackend(ledger: ledger)
    let cards = try await backend.perform(ListCards(CardQuery()), backend.context).cards
    #expect(cards.count == 6)
    await #expect {
      try await backend.perform(
        SetCardStatus(cards[0].id, .locked, reason: "x"), backend.context)
    } throws: { ($0 as? WalletError)?.code == .diskFull }
    ledger.close()
    disk.empty()
    #expect(try Vault.openOrRead(at: path, passphrase: secret("x")).whyReadOnly == nil)
  }

  /// D13: a vault that was closed can be read. A vault whose log was not merged is refused with the
  /// reason.
  @Test(.enabled(if: mayMount, "no file system may be mounted here"))
  func aReadOnlyDiskIsReadOrRefusedWithTheReason() async throws {
    let disk = try SmallDisk("4m", hasVault: true)
    let path = disk.path
    let remounted = UInt(MS_REMOUNT)
    let readOnly = remounted | UInt(MS_RDONLY)
    #expect(mount("tmpfs", disk.folder, "tmpfs", readOnly, nil) == 0)
    do {
      let ledger = try Vault.openOrRead(at: path, passphrase: secret("x"))
      defer { ledger.close() }
      #expect(ledger.whyReadOnly?.code == .vaultReadOnly)
      let backend = LocalBackend(ledger: ledger)
      #expect(try await backend.perform(ListCards(CardQuery()), backend.context).cards.count == 6)
    }
    #expect(try Vault.check(at: path, passphrase: secret("x")).findings == [])
    #expect(mount("tmpfs", disk.folder, "tmpfs", remounted, nil) == 0)
    let worker = try #require(VaultWorkerProcess(["unsure", path, "x"]))
    _ = worker.wait()
    #expect(VaultFile.logSize(path) > 0)
    unlink(path + "-shm")
    #expect(mount("tmpfs", disk.folder, "tmpfs", readOnly, nil) == 0)
    #expect { try Vault.openOrRead(at: path, passphrase: secret("x")) } throws: {
      ($0 as? WalletError)?.message.english == "Can't read the vault here"
    }
  }

  /// D13: the whole change is in the log, and it is unknown whether the disk has stored it.
  @Test func aFailedSyncIsReportedAsUnknown() throws {
    let vault = try TemporaryVault()
    let before = try vault.version()
    let worker = try #require(VaultWorkerProcess(["unsure", vault.path, "correct horse"]))
    #expect(worker.wait().lines == ["WUI-DISK-UNKNOWN true"])
    // In this case it was stored.
    #expect(try vault.version() == before + 2)
    #expect(try vault.check().findings == [])
  }
}
