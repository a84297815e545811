import Arguments
import CHarden
import Glibc
import Issuer
import Secrets
import TextLayout
import Threads
import VaultLedger
import WalletAPI
import WalletModel
import WalletServer

/// Runs the server, from the options to its end.
enum Walletd {
  static func run(_ arguments: [String]) -> Int32 {
    defer { OpenVaults.closeAll() }
    do throws(WalletError) {
      switch try Options.parser.parse(arguments) {
      case .version: ProcessOutput.line("walletd \(Release.version)")
      case .help, .groupHelp: ProcessOutput.text(Help.program(Options.parser))
      case .run(let invocation): try run(try Options(invocation))
      }
      return ExitStatus.ok.rawValue
    } catch {
      ProcessOutput.log("walletd: \(error.message.english)")
      for line in error.details + (error.advice.map { [$0] } ?? []) {
        ProcessOutput.log("  " + Text.clean(line.english))
      }
      return ExitStatus(error.code).rawValue
    }
  }

  private static func run(_ options: Options) throws(WalletError) {
    switch options.task {
    case .serve: try serve(options)
    case .addUser(let name, let details): ProcessOutput.line(try addUser(name, details, options))
    case .webhooks(let command): try run(command, options)
    case .hashPassword: ProcessOutput.line(try hashOfInput())
    case .openAPI: ProcessOutput.text(OpenAPI.document)
    case .manual: ProcessOutput.text(ServerManual.page.text)
    }
  }

  private static func run(_ command: WebhookCommand, _ options: Options) throws(WalletError) {
    guard let store = options.store, let file = options.passphraseFile else {
      throw Options.wrong("webhooks needs --store and --passphrase-file")
    }
    let outbox = WebhookOutbox(try open(store, try Files.secret(file)))
    for line in try command.run(outbox) { ProcessOutput.line(line) }
  }

  private static func hashOfInput() throws(WalletError) -> String {
    let password = Files.password()
    defer { password?.wipe() }
    guard let password, !password.isEmpty, let hash = ServerUser.hash(password) else {
      throw Options.wrong("there's no password on standard input")
    }
    return hash
  }

  /// A line for the file of users.
  private static func addUser(
    _ name: String, _ details: CustomerDetails?, _ options: Options
  ) throws(WalletError) -> String {
    guard let store = options.store, let file = options.passphraseFile else {
      throw Options.wrong("--add-user needs --store and --passphrase-file")
    }
    guard !name.contains(where: \.isWhitespace), !name.hasPrefix("#") else {
      throw Options.wrong("a name is one word")
    }
    if let problem = Rules.length(name, 1...64) {
      throw Options.wrong("--add-user: \(problem.english)")
    }
    let hash = try hashOfInput()
    let ledger = try open(store, try Files.secret(file))
    guard let details else { return "\(name) \(ledger.owner) \(hash)" }
    var profile = CustomerProfile(owner: details)
    profile.customerID = CustomerID(String(IssuerRandom.system.id().prefix(8)))
    if let known = try ledger.customer(like: profile) {
      throw WalletError(
        .vaultExists, .verbatim("This person already has a wallet in the file: customer \(known)"),
        advice: .verbatim("`walletd --hash-password` makes the hash of another password."))
    }
    try ledger.add(profile) { writer throws(WalletError) in
      try SampleWallet(clock: .system).fillBlank(writer, profile)
    }
    return "\(name) \(profile.customerID) \(hash)"
  }

  /// Threads that are needed at once: those of connections, the log and the vault, and some in
  /// reserve.
  private static let threadsNeeded = 16

