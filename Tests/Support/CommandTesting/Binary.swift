import Foundation
import Secrets
import Testing
import VaultLedger
import Waiting

/// What a command has written, and how it ended.
struct Run: Sendable {
  let status: Int32
  let out: String
  let err: String

  /// Standard output as JSON.
  func json() throws -> Any { try Self.data(out) }

  /// `data` of an answer, after a check of the published form.
  static func data(_ text: String) throws -> Any {
    let answer = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let outer = try #require(answer as? [String: Any])
    #expect(outer.keys.sorted() == ["data", "version"])
    #expect(outer["version"] as? Int == 1)
    return try #require(outer["data"])
  }

  func object() throws -> [String: Any] { try #require(try json() as? [String: Any]) }

  func list() throws -> [[String: Any]] { try #require(try json() as? [[String: Any]]) }

  /// The list with this name in the object of the answer.
  func list(_ name: String) throws -> [[String: Any]] {
    try #require(try object()[name] as? [[String: Any]], "\(out)\(err)")
  }

  /// The text with this name in the object of the answer.
  func text(_ name: String) throws -> String {
    try #require(try object()[name] as? String, "\(out)\(err)")
  }

  @discardableResult
  func succeeded(_ place: SourceLocation = #_sourceLocation) -> Run {
    #expect(status == 0, "\(err)", sourceLocation: place)
    return self
  }

  /// It has ended so, and says this on standard error.
  @discardableResult
  func refused(
    _ status: Int32, _ text: some StringProtocol, _ place: SourceLocation = #_sourceLocation
  ) -> Run {
    #expect(self.status == status && err.contains(text), "\(err)", sourceLocation: place)
    return self
  }

  /// Runs another program, and waits for its end. Both outputs fit into their pipes.
  static func program(
    _ path: String, _ words: [String], input: String? = nil, in folder: URL? = nil,
    environment: [String: String]? = nil
  ) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    if let folder { process.currentDirectoryURL = folder }
    if let environment { process.environment = environment }
    return try Binary.Running(process, input: input).end()
  }

  /// The published error object on standard error, below `error`.
  func errorObject() throws -> [String: Any] {
    let outer = try #require(
      try JSONSerialization.jsonObject(with: Data(err.utf8)) as? [String: Any])
    #expect(outer.keys.sorted() == ["error", "version"])
    return try #require(outer["error"] as? [String: Any])
  }
}

/// The folder of the project.
let project = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// The real program, for what belongs to a process: its start, signals, files that it leaves behind,
/// programs that it starts. Everything else runs as a `Command`.
enum Binary {
  /// The program next to the test bundle. Both are products of one build.
  static let url: URL = {
    let test = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return test.deletingLastPathComponent().appendingPathComponent("walletui")
  }()

  /// A home folder that is empty and in which nothing can be created.
  static let noHome = "/dev/null"

  /// The whole environment of a run.
  static func environment(_ arguments: [String], _ more: [String: String]) -> [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": noHome, "LANG": "C.UTF-8", "LC_MESSAGES": language,
    ]
    // Scripts show how a card is made, on a clock of their own.
    .merging(arguments.contains("demo") ? [:] : quick) { $1 }.merging(more) { $1 }
  }

  /// Saves time in debug builds: virtual cards are made at once, and passphrases cost little.
  static let quick = ["WALLETUI_TEST_MAKING_SECONDS": "0", "WALLETUI_TEST_KDF": "minimum"]

  /// The language of messages. The terminal's character set does not depend on it.
  @TaskLocal static var language = "C.UTF-8"

  /// Runs the following command as a user who cannot use inotify.
  static let withoutWatches = [
    "/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c",
    "echo 0 >/proc/sys/user/max_inotify_instances && exec \"$0\" \"$@\"",
  ]

  /// Whether this machine allows that. A chroot and most containers forbid user namespaces.
  static let mayForbidWatches = succeeds(withoutWatches + ["/bin/true"])

  static let watchesCannotBeForbidden: Comment =
    "user namespaces are not allowed here: nobody can be forbidden to watch files"

  /// Starts the program in its own session, so that it has no terminal.
  ///
  /// - Parameter words: A command that runs the following words.
  static func start(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
    through words: [String] = []
  ) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = ["--wait"] + words + [url.path] + arguments
    process.environment = Self.environment(arguments, environment)
    return try Running(process, input: input)
  }

  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
    through words: [String] = []
  ) throws -> Run {
    try start(arguments, input: input, environment: environment, through: words).end()
  }

  struct Running {
    let process: Process
    let out = Pipe()
    let err = Pipe()

    init(_ process: Process, input: String?) throws {
      self.process = process
      process.standardOutput = out
      process.standardError = err
      guard let input else {
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return
      }
      let pipe = Pipe()
      process.standardInput = pipe
      try process.run()
      pipe.fileHandleForWriting.write(Data(input.utf8))
      try pipe.fileHandleForWriting.close()
    }

    /// Sends a signal to the program. `setsid` is our child, and the program is its child. It has
    /// inherited the blocked signals of the thread that started it.
    func send(_ signal: Int32) throws {
      let id = process.processIdentifier
      let children = try String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
      for child in children.split(separator: " ").compactMap({ pid_t($0) }) {
        kill(child, signal)
      }
    }

    /// Ends a program that would continue, and waits for the end of it and of its children: they have
    /// inherited what Foundation waits for.
    func stop(_ signal: Int32 = SIGKILL) throws {
      try send(signal)
      process.waitUntilExit()
    }

    /// Waits for the end of the program. Both outputs fit into their pipes.
    func end() throws -> Run {
      let text = out.fileHandleForReading.readDataToEndOfFile()
      let errors = err.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      return Run(
        status: process.terminationStatus, out: String(decoding: text, as: UTF8.self),
        err: String(decoding: errors, as: UTF8.self))
    }
  }
}

