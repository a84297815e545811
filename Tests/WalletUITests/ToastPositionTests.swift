import Canvas
import Languages
import ScreenKit
import Testing
import Themes
import WalletModel

@testable import WalletUI

/// Toasts do not cover what the user needs next.
@Suite struct ToastPositionTests {
  private static let sizes = Activity.sizes

  private static func news(_ state: inout State) {
    state.show(.info, "The theme is dark", detail: "T changes it")
  }

  @Test(arguments: sizes, ["?", ":", "c", "X", "P", "b", "!", "T", "5"])
  func hintsStayVisible(_ size: Size, _ key: String) {
    for isLong in [false, true] {
      var state = Fixture.state(size, focus: 0)
      state.type(key)
      let before = state.text
      if isLong { state.show(ToastTests.long) } else { Self.news(&state) }
      let shown = state.text
      let place = state.rect(of: .toast)
      for (y, line) in before.enumerated() where line.contains("Esc ") && y > size.height / 2 {
        #expect(place.map { y < $0.y || y >= $0.maxY } ?? true, "\(line)")
        #expect(shown[y].contains("Esc "), "\(shown[y])")
      }
    }
  }

  @Test(
    "At most half of the screen is covered, or one row of a narrow one",
    arguments: [40, 48, 59, 60, 64, 76, 99, 100, 120, 200])
  func width(_ width: Int) throws {
    var state = Fixture.state(Size(width, 24), focus: 0)
    state.show(ToastTests.long)
    let place = try #require(state.rect(of: .toast))
    #expect(place.height == 1 && place.y == state.areas.footer.y - 1 && place.maxX == width - 1)
    #expect(place.width <= (width < 60 ? width - 2 : width / 2))
    // The key is not cut.
    let line = Array(state.text[place.y])
    #expect(String(line[place.x..<place.maxX]).contains(#/ ! \w+ $/#), "\(String(line))")
  }

  @Test(arguments: sizes) func theFocusedLineStaysVisible(_ size: Size) {
    var state = Fixture.state(size)
    state.showActivity()
    for key in ["g", "G"] {
      state.type(key)
      state.toasts.current = nil
      let cursor = render(state, .plain).cursor
      state.show(ToastTests.long)
      let place = state.rect(of: .toast)
      #expect(cursor.map { c in place.map { c.y < $0.y || c.y >= $0.maxY } ?? false } == true)
    }
  }

  @Test(arguments: [Language.english, .german], sizes)
  func theCodeIsInTheNews(_ language: Language, _ size: Size) {
    Fixture.$language.withValue(language) {
      for code in ErrorCode.all {
        var state = Fixture.state(size)
        let details = Array(
          repeating: Reason.verbatim("nobody knows what it was that went wrong"), count: 4)
        state.show(WalletError(code, details: details))
        state.type("!")
        // Lines wrap, and a short screen has to be scrolled.
        var text = ""
        for _ in 0..<40 where !text.contains("[\(code.rawValue)]") {
          for line in state.text { text += line.filter { !" │┃".contains($0) } }
          state.press(Key(.down))
        }
        #expect(text.contains("[\(code.rawValue)]"), "\(code)")
      }
    }
  }
}
