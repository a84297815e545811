package import Arguments
import Glibc
import Log
package import RemoteBackend
package import Secrets
import TextLayout
package import WalletModel
package import WalletService
import Words

/// When a wallet on a server is opened without the server.
package enum OfflineUse: Sendable {
  case ifUnreachable, always
}

/// The wallet server that the options name, and the user who signs in.
package struct RemoteOptions: Sendable {
  /// Options for a wallet on a server. Profiles have the same.
  package static let options = [
    CommandOption("server", .text("URL"), "use the wallet on this server"),
    CommandOption("login", .text("USER"), "sign in there as USER"),
    CommandOption(
      "password-file", .file("FILE"), "read the password from its first line; - is stdin"),
    CommandOption("ca", .file("FILE"), "trust this authority (PEM) instead of the system's"),
    CommandOption(
      "pin", .list("SHA256"),
      "require this SHA-256 of the server's public key; commas separate several"),
    CommandOption("insecure-loopback", "allow http:// to this machine"),
    CommandOption("tls12", "also allow TLS 1.2"),
    CommandOption("sealed", "refuse secrets that the server doesn't seal"),
    CommandOption("proxy", .text("URL"), "go through this proxy"),
    CommandOption("brand", .text("NAME"), "the brand to sign in with (demo)"),
    CommandOption("client", .text("ID"), "this program's name at the server (walletui)"),
    CommandOption("client-secret-file", .file("FILE"), "its secret, if the server wants one"),
    CommandOption("device", .text("NAME"), "this machine's name at the server (random)"),
    CommandOption("connect-seconds", .number("N", 1...60), "seconds to wait for a connection (3)"),
    CommandOption(
      "answer-seconds", .number("N", 1...300), "total seconds to wait for an answer (10)"),
  ]

  /// The server's address as it was given.
  package let server: String
  /// The user who signs in; nil: no name was given.
  package var user: String?
  /// The file whose first line is the password; nil: the user is asked.
  package let passwordFile: String?
  private let invocation: Invocation
  var words: Words { invocation.words }

  /// Refuses options that need `--server` if there is no server. For example, `--pin` does not pass
  /// on the PIN of a card.
  package static func check(_ invocation: Invocation) throws(WalletError) {
    guard invocation.text("server") == nil else { return }
    let own = invocation.command.options.map(\.name)
    for option in options where invocation.has(option.name) && !own.contains(option.name) {
      throw WalletError.usage(
        "--\(option.name) needs --server URL or a profile with a server",
        "--\(option.name) braucht --server URL oder ein Profil mit Server")
    }
  }

  /// nil: no server was named.
  package init?(_ invocation: Invocation) {
    guard let server = invocation.text("server") else { return nil }
    self.server = server
    user = invocation.text("login")
    passwordFile = invocation.text("password-file")
    self.invocation = invocation
  }

  /// For a server that was typed on the screen.
  init(_ invocation: Invocation, at server: String) {
    self.server = server
    passwordFile = nil
    self.invocation = invocation
  }

  /// Checks everything that can be checked without the server.
  package func profile() throws(WalletError) -> RemoteProfile {
    for other in ["demo", "demo-cards", "vault"] where invocation.has(other) {
      throw WalletError.together("server", other)
    }
    guard user != nil else {
      throw WalletError.usage(
        "--server needs a sign-in name", "--server braucht einen Anmeldenamen",
        advice: .text("Add --login USER.", "Fügen Sie --login USER hinzu."))
    }
    var profile = try RemoteProfile(
      server: server, insecureLoopback: invocation.has("insecure-loopback"))
    profile.deviceID = invocation.text("device") ?? DeviceID.forInstallation()
    profile.signsOff = true
    profile.caFile = invocation.text("ca")
    for pin in invocation.list("pin") { try profile.pin(pin) }
    profile.allowsTLS12 = invocation.has("tls12")
    profile.requiresSealed = invocation.has("sealed")
    profile.proxy = invocation.text("proxy")
    if let seconds = invocation.number("connect-seconds") {
      profile.connectTime = .seconds(seconds)
    }
    if let seconds = invocation.number("answer-seconds") { profile.totalTime = .seconds(seconds) }
    if let brand = invocation.text("brand") { profile.brand = brand }
    if let client = invocation.text("client") { profile.clientID = client }
    if let file = invocation.text("client-secret-file") {
      profile.clientSecret = try SecretFile.firstLine(
        of: file, what: .text("client's secret", "client's secret"), words)
    }
    return profile
  }

  /// `RemoteProfile.origin`; nil: the server's address was wrong.
  package var origin: String? {
    try? RemoteProfile(server: server, insecureLoopback: invocation.has("insecure-loopback")).origin
  }

  /// `alice at https://wallet.example`, for people.
  package var title: String { Text.clean(user.map { words.vault.user($0, at: server) } ?? server) }

  /// Signs in with the password from the file or from the terminal.
  ///
  /// - Parameter offline: What to do if the server cannot be reached; nil: it is reported.
  func open(offline: OfflineUse? = nil) async throws(WalletError) -> WalletService {
    let profile = try profile()
    let password = try password()
    defer { password.wipe() }
    if offline == .always { return try offlineWallet(profile, password) }
    let service: WalletService
    do throws(WalletError) {
      service = try await signIn(profile, password).service
    } catch {
      guard offline == .ifUnreachable, error.code.isUnreachable else { throw error }
      return try offlineWallet(profile, password, because: error)
    }
    await settle(service.changes)
    return service
  }

  /// Signs in. The caller wipes the password.
  package func signIn(_ profile: RemoteProfile, _ password: Secret) async throws(WalletError)
    -> (service: WalletService, backend: RemoteBackend)
  {
    let book = try book(profile)
    let (keys, cache) = try deviceFiles(profile, password)
    let backend = try await RemoteBackend.signIn(profile, user: user ?? "", password: password)
    Log.info("signed in at \(profile.origin)")
    let service = WalletService(
      backend: backend, context: backend.context, book: book, keys: keys, cache: cache,
      devices: DeviceFile.forInstallation(), clock: Streams.current.clock)
    return (service, backend)
  }

  /// A wallet that has what this device knows of it.
  private func offlineWallet(
    _ profile: RemoteProfile, _ password: Secret,
    because error: WalletError = WalletError(.netOffline)
  ) throws(WalletError) -> WalletService {
    let (keys, cache) = try deviceFiles(profile, password)
    let backend = OfflineBackend(error)
    return WalletService(
      backend: backend, context: backend.context, keys: keys, cache: cache,
      devices: DeviceFile.forInstallation())
  }

  private func deviceFiles(_ profile: RemoteProfile, _ password: Secret) throws(WalletError)
    -> (DeviceKeyFile, CacheFile)
  {
    let folder = try kept(StandardPaths.keys)
    let wallet = wallet(profile)
    return (
      DeviceKeyFile(folder: folder, wallet: wallet, password: password),
      CacheFile(folder: folder, wallet: wallet)
    )
  }

  /// The password, from the file or typed on the terminal. The caller has to wipe it.
  ///
  /// - Throws: `.usage` if there is neither.
  package func password() throws(WalletError) -> Secret {
    try Console.secret(
      passwordFile, option: "password-file", .text("password", "Passwort"),
      asking: words.commandLine.askPassword(of: title), words)
  }
}
