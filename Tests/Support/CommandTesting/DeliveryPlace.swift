import Foundation
import Testing
import Waiting

/// A server on a vault with one more user, and the folder that its program writes to.
final class DeliveryPlace {
  let vault: TestVault
  /// The folder in which changes are recorded before they are sent.
  var state: [String: String] { ["XDG_STATE_HOME": folder.path("state")] }
  let folder: TestFolder
  var users = ""

  init() throws {
    vault = try TestVault(sample: false)
    folder = try TestFolder()
  }

  var store: [String] { ["--store", vault.file, "--passphrase-file", vault.passphraseFile] }

  func add(_ words: [String]) throws -> Run {
    let run = try Run.program(
      Daemon.binary.path, ["--add-user"] + words + store, input: "hush\n",
      environment: Binary.quick)
    users += run.out
    return run
  }

  func serve(_ script: String) throws -> Daemon {
    let program = try folder.program("#!/bin/sh\n" + script, "deliver")
    return try Daemon(
      store + [
        "--users", try folder.write(users, to: "users"), "--deliver", program,
        "--client-secret-file", try folder.write("client-hush\n", to: "client"),
      ], in: folder.url, environment: ["PATH": "/usr/bin:/bin", "TO": folder.path("out")])
  }

  func options(_ user: String, _ daemon: Daemon) throws -> [String] {
    daemon.options + [
      "--login", user, "--client-secret-file", folder.path("client"), "--password-file",
      try folder.write("hush\n", to: "password"),
    ]
  }

  /// Waits for this number of messages, and returns them with the oldest first.
  func messages(_ count: Int) throws -> [[String: String]] {
    var lines: [Substring] = []
    try wait(for: "\(count) messages") {
      let text = (try? String(contentsOfFile: folder.path("out"), encoding: .utf8)) ?? ""
      // The last line may be written only in part.
      let end = text.lastIndex(of: "\n") ?? text.startIndex
      lines = text[..<end].split(separator: "\n")
      return lines.count >= count
    }
    return try lines.map {
      let read = try JSONSerialization.jsonObject(with: Data($0.utf8))
      return try #require(read as? [String: String])
    }
  }

  /// Runs a command with the code of the message that it causes.
  func runWithCode(_ words: [String], method: String, message: Int) throws -> Run {
    let pipe = folder.path("code-" + UUID().uuidString)
    let (words, state) = (words + ["--method", method, "--code-file", pipe], state)
    return try Run.reading(
      pipe, { try Command.run(words, environment: state) },
      line: { Self.digits(try messages(message)[message - 1]["text"] ?? "", 6) })
  }

  /// The number with this many digits in a text.
  static func digits(_ text: String, _ count: Int) -> String {
    let words = text.split { !$0.isNumber }.map(String.init)
    return words.first { $0.count == count } ?? ""
  }
}
