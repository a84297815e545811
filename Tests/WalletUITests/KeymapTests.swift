import Canvas
import ScreenKit
import Secrets
import Testing
import TextLayout
import Themes
import WalletModel

@testable import WalletUI

/// Configured keys: which are used, which conflict, and that they are shown everywhere.
@Suite struct KeymapTests {
  private static func keymap(_ changes: (Command.ID, [String])...) throws -> Keymap {
    var line = 0
    return Keymap(
      try changes.map { id, keys in
        line += 1
        return Keymap.Change(
          id,
          try keys.enumerated().map { index, text in
            let keys = try text.split(separator: " ").map { try Key(named: String($0)) }
            return Keymap.Binding(keys, id, .file(line: line, column: index + 1))
          })
      })
  }

  private static func command(_ keymap: Keymap, _ text: String) throws -> Command.ID? {
    let keys = try text.split(separator: " ").map { try Key(named: String($0)) }
    if case .command(let command) = keymap.match(keys) { return command.id }
    return nil
  }

  @Test func builtInKeysHaveNoConflicts() {
    #expect(Keymap.builtIn.conflicts.isEmpty)
    let all = CommandRegistry.all.flatMap { command in
      (command.sharesKeysOf.flatMap(CommandRegistry.command) ?? command).keys.map { [$0] }
    }
    #expect(Keymap.builtIn.bindings.map(\.keys) == all)
    for command in CommandRegistry.all {
      for key in command.keys { #expect(Keymap.builtIn.command(for: key)?.id == command.id) }
    }
  }

  @Test func aListReplacesKeysAndNoneRemovesThem() throws {
    let keymap = try Self.keymap(("card.lock", ["Z", "space l"]), ("card.cancel", []))
    #expect(try Self.command(keymap, "Z") == "card.lock")
    #expect(try Self.command(keymap, "space l") == "card.lock")
    #expect(try Self.command(keymap, "l") == nil)
    #expect(try Self.command(keymap, "X") == nil)
    #expect(keymap.labels("card.lock") == ["Z", "Space l"])
    #expect(keymap.labels("card.cancel").isEmpty)
    #expect(keymap.conflicts.isEmpty)
  }

  @Test func fileKeysOverrideBuiltInOnesAndLaterOverrideEarlier() throws {
    let keymap = try Self.keymap(("open", ["x", "l"]), ("quit", ["x"]))
    #expect(try Self.command(keymap, "x") == "quit")
    #expect(try Self.command(keymap, "l") == "open")
    let told = keymap.conflicts.map { [$0.kept.command, $0.dropped.command] }
    #expect(told == [["quit", "open"], ["open", "card.lock"]])
  }

  @Test func aKeyConflictsWithASequenceThatBeginsWithIt() throws {
    let keymap = try Self.keymap(("move.last", ["g g"]), ("open", ["x", "x y"]))
    #expect(try Self.command(keymap, "g") == nil)
    #expect(try Self.command(keymap, "g g") == "move.last")
    #expect(try Self.command(keymap, "x") == "open")
    let told = keymap.conflicts.map { [$0.kept.name, $0.dropped.name] }
    #expect(told == [["x", "x y"], ["g g", "g"]])
  }

  @Test func escAndControlCCannotBeChanged() throws {
    let keymap = try Self.keymap(("quit", ["esc"]), ("open", ["ctrl-c"]), ("back", []))
    #expect(try Self.command(keymap, "esc") == "back")
    #expect(try Self.command(keymap, "ctrl-c") == "quit")
    #expect(try Self.command(keymap, "h") == nil)
    #expect(keymap.conflicts.count == 2)
  }

  // MARK: On screen

  private static func state(_ keymap: Keymap, _ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size, focus: 0)
    state.input.keymap = keymap
    return state
  }

  @Test func aSequenceRunsItsCommand() throws {
    var state = Self.state(try Self.keymap(("card.lock", ["space c l"]))).typing(" c")
    #expect(state.input.prefix?.keys.count == 2)
    #expect(state.cards.pending.isEmpty)
    state.type("l")
    #expect(state.input.prefix == nil)
    #expect(state.cards.pending.count == 1)
  }

  @Test(arguments: ["esc", "x", "ctrl-l"])
  func anotherKeyOnlyLeavesTheSequence(_ name: String) throws {
    var state = Self.state(try Self.keymap(("card.lock", ["space l"]))).typing(" ")
    state.press(try Key(named: name))
    #expect(state.input.prefix == nil && state.cards.pending.isEmpty && state.gate == .open)
    #expect(state.view.overlays.isEmpty && state.program.exit == nil)
    state.type("l")
    #expect(state.cards.pending.isEmpty)
  }

