import Canvas
import ScreenKit
import Testing
import TextLayout
import Themes
import WalletModel

@testable import WalletUI

/// A click runs what is below the pointer, and the wheel scrolls it.
@Suite struct MouseTests {
  /// The middle of a visible text.
  private static func place(of text: String, in state: State) throws -> Point {
    let canvas = render(state, .plain)
    for y in 0..<canvas.size.height {
      let line = canvas.text(row: y)
      if let range = line.firstRange(of: text) {
        let before = String(line[..<range.lowerBound])
        return Point(Text.width(of: before) + Text.width(of: text) / 2, y)
      }
    }
    throw NotThere(text: text)
  }

  private struct NotThere: Error { let text: String }

  @discardableResult static func click(_ text: String, _ state: inout State) throws -> [Effect] {
    let point = try place(of: text, in: state)
    return reduce(&state, .input(.mouse(Mouse(.press, at: point))))
      + reduce(&state, .input(.mouse(Mouse(.release, at: point))))
  }

  static func wheel(_ lines: Int, at point: Point, _ state: inout State) {
    for _ in 0..<abs(lines) {
      _ = reduce(
        &state, .input(.mouse(Mouse(lines > 0 ? .wheelDown : .wheelUp, at: point))))
    }
  }

  @Test(arguments: [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15)])
  func clickingSelectsARowAndThenOpensIt(_ size: Size) throws {
    var state = Fixture.state(size, focus: 0)
    try Self.click("Shopping", &state)
    #expect(state.cards.list.selected == 3 && !CardPage.isOpen(state))
    let areas = CardAreas(state)
    let point = Point(areas.rows.x + 1, areas.rows.y + 3 * areas.rowHeight)
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: point))))
    #expect(CardPage.isOpen(state))
  }

  /// Where list and details share a frame, a click on the card opens its page.
  @Test(arguments: [Size(80, 24), Size(60, 20)])
  func clickingTheCardOpensIt(_ size: Size) throws {
    var state = Fixture.state(size, focus: 0)
    let details = CardAreas(state).details
    let point = Point(details.x + 1, details.maxY - 1)
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: point))))
    #expect(CardPage.isOpen(state) && state.view.pane == .list)
  }

  @Test(arguments: [Size(120, 40), Size(100, 30), Size(200, 60)])
  func clickingChangesThePane(_ size: Size) throws {
    var state = Fixture.state(size, focus: 0)
    let details = CardAreas(state).details
    let corner = Point(details.x + 1, details.maxY - 1)
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: corner))))
    #expect(state.view.pane == .details)
    let list = CardAreas(state).list
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: Point(list.x, list.y)))))
    #expect(state.view.pane == .list)
  }

  @Test func theWheelScrollsThePaneBelowThePointer() {
    var state = Fixture.state(focus: 0)
    let details = CardAreas(state).details
    Self.wheel(1, at: Point(details.x + 5, details.y + 5), &state)
    #expect(
      state.cards.details.payment == 3 && state.cards.list.selected == 0 && state.view.pane == .list
    )
    Self.wheel(1, at: Point(5, 10), &state)
    #expect(state.cards.list.selected == 3 && state.cards.details.payment == 0)
    Self.wheel(-1, at: Point(5, 10), &state)
    #expect(state.cards.list.selected == 0)
  }

  @Test func hintsAndTabsAreButtons() throws {
    var state = Fixture.state(focus: 0)
    try Self.click("l lock", &state)
    #expect(state.cards.pending.count == 1)
    try Self.click("2 Virtual", &state)
    #expect(state.shown.tab == .virtual)
    try Self.click("1 Cards", &state)
    #expect(state.shown.tab == .cards && state.cards.list.count == 6)
    state = Fixture.state(focus: 0)
    try Self.click("Change PIN", &state)
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.title.contains("Change PIN"))
    try Self.click("Esc back", &state)
    #expect(state.view.overlays.isEmpty)
    try Self.click("q quit", &state)
    #expect(state.program.exit == 0)
  }

  @Test func clickingAMenuLineRunsIt() throws {
    var state = Fixture.state(focus: 0)
    try Self.click("? help", &state)
    Self.wheel(1, at: Point(60, 20), &state)
    let menu = try #require(state.top(CommandMenu.self))
    #expect(menu.picker.selected == 3)
    try Self.click("Lock card", &state)
    #expect(state.view.overlays.isEmpty && state.cards.pending.count == 1)
    state.type("!")
    Self.wheel(2, at: Point(60, 20), &state)
    #expect(state.top(MessageHistory.self) != nil)
  }

  @Test func nothingBelowAnOverlayIsReached() throws {
    var state = Fixture.state(focus: 0)
    let row = try Self.place(of: "Shopping", in: state)
    let lock = try Self.place(of: "l lock", in: state)
    state.type("X")
    for point in [row, lock, Point(0, 0)] {
      #expect(reduce(&state, .input(.mouse(Mouse(.press, at: point)))).isEmpty)
    }
    #expect(
      state.cards.list.selected == 0 && state.cards.pending.isEmpty
        && state.view.overlays.count == 1)
    let whole = reduce(&state, .input(.mouse(Mouse(.wheelDown, at: row))))
    #expect(whole.isEmpty && state.cards.list.selected == 0)
  }

  @Test func clickingSelectsFieldsAndOptions() throws {
    var state = Fixture.state(focus: 0).typing("c")
    try Self.click("For example: Travel", &state)
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.form.fields[dialog.form.focus].id == "alias")
    try Self.click("Programme", &state)
    try Self.click("Programme", &state)
    let after = try #require(state.top(Dialog.self))
    #expect(after.form.selected("programName") == 1)
  }

  /// A click on the text in focus changes nothing in it.
  @Test func clickingATextAgainLeavesIt() throws {
    var state = Fixture.state(focus: 0)
    state.typeFields("c", "Trip")
    try Self.click("Trip", &state)
    #expect(state.top(Dialog.self)?.form.text("alias") == "Trip")
    #expect(state.press(Key(.backspace)).isEmpty)
    #expect(state.top(Dialog.self)?.form.text("alias") == "Tri")
  }

  @Test func clickingChoosesTheWayOfACode() throws {
    var state = Fixture.state(focus: 0)
    let event = Fixture.event([.sms, .email])
    state.type("p")
    _ = reduce(&state, .performed(.pin(Fixture.cards[0].id), .failure(.scaRequired(event))))
    let effects = try Self.click("E-mail to", &state)
    #expect(effects == [.challenge(event.reference, event.availableVerifications[1])])
  }

  @Test func theFirstStartWorksWithClicks() throws {
    var state = Fixture.state()
    state.gate = .start(StartState(defaultPath: "/v"))
    #expect(try Self.click("Look around", &state) == [.openDemo])
  }

  @Test func followingKeysCanBeClicked() throws {
    var state = Fixture.state(focus: 0)
    let keys = [Key.character(" "), Key.character("l")]
    state.input.keymap = Keymap([
      Keymap.Change("card.lock", [Keymap.Binding(keys, "card.lock", .file(line: 1, column: 1))])
    ])
    state.type(" ")
    state.pass(seconds: 1)
    try Self.click("l  Lock card", &state)
    #expect(state.cards.pending.count == 1 && state.input.prefix == nil)
  }

  @Test func theMouseCanBeSwitchedOnAndOff() throws {
    var state = Fixture.state().typing("M")
    #expect(!state.input.wantsMouse)
    #expect(try Self.click("Shopping", &state).isEmpty)
    #expect(state.cards.list.selected == 2, "a report that comes late does nothing")
    state.type("M")
    #expect(state.input.wantsMouse)
    try Self.click("Shopping", &state)
    #expect(state.cards.list.selected == 3)
  }

  /// Clicks on everything, and on points between, on every scene at every size: nothing traps, and no
  /// single click sends a change that is not named below the pointer.
  @Test(arguments: Scene.allCases)
  func anywhere(_ scene: Scene) {
    for size in [Size(120, 40), Size(60, 20), Size(40, 12)] {
      let state = scene.state(size)
      let canvas = Target.canvas(of: state)
      var points = canvas.regions.filter { $0.target != nil }.map { region in
        Point(region.rect.x + region.rect.width / 2, region.rect.y + region.rect.height / 2)
      }
      for y in stride(from: 0, to: size.height, by: 3) {
        points += stride(from: 0, to: size.width, by: 11).map { Point($0, y) }
      }
      for point in points {
        var clicked = state
        let effects = reduce(&clicked, .input(.mouse(Mouse(.press, at: point))))
        if Target.under(point, in: canvas) == nil {
          #expect(effects.isEmpty, "\(point) at \(size)")
        }
      }
    }
  }
}
