import Foundation
import Testing

@testable import CommandTesting

/// `--log` and `log:` of the configuration, and progress.
struct LogFileTests {
  @Test func theLogHasOperationsAndNoSecrets() throws {
    let vault = try TestVault()
    let log = vault.folder.appendingPathComponent("log").path
    let id = try vault.id("Everyday")
    let revealed = try vault.runWithCode(
      ["card", "reveal", id, "--json", "--log", log, "--log-level", "debug"],
      by: { try Binary.run($0) }, code: { try vault.phoneCode() })
    let details = try revealed.object()
    let missing = ["card", "show", "none", "--log", log]
    #expect(try vault.runProgram(missing).status == 3)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    for part in ["begins: card reveal", "opened \(vault.file)", "ends with 0", "ends with 3"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(text.contains(" error ["))
    for name in ["pan", "cvv"] {
      #expect(!text.contains(" \(try #require(details[name] as? String))"))
    }
    #expect(!text.contains(try #require(details["pan"] as? String)))
    #expect(!text.contains("correct horse"))
    let failed = try Binary.run(["--demo", "cards", "--log", vault.folder.path])
    #expect(failed.status == 31, "\(failed.err)")
  }

  @Test func theConfigurationCanNameALogFile() throws {
    let folder = try TestFolder()
    let file = try folder.write("log: here.log\nlog-level: warning\nthem: x\n", to: "config.yaml")
    #expect(try Binary.run(["--demo", "cards", "--config", file]).status == 0)
    let text = try String(contentsOfFile: folder.path("here.log"), encoding: .utf8)
    #expect(text.split(separator: "\n").count == 1, "\(text)")
    #expect(text.contains("config.yaml:3:1"))
    let paths = try Binary.run(["paths", "--json", "--config", file]).list()
    #expect(paths.contains { $0["path"] as? String == folder.path("here.log") })
    let doctor = try Binary.run(["doctor", "--config", file])
    #expect(doctor.out.contains("file.log"))
  }

  @Test func requestsAreLoggedAtTheLowestLevel() throws {
    let folder = try TestFolder()
    let daemon = try Daemon.demo(in: folder.url)
    let words = ["cards", "--log", folder.path("log"), "--log-level", "debug"]
    #expect(try Binary.run(words + daemon.ana(folder)).status == 0)
    let text = try String(contentsOfFile: folder.path("log"), encoding: .utf8)
    #expect(text.contains(" debug ["))
    #expect(text.contains("/cards"))
    #expect(text.contains(": 200"))
    #expect(!text.contains("ana-demo") && !text.contains("demo-client"))
  }

  /// On a terminal of script(1), and without a terminal.
  @Test func progressIsShownOnATerminalOnly() throws {
    for isTerminal in [true, false] {
      let folder = try TestFolder()
      let pass = try folder.write("correct horse\n", to: "pass")
      let line =
        "\(Binary.url.path) vault init --sample --vault \(folder.path("v")) --passphrase-file \(pass)"
      let text = try Run.program(
        isTerminal ? "/usr/bin/script" : "/bin/sh",
        isTerminal ? ["-qec", line, "/dev/null"] : ["-c", line + " 2>&1"],
        environment: ProcessInfo.processInfo.environment.merging(Binary.quick) { $1 }
      ).out
      #expect(text.contains("Your vault is ready"))
      #expect(text.contains("Making your vault…") == isTerminal, "\(text)")
    }
  }
}