  @Test func followingKeysAreShownAfterAPauseWithOneWakeUp() throws {
    var state = Self.state(
      try Self.keymap(("card.lock", ["space l"]), ("card.unlock", ["space u"]), ("quit", ["Q"])))
    state.type(" ")
    let pressed = state.clock.now
    #expect(state.shownPrefix == nil)
    #expect(!screen(state).contains("u  Unlock card"))
    #expect(screen(state).contains("Space …   Esc leave"))
    #expect(state.nextDeadline == pressed + State.prefixDelay)
    _ = reduce(
      &state, .tick(Clock(now: pressed + State.prefixDelay, wall: state.clock.wall)))
    let shown = screen(state)
    for part in ["Space …", "l  Lock card", "u  Unlock card", "Esc leave"] {
      #expect(shown.contains(part), "\(part)")
    }
    #expect(!shown.contains("Q  Quit"))
    #expect(state.nextDeadline ?? 0 > pressed + 10 * Clock.second, "then it sleeps")
    state.press(Key(.escape))
    #expect(!screen(state).contains("u  Unlock card"))
  }

  @Test(arguments: [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15), Size(40, 12)])
  func followingKeysFitEverySize(_ size: Size) {
    let changes = CommandRegistry.all.prefix(20).enumerated().map { index, command in
      let keys: [Key] = [.character(" "), .character(Unicode.Scalar(UInt8(0x61 + index)))]
      return Keymap.Change(command.id, [Keymap.Binding(keys, command.id, .builtIn)])
    }
    var state = Self.state(Keymap(changes), size).typing(" ")
    state.pass(seconds: 1)
    let canvas = render(state, .plain)
    for region in canvas.regions {
      #expect(region.rect.y >= 0 && region.rect.maxY <= size.height, "\(region)")
    }
    for y in 0..<size.height { #expect(Text.width(of: canvas.text(row: y)) == size.width) }
  }

  @Test func aFirstKeyConcealsAndOtherEventsForgetIt() throws {
    let keymap = try Self.keymap(("card.lock", ["space l"]))
    var (revealed, pin) = RevealTests.revealed()
    revealed.input.keymap = keymap
    revealed.type(" ")
    #expect(revealed.secrets.reveal == nil && pin.isEmpty)
    let forgetting: [InputEvent] = [
      .focus(false), .paste(secret("l")), .mouse(Mouse(.wheelDown, at: Point(5, 5))),
      .resize(Size(20, 5)), .resumed,
    ]
    for event in forgetting {
      var state = Self.state(keymap).typing(" ")
      _ = reduce(&state, .input(event))
      #expect(state.input.prefix == nil, "\(event)")
    }
  }

  @Test func configuredKeysAreShownEverywhere() throws {
    var state = Self.state(
      try Self.keymap(
        ("card.lock", ["Z"]), ("help", ["F", "f2"]), ("quit", ["Q"]), ("card.create", ["C"]),
        ("card.undo", ["U"]), ("card.reveal", [])))
    let main = screen(state)
    for part in ["F help", "Z lock", "Q quit", "C new card", "Z Lock card"] {
      #expect(main.contains(part), "\(part)")
    }
    #expect(!main.contains("r reveal") && !main.contains("r Reveal"))
    state.type("Fhelp")
    #expect(screen(state).contains("F F2"))
    state.press(Key(.escape))
    state.type("FF")
    #expect(state.view.overlays.isEmpty, "help closes with the key that opens it")
    let narrow = screen(Self.state(state.input.keymap, Size(30, 9)))
    #expect(narrow.contains("Q quits"))
    state.done(
      .setStatus(Fixture.cards[0].id, .lock, version: 1, undoable: true), .card(Fixture.cards[0]))
    #expect(state.toasts.current?.line.hasSuffix(" · U undo") == true)
  }

  @Test func textFieldsGetKeysFirst() throws {
    var state = Self.state(try Self.keymap(("quit", ["x", "space q"]))).typing("/x q")
    #expect(state.program.exit == nil && state.cards.list.filter?.input.text == "x q")
    state.press(Key(.escape))
    state.type("x")
    #expect(state.program.exit == 0)
  }

  @Test func suspendWorksInTextFieldsWithControlKeys() throws {
    var state = Self.state(try Self.keymap(("suspend", ["ctrl-x", "S"]))).typing("/S")
    #expect(!state.program.suspendRequested)
    state.press(.control("z"))
    #expect(!state.program.suspendRequested)
    state.press(.control("x"))
    #expect(state.program.suspendRequested)
  }
}
