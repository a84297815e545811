import Arguments
import FrontEnd
import Issuer
import IssuerConnectors
import Secrets
import TextLayout
import VaultLedger
import WalletModel
import Words

struct IssuerAddCommand: WalletCommand {
  let path = "issuer add"
  let summary = "Keep the key of your account at a card issuer in the vault, after testing it."
  let arguments: [CommandArgument] = [
    CommandArgument("ISSUER", IssuerKind.allCases.map(\.rawValue).joined(separator: ", "))
  ]
  let options: [CommandOption] = [
    CommandOption("name", .text("NAME"), "what the account is called here (the issuer's word)"),
    CommandOption("sandbox", "the key belongs to the issuer's sandbox"),
    CommandOption(
      "key-file", .file("FILE"), "read the key from its first line; - is stdin"),
    CommandOption(
      "pin-key-file", .file("FILE"),
      "the public key, in PEM, under which Lithic takes new PINs"),
    CommandOption("read-only", "never change anything with this account"),
    CommandOption(
      "address", .text("URL"), "ask this server instead of the issuer's own, for tests"),
  ]
  let answer: String? = "`name`, `issuer`, `sandbox`, `readOnly` and `warnings`"
  let notes: [String] = [
    """
    The key is typed without an echo, or read from a file. It is tested with a request that changes \
    nothing, and then sealed in the vault. It is never an argument, and stands in no log. Then \
    `walletui --issuer NAME` shows the cards. What needs a code is confirmed by the vault's \
    authenticator app; see `walletui sca enrol`.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let word = invocation.arguments.first ?? ""
    guard let kind = IssuerKind(rawValue: word) else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "ISSUER is one of \(arguments[0].help)",
            "ISSUER ist eins von \(arguments[0].help)")
        ])
    }
    // Before anything is asked.
    let mistakes = IssuerSetup.mistakes(inName: invocation.text("name") ?? kind.rawValue)
    if let error = WalletError.invalid(mistakes) { throw error }
    let ledger = try invocation.vaultLedger()
    let key = try typedKey(kind, invocation)
    defer { key.wipe() }
    var pem: String?
    if let file = invocation.text("pin-key-file") { pem = try pinKey(kind, file) }
    let setup = try IssuerSetup(
      kind, name: invocation.text("name"), key: key, isSandbox: invocation.has("sandbox"),
      isReadOnly: invocation.has("read-only"), server: invocation.text("address"), pinKey: pem)
    let words = invocation.words
    let warnings = try await setup.test(key, words)
    try setup.keep(key, in: ledger)
    let account = setup.access.account
    if invocation.wantsJSON {
      try Output.json(IssuerRow(account, warnings: warnings))
    } else {
      try Output.line(words.issuerAdded(account.name, kind.name, isSandbox: account.isSandbox))
      for warning in warnings { try Output.line(warning) }
      try Output.line(words.issuerNext(account.name))
    }
    return .ok
  }

  private func pinKey(_ kind: IssuerKind, _ path: String) throws(WalletError) -> String {
    guard kind == .lithic else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "--pin-key-file is for Lithic only", "--pin-key-file gibt es nur für Lithic")
        ])
    }
    let pem = String(
      decoding: try TextFile.bytes(of: path, longest: IssuerAccountRecord.longestPinKey),
      as: UTF8.self)
    _ = try PinKey(pem: pem)
    return pem
  }

  private func typedKey(_ kind: IssuerKind, _ invocation: Invocation) throws(WalletError) -> Secret
  {
    let words = invocation.words
    if let file = invocation.text("key-file") {
      return try SecretFile.firstLine(of: file, what: .text("key", "Schlüssel"), words)
    }
    let console = try Console.needed("--key-file FILE")
    defer { console.close() }
    return try console.secret(
      words.askIssuerKey(kind.name), echo: .nothing, capacity: IssuerKeyForm.lengths.upperBound)
  }
}

/// An issuer account, as `--json` prints it.
struct IssuerRow: Encodable {
  let name: String
  let issuer: String
  let sandbox: Bool
  let readOnly: Bool
  let warnings: [String]

  init(_ account: IssuerAccountRecord, warnings: [String] = []) {
    name = account.name
    issuer = account.issuer
    sandbox = account.isSandbox
    readOnly = account.isReadOnly
    self.warnings = warnings
  }
}

extension Invocation {
  /// The vault that the options name, opened for changes.
  func vaultLedger() throws(WalletError) -> VaultLedger {
    let (opener, path) = try VaultFiles.existingVault(self)
    let passphrase = try opener.passphrase()
    defer { passphrase.wipe() }
    return try Vault.open(at: path, passphrase: passphrase, commits: StandardPaths.commits)
  }
}
