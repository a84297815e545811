import CSQLite
import Conformance
import Glibc
import Issuer
import SealedRecords
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger

/// R3: an action fails completely with a reason, and everything works again afterwards.
@Suite struct FullDiskTests {
  @Test func aFullFileRefusesAndRecovers() async throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    let clock = TestClock(IssuerClock.system.now())
    let backend = LocalBackend(
      ledger: ledger, clock: IssuerClock(now: { clock.now }, boot: { clock.boot }))
    let context = backend.context
    let cards = try await backend.perform(ListCards(CardQuery()), context).cards
    let pages = try ledger.store.database.integer("PRAGMA page_count")
    try ledger.store.database.execute("PRAGMA max_page_count=\(pages)")
    // Free space inside the file is used first.
    let request = CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR")
    var made = 0
    var refused: WalletError?
    while refused == nil && made < 400 {
      do throws(WalletError) {
        // Wrong codes and events need space, too. So does the audit entry of a status change.
        let status: CardStatus = made % 2 == 0 ? .locked : .active
        _ = try await backend.perform(SetCardStatus(cards[0].id, status, reason: "x"), context)
        made += 1
      } catch {
        refused = error
      }
    }
    #expect(refused?.code == .diskFull)
    let count = made
    let after = try await backend.perform(GetCard(cards[0].id), context)
    #expect(after.version == cards[0].version + count)
    // An event may fit into less space than an audit entry, so several are created until neither
    // fits.
    var reveal: ErrorCode?
    for _ in 0..<40 where reveal == nil || reveal == .scaRequired {
      do throws(WalletError) {
        _ = try await backend.perform(GetSecureDetails(cards[1].id), context)
      } catch {
        reveal = error.code
      }
    }
    #expect(reveal == .auditUnwritable)
    try ledger.store.database.execute("PRAGMA max_page_count=1000000")
    _ = try await backend.perform(CreateCard(request), context)
    #expect(try await backend.perform(ListCards(CardQuery()), context).cards.count == 7)
    #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).findings == [])
  }

  /// On a file system that is really full.
  @Test func aFullDiskRefusesAndRecovers() async throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    guard geteuid() == 0, mount("tmpfs", folder, "tmpfs", 0, "size=640k") == 0 else {
      // Only root can mount. The test above covers the rules.
      return
    }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let path = folder + "/wallet.vault"
    try TemporaryVault.make(path, secret("x"))
    let ledger = try Vault.open(at: path, passphrase: secret("x"))
    let backend = LocalBackend(ledger: ledger)
    let card = try await backend.perform(ListCards(CardQuery()), backend.context).cards[0]
    let filler = open(folder + "/filler", O_CREAT | O_WRONLY, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while Glibc.write(filler, block, block.count) > 0 {}
    close(filler)
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
    unlink(folder + "/filler")
    let status: CardStatus = seen.status == .locked ? .active : .locked
    let changed = try await backend.perform(
      SetCardStatus(card.id, status, reason: "x"), backend.context)
    #expect(changed.version == seen.version + 1)
    #expect(try Vault.check(at: path, passphrase: secret("x")).findings == [])
  }

  @Test func noRoomForANewVaultLeavesNothingBehind() throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    guard geteuid() == 0, mount("tmpfs", folder, "tmpfs", 0, "size=32k") == 0 else { return }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    #expect { try TemporaryVault.make(folder + "/wallet.vault", secret("x")) } throws: {
      ($0 as? WalletError)?.code == .diskFull
    }
    #expect(names(in: folder) == [])
  }

  /// A vault is created completely or not at all, for any amount of space.
  @Test(arguments: Array(stride(from: 96, through: 320, by: 16)))
  func aNewVaultIsCompleteOrMissing(_ kibibytes: Int) throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    guard geteuid() == 0, mount("tmpfs", folder, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
      return
    }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let path = folder + "/wallet.vault"
    do throws(WalletError) {
      try TemporaryVault.make(path, secret("x"))
    } catch {
      #expect(error.code == .diskFull)
      #expect(names(in: folder) == [])
      return
    }
    #expect(names(in: folder) == ["wallet.vault"])
    // The check needs space for the log's index.
    let copy = try TemporaryVault(sample: false)
    try copy.replace(by: path)
    #expect(try Vault.check(at: copy.path, passphrase: secret("x")).findings == [])
  }

  /// A backup is complete or missing, and a vault that cannot be replaced stays as it is.
  @Test func noRoomForACopyChangesNothing() throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    guard geteuid() == 0, mount("tmpfs", folder, "tmpfs", 0, "size=256k") == 0 else { return }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let path = folder + "/wallet.vault"
    try TemporaryVault.make(path, secret("x"))
    let before = bytes(of: path)
    #expect { try Vault.backUp(path, passphrase: secret("x"), to: folder + "/backup") } throws: {
      ($0 as? WalletError)?.code == .diskFull
    }
    #expect(names(in: folder) == ["wallet.vault"])
    let other = try TemporaryVault()
    #expect {
      try Vault.restore(other.path, passphrase: other.passphrase, to: path, keepsOld: true)
    } throws: { ($0 as? WalletError)?.code == .diskFull }
    #expect(names(in: folder) == ["wallet.vault"])
    #expect(bytes(of: path) == before)
  }

  /// No process has the file open, and there is no space for the log's index.
  @Test func aFullDiskCanBeReadFrom() async throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    guard geteuid() == 0, mount("tmpfs", folder, "tmpfs", 0, "size=640k") == 0 else { return }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let path = folder + "/wallet.vault"
    try TemporaryVault.make(path, secret("x"))
    let filler = open(folder + "/filler", O_CREAT | O_WRONLY, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while Glibc.write(filler, block, block.count) > 0 {}
    close(filler)
    for _ in 0..<2 {
      let ledger = try Vault.open(at: path, passphrase: secret("x"), readOnly: true)
      let backend = LocalBackend(ledger: ledger)
      #expect(try await backend.perform(ListCards(CardQuery()), backend.context).cards.count == 6)
      await backend.waitForBackgroundWork()
    }
    #expect(try Vault.check(at: path, passphrase: secret("x")).findings == [])
    #expect { _ = try Vault.open(at: path, passphrase: secret("x")) } throws: {
      ($0 as? WalletError)?.code == .diskFull
    }
    unlink(folder + "/filler")
    _ = try Vault.open(at: path, passphrase: secret("x"))
  }

  /// D13: the screen opens if a command can read.
  @Test func aFullDiskOpensForReading() async throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    guard geteuid() == 0, mount("tmpfs", folder, "tmpfs", 0, "size=640k") == 0 else { return }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let path = folder + "/wallet.vault"
    try TemporaryVault.make(path, secret("x"))
    let filler = open(folder + "/filler", O_CREAT | O_WRONLY, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while Glibc.write(filler, block, block.count) > 0 {}
    close(filler)
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
    unlink(folder + "/filler")
    #expect(try Vault.openOrRead(at: path, passphrase: secret("x")).whyReadOnly == nil)
  }

  /// Mounts the tmpfs at a folder with other flags. Returns the value of `mount`.
  ///
  /// A file system with a file that is open for writing is busy. A process that another test starts
  /// holds a copy of each open file until it has become its own program, so the call is repeated
  /// until that has happened. The limit ends a test that would hang.
  private static func remount(_ folder: String, _ flags: UInt) -> Int32 {
    let limit = ContinuousClock.now + .seconds(600)
    while true {
      let result = mount("tmpfs", folder, "tmpfs", UInt(MS_REMOUNT) | flags, nil)
      guard result != 0, errno == EBUSY, ContinuousClock.now < limit else { return result }
      usleep(10_000)
    }
  }

  /// D13: a vault that was closed can be read. A vault whose log was not merged is refused with the
  /// reason.
  @Test func aReadOnlyDiskIsReadOrRefusedWithTheReason() async throws {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    guard geteuid() == 0, mount("tmpfs", folder, "tmpfs", 0, "size=4m") == 0 else { return }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let path = folder + "/wallet.vault"
    try TemporaryVault.make(path, secret("x"))
    #expect(Self.remount(folder, UInt(MS_RDONLY)) == 0)
    do {
      let ledger = try Vault.openOrRead(at: path, passphrase: secret("x"))
      defer { ledger.close() }
      #expect(ledger.whyReadOnly?.code == .vaultReadOnly)
      let backend = LocalBackend(ledger: ledger)
      #expect(try await backend.perform(ListCards(CardQuery()), backend.context).cards.count == 6)
    }
    #expect(try Vault.check(at: path, passphrase: secret("x")).findings == [])
    #expect(Self.remount(folder, 0) == 0)
    let worker = try #require(VaultWorkerProcess(["unsure", path, "x"]))
    _ = worker.wait()
    #expect(VaultFile.logSize(path) > 0)
    unlink(path + "-shm")
    #expect(Self.remount(folder, UInt(MS_RDONLY)) == 0)
    #expect { try Vault.openOrRead(at: path, passphrase: secret("x")) } throws: {
      ($0 as? WalletError)?.message.english == "Can't read the vault here"
    }
  }

  /// The version of the first card.
  private func version(_ vault: TemporaryVault) throws -> Int {
    let ledger = try vault.open(readOnly: true)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let list = try Issuer(ledger: ledger).perform(ListCards(CardQuery(limit: 1)), context)
    return list.cards[0].version
  }

  /// D13: the whole change is in the log, and it is unknown whether the disk has stored it.
  @Test func aFailedSyncIsReportedAsUnknown() throws {
    let vault = try TemporaryVault()
    let before = try version(vault)
    let worker = try #require(VaultWorkerProcess(["unsure", vault.path, "correct horse"]))
    #expect(worker.wait().lines == ["WUI-DISK-UNKNOWN true"])
    // In this case it was stored.
    #expect(try version(vault) == before + 2)
    #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).findings == [])
  }
}
