import Foundation
import Testing

@testable import CommandTesting

/// `walletui doctor`: each check with and without a problem.
struct DoctorTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func doctor(_ words: [String] = [], _ environment: [String: String] = [:]) throws
    -> (run: Run, checks: [String: (state: String, found: String)])
  {
    let run = try Binary.run(
      ["doctor", "--json"] + words,
      environment: [
        "HOME": folder.url.path, "TERM": "xterm-256color",
      ].merging(environment) { $1 })
    let rows = try #require(try run.object()["checks"] as? [[String: Any]], "\(run.err)")
    var checks: [String: (state: String, found: String)] = [:]
    for row in rows {
      let name = try #require(row["name"] as? String)
      let state = try #require(row["state"] as? String)
      checks[name] = (state, try #require(row["found"] as? String))
      #expect((row["advice"] == nil) == (state == "ok"), "\(name): each mistake has its advice")
    }
    #expect(run.status == (rows.contains { $0["state"] as? String == "fail" } ? 1 : 0))
    #expect(try run.object()["ok"] as? Bool == (run.status == 0))
    return (run, checks)
  }

  @Test func doctorReportsNoFailureInAnEmptyHome() throws {
    let (run, checks) = try doctor()
    #expect(run.status == 0, "\(run.out)")
    #expect(run.err == "")
    for name in [
      "terminal", "terminal.type", "terminal.colours", "terminal.paste", "locale", "clipboard",
      "configuration", "themes", "memory", "core-files", "debuggers", "file.vault",
    ] {
      #expect(checks[name] != nil, "\(name) is looked at")
    }
    #expect(checks["core-files"]?.state == "ok")
    #expect(checks["debuggers"]?.state == "ok")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty,
      "looking makes no file")
    let table = try Binary.run(["doctor"], environment: ["HOME": folder.url.path])
    #expect(table.out.contains("\nok    core-files"), "\(table.out)")
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "terminal.colours", "ok", "256 colours: TERM has 256"),
    (["TERM": "xterm", "COLORTERM": "truecolor"], "terminal.colours", "ok", "COLORTERM"),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], "terminal.colours", "ok", "NO_COLOR"),
    (["TERM": "vt100"], "terminal.colours", "warn", "no colours"),
    (["TERM": "vt100"], "terminal.paste", "warn", "can't be told"),
    (["TERM": "dumb"], "terminal.type", "warn", "can't move its cursor"),
    (["TERM": "no-such-terminal"], "terminal.type", "warn", "is unknown here"),
    (["LC_ALL": "C"], "locale", "warn", "C.UTF-8"),
    (["LC_ALL": "C.UTF-8"], "locale", "ok", "UTF-8"),
    (["TERM": "linux"], "clipboard", "warn", "there isn't one"),
    (["TERM": "xterm"], "clipboard", "warn", "OSC 52"),
  ])
  func environments(_ variables: [String: String], _ name: String, _ state: String, _ part: String)
    throws
  {
    let check = try #require(try doctor([], variables).checks[name])
    #expect(check.state == state)
    #expect(check.found.contains(part), "\(check.found)")
  }

  @Test func doctorReportsMistakesInConfigurationAndThemes() throws {
    try folder.write("them: dark\n", to: ".config/walletui/config.yaml")
    try folder.write("palette: 7\n", to: ".config/walletui/themes/mine.yaml")
    let (run, checks) = try doctor()
    #expect(run.status == 0)
    #expect(run.err == "", "told once")
    #expect(checks["configuration"]?.state == "warn")
    #expect(checks["configuration"]?.found.contains("did you mean \"theme\"") == true)
    #expect(checks["themes"]?.state == "warn")
    #expect(checks["themes"]?.found.contains("mine.yaml:1:") == true)
  }

  @Test(arguments: [
    (".local/share/walletui/wallet.vault", 0o644, "file.vault"),
    (".config/walletui/config.yaml", 0o622, "file.configuration"),
  ])
  func filesThatOthersMayTouch(_ name: String, _ mode: Int, _ check: String) throws {
    let path = try folder.write("theme: dark\n", to: name)
    #expect(try doctor().checks[check]?.state == "ok")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let (run, checks) = try doctor()
    #expect(run.status == 1)
    #expect(checks[check]?.state == "fail")
    #expect(checks[check]?.found.contains("mode \(String(mode, radix: 8))") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let parent = (path as NSString).deletingLastPathComponent
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: parent)
    #expect(try doctor().checks[check]?.state == "fail", "its folder counts, too")
  }

  @Test func doctorReportsAVaultThatIsALink() throws {
    let real = try folder.write("x", to: "real")
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    #expect(try doctor(["--vault", real]).checks["file.vault"]?.state == "ok")
    #expect(try doctor(["--vault", link]).checks["file.vault"]?.state == "fail")
  }

  @Test func doctorReportsWhetherTheServerAnswers() throws {
    let daemon = try Daemon.demo(in: folder.url)
    let words = daemon.options
    let there = try doctor(words)
    #expect(there.run.status == 0, "\(there.run.out)")
    #expect(there.checks["server"]?.state == "ok")
    // An answer that takes ten seconds looks like a wrong clock: see `DoctorTimingTests`.
    #expect(there.checks["server.clock"] != nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path(".local")))
    daemon.stop()
    let gone = try doctor(words)
    #expect(gone.run.status == 1)
    #expect(gone.checks["server"]?.state == "fail")
    #expect(try doctor(["--server", "http://192.0.2.1"]).checks["server"]?.state == "fail")
  }

  /// On a terminal of script(1).
  @Test(arguments: [
    ("xterm-256color", "80 rows 24", "ok    terminal            80×24", "status 0"),
    ("xterm-256color", "60 rows 20", "warn  terminal            60×20", "status 0"),
    ("dumb", "80 rows 24", "fail  terminal.type", "status 1"),
  ])
  func terminals(_ type: String, _ size: String, _ part: String, _ status: String) throws {
    let command =
      "stty cols \(size); env HOME=\(folder.url.path) TERM=\(type) \(Binary.url.path) doctor; "
      + "echo status $?"
    let said = try Run.program("/usr/bin/script", ["-qec", command, "/dev/null"]).out
    #expect(said.contains(part), "\(said)")
    #expect(said.contains(status), "\(said)")
  }

  /// Other programs of the user may have all of the system's watches. `DoctorTimingTests` has the
  /// case that one is free.
  @Test func doctorReportsWhetherFilesCanBeWatched() throws {
    let answer = try Run.program(Binary.url.path, ["doctor"]).out
    let isMissing = answer.contains("\nwarn  watching")
    #expect(answer.contains("\nok    watching") != isMissing, "\(answer)")
    #expect(answer.contains("fs.inotify.max_user_instances") == isMissing)
  }

  @Test(.enabled(if: Binary.mayForbidWatches, Binary.watchesCannotBeForbidden))
  func doctorReportsMissingWatches() throws {
    let words = Binary.withoutWatches + [Binary.url.path, "doctor"]
    let answer = try Run.program(words[0], Array(words.dropFirst())).out
    #expect(answer.contains("\nwarn  watching"), "\(answer)")
    #expect(answer.contains("fs.inotify.max_user_instances"))
  }

  @Test func doctorReportsMemoryThatCannotBeLocked() throws {
    let script = "ulimit -l 0; exec \"$0\" doctor --json"
    let answer = try Run.program(
      "/usr/bin/setpriv", ["--bounding-set=-ipc_lock", "/bin/sh", "-c", script, Binary.url.path]
    ).out
    #expect(
      answer.contains(
        "secrets could end up in swap: the system refused to lock memory (limit 0 KiB)"))
  }
}
