import Foundation
import Glibc
import Secrets
import Synchronization
import VaultLedger
import Waiting
import WalletAPI
import WalletModel
import WalletServer

/// A vault with the sample cards in its own folder, which is removed with it.
final class VaultFileOfAna: Sendable {
  let folder: String
  var path: String { folder + "/wallet.vault" }
  private static let passphrase = secret("correct horse")
  /// One hash for all servers: with another hash she would count as another user.
  private static let hash = ServerUser.hash(secret("pass word&é"), isDemo: true) ?? ""
  let ana: ServerUser

  init() throws {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/walletui-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = folder + "/wallet.vault"
    try Vault.create(
      at: path, passphrase: Self.passphrase,
      options: VaultOptions(kdf: .minimum, sample: true), profile: nil)
    let owner = try Vault.open(at: path, passphrase: Self.passphrase).owner
    ana = ServerUser(name: "ana", customer: owner, passwordHash: Self.hash)
    try write("passphrase", "correct horse")
    try write("client", "client:secret")
    try write("users", "ana \(owner) \(Self.hash)")
  }

  func write(_ name: String, _ text: String) throws {
    guard let file = fopen(folder + "/" + name, "w") else { throw Failure() }
    fputs(text + "\n", file)
    fclose(file)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The folder in which walletd keeps its state.
  var state: String { folder + "/state" }

  /// Whether the file alone is the complete wallet.
  var isAlone: Bool { access(path + "-wal", F_OK) != 0 }

  func open() throws -> VaultLedger {
    try Vault.open(at: path, passphrase: Self.passphrase)
  }

  func findings() throws -> [String] {
    try Vault.check(
      at: path, passphrase: Self.passphrase, commits: state + "/walletui/commits"
    ).findings.map(\.what.english)
  }
}

/// A `walletd` process.
final class WalletdProcess: ServerEndpoint {
  private let pid: pid_t
  let port: UInt16

  /// - Parameters:
  ///   - isSimulator: Whether it is the program of the tests that has the simulator, too.
  ///   - more: Further options of walletd.
  ///   - log: The file for its standard error; nil: that of the tests.
  init(
    _ file: VaultFileOfAna, hasTLS: Bool = false, isSimulator: Bool = false, more: [String] = [],
    log: String? = nil
  ) throws {
    let path = Self.program(isSimulator ? "simulatorserver" : "walletd")
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if let log {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT, 0o600)
    }
    var arguments = [
      path, "--store", file.path, "--passphrase-file", file.folder + "/passphrase", "--users",
      file.folder + "/users", "--client", "client", "--client-secret-file",
      file.folder + "/client", "--insecure-loopback", "--listen", "127.0.0.1:0", "--quiet",
      "--rate", "100000",
    ]
    if isSimulator {
      arguments = [
        path, file.path, file.folder + "/passphrase", file.folder + "/users", "client",
        file.folder + "/client",
      ]
    }
    if !isSimulator { arguments += more }
    if hasTLS {
      let pair = try TestCertificate.shared.get()
      try file.write("certificate", pair.certificate)
      try file.write("key", pair.key)
      arguments += ["--tls-cert", file.folder + "/certificate", "--tls-key", file.folder + "/key"]
      arguments.removeAll { $0 == "--insecure-loopback" }
    }
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    let variables = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": file.state]) {
      $1
    }
    var environment: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for variable in environment { free(variable) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, path, &actions, nil, &argv, &environment)
    close(ends[1])
    defer { close(ends[0]) }
    guard result == 0 else { throw Failure() }
    pid = child
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1, byte != 0x0a { line.append(byte) }
    let number = String(decoding: line, as: UTF8.self).split(separator: ":").last
    port = number.flatMap { UInt16($0) } ?? 0
    if port == 0 {
      end(SIGKILL)
      throw Failure()
    }
  }

  /// A program, which is next to the test bundle.
  static func program(_ name: String) -> String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    let own = realpath("/proc/self/exe", nil).map { String(cString: $0) } ?? ""
    return [bundle, own].map { text in
      "/" + text.split(separator: "/").dropLast().joined(separator: "/") + "/" + name
    }.first { access($0, X_OK) == 0 } ?? name
  }

  /// The processor time used so far, in ticks of 10 ms (proc(5), `utime` and `stime`).
  func ticks() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    // The second field is the program's name in parentheses.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      throw Failure()
    }
    return user + system
  }

  /// Ends it, and waits until it has ended.
  func end(_ signal: Int32) {
    kill(pid, signal)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }
}
