import Canvas
import Languages
import Testing
import Yaml

@testable import Script

/// Reading scripts: valid statements, and the positions of mistakes.
struct ReadingTests {
  @Test(arguments: [
    ("caption \"Six cards\"", [Script.Action.caption("Six cards")]),
    ("caption", [.caption("")]),
    (
      "key j ctrl-l ^l ? enter /",
      [
        .key(.character("j")), .key(.control("l")), .key(.control("l")), .key(.character("?")),
        .key(Key(.enter)), .key(.character("/")),
      ]
    ),
    ("key / / # comment", [.key(.character("/")), .key(.character("/"))]),
    ("key \"#\"", [.key(.character("#"))]),
    ("type \"vi\\\"s\\\\a\"", [.type("vi\"s\\a")]),
    ("type code", [.take(.code)]),
    ("type last-four", [.take(.lastFour)]),
    ("wait \"Locked\"", [.wait(ScreenCondition(.text("Locked")), 10_000)]),
    ("wait not \"Locked\" 500ms", [.wait(ScreenCondition(.text("Locked"), isPresent: false), 500)]),
    ("wait /[0-9]+ s\\/ \\(/ 1.5s", [.wait(ScreenCondition(.regex("[0-9]+ s/ \\(")), 1500)]),
    ("expect \"# no comment\"", [.expect(ScreenCondition(.text("# no comment")))]),
    ("pause 2s", [.pause(2000)]),
    ("mark a-b_3", [.mark("a-b_3")]),
    ("  reset  # again\r", [.reset]),
    ("# nothing\n\n\t\nreset", [.reset]),
  ])
  func understood(text: String, actions: [Script.Action]) {
    let (script, problems) = read(text)
    #expect(problems == [])
    #expect(script.steps.map(\.action) == actions)
  }

  @Test func settingsAreRead() {
    let (script, problems) = read(
      "set size 40x15\nset theme nord\nset lang de\nset speed 2.5\nset seed 7\nreset")
    #expect(problems == [])
    #expect(script.size == Size(40, 15))
    #expect(script.theme?.text == "nord")
    #expect(script.language == "de")
    #expect(script.speed == 2.5)
    #expect(script.seed == 7)
    #expect(script.steps == [Script.Step(line: 6, action: .reset)])
  }

  @Test(arguments: [
    ("captoin \"x\"", "1:1: no statement \"captoin\" (did you mean \"caption\"?)"),
    ("\"key\" j", "1:1: no statement \"key\" (did you mean \"key\"?)"),
    ("reset\n  key entr", "2:7: no key \"entr\" (did you mean \"enter\"?)"),
    ("key", "1:1: something is missing: `key KEY …`"),
    ("key ctrl-m", "1:5: \"ctrl-m\" is never sent: terminals send Enter for it: write enter"),
    ("caption x", "1:9: expected a text in quotes: `caption \"TEXT\"`"),
    ("caption \"x", "1:9: the closing \" is missing"),
    ("caption \"x\"y", "1:12: a space is missing after the closing \""),
    ("caption \"x\" y", "1:13: nothing can follow here: `caption \"TEXT\"`"),
    ("type \"\"", "1:6: expected a text in quotes: `type \"TEXT\"`"),
    ("type cdoe", "1:6: no word to type \"cdoe\" (did you mean \"code\"?)"),
    ("wait /a(/", "1:6: Unmatched ( or \\("),
    ("wait /(a{9}){9}/", "1:6: more than one {…}, or more than 255 in it"),
    ("wait /a{1,256}/", "1:6: more than one {…}, or more than 255 in it"),
    ("wait", "1:1: something is missing: `wait [not] \"TEXT\"|/REGEX/ [TIME]`"),
    ("wait \"x\" 2", "1:10: expected a time such as 500ms or 2s"),
    ("wait \"x\" 1000s", "1:10: more than 600 s"),
    ("pause -1s", "1:7: expected a time such as 500ms or 2s"),
    ("pause nans", "1:7: expected a time such as 500ms or 2s"),
    ("mark a b", "1:8: nothing can follow here: `mark NAME`"),
    ("mark a/b", "1:6: a name is letters, digits, - and _"),
    ("mark a\nmark a", "2:6: there's already a mark \"a\""),
    ("set sise 80x24", "1:5: no setting \"sise\" (did you mean \"size\"?)"),
    ("set size", "1:5: expected `set size COLUMNSxROWS[+]`"),
    ("set speed 0\nreset", "1:11: expected `set speed FACTOR`: 2 is twice as fast; 0.1 to 100 (1)"),
    ("set seed 1\nset seed 2\nreset", "2:5: \"seed\" is already set"),
    ("reset\nset seed 2", "2:1: settings stand before the first step"),
  ])
  func refused(text: String, problem: String) {
    let (_, problems) = read(text)
    #expect(problems.map(\.description) == ["x.walletscript:" + problem])
  }

  @Test func anEmptyScriptIsRefused() {
    #expect(read("# nothing").problems.map(\.description) == ["x.walletscript: it does nothing"])
    let long = "set size 40x12\ncaption \"" + String(repeating: "word ", count: 20) + "\""
    #expect(
      read(long).problems.map(\.message.english) == ["it doesn't fit into 2 rows of 38 columns"])
  }

  @Test func invalidTextIsRefused() {
    let bytes: [UInt8] = [0x6b, 0xff, 0x0a]
    let problems = bytes.withUnsafeBufferPointer { Script.read($0, file: "x") }.problems
    #expect(problems.map(\.description) == ["x: it isn't text (UTF-8)"])
  }

  @Test func theFormsOfTheManualAreValid() {
    for statement in Statement.allCases {
      #expect(!statement.forms.isEmpty)
      for (form, help) in statement.forms {
        #expect(form.hasPrefix(statement.rawValue))
        #expect(!help.isEmpty)
      }
    }
  }

  @Test func builtInScriptsAreValid() throws {
    #expect(ScriptLibrary.names.count >= 1)
    for name in ScriptLibrary.names {
      let bytes = try #require(ScriptLibrary.bytes(named: name))
      let problems = bytes.withUnsafeBufferPointer { Script.read($0, file: name) }.problems
      #expect(problems == [])
    }
  }

  private func read(_ text: String) -> (script: Script, problems: [Problem]) {
    Array(text.utf8).withUnsafeBufferPointer { Script.read($0, file: "x.walletscript") }
  }
}

/// Any file is read to its end, and each mistake has a position in it.
struct BrokenScriptTests {
  @Test func anyBytesAreRead() throws {
    var random = Numbers(state: 42)
    let scripts = ScriptLibrary.names.compactMap { ScriptLibrary.bytes(named: $0) }
    let words = Array(" \"/#{}()[]*\\\n\u{0}é日set wait key type not 10s".utf8)
    var mistakes = 0
    for round in 0..<2000 {
      var bytes = scripts[round % scripts.count]
      for _ in 0...random.next(8) {
        let place = random.next(bytes.count)
        switch random.next(3) {
        case 0: bytes[place] = UInt8(random.next(256))
        case 1: bytes.insert(words[random.next(words.count)], at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + random.next(40)))
        }
      }
      let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).count
      let (_, problems) = bytes.withUnsafeBufferPointer { Script.read($0, file: "x") }
      for mark in problems.compactMap(\.mark) { #expect((1...lines).contains(mark.line)) }
      if !problems.isEmpty { mistakes += 1 }
    }
    #expect((500..<2000).contains(mistakes), "\(mistakes)")
  }

  /// A generator with the same numbers each time.
  private struct Numbers {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, limit)
    }
  }
}
