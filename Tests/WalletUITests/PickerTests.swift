import Canvas
import ScreenKit
import Testing
import Themes
import WalletModel

@testable import WalletUI

/// Choosing commands, themes and settings from a list.
@Suite struct PickerTests {
  private static let sizes = Fixture.sizes

  private static func rows(_ state: State) -> [PickerList.Row] {
    state.top(CommandMenu.self)?.list(state).rows ?? []
  }

  @Test(arguments: sizes) func theBoxAndItsLineStayInPlace(_ size: Size) {
    var state = Fixture.state(size).typing(":")
    let box = state.rect(of: .palette)
    let cursor = render(state, .plain).cursor
    for letter in ["p", "i", "n", "x", "y", "z"] {
      state.type(letter)
      #expect(state.rect(of: .palette) == box, "\(letter)")
      #expect(render(state, .plain).cursor?.y == cursor?.y)
    }
    #expect(state.shows("Nothing matches"))
  }

  @Test func theFirstRowIsAlwaysPossible() {
    for focus in 0..<6 {
      for typed in ["", "p", "l", "u", "card", "a"] {
        var state = Fixture.state(focus: focus)
        state.type(":" + typed)
        let rows = Self.rows(state)
        let refused = rows.map { $0.refusal != nil }
        #expect(refused.first == false, "\(typed) at \(focus)")
        #expect(refused == refused.sorted { !$0 && $1 }, "what is impossible comes last")
      }
    }
  }

  @Test func aKeyFindsItsCommandFirst() {
    var state = Fixture.state(focus: 0).typing(":p")
    #expect(Self.rows(state).first?.id == "card.pin")
    state.press(Key(.escape))
    state.type(":,")
    #expect(Self.rows(state).first?.id == "settings")
    state.press(Key(.escape))
    state.type(":/")
    #expect(Self.rows(state).first?.id == "list.filter")
  }

  /// A few letters find what can be undone first, on every kind of card; its own words and its key
  /// find what cannot.
  @Test func whatCannotBeUndoneIsNotTheFirstOfAFewLetters() {
    for focus in 0..<6 {
      for typed in ["c", "ca", "car", "an", "o"] {
        var state = Fixture.state(focus: focus)
        state.type(":" + typed)
        let first = Self.rows(state).first
        #expect(first != nil && first?.isFinal == false, "\(typed) at \(focus)")
      }
    }
    for typed in ["X", "can", "cancel card"] {
      var state = Fixture.state(focus: 0)
      state.type(":" + typed)
      #expect(Self.rows(state).first?.id == "card.cancel", "\(typed)")
    }
  }

  @Test func onlyArrowsMoveAndLettersFilter() {
    var state = Fixture.state(focus: 0).typing(":")
    let count = Self.rows(state).count
    func selected() -> Int? { state.top(CommandMenu.self)?.picker.selected }
    state.press(Key(.down), Key(.down), Key(.up))
    #expect(selected() == 1)
    state.press(Key(.end))
    #expect(selected() == count - 1)
    state.press(Key(.down))
    #expect(selected() == count - 1)
    state.press(Key(.home), Key(.tab))
    let starts = state.top(CommandMenu.self)?.list(state).groupStarts ?? []
    #expect(selected() == starts[1])
    state.press(Key(.backtab), Key(.pageDown))
    #expect((selected() ?? 0) > 5)
    state.type("j")
    #expect(selected() == 0 && Self.rows(state).count < count)
  }

  /// A reason can be read in full at every size.
  @Test(arguments: sizes) func reasonsCanBeRead(_ size: Size) {
    let state = Fixture.state(size, focus: 0).typing(":unlock card")
    let words = ["Unlock card", "Not locked"]
    for word in words { #expect(state.shows(word), "\(word)") }
  }

  @Test(arguments: sizes) func nothingIsCutInTheList(_ size: Size) {
    var state = Fixture.state(size, focus: 0).typing(":")
    for _ in Self.rows(state) where size.width >= 60 {
      let box = state.rect(of: .palette) ?? Rect(0, 0, 0, 0)
      let text = state.text
      for y in box.y..<box.maxY {
        let line = text[y]
        #expect(!line.dropLast(0).contains("…") || line.contains("… "), "\(line)")
      }
      state.press(Key(.down))
    }
  }

  /// The ways of a code are selected and moved through like every list, and say where the code is.
  @Test(arguments: sizes) func theWaysOfACodeAreRowsOfAPicker(_ size: Size) throws {
    var state = Fixture.state(size, focus: 0)
    let event = Fixture.event()
    state.type("p")
    _ = reduce(
      &state, .performed(.pin(Fixture.cards[0].id), .failure(.scaRequired(event))))
    func step() -> ScaFlow.Step? { state.top(ScaFlow.self)?.step }
    let last = event.ways.count - 1
    #expect(last > 0 && state.shows("▌ 1  SMS") && state.shows("Esc back"))
    state.press(Key(.end))
    #expect(step() == .choose(last) && state.shows("▌ \(last + 1)  "))
    state.press(Key(.down))
    #expect(step() == .choose(last))
    state.press(Key(.tab))
    #expect(step() == .choose(0))
    state.type("j")
    state.press(.control("p"))
    #expect(step() == .choose(0))
    let text = try #require(state.top(ScaFlow.self)?.list(state).rows.first?.text)
    #expect(!text.isEmpty && state.shows(String(text.prefix(30))))
  }

  @Test func matchesAreUnderlined() throws {
    let state = Fixture.state(focus: 0).typing(":pin")
    let canvas = render(state, ThemeLibrary.load(named: "dark", depth: .direct).0)
    let y = try #require(
      (0..<40).first { canvas.text(row: $0).contains("Show PIN") && $0 > 5 })
    let line = canvas.text(row: y)
    let word = try #require(line.ranges(of: "PIN").last)
    let x = line[..<word.lowerBound].unicodeScalars.count
    #expect(canvas[x, y].style.attributes.contains(.underline))
  }

  @Test func helpHasAllKeysInGroups() {
    let state = Fixture.state(focus: 0).typing("?")
    let list = state.top(CommandMenu.self)?.list(state)
    #expect(list?.groups.map(\.title).prefix(2) == ["This card", "Cards"])
    #expect(list?.rows.first { $0.id == "move.down" }?.keys == "j ↓")
    #expect(state.shows("1 of "))
  }
}
