import Foundation
import Testing

/// A server for real users: codes are sent by the operator's program.
struct DeliveryTests {
  /// A server on a vault with one more user, and the folder that its program writes to.
  private final class Place {
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
      let process = Process()
      process.executableURL = Daemon.binary
      process.arguments = ["--add-user"] + words + store
      process.environment = [:]
      let (input, out, err) = (Pipe(), Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = out
      process.standardError = err
      try process.run()
      input.fileHandleForWriting.write(Data("hush\n".utf8))
      try input.fileHandleForWriting.close()
      let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      users += text
      return Run(status: process.terminationStatus, out: text, err: errors)
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
      [
        "--server", daemon.url, "--insecure-loopback", "--login", user, "--client-secret-file",
        folder.path("client"), "--password-file", try folder.write("hush\n", to: "password"),
      ]
    }

    /// Waits for this number of messages, and returns them with the oldest first.
    func messages(_ count: Int) throws -> [[String: String]] {
      let end = Date(timeIntervalSinceNow: 60)
      while Date() < end {
        let text = (try? String(contentsOfFile: folder.path("out"), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n")
        if lines.count >= count {
          return try lines.map {
            let read = try JSONSerialization.jsonObject(with: Data($0.utf8))
            return try #require(read as? [String: String])
          }
        }
        usleep(10_000)
      }
      throw NothingCame()
    }
    struct NothingCame: Error {}

    /// Runs a command with the code of the message that it causes.
    func runWithCode(_ words: [String], method: String, message: Int) throws -> Run {
      let pipe = folder.path("code-" + UUID().uuidString)
      try #require(mkfifo(pipe, 0o600) == 0)
      let running = try Binary.start(
        words + ["--method", method, "--code-file", pipe], environment: state,
        whenEnded: { _ = open(pipe, O_RDONLY | O_NONBLOCK) })
      let writing = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
      let text = try messages(message)[message - 1]["text"] ?? ""
      writing.write(Data((Self.digits(text, 6) + "\n").utf8))
      try writing.close()
      return try running.end()
    }

    /// The number with this many digits in a text.
    static func digits(_ text: String, _ count: Int) -> String {
      let words = text.split { !$0.isNumber }.map(String.init)
      return words.first { $0.count == count } ?? ""
    }
  }

  private static let boris = [
    "boris", "--name", "Boris Ivanov", "--mobile", "+359 887654321", "--email", "b@example.com",
  ]
  private static let create = ["card", "create", "--currency", "EUR", "--program"]
  private static let keep = "{ cat; echo; } >> \"$TO\"\n"

  @Test func codesAreDeliveredToTheSignedInUser() throws {
    let place = try Place()
    #expect(try place.add(Self.boris).status == 0)
    let daemon = try place.serve(Self.keep)
    let boris = try place.options("boris", daemon)
    let made = try Binary.run(
      Self.create + ["SKRILL-VIRTUAL-VISA-EEA", "--json"] + boris, environment: place.state)
    #expect(made.status == 0, "\(made.err)")
    let id = try #require(try made.object()["cardId"] as? String)
    let details = try place.runWithCode(
      ["card", "reveal", id, "--json"] + boris, method: "sms", message: 1)
    #expect(details.status == 0, "\(details.err)")
    #expect((try details.object()["pan"] as? String)?.count == 16)
    let enrolled = try place.runWithCode(
      ["sca", "enrol", "--json"] + boris, method: "email", message: 2)
    #expect(enrolled.out.contains("otpauth://"), "\(enrolled.err)")
    let messages = try place.messages(2)
    #expect(messages.map { $0["channel"] } == ["SMS", "EMAIL"])
    #expect(messages.map { $0["target"] } == ["+359 887654321", "b@example.com"])
    #expect(daemon.stop() == 0)
    for message in messages {
      let code = Place.digits(message["text"] ?? "", 6)
      #expect(code.count == 6)
      #expect(!daemon.logged.contains(code))
    }
  }

  @Test func lettersAreDeliveredToTheSignedInUser() throws {
    let place = try Place()
    #expect(try place.add(Self.boris).status == 0)
    let daemon = try place.serve(Self.keep)
    let boris = try place.options("boris", daemon)
    let address = ["--address1", "1 Vitosha Blvd", "--city", "Sofia", "--postal-code", "1000"]
    let made = try Binary.run(
      Self.create + ["SKRILL-PHYSICAL-MC-EEA", "--country", "BG", "--json"] + address + boris,
      environment: place.state)
    #expect(made.status == 0, "\(made.err)")
    let card = try made.object()
    let id = try #require(card["cardId"] as? String)
    let lastFour = try #require(card["lastFour"] as? String)
    let letter = try place.messages(1)[0]
    #expect(letter["target"] == "b@example.com")
    let cvv = Place.digits(letter["text"] ?? "", 3)
    let active = try Binary.run(
      ["card", "activate", id, "--last-four", lastFour, "--cvv-file"]
        + [try place.folder.write(cvv + "\n", to: "cvv")] + boris, environment: place.state)
    #expect(active.status == 0, "\(active.err)")
    #expect(daemon.stop() == 0)
  }

  /// A server whose program has delivered a code. A new card was revealed with it.
  private func revealed(_ place: Place, by script: String) throws -> Daemon {
    #expect(try place.add(Self.boris).status == 0)
    let daemon = try place.serve(script)
    let boris = try place.options("boris", daemon)
    let made = try Binary.run(
      Self.create + ["SKRILL-VIRTUAL-VISA-EEA", "--json"] + boris, environment: place.state)
    let id = try #require(try made.object()["cardId"] as? String)
    let details = try place.runWithCode(
      ["card", "reveal", id, "--json"] + boris, method: "sms", message: 1)
    #expect(details.status == 0, "\(details.err)")
    return daemon
  }

  @Test(arguments: [
    ("cat >&2; exit 3\n", "ended with 3"), ("kill -9 $$\n", "was ended by signal 9"),
  ])
  func failuresAreLoggedWithoutTheCode(_ script: String, _ reason: String) throws {
    let place = try Place()
    let daemon = try revealed(
      place, by: "cat > \"$TO\"; cat \"$TO\"; echo >> \"$TO\"\n" + script)
    #expect(daemon.stop() == 0)
    let code = Place.digits(try place.messages(1)[0]["text"] ?? "", 6)
    #expect(code.count == 6)
    #expect(daemon.logged.contains("was not delivered: the program " + reason))
    #expect(!daemon.logged.contains(code))
  }

  /// A server that ends does not wait for a slow program, and logs that the result is unknown.
  @Test func undeliveredMessagesAreNamedAtTheEnd() throws {
    let place = try Place()
    let daemon = try revealed(place, by: Self.keep + "sleep 20\n")
    #expect(daemon.stop() == 0)
    #expect(daemon.logged.contains("may not be delivered: the server ends"))
  }

  @Test func theOwnerCanSignIn() throws {
    let place = try Place()
    let added = try place.add(["ana", "--owner"])
    #expect(added.status == 0, "\(added.err)")
    #expect(added.out.hasPrefix("ana 1 $argon2id$"))
    let made = try place.vault.run(Self.create + ["SKRILL-VIRTUAL-VISA-EEA", "--json"])
    let id = try #require(try made.object()["cardId"] as? String)
    let daemon = try place.serve(Self.keep)
    let seen = try Binary.run(
      ["card", "show", id, "--json"] + (try place.options("ana", daemon)))
    #expect(seen.status == 0, "\(seen.err)")
    #expect(daemon.stop() == 0)
  }

  @Test(arguments: [
    (["carla"], "--name"), (["carla", "--name", "Carla"], "--mobile"),
    (["carla", "--name", "Carla", "--mobile", "+359 888123"], "--email"),
    (
      ["carla", "--name", "C4", "--mobile", "+359 888123", "--email", "c@example.com"],
      "--name: Use"
    ),
    (["carla", "--name", "Carla", "--mobile", "0888", "--email", "c@example.com"], "--mobile"),
    (["carla", "--name", "Carla", "--mobile", "+359 888123", "--email", "c"], "--email: Use"),
    (["carla", "--owner", "--name", "Carla"], "--owner already has"),
  ])
  func refused(_ words: [String], _ part: String) throws {
    let place = try Place()
    let run = try place.add(words)
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(run.err.contains(part), "\(run.err)")
  }
}
