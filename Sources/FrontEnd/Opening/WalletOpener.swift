package import Arguments
import Glibc
import Issuer
import Log
package import Secrets
import TextLayout
import VaultLedger
package import WalletModel
package import WalletService
import Words

/// Opens the wallet that the options name.
package struct WalletOpener: Sendable {
  /// Options for a vault and its passphrase. Profiles have the same.
  package static let options = [
    CommandOption("vault", .file("FILE"), "use this wallet file instead of the default one"),
    CommandOption(
      "passphrase-file", .file("FILE"), "read the passphrase from its first line; - is stdin"),
  ]

  /// Whether it is a temporary wallet with sample cards, in memory and without a passphrase.
  package let demo: Bool
  /// The number of cards in the demo wallet; nil: the usual six.
  package let demoCards: Int?
  /// The path of the vault that was named; nil: the default path.
  package let vault: String?
  /// The file that contains the passphrase; nil: the user is asked.
  package let passphraseFile: String?
  /// The server that was named; nil: the wallet is on this machine.
  package let remote: RemoteOptions?
  private let words: Words

  /// Uses the command line and the configuration.
  package init(_ invocation: Invocation) {
    demo = invocation.has("demo") || invocation.has("demo-cards")
    demoCards = invocation.number("demo-cards")
    vault = invocation.text("vault")
    passphraseFile = invocation.text("passphrase-file")
    remote = RemoteOptions(invocation)
    words = invocation.words
  }

  /// Refuses options for a vault together with a temporary wallet, which has no file.
  package static func check(_ invocation: Invocation) throws(WalletError) {
    guard invocation.has("demo") || invocation.has("demo-cards") else { return }
    for other in ["vault", "passphrase-file"] where invocation.has(other) {
      throw WalletError.together("demo", other)
    }
  }

  /// Opens the wallet, even if it is damaged.
  ///
  /// - Parameters:
  ///   - readOnly: Whether nothing will be changed. Then the file need not be writable.
  ///   - warns: Whether damage is reported on standard error first.
  ///   - offline: What to do if its server cannot be reached; nil: it is reported.
  package func open(readOnly: Bool = false, warns: Bool = false, offline: OfflineUse? = nil)
    async throws(WalletError) -> WalletService
  {
    if let remote { return try await remote.open(offline: offline) }
    if demo {
      let ledger = try Vault.demo(cards: demoCards ?? SampleWallet.cardCount)
      try SampleVirtualCards(ledger, clock: .system, random: .system).add()
      let backend = LocalBackend(ledger: ledger)
      if demoCards != nil { await backend.waitForBackgroundWork() }
      return WalletService(
        backend: backend, context: backend.context, keys: LedgerDeviceKeyStore(ledger),
        clock: Streams.current.clock)
    }
    let path = try path
    if access(path, F_OK) != 0 && errno == ENOENT {
      throw WalletError(.vaultMissing, detail: .verbatim(Text.clean(path)))
    }
    let passphrase = try passphrase()
    defer { passphrase.wipe() }
    let ledger = try Vault.open(
      at: path, passphrase: passphrase, readOnly: readOnly, commits: StandardPaths.commits)
    Log.info("opened \(path)")
    if warns, let concern = ledger.concern {
      Output.note("walletui: " + words.vault.concern(Text.clean(words.errors.text(concern))))
    }
    if warns, let damage = ledger.quickCheck() {
      Output.note(
        "walletui: " + words.vault.isDamaged(Text.clean(words.errors.text(damage))))
    }
    let backend = LocalBackend(ledger: ledger)
    return WalletService(
      backend: backend, context: backend.context, keys: LedgerDeviceKeyStore(ledger),
      devices: DeviceFile.forInstallation(), clock: Streams.current.clock)
  }

  /// The path that was named, otherwise `wallet.vault` in the XDG data folder.
  package var path: String {
    get throws(WalletError) {
      if let vault { return vault }
      if let usual = StandardPaths.vault { return usual }
      throw WalletError(
        .vaultMissing,
        detail: .text(
          "neither XDG_DATA_HOME nor HOME is set", "weder XDG_DATA_HOME noch HOME ist gesetzt"),
        advice: .text("Give the file with --vault FILE.", "Nennen Sie die Datei mit --vault FILE."))
    }
  }

  /// The command that shows the simulated phone of the vault at `path`, in any terminal and folder.
  /// It names the vault unless it is the default one.
  package func phoneCommand(for path: String) -> String {
    let command = "walletui phone"
    if vault == nil && remote == nil && path == StandardPaths.vault { return command }
    var whole = path
    if !path.hasPrefix("/"), let folder = realpath(".", nil) {
      defer { free(folder) }
      whole = String(cString: folder) + "/" + path
    }
    return command + " --vault " + Self.shellWord(Text.clean(whole))
  }

  /// The text as a word of a POSIX shell, in single quotes if necessary.
  static func shellWord(_ text: String) -> String {
    let plain = "/._-+,:@%0123456789".unicodeScalars
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || plain.contains($0)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.escaping(["'": "'\\''"]) + "'"
  }

  /// The passphrase from the file, otherwise from the terminal.
  package func passphrase() throws(WalletError) -> Secret {
    try Console.secret(
      passphraseFile, option: "passphrase-file", asking: words.commandLine.askPassphrase, words)
  }

  /// A passphrase for a new vault.
  package func newPassphrase() throws(WalletError) -> Secret {
    try Console.newPassphrase(
      passphraseFile, option: "passphrase-file", asking: words.commandLine.askNewPassphrase, words)
  }

  /// Creates the missing folders above a file, which others cannot access.
  package static func makeFolder(of path: String) throws(WalletError) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      if mkdir(folder, 0o700) != 0 && errno != EEXIST {
        let code: ErrorCode = errno == ENOSPC ? .diskFull : .vaultReadOnly
        throw WalletError(
          code,
          .text(
            "Can't create the vault's folder", "Der Ordner des Tresors lässt sich nicht anlegen"),
          detail: .verbatim(Text.clean(folder) + ": " + String(cString: strerror(errno))))
      }
    }
  }
}

extension Invocation {
  /// Opens the wallet that the options name, and reports damage on standard error.
  package func wallet(readOnly: Bool = false, offline: OfflineUse? = nil)
    async throws(WalletError) -> WalletService
  { try await WalletOpener(self).open(readOnly: readOnly, warns: true, offline: offline) }
}
