import Arguments
import Foundation
import Testing
import Waiting

@testable import CommandTesting
@testable import WalletCommands

/// S5: no file, argument or environment contains a secret in the clear.
struct ClearTextTests {
  /// What a run of walletui has written and started, as strace has seen it.
  private struct Trace {
    let lines: [Substring]

    /// All strings are in hexadecimal, so that no text looks like another one.
    init(_ path: String) throws {
      lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    }

    static func words(to path: String) -> [String] {
      [
        "/usr/bin/strace", "-f", "-qq", "-v", "-xx", "-s", "1000000", "-e",
        "trace=execve,write,writev,pwrite64,pwritev,sendto,sendmsg,openat", "-o", path,
      ]
    }

    private static func hex(_ text: String) -> String {
      text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Standard output is where `--json` writes the secrets that the user has asked for.
    private static func isStandardOutput(_ line: Substring) -> Bool {
      line.contains(" write(1, ") || line.contains(" writev(1, ")
    }

    func isOnStandardOutput(_ secret: String) -> Bool {
      lines.contains { Self.isStandardOutput($0) && $0.contains(Self.hex(secret)) }
    }

    func leaks(_ secret: String) -> [Substring] {
      lines.filter { !Self.isStandardOutput($0) && $0.contains(Self.hex(secret)) }
    }

    var commands: Int { lines.count { $0.contains(" execve(") } }

    /// Files that were opened for writing.
    var written: [String] {
      lines.filter { $0.contains(" openat(") && ($0.contains("O_WRONLY") || $0.contains("O_RDWR")) }
        .compactMap { line in
          let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
          guard parts.count >= 3 else { return nil }
          let bytes = parts[1].split(separator: "\\x").compactMap { UInt8($0, radix: 16) }
          return String(decoding: bytes, as: UTF8.self)
        }
    }
  }

  private func run(
    _ vault: TestVault, _ arguments: [String]
  ) throws -> (run: Run, trace: Trace, code: String) {
    let path = vault.folder.appendingPathComponent("trace-" + UUID().uuidString).path
    var code = ""
    let log = vault.folder.appendingPathComponent("log").path
    let run = try vault.runWithCode(
      arguments + ["--json", "--log", log, "--log-level", "debug"],
      by: { try Binary.run($0, through: Trace.words(to: path)) },
      code: {
        code = try vault.phoneCode()
        return code
      })
    return (run, try Trace(path), code)
  }

  @Test(.enabled(if: mayTrace, "strace may not trace programs here"))
  func noFileArgumentOrEnvironmentContainsASecret() throws {
    let vault = try TestVault()
    let id = try vault.id("Groceries")
    let details = try run(vault, ["card", "reveal", id])
    #expect(details.run.status == 0, "\(details.run.err)")
    let pan = try details.run.text("pan")
    let set = try run(
      vault, ["card", "set-pin", id, "--pin-file", try vault.write("7391\n", to: "pin")])
    #expect(set.run.status == 0, "\(set.run.err)")
    let pin = try run(vault, ["card", "reveal", id, "--pin"])
    #expect(try pin.run.json() as? [String: String] == ["pin": "7391"])

    #expect(details.trace.isOnStandardOutput(pan), "control: the trace shows what is written")
    #expect(pin.trace.isOnStandardOutput("7391"), "control")
    for traced in [details, set, pin] {
      #expect(traced.trace.commands >= 1, "control: walletui itself was started")
      #expect(traced.trace.written.contains(vault.file), "control: the vault was written to")
      for secret in [pan, String(pan.dropFirst(4).prefix(8)), "correct horse", traced.code, "7391"]
      {
        #expect(traced.trace.leaks(secret) == [], "\(secret.count) characters")
      }
      // Memory that is mapped to a file is written without a system call.
      for path in Set(traced.trace.written) {
        guard let data = FileManager.default.contents(atPath: path), !path.hasPrefix("/dev/") else {
          continue
        }
        for secret in [pan, "correct horse"] {
          #expect(data.range(of: Data(secret.utf8)) == nil, "\(path)")
        }
      }
    }
  }

  /// A secret is given by a file, never by an option's value. `--pin` names the key of a server,
  /// and is a flag of `card reveal`.
  @Test func noOptionTakesASecret() {
    let secrets = [
      "pin", "cvv", "csc", "code", "passphrase", "password", "secret", "number", "key", "token",
    ]
    let options =
      Commands.all.flatMap { command in command.options.map { (command.path, $0) } }
      + Commands.shared.map { ("", $0) }
    #expect(options.count > 50)
    for (command, option) in options {
      let words = option.name.split(separator: "-").map(String.init)
      // The second is the place of a page in a list.
      if ["postal-code", "next-token"].contains(option.name) { continue }
      guard !Set(words).isDisjoint(with: secrets) else { continue }
      if case .none = option.value { continue }
      let isServerKey = command.isEmpty && option.name == "pin"
      #expect(isServerKey || words.last == "file", "\(command) --\(option.name)")
    }
  }
}
