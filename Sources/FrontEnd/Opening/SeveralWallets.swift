package import Arguments
import Issuer
import Log
import RemoteBackend
package import Secrets
import TextLayout
import VaultLedger
package import WalletModel
package import WalletService
import Words

/// The wallets of a list, which are opened together: vaults, issuer accounts in them, and servers.
///
/// A vault that several of them use is opened once, and its passphrase is asked for once.
package struct SeveralWallets: Sendable {
  private struct Member: Sendable {
    let name: String
    let opener: WalletOpener
  }

  /// What a person types to open them. All other passphrases and passwords are in files.
  package struct Asked: Sendable {
    /// The path of the vault; nil: it is the password of a server.
    package let path: String?
    /// The file that has it at the start; nil: it is typed.
    fileprivate let opener: WalletOpener
    /// What it belongs to, for people.
    package let title: String

    /// What the file has; nil: there is none, so it is asked for.
    ///
    /// - Throws: What is wrong with the file.
    package func fromFile() throws(WalletError) -> Secret? {
      if let remote = opener.remote {
        return remote.passwordFile == nil ? nil : try remote.password()
      }
      return opener.passphraseFile == nil ? nil : try opener.passphrase()
    }
  }

  package struct Opened: Sendable {
    package let service: WalletService
    /// Whether real cards are at stake in any of them.
    package var isLive = false
    /// What the issuers of each wallet cannot do, by its name.
    package var capabilities: [String: IssuerCapabilities] = [:]
    /// Why a vault is read-only now; nil: changes can be tried.
    package var whyReadOnly: WalletError?
  }

  private let members: [Member]
  private let words: Words

  /// nil: no list was named.
  package init?(_ invocation: Invocation) throws(WalletError) {
    guard invocation.text("wallets") != nil else { return nil }
    words = invocation.words
    members = try Setup(invocation).members(of: invocation).map {
      Member(name: $0.name, opener: WalletOpener($0.invocation))
    }
  }

  package var names: [String] { members.map(\.name) }

  /// The command that shows the simulated phone of the first vault; nil: there is none.
  package var phoneCommand: String? {
    let own = members.first { $0.opener.remote == nil && $0.opener.issuer == nil }?.opener
    return own.flatMap { own in (try? own.path).map { own.phoneCommand(for: $0) } }
  }

  /// What is asked for on the screen, which has room for one question: that without a file, otherwise
  /// the first one.
  ///
  /// - Throws: `.usage` with the profiles that lack a file, if several have to be asked for.
  package func asked() throws(WalletError) -> Asked {
    var all: [Asked] = []
    var missing: [(name: String, asked: Asked)] = []
    for vault in try vaults() {
      let asked = Asked(
        path: vault.path, opener: vault.opener,
        title: vault.path.split(separator: "/").last.map(String.init) ?? vault.path)
      all.append(asked)
      if vault.opener.passphraseFile == nil { missing.append((vault.name, asked)) }
    }
    for member in members {
      guard let remote = member.opener.remote else { continue }
      let asked = Asked(path: nil, opener: member.opener, title: remote.title)
      all.append(asked)
      if remote.passwordFile == nil { missing.append((member.name, asked)) }
    }
    guard missing.count <= 1 else {
      let names = missing.map { Text.clean($0.name) }.joined(separator: ", ")
      throw WalletError(
        .usage,
        details: [
          .text(
            "the screen asks for one passphrase, and these profiles have no file with theirs: \(names)",
            "der Bildschirm fragt nach einer Passphrase, und diese Profile haben keine Datei mit "
              + "ihrer: \(names)")
        ],
        advice: .text(
          "Add passphrase-file or password-file to all of them but one.",
          "Ergänzen Sie passphrase-file oder password-file in allen außer einem."))
    }
    guard let asked = missing.first?.asked ?? all.first else { throw WalletError(.usage) }
    return asked
  }

  private struct VaultUse {
    let name: String
    let path: String
    /// That of the profile that knows the file with the passphrase, if one does.
    var opener: WalletOpener
    var hasIssuers: Bool
  }

  /// Each vault once, in the order of the list.
  private func vaults() throws(WalletError) -> [VaultUse] {
    var vaults: [VaultUse] = []
    for member in members where member.opener.remote == nil {
      let path = try member.opener.existingPath
      let isIssuer = member.opener.issuer != nil
      guard let index = vaults.firstIndex(where: { $0.path == path }) else {
        vaults.append(
          VaultUse(name: member.name, path: path, opener: member.opener, hasIssuers: isIssuer))
        continue
      }
      vaults[index].hasIssuers = vaults[index].hasIssuers || isIssuer
      if vaults[index].opener.passphraseFile == nil { vaults[index].opener = member.opener }
    }
    return vaults
  }

  /// Opens all of them. A server that does not let the user in, or an account that is not there, hides
  /// no other wallet.
  ///
  /// - Parameters:
  ///   - typed: What was typed for `asked`; nil: each that has no file is asked for on the terminal.
  ///     The caller wipes it.
  ///   - patience: See `WalletService.init(combining:)`.
  /// - Throws: Why a vault cannot be opened.
  package func open(
    _ typed: Secret? = nil, readOnly: Bool = false, patience: Duration?
  ) async throws(WalletError) -> Opened {
    let asked = try typed.map { secret throws(WalletError) in (secret, try self.asked()) }
    let vaults = try vaults()
    var ledgers: [String: VaultLedger] = [:]
    for vault in vaults {
      let passphrase =
        if let (secret, asked) = asked, asked.path == vault.path {
          secret.copy()
        } else {
          vaults.count > 1
            ? try vault.opener.passphrase(of: vault.path) : try vault.opener.passphrase()
        }
      defer { passphrase.wipe() }
      // What is read of an issuer's cards is written down.
      ledgers[vault.path] =
        readOnly && !vault.hasIssuers
        ? try Vault.open(
          at: vault.path, passphrase: passphrase, readOnly: true, commits: StandardPaths.commits)
        : try Vault.openOrRead(
          at: vault.path, passphrase: passphrase, commits: StandardPaths.commits)
      Log.info("opened \(vault.path)")
    }
    var wallets: [WalletMember] = []
    var isLive = false
    for member in members {
      let remote = member.opener.remote
      let isTyped = asked.map { $0.1.path == nil && $0.1.title == remote?.title } ?? false
      do throws(WalletError) {
        if let remote {
          let password = isTyped ? asked?.0.copy() : nil
          wallets.append(WalletMember(member.name, try await signIn(remote, password)))
          continue
        }
        guard let ledger = ledgers[try member.opener.path] else { throw WalletError(.vaultMissing) }
        guard let issuer = member.opener.issuer else {
          wallets.append(WalletMember(member.name, WalletOpener.service(ledger)))
          continue
        }
        let (service, access) = try IssuerAccess.service(of: issuer, in: ledger)
        isLive = isLive || !access.account.isSandbox
        wallets.append(WalletMember(member.name, service, isIssuerAccount: true))
      } catch {
        if isTyped, error.code == .unauthorized { throw error }
        Log.error(error)
        let backend = OfflineBackend(error)
        wallets.append(
          WalletMember(
            member.name, WalletService(backend: backend, context: backend.context),
            isIssuerAccount: member.opener.issuer != nil))
      }
    }
    return Opened(
      service: WalletService(combining: wallets, patience: patience), isLive: isLive,
      capabilities: Dictionary(
        wallets.map { ($0.name, $0.service.capabilities) }, uniquingKeysWith: { first, _ in first }),
      whyReadOnly: ledgers.values.lazy.compactMap(\.whyReadOnly).first)
  }

  private func signIn(_ remote: RemoteOptions, _ typed: Secret?) async throws(WalletError)
    -> WalletService
  {
    let password = if let typed { typed } else { try remote.password() }
    defer { password.wipe() }
    return try await remote.signIn(try remote.profile(), password).service
  }
}
