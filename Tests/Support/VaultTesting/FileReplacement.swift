import Glibc
import Issuer
import Secrets
import WalletAPI
import WalletModel

@testable import VaultLedger

/// A way to put another file in the place of a vault.
enum FileReplacement: String, CaseIterable, Sendable {
  /// Over the vault's name.
  case renamed
  /// The vault gets another name first, as a copy that is in conflict.
  case conflict
  /// Into the vault's own file.
  case overwritten

  func replace(_ vault: TemporaryVault, by other: TemporaryVault) throws {
    let new = vault.folder + "/.new"
    switch self {
    case .renamed: break
    case .conflict:
      let name = vault.folder + "/wallet.sync-conflict-\(names(in: vault.folder).count)"
      guard rename(vault.path, name) == 0 else { throw WalletError(.diskFault) }
    case .overwritten: return try vault.replace(by: other.path)
    }
    write(bytes(of: other.path), to: new)
    guard rename(new, vault.path) == 0 else { throw WalletError(.diskFault) }
  }

  /// The vaults that got another name.
  static func conflicts(in vault: TemporaryVault) -> [String] {
    names(in: vault.folder).filter { $0.hasPrefix("wallet.sync-conflict-") }
      .map { vault.folder + "/" + $0 }
  }
}

extension VaultLedger {
  /// Carries an operation out for the owner.
  func perform<O: WalletOperation>(_ operation: O) throws(WalletError) -> O.Response {
    let context = RequestContext(customerID: owner, sessionID: "s", deviceID: "d")
    return try Issuer(ledger: self).perform(operation, context)
  }

  func firstCard() throws(WalletError) -> Card {
    try perform(ListCards(CardQuery(limit: 1))).cards[0]
  }

  /// Locks or unlocks the first card so many times.
  func toggle(_ count: Int) throws {
    for _ in 0..<count {
      let card = try firstCard()
      let status: CardStatus = card.status == .locked ? .active : .locked
      _ = try perform(SetCardStatus(card.id, status, reason: "x"))
    }
  }
}

extension TemporaryVault {
  func toggle(_ count: Int, commits: String? = nil) throws {
    let ledger = try open(commits: commits)
    defer { ledger.close() }
    try ledger.toggle(count)
  }

  /// The version of the first card.
  func version() throws -> Int { try Self.version(path, passphrase) }

  static func version(_ path: String, _ passphrase: Secret) throws -> Int {
    let ledger = try Vault.open(at: path, passphrase: passphrase, readOnly: true)
    defer { ledger.close() }
    return try ledger.firstCard().version
  }

  /// A copy of the file alone, in a folder of its own.
  func copy() throws -> TemporaryVault {
    let copy = try TemporaryVault(sample: false)
    try copy.replace(by: path)
    return copy
  }
}
