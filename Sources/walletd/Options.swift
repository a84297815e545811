import Arguments
import Issuer
import WalletAPI
import WalletModel

/// The command line, declared once. Parsing, `--help` and the manual page are derived from it.
struct Options: Sendable {
  static let parser = Parser(
    program, commands: WebhookCommand.all, main: Subcommand("", program.summary, options: list))

  static let program = ProgramText(
    name: "walletd", version: Release.version, summary: "serves wallets over HTTP",
    usages: [
      ("walletd --demo --insecure-loopback [options]", ""),
      (
        "walletd --store FILE --passphrase-file FILE --users FILE"
          + " --client-secret-file FILE --tls-cert FILE --tls-key FILE [options]", ""
      ),
      (
        "walletd --add-user NAME --store FILE --passphrase-file FILE --name NAME"
          + " --mobile NUMBER --email ADDRESS < PASSWORD", ""
      ),
      ("walletd --add-user NAME --owner --store FILE --passphrase-file FILE < PASSWORD", ""),
      ("walletd --hash-password < PASSWORD", ""),
      ("walletd webhooks list --store FILE --passphrase-file FILE", ""),
      ("walletd webhooks retry [ID] --store FILE --passphrase-file FILE", ""),
    ],
    notes: [
      "Secrets are read from files and standard input, never from arguments or the environment."
        + " A password is asked for on a terminal, and typed unseen."
    ])

  private static let list = [
    CommandOption("demo", "serve sample wallets, gone when the process ends"),
    CommandOption("demo-cards", .number("N", 6...1_000_000), "how many sample cards (6)"),
    CommandOption("store", .file("FILE"), "the vault to serve, made by `walletui vault init`"),
    CommandOption("passphrase-file", .file("FILE"), "read its passphrase from the first line"),
    CommandOption(
      "users", .file("FILE"),
      "who can sign in, one line each: NAME CUSTOMER HASH; SIGHUP reads it again"),
    CommandOption(
      "deliver", .file("PROGRAM"),
      "run this for each message with a code, which it reads as JSON: see Messages"),
    CommandOption(
      "webhooks", .file("FILE"),
      "send events of cards to these addresses, one a line: see Webhooks"),
    CommandOption(
      "webhook-secret-file", .file("FILE"),
      "read the key of their signatures from the first line: 16 bytes or more"),
    CommandOption("client", .text("ID"), "the program that can ask for tokens (walletui)"),
    CommandOption("client-secret-file", .file("FILE"), "read its secret from the first line"),
    CommandOption("brand", .text("NAME"), "part of the token endpoint's path (demo)"),
    CommandOption(
      "listen", .text("ADDRESS:PORT"), "where to listen (127.0.0.1:8443); port 0 picks a free one"),
    CommandOption(
      "path", .text("PATH"),
      "the path below which clients see it behind a reverse proxy, such as /wallet"),
    CommandOption("tls-cert", .file("FILE"), "the certificate and its chain, PEM"),
    CommandOption("tls-key", .file("FILE"), "its key, PEM"),
    CommandOption("insecure-loopback", "serve plain HTTP, on a loopback address only"),
    CommandOption(
      "rate", .number("N", 1...1_000_000),
      "requests per second for each customer, twice as many at once (200)"),
    CommandOption(
      "sign-ins", .number("N", 1...1_000_000),
      "wrong passwords per name and address, then one every 12 s (10); 5 N per name in all"),
    CommandOption(
      "connections-per-address", .number("N", 1...1024),
      "connections from one address at once (256 of 1024); raise it behind a reverse proxy"),
    CommandOption("quiet", "write no access log"),
    CommandOption(
      "add-user", .text("NAME"),
      "add a wallet to --store, read a password, and print a line for --users"),
    CommandOption("name", .text("NAME"), "the owner's name, as on cards"),
    CommandOption(
      "mobile", .text("NUMBER"), "where codes are sent by SMS: +359 888123456"),
    CommandOption("email", .text("ADDRESS"), "where codes are sent by e-mail"),
    CommandOption("owner", "use the wallet of the vault's owner, not a new one"),
    CommandOption(
      "hash-password", "read a password and print its hash, for a line of --users"),
    CommandOption("openapi", "print the OpenAPI document"),
    CommandOption("manual", "print the manual page"),
  ]

  /// What the program has to do.
  enum Task: Sendable {
    case serve, hashPassword, openAPI, manual
    /// nil: the owner of the vault.
    case addUser(String, CustomerDetails?)
    case webhooks(WebhookCommand)
  }

