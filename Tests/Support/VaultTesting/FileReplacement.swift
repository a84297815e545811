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
  /// Locks or unlocks the first card so many times.
  func toggle(_ count: Int) throws {
    let issuer = Issuer(ledger: self)
    let context = RequestContext(customerID: owner, sessionID: "s", deviceID: "d")
    for _ in 0..<count {
      let card = try issuer.perform(ListCards(CardQuery(limit: 1)), context).cards[0]
      let status: CardStatus = card.status == .locked ? .active : .locked
      _ = try issuer.perform(SetCardStatus(card.id, status, reason: "x"), context)
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
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let list = try Issuer(ledger: ledger).perform(ListCards(CardQuery(limit: 1)), context)
    return list.cards[0].version
  }

  /// A copy of the file alone, in a folder of its own.
  func copy() throws -> TemporaryVault {
    let copy = try TemporaryVault(sample: false)
    try copy.replace(by: path)
    return copy
  }
}
