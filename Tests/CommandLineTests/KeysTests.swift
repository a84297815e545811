import Foundation
import Testing

@testable import CommandTesting

/// `walletui keys`: the keys of a configuration, and the mistakes in it.
struct KeysTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func keys(_ run: Run) throws -> [String: [String]] {
    try run.list().reduce(into: [:]) { result, row in
      let keys = try #require(row["keys"] as? [[String: String]])
      result[try #require(row["command"] as? String)] = keys.map { $0["key"] ?? "" }
    }
  }

  @Test func aFileChangesOnlyTheKeysThatItNames() throws {
    let file = try folder.write(
      """
      keys:
        card.lock: [Z, space l]
        move.first: "g g"
        card.cancel: none
      """, to: "good.yaml")
    let before = try keys(Command.run(["keys", "--json"], environment: ["HOME": folder.url.path]))
    let run = try Command.run(["keys", "--json", "--config", file]).succeeded()
    let after = try keys(run)
    #expect(after["card.lock"] == ["Z", "space l"])
    #expect(after["move.first"] == ["g g"])
    #expect(after["card.cancel"] == [])
    // They have the keys of card.cancel on screens of their own.
    for other in ["virtual.close", "shop.expire"] {
      #expect(before[other] == ["X"] && after[other] == [])
    }
    let changed = ["card.lock", "move.first", "card.cancel", "virtual.close", "shop.expire"]
    for (command, keys) in before where !changed.contains(command) {
      #expect(after[command] == keys, "\(command)")
    }
    let table = try Command.run(["keys", "--config", file]).out
    #expect(table.contains("Z, space l") && table.contains("good.yaml:2:15"))
    let check = try Command.run(["keys", "--check", file]).succeeded()
    #expect(check.out.contains("no problems found. 3 commands have keys of your own."))
  }

  @Test(arguments: [
    ("card.lok: x", "2:3: no command \"card.lok\" (did you mean \"card.lock\"?)"),
    ("open: spcae", "2:9: no key \"spcae\" (did you mean \"space\"?)"),
    ("open: [x, cttrl-x]", "2:13: no key \"cttrl-x\""),
    ("open: ctrl-i", "2:9: \"ctrl-i\" is never sent: terminals send Tab for it: write tab"),
    ("open: shift-l", "2:9: \"shift-l\" is never sent: write the character that it makes"),
    ("open: a b c d e", "2:9: expected one to 4 keys"),
    ("open: [x, none]", "2:13: \"none\" stands alone"),
    ("open: {x: y}", "2:9: expected a key, a list of keys, or none"),
    ("quit: x esc", "2:9: \"esc\" can't be part of a sequence: it leaves one"),
    (
      "quit: esc", "2:9: \"esc\" for quit isn't used: it always runs back (built in)"
    ),
    (
      "open: l",
      "2:9: \"l\" for card.lock (built in) isn't used: open (FILE:2:9) has the same key"
    ),
    (
      "open: g o",
      """
      2:9: "g" for move.first (built in) isn't used: "g o" for open (FILE:2:9) begins with it
      """
    ),
    (
      "open: [x, x y]",
      "2:13: \"x y\" for open isn't used: \"x\" for open (FILE:2:10) acts at once"
    ),
    (
      "open: x\n  quit: x",
      "2:9: \"x\" for open isn't used: quit (FILE:3:9) has the same key"
    ),
    (
      "open: x\n  open: y",
      "3:3: \"open\" is given twice; the last one counts"
    ),
  ])
  func mistakesAreReportedWithTheirPlaces(_ line: String, _ problem: String) throws {
    let file = try folder.write("keys:\n  \(line)\n", to: "bad.yaml")
    let run = try Command.run(["keys", "--check", file])
    #expect(run.status == 14)
    let wanted = file + ":" + problem.replacing("FILE", with: file)
    #expect(run.out.split(separator: "\n").contains { $0.hasPrefix(wanted) }, "\(run.out)")
    let json = try Command.run(["keys", "--check", "--json", "--config", file])
    #expect(json.status == 14)
    #expect(try json.object()["ok"] as? Bool == false)
    // The rest of the program is not affected.
    #expect(try Command.run(["--demo", "cards", "--config", file]).status == 0)
  }

  @Test func conflictingArgumentsAreRefused() throws {
    let file = try folder.write("keys: {}\n", to: "empty.yaml")
    #expect(try Command.run(["keys", file]).status == 2)
    #expect(try Command.run(["keys", "--check", file, "--config", file]).status == 2)
    #expect(try Command.run(["keys", "--check", file, file]).status == 2)
    #expect(try Command.run(["keys", "--check", folder.path("none")]).status == 14)
  }
}
