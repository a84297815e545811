import Foundation
import Testing

@testable import CommandTesting

/// Scripts with the real program: checked, recorded, drawn and refused.
struct DemoScriptTests {
  /// Each script, and a size that is not its usual one. `small-screen` has a size of its own.
  private static let scripts: [(name: String, otherSize: String?)] = [
    ("tour", "80x22"), ("lock-and-decline", "200x60"), ("reveal-pin", "100x30"),
    ("new-card", "120x38"), ("pay-3ds", "200x60"), ("card-for-one-shop", "80x22"),
    ("limits", "120x38"), ("lost-card", "100x30"), ("lost-key", "120x38"),
    ("phone-wallet", "100x30"),
    ("small-screen", nil),
  ]
  static let names = scripts.map(\.name)

  @Test func everyScriptOfTheFolderIsBuiltIn() throws {
    let folder = project.appendingPathComponent("docs/scripts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".walletscript") }.map { String($0.dropLast(13)) }
    #expect(files.sorted() == Self.names.sorted())
    let listed = try Binary.run(["demo", "list", "--json"]).list()
    #expect(listed.compactMap { $0["name"] as? String } == Self.names)
  }

  /// The command without a name checks them all.
  @Test func everyBuiltInScriptSucceeds() throws {
    let scenario = try #require(CommandTests.scenarios.first { $0.command == "demo check" })
    let run = try CommandTests.text(scenario).succeeded()
    let lines = run.out.split(separator: "\n")
    for name in Self.names {
      #expect(lines.contains { $0.hasPrefix("\(name).walletscript: ") }, "\(run.out)")
    }
  }

  /// Scripts with a growing size run on every terminal. `DemoScriptTimingTests` checks each of them at
  /// each size.
  @Test(arguments: scripts.compactMap { script in script.otherSize.map { (script.name, $0) } })
  func scriptsSucceedAtOtherSizes(name: String, size: String) throws {
    try Binary.run(["demo", "check", name, "--size", size]).succeeded()
  }

  @Test func scriptsIgnoreConfigurationAndLocale() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("walletui"), withIntermediateDirectories: true)
    _ = try folder.write(
      "theme: nord\nlang: de\nkeys: {card.pin: F}\n", to: "walletui/config.yaml")
    let run = try Binary.run(
      ["demo", "record", "reveal-pin"],
      environment: [
        "XDG_CONFIG_HOME": folder.path(""), "LANG": "de_DE.UTF-8", "NO_COLOR": "1",
      ]
    ).succeeded()
    #expect(run.out == (try Binary.run(["demo", "record", "reveal-pin"]).out))
  }

  @Test(arguments: [
    ("captoin \"x\"\nkey j", 15, ["x.walletscript:1:1: no statement \"captoin\" (did you mean"]),
    (
      "set theme nrod\nkey j", 15, ["x.walletscript:1:11: no theme \"nrod\" (did you mean"]
    ),
    (
      "key j\n\nwait \"never\" 2s", 15,
      [
        "x.walletscript:3: waited for \"never\" (2 s); on screen was:", "VISA   Groceries",
      ]
    ),
    ("expect not \"Everyday\"", 15, ["x.walletscript:1: expected not \"Everyday\""]),
    ("type code", 15, ["x.walletscript:1: waited for the code (10 s)"]),
    ("key q\nwait \"never\"", 15, ["x.walletscript:2: the wallet had already ended"]),
    ("# nothing", 15, ["x.walletscript: it does nothing"]),
  ])
  func mistakesAreReported(text: String, status: Int32, said: [String]) throws {
    let folder = try TestFolder()
    let file = try folder.write(text, to: "x.walletscript")
    let out = folder.path("out")
    for words in [["check"], ["record", "--out", out], ["svg", "--out", out]] {
      let run = try Binary.run(["demo", words[0], file] + words.dropFirst())
      #expect(run.status == status)
      #expect(run.out == "")
      for part in said { #expect(run.err.contains(part), "\(run.err)") }
      #expect(!FileManager.default.fileExists(atPath: out))
    }
    let answer = try Binary.run(["demo", "check", file, "--json"])
    #expect(answer.status == status)
    let data = try answer.object()
    #expect(data["ok"] as? Bool == false)
    let problems = try #require(data["problems"] as? [[String: Any]])
    #expect(problems.count == 1)
    #expect((problems[0]["file"] as? String)?.hasSuffix("x.walletscript") == true)
  }

  @Test(arguments: [
    (["demo", "check", "tuor"], 24, "tuor: no script \"tuor\" (did you mean \"tour\"?)"),
    (["demo", "play", "/nowhere/x.walletscript"], 24, "it isn't a readable plain file"),
    (["demo", "record", "/dev/zero.walletscript"], 24, "it isn't a readable plain file"),
    (["demo", "svg", "tour", "--at", "strat"], 2, "The script marks no \"strat\""),
    (["demo", "svg", "tour", "--size", "10x10"], 2, "--size: expected COLUMNSxROWS"),
    (["demo", "svg", "tour", "--out", "/nowhere/x.svg"], 2, "Can't write /nowhere/x.svg"),
    (["demo", "play", "tour"], 2, "standard input and output must be a terminal"),
    (["kiosk", "--script", "lost-key"], 2, "This script is not for a kiosk"),
  ])
  func refused(words: [String], status: Int32, said: String) throws {
    let run = try Binary.run(words)
    #expect(run.status == status)
    #expect(run.out == "")
    #expect(run.err.contains(said), "\(run.err)")
    #expect(run.err.split(separator: "\n").count <= 4, "one message: \(run.err)")
  }

  @Test(arguments: names)
  func aRecordingIsAnAsciicast(name: String) throws {
    let folder = try TestFolder()
    try Binary.run(["demo", "record", name, "--out", folder.path("x.cast")]).succeeded()
    let text = try String(contentsOfFile: folder.path("x.cast"), encoding: .utf8)
    let lines = try text.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    let header = try #require(lines.first as? [String: Any])
    #expect(header["version"] as? Int == 2)
    #expect(header["height"] as? Int == (name == "small-screen" ? 17 : 24))
    var marks: [String] = []
    var last = 0.0
    for line in lines.dropFirst() {
      let event = try #require(line as? [Any])
      let time = try #require(event[0] as? Double)
      #expect(time >= last)
      last = time
      if event[1] as? String == "m" { marks.append(try #require(event[2] as? String)) }
    }
    #expect((15...90).contains(last))
    let script = try String(
      contentsOf: project.appendingPathComponent("docs/scripts/\(name).walletscript"),
      encoding: .utf8)
    #expect(
      marks
        == script.split(separator: "\n").filter { $0.hasPrefix("mark ") }.map {
          String($0.dropFirst(5))
        })
    #expect(marks.count >= 4)
  }

  @Test(arguments: [
    "key q", "wait \"1 of 6\"\nkey ctrl-l\nwait \"Enter unlock\"\nkey enter\nwait \"1 of 6\"",
    "pause 121s\nwait \"Enter unlock\"", "key l\nreset\nwait /Everyday .* Active/",
    "set lang de\nwait \"Karten\"", "set seed 9\nset speed 0.5\nset theme nord\nkey ?\nkey esc",
  ])
  func itGoesOn(text: String) throws {
    let folder = try TestFolder()
    try Binary.run(["demo", "check", try folder.write(text, to: "x.walletscript")]).succeeded()
  }

  /// The cells of the code contain the key for the app.
  @Test func aQRCodeIsShaded() throws {
    let folder = try TestFolder()
    let script = try folder.write(
      """
      set size 120x40
      key : 
      type "authenticator"
      key enter
      wait "Enter send code"
      key enter
      wait "Expires in"
      type code
      key enter
      wait "Scan this"
      """, to: "qr.walletscript")
    let run = try Binary.run(["demo", "record", script]).succeeded()
    let drawn = run.out.split(separator: "\n").filter { $0.contains("░░░░░░░░░░░░") }
    #expect(drawn.count == 1)
    #expect(!drawn.contains { $0.contains("▀") || $0.contains("▄") || $0.contains("█") })
  }
}
