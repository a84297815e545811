import Arguments
import SeededGenerator
import Testing
import WalletModel
import Yaml

@testable import Configuration

/// A setting is changed in the text of a configuration, and nothing else is.
struct ConfigurationEditTests {
  private static let theme = CommandOption("theme", .textOrParts("NAME", ["dark", "light"]), "")
  private static let copy = CommandOption("copy", .choices("FIELDS", ["pan", "cvv"]), "")
  private static let mouse = CommandOption("mouse", .toggle, "")
  private static let seconds = CommandOption("seconds", .number("N", 1...30), "")
  private static let log = CommandOption("log", .file("FILE"), "")
  private static let all = [theme, copy, mouse, seconds, log]

  private static func edit(_ bytes: [UInt8]) throws(WalletError) -> ConfigurationEdit {
    try ConfigurationEdit(file: "/etc/w/config.yaml", bytes) {
      Configuration(
        file: "/etc/w/config.yaml", bytes: $0, home: "/home/ana", settings: all,
        profile: ConfigurationTests.profile)
    }
  }

  private static func changed(_ text: String, _ option: CommandOption, _ value: String?) throws
    -> String
  {
    let bytes = try edit(Array(text.utf8)).setting(option, to: value)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func reason(_ text: String, _ option: CommandOption, _ value: String?) -> String? {
    do {
      _ = try changed(text, option, value)
      return nil
    } catch {
      return (error as? WalletError)?.details.first?.english
    }
  }

  /// The text before, the setting, its new value, and the text after.
  private static let changes: [(String, CommandOption, String?, String)] = [
    ("theme: dark\n", theme, "nord", "theme: nord\n"),
    (
      "# looks\ntheme:   dark   # mine\nmouse: yes\n", theme, "nord",
      "# looks\ntheme:   nord   # mine\nmouse: yes\n"
    ),
    ("theme: 'dark' # it's\n", theme, "dark=a,light=b", "theme: {dark: a, light: b} # it's\n"),
    ("theme:\n  dark: a\n  light: b\nmouse: no\n", theme, "nord", "theme: nord\nmouse: no\n"),
    ("copy:\n- pan\n- cvv\n# end\n", copy, "cvv", "copy: [cvv]\n# end\n"),
    ("copy: [pan]\r\nmouse: no\r\n", copy, "pan,cvv", "copy: [pan, cvv]\r\nmouse: no\r\n"),
    ("theme:\n", theme, "nord", "theme: nord\n"),
    ("theme:", theme, "nord", "theme: nord"),
    ("theme: a\ntheme: b\n", theme, "c", "theme: a\ntheme: c\n"),
    ("mouse: no", theme, "nord", "mouse: no\ntheme: nord"),
    (
      "mouse: no # x\r\n\r\n# end\r\n", theme, "nord",
      "mouse: no # x\r\ntheme: nord\r\n\r\n# end\r\n"
    ),
    ("  mouse: no\n", seconds, "5", "  mouse: no\n  seconds: 5\n"),
    ("keys:\n  card.lock: [L]\n", mouse, "", "keys:\n  card.lock: [L]\nmouse: yes\n"),
    ("", mouse, "no", "mouse: no\n"),
    ("# mine", mouse, "no", "# mine\nmouse: no\n"),
    ("\u{feff}mouse: yes\n", mouse, "no", "\u{feff}mouse: no\n"),
    // The parser skips both marks, and counts the second one as a column.
    ("\u{feff}\u{feff}mouse: no", theme, "a", "\u{feff}\u{feff}mouse: no\n theme: a"),
    ("\u{feff}\u{feff}mouse: yes # x\n", mouse, "no", "\u{feff}\u{feff}mouse: no # x\n"),
    ("log: x\n", log, "~/a b", "log: \"~/a b\"\n"),
    ("log: x\n", log, "- # \"", "log: \"- # \\\"\"\n"),
    ("log: \"ü\"  # é\n", log, "~/l", "log: ~/l  # é\n"),
    ("a: 1\nmouse: no\n# b\n", mouse, nil, "a: 1\n# b\n"),
    ("theme: a\nmouse: no  # why\n", mouse, nil, "theme: a\n# why\n"),
    ("theme: a\r\nmouse: no\r\n", theme, nil, "mouse: no\r\n"),
    ("# mine\nmouse: no\n", mouse, nil, "# mine\n"),
    ("theme: a\n", mouse, nil, "theme: a\n"),
  ]

  @Test(arguments: changes)
  func onlyTheSettingChanges(
    _ before: String, _ option: CommandOption, _ value: String?, _ after: String
  ) throws {
    #expect(try Self.changed(before, option, value) == after)
  }

  @Test(arguments: [
    ("theme: &a dark\n", "\"theme\" has an anchor or a tag"),
    ("theme: !!str dark\n", "\"theme\" has an anchor or a tag"),
    ("&k theme: dark\n", "\"theme\" has an anchor or a tag"),
    ("log: &a x\ntheme: *a\n", "aliases (*name) are not supported"),
    ("theme: |\n  dark\n", "the value of \"theme\" takes several lines"),
    ("theme:\n  dark: a # night\n  light: b\n", "there are comments inside \"theme\""),
    ("{theme: dark}\n", "it does not have one setting on each line"),
    ("- theme\n", "it does not have one setting on each line"),
    ("theme: [\n", "did not find expected node content"),
    ("theme: dark\n---\ntheme: b\n", "a second document starts here"),
  ])
  func whatIsUnsafeIsRefused(_ text: String, _ reason: String) {
    #expect(Self.reason(text, Self.theme, "nord")?.contains(reason) == true)
  }

  @Test(arguments: [
    (Self.seconds, "31", "must be a whole number from 1 to 30"),
    (Self.copy, "pin", "takes these, separated by commas: pan, cvv"),
    (Self.theme, "dark=", "is one text, or"),
  ])
  func whatTheReaderRefusesIsNotWritten(_ option: CommandOption, _ value: String, _ reason: String)
  {
    #expect(Self.reason("mouse: no\n", option, value)?.contains(reason) == true)
  }

  @Test func mistakesThatWereThereDoNotMatter() throws {
    let text = "them: x\nmouse: no\n"
    #expect(try Self.changed(text, Self.mouse, "") == "them: x\nmouse: yes\n")
  }

  @Test func otherBytesAreRefused() {
    let tooLong = "mouse: no\n#" + String(repeating: "x", count: 256 * 1024 - 11)
    #expect(Self.reason(tooLong, Self.theme, "nord") == "it would be too long")
    #expect(throws: WalletError.self) { try Self.edit([0xff, 0xfe, 0x74, 0]) }
    #expect(throws: WalletError.self) { try Self.edit(Array("mouse: \u{0}".utf8)) }
  }

  /// Whatever a file is, a change is refused, or it is read as it was written.
  @Test func anyTextStaysReadableOrIsRefused() throws {
    let parts = [
      "theme: a\n", "theme:", " ", "\n", "\r\n", "#c\n", "- ", "? ", "mouse: no\n", "keys:\n",
      "  l: [x,\n  y]\n", "'", "\"", "|\n", ">-\n  x\n", "&a ", "*a", "{", "}", "---\n", "...\n",
      "\t", "\u{85}", "\u{2028}", "é", "\u{feff}", "%YAML 1.1\n", "copy: [pan]\n",
    ]
    var random = SeededGenerator(seed: 1)
    var changed = 0
    for _ in 0..<4000 {
      let count = Int.random(in: 1...6, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      guard let edit = try? Self.edit(Array(text.utf8)),
        let bytes = try? edit.setting(Self.theme, to: "nord")
      else { continue }
      changed += 1
      let read = bytes.withUnsafeBufferPointer {
        Configuration(
          file: "c", bytes: $0, home: nil, settings: Self.all, profile: [])
      }
      #expect(read.settings["theme"]?.text == "nord", "\(text.debugDescription)")
    }
    #expect(changed > 100)
  }
}