/// Waits until a descriptor can be read. The limit ends a test that hangs, and is no part of a
/// verdict.
func canRead(_ descriptor: Int32) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let milliseconds = Int32(min(120_000 * patience, Double(Int32.max)))
  var count: Int32
  repeat { count = poll(&polled, 1, milliseconds) } while count < 0 && errno == EINTR
  return count == 1
}

/// Reads lines of a running program.
final class LineReader {
  private let handle: FileHandle
  private var rest = Data()
  init(_ handle: FileHandle) { self.handle = handle }

  /// Waits for the next line. Throws if there is none.
  func next() throws -> String {
    while true {
      if let end = rest.firstIndex(of: 0x0a) {
        let line = rest[..<end]
        rest = Data(rest[rest.index(after: end)...])
        return String(decoding: line, as: UTF8.self)
      }
      try #require(canRead(handle.fileDescriptor), "no line came")
      let more = handle.availableData
      try #require(!more.isEmpty, "there are no more lines")
      rest += more
    }
  }
}

/// A vault with the sample cards in its own folder, which is removed with the test.
///
/// Its passphrase has the lowest possible cost. Every run of the program opens the vault, and with
/// the usual cost that took most of the time of these tests. All vaults are copies of one, because
/// the sample cards take a while. `vault init` has its own tests.
final class TestVault {
  let folder: URL
  let file: String
  let passphraseFile: String

  init(sample: Bool = true) throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("walletui-" + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    file = folder.appendingPathComponent("wallet.vault").path
    passphraseFile = folder.appendingPathComponent("passphrase").path
    try write("correct horse\n", to: "passphrase")
    try write(try (sample ? Self.sample : Self.empty).get(), to: "wallet.vault")
  }

  private static let sample = Result { try made(sample: true) }
  private static let empty = Result { try made(sample: false) }

  /// The bytes of a new vault.
  private static func made(sample: Bool) throws -> Data {
    let folder = try TestFolder()
    let passphrase = Array("correct horse".utf8).withUnsafeBytes { Secret(copying: $0) }
    defer { passphrase.wipe() }
    try Vault.create(
      at: folder.path("vault"), passphrase: passphrase,
      options: VaultOptions(kdf: .minimum, sample: sample), profile: nil)
    return try Data(contentsOf: URL(fileURLWithPath: folder.path("vault")))
  }

  static let owner = [
    "--name", "Ana Petrova", "--mobile", "+359 888123456", "--email", "ana@example.com",
  ]

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file of mode 0600 and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  @discardableResult
  private func write(_ data: Data, to name: String) throws -> String {
    let path = folder.appendingPathComponent(name).path
    let made = FileManager.default.createFile(
      atPath: path, contents: data, attributes: [.posixPermissions: 0o600])
    try #require(made)
    return path
  }

  var options: [String] { ["--vault", file, "--passphrase-file", passphraseFile] }

  func run(_ arguments: [String], input: String? = nil) throws -> Run {
    try Command.run(arguments + options, input: input)
  }

  /// The same by the real program.
  func runProgram(_ arguments: [String]) throws -> Run { try Binary.run(arguments + options) }

  /// The other files that begin with the vault's name, such as a log.
  func beside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix("wallet.vault") && $0 != "wallet.vault"
    }
  }

  /// The id of the card with this name.
  func id(_ alias: String) throws -> String {
    let cards = try run(["cards", "--json"]).list("cards")
    return try #require(cards.first { $0["alias"] as? String == alias }?["cardId"] as? String)
  }

  /// Runs a command that needs a code, and passes the code through a named pipe. Opening the pipe
  /// waits until the code was sent.
  func runWithCode(
    _ arguments: [String], method: String = "sms",
    by run: @escaping @Sendable ([String]) throws -> Run = { try Command.run($0) },
    code: () throws -> String
  ) throws -> Run {
    try runWithPipe(arguments + ["--method", method], by: run, code: code)
  }

  /// Runs a command with `--code-file`, a named pipe. The code is made when the command reads it.
  func runWithPipe(
    _ arguments: [String],
    by run: @escaping @Sendable ([String]) throws -> Run = { try Command.run($0) },
    code: () throws -> String
  ) throws -> Run {
    let pipe = folder.appendingPathComponent("code-" + UUID().uuidString).path
    let words = arguments + ["--code-file", pipe] + options
    return try Run.reading(pipe, { try run(words) }, line: code)
  }

  /// The same with the code that the phone gets.
  func runWithPhone(_ arguments: [String], method: String = "sms") throws -> Run {
    try runWithCode(arguments, method: method) { try phoneCode() }
  }

  /// The code of the newest message on the simulated phone.
  func phoneCode() throws -> String {
    try #require(try run(["phone", "--json"]).list().first?["code"] as? String)
  }
}