  private static func serve(_ options: Options) throws(WalletError) {
    if !canStartThreads(threadsNeeded) { throw .noThreads }
    // Before there are other threads, so that only this one handles the signals.
    var signals = sigset_t()
    harden_ending_signals(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A failed write returns an error.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)

    if harden_arena_is_locked() == 0 {
      ProcessOutput.log(
        "walletd: memory for secrets isn't locked and could be swapped out: "
          + "raise the limit (ulimit -l, LimitMEMLOCK=)")
    }
    let log = LogQueue()
    defer { log.flush(within: 1) }
    let server = try start(options, log)
    ServiceManager.notify("READY=1\nSTATUS=\(address(of: server, options))")
    var caught: Int32 = 0
    repeat {
      sigwait(&signals, &caught)
      if caught == SIGHUP { reload(server, options, log) }
    } while caught == SIGHUP
    ServiceManager.notify("STOPPING=1")
    server.stop()
    if caught == SIGTERM || caught == SIGINT { return }
    // The parent process has to see the signal that ended this one.
    log.flush(within: 1)
    signal(caught, SIG_DFL)
    raise(caught)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func start(_ options: Options, _ log: LogQueue) throws(WalletError)
    -> WalletServer
  {
    var server = WalletServer.Options()
    server.address = options.listen.host
    server.port = options.listen.port
    server.brand = options.brand
    server.path = options.path
    if let rate = options.rate {
      server.perSecond = Double(rate)
      server.burst = 2 * rate
    }
    if let signIns = options.signIns { server.signIns = signIns }
    if let most = options.connectionsPerAddress { server.connectionsPerAddress = most }
    if !options.isQuiet { server.log = log.put }
    server.notice = { log.put("walletd: " + $0) }
    if let addresses = options.webhooks, let secret = options.webhookSecretFile {
      server.webhooks = try WebhooksFile.read(addresses, secret)
    }
    if let certificate = options.certificate, let key = options.key {
      let chain = try Files.text(certificate)
      server.tls = (chain, try Files.secret(key, firstLine: false))
    }
    if let deliveryProgram = options.deliveryProgram {
      try Files.checkProgram(deliveryProgram)
      server.deliveryProgram = deliveryProgram
    } else if !options.isDemo {
      ProcessOutput.log("walletd: without --deliver, only authenticator apps have codes")
    }
    if options.isDemo {
      let demo = try Demo(cards: options.demoCards)
      demo.add(to: &server, client: options.client)
      let running = try WalletServer.start(demo.ledger, server)
      ProcessOutput.line("listening on " + address(of: running, options))
      demo.announce(brand: options.brand, client: options.client)
      return running
    }
    let running = try WalletServer.start(try open(options, &server), server)
    ProcessOutput.line("listening on " + address(of: running, options))
    return running
  }

  private static func address(of server: WalletServer, _ options: Options) -> String {
    let scheme = options.certificate == nil ? "http" : "https"
    return "\(scheme)://\(options.listen.text(port: server.port))"
  }

  /// Reads the users again. A file with an error changes nothing.
  private static func reload(_ server: WalletServer, _ options: Options, _ log: LogQueue) {
    guard let path = options.users else { return }
    ServiceManager.notify("RELOADING=1")
    defer {
      log.flush(within: 1)
      ServiceManager.notify("READY=1")
    }
    do throws(WalletError) {
      let users = try UsersFile.read(path, server.ledger)
      let ended = server.replaceUsers(users)
      log.put("walletd: read users again: \(users.count); signed out: \(ended)")
    } catch {
      let reasons = ([error.message] + error.details).map(\.english).joined(separator: ": ")
      log.put("walletd: kept the users as they were: \(Text.clean(reasons))")
    }
  }

  private static func open(_ options: Options, _ server: inout WalletServer.Options)
    throws(WalletError) -> VaultLedger
  {
    guard let store = options.store, let passphrase = options.passphraseFile,
      let users = options.users, let secret = options.clientSecretFile
    else { throw Options.wrong("--store FILE is missing") }
    server.clients = [ServerClient(id: options.client, secret: try Files.secret(secret))]
    let ledger = try open(store, try Files.secret(passphrase))
    server.users = try UsersFile.read(users, ledger)
    return ledger
  }

  private static func open(_ store: String, _ passphrase: Secret)
    throws(WalletError) -> VaultLedger
  {
    defer { passphrase.wipe() }
    let ledger = try Vault.open(at: store, passphrase: passphrase, commits: Files.commits)
    if let concern = ledger.concern {
      ProcessOutput.log(
        "walletd: check \(Text.clean(store)): \(concern.english) Run `walletui vault check`.")
    }
    return ledger
  }
}
