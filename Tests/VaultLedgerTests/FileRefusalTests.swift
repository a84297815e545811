import Glibc
import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

@Suite struct FileRefusalTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test(arguments: [
    "", "text", "An ordinary text, longer than a header of SQLite's is, at any rate",
  ])
  func otherFilesAreNotChanged(_ text: String) throws {
    let path = vault.folder + "/file"
    write(Array(text.utf8), to: path)
    #expect(refusal(path, secret("x")) == .vaultNotAVault)
    #expect(bytes(of: path) == Array(text.utf8))
  }

  @Test func databasesOfOtherProgramsAreNotChanged() throws {
    let path = vault.folder + "/file"
    write([], to: path)
    try tamper(path, "CREATE TABLE header(id INTEGER PRIMARY KEY, body BLOB)")
    let before = bytes(of: path)
    #expect(refusal(path, secret("x")) == .vaultNotAVault)
    #expect(bytes(of: path) == before)
  }

  @Test func foldersAndMissingFilesAreReported() throws {
    #expect(refusal(vault.folder, secret("x")) == .vaultNotAVault)
    #expect(refusal(vault.folder + "/none", secret("x")) == .vaultMissing)
    #expect(refusal(vault.folder + "/none/none", secret("x")) == .vaultMissing)
  }

  @Test(arguments: [
    (VaultHeader.newestFormat + 1, ErrorCode.vaultNewer), (VaultHeader.format - 1, .vaultNotAVault),
  ])
  func vaultsOfOtherVersionsAreNotChanged(format: UInt32, code: ErrorCode) throws {
    try tamper(vault.path, "PRAGMA user_version=\(format)")
    let before = bytes(of: vault.path)
    #expect(refusal(vault.path, vault.passphrase) == code)
    #expect(bytes(of: vault.path) == before)
  }

  @Test func anExistingFileIsNotReplaced() throws {
    let before = bytes(of: vault.path)
    #expect(code { try TemporaryVault.make(vault.path, vault.passphrase) } == .vaultExists)
    #expect(bytes(of: vault.path) == before)
    symlink("nowhere", vault.folder + "/link")
    #expect(
      code { try TemporaryVault.make(vault.folder + "/link", vault.passphrase) } == .vaultExists)
  }

  @Test func aWrongPassphraseChangesNothing() throws {
    let before = bytes(of: vault.path)
    for wrong in ["", "c", "correct hors", "correct horse ", "Correct horse"] {
      #expect(refusal(vault.path, secret(wrong)) == .vaultPassphrase)
    }
    #expect(bytes(of: vault.path) == before)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o660, 0o601] as [mode_t])
  func aFileThatOthersCanAccessIsRefused(_ mode: mode_t) throws {
    chmod(vault.path, mode)
    #expect(refusal(vault.path, vault.passphrase) == .vaultPermissions)
    #expect(refusal(vault.path, vault.passphrase, readOnly: true) == .vaultPermissions)
    chmod(vault.path, 0o600)
    #expect(refusal(vault.path, vault.passphrase) == nil)
  }

  @Test func aNewFileIsAccessibleToItsOwnerOnly() throws {
    var info = stat()
    #expect(lstat(vault.path, &info) == 0)
    #expect(info.st_mode & 0o777 == 0o600)
  }

  @Test func aSymbolicLinkIsRefused() throws {
    let link = vault.folder + "/link"
    symlink(vault.path, link)
    #expect(refusal(link, vault.passphrase) == .vaultPermissions)
  }

  /// D8: each name would have its own log.
  @Test func aFileWithTwoNamesIsRefused() throws {
    let other = vault.folder + "/other.vault"
    #expect(link(vault.path, other) == 0)
    for path in [vault.path, other] {
      #expect(refusal(path, vault.passphrase) == .vaultLinked)
      #expect(refusal(path, vault.passphrase, readOnly: true) == .vaultLinked)
      #expect(code { try Vault.check(at: path, passphrase: vault.passphrase) } == .vaultLinked)
    }
    unlink(other)
    #expect(refusal(vault.path, vault.passphrase) == nil)
  }

  @Test func aLinkInTheFolderPathIsAllowed() throws {
    symlink(vault.folder, vault.folder + "/link")
    #expect(refusal(vault.folder + "/link/wallet.vault", vault.passphrase) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func aFileOfAnotherUserIsRefused() throws {
    chown(vault.path, 65534, 65534)
    #expect(refusal(vault.path, vault.passphrase) == .vaultPermissions)
  }

  @Test func aReadOnlyFileIsReadWithoutSecrets() async throws {
    chmod(vault.path, 0o400)
    #expect(refusal(vault.path, vault.passphrase) == .vaultReadOnly)
    let backend = LocalBackend(ledger: try vault.open(readOnly: true))
    let cards = try await backend.perform(ListCards(CardQuery()), backend.context).cards
    #expect(cards.count == 6)
    await #expect {
      try await backend.perform(GetSecureDetails(cards[0].id), backend.context)
    } throws: { ($0 as? WalletError)?.code == .auditUnwritable }
    await #expect {
      try await backend.perform(
        SetCardStatus(cards[0].id, .locked, reason: "x"), backend.context)
    } throws: { ($0 as? WalletError)?.code == .vaultReadOnly }
  }

  /// S16: the checksum is right, so that only the numbers are checked. An error about memory would
  /// mean that memory was requested.
  @Test(
    arguments: [
      (3, 1 << 32), (3, 1 << 50), (3, UInt64.max), (3, 0), (3, 8191), (0, 8192),
      (13, 8192), (UInt32.max, 8192),
    ] as [(UInt32, UInt64)])
  func aHeaderThatAsksForTooMuchIsRefused(_ operations: UInt32, _ memory: UInt64) throws {
    var header = VaultHeader.new(.minimum)
    header.kdf = KDFParameters(operations: operations, memoryBytes: memory)
    let hex = header.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    try tamper(vault.path, "UPDATE header SET body=x'\(hex.joined())' WHERE id=0")
    #expect(refusal(vault.path, vault.passphrase) == .vaultDamaged)
  }

  @Test(arguments: [1, 35, 36, 40, 52, 68, 72])
  func aHeaderOfAnotherSizeIsRefused(_ count: Int) throws {
    try tamper(vault.path, "UPDATE header SET body=substr(body, 1, \(count)) WHERE id=0")
    let code = refusal(vault.path, vault.passphrase)
    #expect(code == (count < 20 ? .vaultNotAVault : .vaultDamaged))
    try tamper(vault.path, "DELETE FROM header")
    #expect(refusal(vault.path, vault.passphrase) == .vaultDamaged)
  }
}