  let task: Task
  let isDemo: Bool
  let demoCards: Int
  /// A customer's requests per second; twice as many at once. nil: the server's own limits.
  let rate: Int?
  /// Failed sign-ins of a name at once; nil: the server's own limit.
  let signIns: Int?
  /// nil: the server's own limit.
  let connectionsPerAddress: Int?
  let store: String?
  let passphraseFile: String?
  let users: String?
  let deliveryProgram: String?
  let webhooks: String?
  let webhookSecretFile: String?
  let client: String
  let clientSecretFile: String?
  let brand: String
  let listen: ListenAddress
  /// `WalletServer.Options.path`.
  let path: String
  let certificate: String?
  let key: String?
  let isQuiet: Bool

  init(_ given: Invocation) throws(WalletError) {
    isDemo = given.has("demo")
    demoCards = given.number("demo-cards") ?? SampleWallet.cardCount
    rate = given.number("rate")
    signIns = given.number("sign-ins")
    connectionsPerAddress = given.number("connections-per-address")
    store = given.text("store")
    passphraseFile = given.text("passphrase-file")
    users = given.text("users")
    deliveryProgram = given.text("deliver")
    webhooks = given.text("webhooks")
    webhookSecretFile = given.text("webhook-secret-file")
    client = given.text("client") ?? "walletui"
    clientSecretFile = given.text("client-secret-file")
    brand = given.text("brand") ?? "demo"
    certificate = given.text("tls-cert")
    key = given.text("tls-key")
    isQuiet = given.has("quiet")
    guard let listen = given.text("listen").map(ListenAddress.init) ?? .usual else {
      throw Self.wrong(
        "--listen needs an address and a port, like 127.0.0.1:8443 or [::1]:8443")
    }
    self.listen = listen
    path = given.text("path") ?? ""
    guard Wire.isPrefix(path) else {
      throw Self.wrong("--path needs a path like /wallet, without a slash at its end")
    }
    task =
      if let command = WebhookCommand(given) {
        .webhooks(command)
      } else if let name = given.text("add-user") {
        .addUser(name, try Self.customer(given))
      } else if given.has("hash-password") {
        .hashPassword
      } else if given.has("openapi") {
        .openAPI
      } else if given.has("manual") {
        .manual
      } else {
        .serve
      }
    guard case .serve = task else { return }
    try check(isPlainAllowed: given.has("insecure-loopback"))
  }

  /// The details of the new customer; nil: `--owner`.
  private static func customer(_ given: Invocation) throws(WalletError) -> CustomerDetails? {
    let own = ["name", "mobile", "email"]
    if given.has("owner") {
      if own.contains(where: given.has) {
        throw wrong("--owner already has a name, a mobile number and an e-mail address")
      }
      return nil
    }
    if let missing = own.first(where: { !given.has($0) }) {
      throw wrong("--add-user also needs --\(missing), or --owner")
    }
    let details = CustomerDetails(
      name: given.text("name") ?? "", mobile: given.text("mobile") ?? "",
      email: given.text("email") ?? "")
    if let problem = details.fieldErrors.first {
      throw wrong("--\(problem.field): \(problem.error.english)")
    }
    return details
  }

  private func check(isPlainAllowed: Bool) throws(WalletError) {
    if (webhooks == nil) != (webhookSecretFile == nil) {
      throw Self.wrong("--webhooks and --webhook-secret-file go together")
    }
    if isDemo == (store != nil) { throw Self.wrong("use either --demo or --store FILE") }
    if (certificate == nil) != (key == nil) {
      throw Self.wrong("--tls-cert and --tls-key go together")
    }
    if certificate == nil && !(isPlainAllowed && listen.isLoopback) {
      throw Self.wrong(
        "give --tls-cert and --tls-key, or --insecure-loopback on 127.0.0.1 or [::1]"
      )
    }
    let needed = [
      ("passphrase-file", passphraseFile), ("users", users),
      ("client-secret-file", clientSecretFile),
    ]
    if store != nil, let missing = needed.first(where: { $0.1 == nil }) {
      throw Self.wrong("--store also needs --\(missing.0) FILE")
    }
    if isDemo, let own = needed.first(where: { $0.1 != nil }) {
      throw Self.wrong("--demo has its own users and secret: --\(own.0) goes with --store")
    }
  }

  static func wrong(_ text: String) -> WalletError {
    WalletError(.usage, detail: .verbatim(text), advice: .verbatim("See `walletd --help`."))
  }
}
