import Foundation
import Testing

/// A real `walletd` on loopback, which ends with the test.
final class Daemon {
  private let process = Process()
  private let output = Pipe()
  private let lines: LineReader
  let url: String
  /// Its first lines, by their first words: `user ana ana-demo`.
  private(set) var announced: [String: [String]] = [:]
  let log: URL

  static let binary = Binary.url.deletingLastPathComponent().appendingPathComponent("walletd")

  /// - Parameters:
  ///   - folder: The folder of its log.
  ///   - lines: The number of lines that it prints after its address.
  init(
    _ arguments: [String], in folder: URL, lines count: Int = 0,
    environment: [String: String] = [:]
  ) throws {
    log = folder.appendingPathComponent("walletd-" + UUID().uuidString)
    try Data().write(to: log)
    process.executableURL = Self.binary
    process.arguments = arguments + ["--listen", "127.0.0.1:0", "--insecure-loopback"]
    process.environment = Binary.quick.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    lines = LineReader(output.fileHandleForReading)
    let first = try lines.next()
    url = try #require(first.split(separator: " ").last.map(String.init), "\(first)")
    for _ in 0..<count {
      let words = try lines.next().split(separator: " ").map(String.init)
      announced[words.prefix(words[0] == "user" ? 2 : 1).joined(separator: " ")] = words
    }
  }

  static func demo(in folder: URL) throws -> Daemon {
    try Daemon(["--demo"], in: folder, lines: 4)
  }

  /// The options of a client. Its limits are long, because the server may have to wait for others.
  var options: [String] {
    [
      "--server", url, "--insecure-loopback", "--connect-seconds", "60", "--answer-seconds", "300",
    ]
  }

  /// The options of a client of the demo's user ana. The folder gets her files.
  func ana(_ folder: TestFolder) throws -> [String] {
    options + [
      "--login", "ana", "--password-file", try folder.write("ana-demo\n", to: "password"),
      "--client-secret-file", try folder.write("demo-client\n", to: "client"),
    ]
  }

  var id: pid_t { process.processIdentifier }

  /// Tells it to end, waits, and returns its exit status.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning { kill(id, SIGTERM) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  var logged: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  deinit {
    if process.isRunning { kill(id, SIGKILL) }
    process.waitUntilExit()
  }
}

/// A folder of the test, which is removed with it.
final class TestFolder {
  let url: URL

  init() throws {
    url = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("walletui-" + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file of mode 0600 and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let path = url.appendingPathComponent(name).path
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let made = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    try #require(made)
    return path
  }

  /// Writes a program and returns its path. Another program writes the file: a child that another
  /// test starts meanwhile would keep a file open that we write, and nobody could run it (ETXTBSY).
  func program(_ text: String, _ name: String) throws -> String {
    let install = try Process.run(
      URL(fileURLWithPath: "/usr/bin/install"),
      arguments: ["-m", "700", try write(text, to: name + ".text"), path(name)])
    install.waitUntilExit()
    try #require(install.terminationStatus == 0)
    return path(name)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
