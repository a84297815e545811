import Canvas
import Languages
import ScreenKit
import Testing
import Words

@testable import WalletUI

/// What stays readable in few columns.
@Suite struct FewColumnsTests {
  @Test("The other screens are named by their keys", arguments: [Size(40, 15), Size(40, 12)])
  func otherScreens(_ size: Size) {
    var state = Fixture.state(size)
    #expect(state.text[0].contains(" 1 Cards  2 3 4 5 "))
    state.showActivity()
    #expect(state.text[0].contains(" 1 2 3 4 5 Activity "))
  }

  @Test(arguments: Language.allCases, [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15)])
  func firstHintsAreComplete(_ language: Language, _ size: Size) {
    var state = Fixture.state(size)
    state.settings.words = Words(language)
    for hint in 0..<3 {
      state.view.firstHint = hint
      let line = state.text[state.areas.footer.y - 1]
      #expect(line.contains("›") && !line.contains("…"), "\(line)")
    }
  }

  @Test("A filter that is kept offers the way back once")
  func keptFilter() {
    var state = Fixture.state(Size(120, 40))
    state.submit("/v")
    #expect(state.text.last?.split(separator: "Esc show all").count == 2)
  }
}
