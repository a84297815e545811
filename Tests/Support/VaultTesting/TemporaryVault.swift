import FoundationEssentials
import Glibc
import Issuer
import Secrets
import Threads
import WalletAPI
import WalletModel

@testable import VaultLedger

/// A vault in its own folder, which is removed with this object.
final class TemporaryVault: Sendable {
  let folder: String
  let passphrase = secret("correct horse")
  var path: String { folder + "/wallet.vault" }
  /// The folder with the note of its last commit, for those that ask for one.
  var commits: String { folder + "/commits" }

  init(sample: Bool = true) throws {
    folder = try temporaryFolder()
    try Self.make(path, passphrase, sample: sample)
  }

  static func make(_ path: String, _ passphrase: Secret, sample: Bool = true)
    throws(WalletError)
  {
    try Vault.create(
      at: path, passphrase: passphrase, options: VaultOptions(kdf: .minimum, sample: sample),
      profile: nil)
  }

  /// Replaces this file by a copy of another one.
  func replace(by other: String) throws(WalletError) {
    let from = Glibc.open(other, O_RDONLY)
    let to = Glibc.open(path, O_WRONLY | O_TRUNC)
    guard from >= 0, to >= 0 else { throw WalletError(.diskFault) }
    defer {
      close(from)
      close(to)
    }
    while sendfile(to, from, nil, 1 << 20) > 0 {}
  }

  deinit { removeFolder(folder) }

  /// - Parameter clock: The log is copied into the file five seconds after the last change.
  func open(readOnly: Bool = false, commits: String? = nil, clock: MonotonicClock = .system)
    throws(WalletError) -> VaultLedger
  {
    try Vault.open(
      at: path, passphrase: passphrase, readOnly: readOnly, commits: commits, clock: clock)
  }

  func check(commits: String? = nil) throws(WalletError) -> VaultReport {
    try Vault.check(at: path, passphrase: passphrase, commits: commits)
  }

  /// The places of all findings.
  func places(commits: String? = nil) throws(WalletError) -> [String] {
    try check(commits: commits).findings.map(\.place)
  }

  /// A backup in the same folder.
  func backup() throws(WalletError) -> String {
    _ = try Vault.backUp(path, passphrase: passphrase, to: folder + "/backup")
    return folder + "/backup"
  }
}

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

func temporaryFolder() throws -> String {
  let place = FileManager.default.temporaryDirectory.path
  var template = Array("\(place)/walletui-test-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw WalletError(.diskFault) }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func names(in folder: String) -> [String] {
  guard let entries = opendir(folder) else { return [] }
  defer { closedir(entries) }
  var names: [String] = []
  while let entry = readdir(entries) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      })
  }
  return names.filter { $0 != "." && $0 != ".." }
}

func removeFolder(_ folder: String) {
  for name in names(in: folder) {
    let path = folder + "/" + name
    if unlink(path) != 0 && errno == EISDIR { removeFolder(path) }
  }
  rmdir(folder)
}

extension TemporaryVault {
  /// One with changes.
  static func used() async throws -> TemporaryVault {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    defer { ledger.close() }
    let backend = LocalBackend(ledger: ledger)
    let card = try await backend.perform(ListCards(CardQuery()), backend.context).cards[0]
    for index in 0..<10 {
      let status: CardStatus = index % 2 == 0 ? .locked : .active
      _ = try await backend.perform(
        SetCardStatus(card.id, status, reason: "\(index)"), backend.context)
    }
    return vault
  }
}
