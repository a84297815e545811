import ChildProcess
import Foundation
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// A helper program: another server or a proxy with faults (in Python), or a client. It ends when
/// its input ends, so it always ends with the test.
final class HelperProcess {
  /// The last word of its first line.
  let url: String
  private let process = ChildProcess()
  private let input = Pipe()
  private let output = Pipe()

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// A script in the folder `stub`.
  convenience init(_ name: String, _ arguments: [String] = []) throws {
    try self.init(script: Self.folder.appendingPathComponent("stub/\(name)"), arguments)
  }

  /// The server with the hostile answers of `Tests/Answers`.
  static func answers(_ arguments: [String]) throws -> HelperProcess {
    let tests = folder.deletingLastPathComponent().deletingLastPathComponent()
    return try HelperProcess(
      script: tests.appendingPathComponent("Answers/answers.py"), ["--serve"] + arguments)
  }

  private convenience init(script: URL, _ arguments: [String]) throws {
    try self.init(program: "/usr/bin/python3", [script.path] + arguments)
  }

  /// One of our programs, which are next to the test bundle.
  static func product(_ name: String, _ arguments: [String]) throws -> HelperProcess {
    // `swift test` runs the bundle through a helper of the toolchain in some versions.
    let beside = ["/proc/self/exe"] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    let found = beside.map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent(name).path
    }.first { FileManager.default.isExecutableFile(atPath: $0) }
    return try HelperProcess(program: try #require(found, "no \(name)"), arguments)
  }

  private init(program: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // Memory is counted. With one heap, memory that threads keep for themselves is not counted as a
    // leak.
    process.environment = ProcessInfo.processInfo.environment.merging(["MALLOC_ARENA_MAX": "1"]) {
      $1
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let words = HelperProcess.line(output.fileHandleForReading).split(separator: " ")
    url = String(try #require(words.last))
  }

  static func stub(_ arguments: String...) throws -> HelperProcess {
    try HelperProcess("stub.py", arguments)
  }
  static func faults(before server: HelperProcess) throws -> HelperProcess {
    try HelperProcess("faults.py", [server.url])
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Activates a fault.
  func fault(_ words: String) throws {
    #expect(try ask(words) == "ok")
  }

  /// Sends a line and waits for one.
  func ask(_ words: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((words + "\n").utf8))
    return line()
  }

  func line() -> String { HelperProcess.line(output.fileHandleForReading) }

  private static func line(_ handle: FileHandle) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(handle.fileDescriptor, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count < 1 || byte == 0x0a { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
  }

  func text(_ path: String) async throws -> String {
    let network = NetworkThread(try profile())
    defer { network.stop() }
    var request = TransferRequest(url: url + path, method: "GET")
    request.time = generousTime.inMilliseconds
    let answer = try await network.send(request)
    return answer.body.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The requests that a stub has received.
  func log() async throws -> [String] {
    try await text("/log").split(separator: "\n").map(String.init)
  }

  /// The number of requests with an Authorization.
  func authorized() async throws -> Int { try #require(Int(try await text("/authorized"))) }

  /// The number of requests that met the fault.
  func count() async throws -> Int { try #require(Int(try await text("/count"))) }

  func profile(_ change: (inout RemoteProfile) -> Void = { _ in }) throws -> RemoteProfile {
    var profile = try RemoteProfile(server: url, insecureLoopback: true)
    profile.setGenerousLimits()
    change(&profile)
    return profile
  }

  func signIn(_ change: (inout RemoteProfile) -> Void = { _ in }) async throws -> RemoteBackend {
    try await RemoteBackend.signIn(
      try profile(change), user: "alice", password: secret("sesame"))
  }
}

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

extension RemoteBackend {
  func perform<O: WalletOperation>(_ operation: O) async throws(WalletError) -> O.Response {
    try await perform(operation, context)
  }

  /// Sends a change like the services do.
  func change<O: WalletOperation>(_ operation: O, key: String) async throws(WalletError)
    -> O.Response
  {
    var context = context
    context.idempotencyKey = key
    return try await perform(operation, context)
  }

  /// The code with which the operation fails; nil: it succeeds.
  func failure<O: WalletOperation>(_ operation: O) async -> WalletError? {
    do throws(WalletError) {
      _ = try await perform(operation)
      return nil
    } catch {
      return error
    }
  }
}

let stubCard = CardID("0b0d5d2a-4ee0")
