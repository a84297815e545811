import Glibc
import Issuer
import Secrets
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

/// From options to a server, and its end.
enum Walletd {
  static func run(_ arguments: [String]) -> Int32 {
    do throws(WalletError) {
      let options = try Options(arguments)
      if options.wantsHelp {
        Console.line(Options.help)
      } else if options.writesOpenAPI {
        Console.text(OpenAPI.document)
      } else if let name = options.newUser, let store = options.store {
        Console.line(try addUser(name, to: store, options))
      } else if options.hashesPassword {
        guard let hash = ServerUser.hash(Files.read(STDIN_FILENO, firstLine: true)) else {
          throw WalletError(.usage, "There is no password to hash")
        }
        Console.line(hash)
      } else {
        try serve(options)
      }
      return 0
    } catch {
      Console.log(([error.message] + error.details + [error.advice]).joined(separator: "\n"))
      return error.code == .usage ? 64 : 1
    }
  }

  /// A line for the file of users.
  private static func addUser(_ name: String, to store: String, _ options: Options)
    throws(WalletError) -> String
  {
    guard let file = options.passphraseFile,
      let hash = ServerUser.hash(Files.read(STDIN_FILENO, firstLine: true)),
      !name.isEmpty, !name.contains(where: \.isWhitespace)
    else {
      throw WalletError(
        .usage, details: ["--add-user needs a name, --passphrase-file and a password to read."])
    }
    let ledger = try Vault.open(at: store, passphrase: try Files.secret(file))
    let sample = SampleWallet(clock: .system)
    var profile = sample.blankProfile
    profile.customerID = CustomerID(String(IssuerRandom.system.id().prefix(8)))
    profile.name = name.uppercased()
    try ledger.add(profile) { writer throws(WalletError) in
      try sample.fillBlank(writer, profile)
    }
    return "\(name) \(profile.customerID) \(hash)"
  }

  private static func serve(_ options: Options) throws(WalletError) {
    // Before there are threads: they are this one's alone.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)

    var server = WalletServer.Options()
    server.address = options.listen.host
    server.port = options.listen.port
    server.brand = options.brand
    if let rate = options.rate {
      server.perSecond = Double(rate)
      server.burst = 2 * rate
    }
    if let signIns = options.signIns { server.signIns = signIns }
    if !options.isQuiet { server.log = { Console.log($0) } }
    if let certificate = options.certificate, let key = options.key {
      server.tls = (try Files.text(certificate), try Files.secret(key, firstLine: false))
    }
    let running: WalletServer
    if options.isDemo {
      let demo = try Demo(cards: options.demoCards)
      demo.add(to: &server, client: options.client)
      running = try WalletServer.start(demo.ledger, server)
      announce(running, options)
      demo.announce(brand: options.brand, client: options.client)
    } else {
      running = try WalletServer.start(try open(options, &server), server)
      announce(running, options)
    }
    var caught: Int32 = 0
    sigwait(&signals, &caught)
    running.stop()
  }

  private static func announce(_ server: WalletServer, _ options: Options) {
    let scheme = options.certificate == nil ? "http" : "https"
    Console.line("listening on \(scheme)://\(options.listen.text(port: server.port))")
  }

  private static func open(_ options: Options, _ server: inout WalletServer.Options)
    throws(WalletError) -> VaultLedger
  {
    guard let store = options.store, let passphrase = options.passphraseFile,
      let users = options.users, let secret = options.clientSecretFile
    else {
      throw WalletError(
        .usage,
        details: ["--store needs --passphrase-file, --users and --client-secret-file, too."],
        advice: "See `walletd --help`.")
    }
    server.clients = [ServerClient(id: options.client, secret: try Files.secret(secret))]
    for line in try Files.text(users).split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      guard words.count == 3 else {
        throw WalletError(.usage, details: ["A line of \(users) is not NAME CUSTOMER HASH."])
      }
      server.users.append(
        ServerUser(
          name: String(words[0]), customer: CustomerID(String(words[1])),
          passwordHash: String(words[2])))
    }
    return try Vault.open(at: store, passphrase: try Files.secret(passphrase))
  }
}
