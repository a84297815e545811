import Canvas
import Languages
import ScreenKit
import Testing
import Themes
import WalletModel
import Words

@testable import WalletUI

/// What an equal view drew in one of the last frames is copied.
@Suite struct ViewCacheTests {
  private let theme = GoldenTests.usual

  private func draw(_ state: State, _ cache: ViewCache?, _ theme: Theme? = nil) -> Canvas {
    render(state, theme ?? self.theme, semantics: false, cache: cache)
  }

  /// The views that were drawn and copied for a frame, which is the same as without a cache.
  private func counts(
    _ state: State, _ cache: ViewCache, _ theme: Theme? = nil
  ) -> (drawn: Int, copied: Int) {
    let before = (cache.drawn, cache.copied)
    let (canvas, expected) = (draw(state, cache, theme), draw(state, nil, theme))
    #expect(canvas.cells == expected.cells && canvas.cursor == expected.cursor)
    return (cache.drawn - before.0, cache.copied - before.1)
  }

  /// Each scene follows another one, and is drawn twice.
  @Test(arguments: GoldenTests.sizes)
  func aFrameIsTheSameWithACache(size: Size) {
    let cache = ViewCache()
    for scene in Scene.allCases {
      let state = scene.state(size)
      let expected = draw(state, nil)
      for _ in 1...2 {
        let canvas = draw(state, cache)
        #expect(canvas.cells == expected.cells, "\(scene)")
        #expect(canvas.cursor == expected.cursor, "\(scene)")
        #expect(canvas.secrets.count == expected.secrets.count, "\(scene)")
      }
    }
    #expect(cache.copied > 0)
  }

  @Test func anEqualFrameDrawsNothing() {
    let (state, cache) = (Fixture.state(Size(120, 40), focus: 0), ViewCache())
    let first = counts(state, cache)
    #expect(first.drawn > 5 && first.copied == 0)
    let second = counts(state, cache)
    #expect(second.drawn == 0 && second.copied == first.drawn)
  }

  @Test func aMovedSelectionDrawsTwoRowsAndTheDetails() {
    var state = Fixture.state(Size(120, 40), focus: 0)
    let cache = ViewCache()
    _ = draw(state, cache)
    state.type("j")
    let moved = counts(state, cache)
    // Two rows; the face, what is beside it, the facts in two columns, the payments, the actions; the
    // balance above the month; the footer.
    #expect((2...10).contains(moved.drawn))
    #expect(moved.copied > 3)
    // What was seen before is not drawn again.
    for key in ["k", "j"] {
      state.type(key)
      #expect(counts(state, cache).drawn == 0, "\(key)")
    }
  }

  @Test func aListThatScrollsDrawsOnlyTheRowsThatChange() {
    var state = remoteState(Size(120, 40))
    state.showActivity(TransactionPage(Activity.many))
    let cache = ViewCache()
    _ = draw(state, cache)
    for _ in 1...40 {
      state.type("j")
      // One or two rows that come into sight, the selected one and the one before; the footer.
      #expect(counts(state, cache).drawn <= 5)
    }
    cache.forget()
    #expect(counts(state, cache).copied == 0)
  }

  @Test func aCopyOfTheStateIsAStateOfItsOwn() {
    let state = Fixture.state(Size(120, 40), focus: 0)
    var copy = state
    copy.view.size = Size(80, 24)
    copy.type("j")
    #expect(state.view.size == Size(120, 40) && state.cards.list.selected == 0)
    #expect(copy.view.size == Size(80, 24) && copy.cards.list.selected == 1)
  }

  @Test func whatLiesBelowAnOverlayIsKept() {
    var state = Fixture.state(Size(120, 40), focus: 0)
    let cache = ViewCache()
    state.type("?")
    #expect(!state.view.overlays.isEmpty && counts(state, cache).drawn > 5)
    let second = counts(state, cache)
    #expect(second.drawn == 0 && second.copied > 5)
    #expect(draw(state, cache).cells == draw(state, nil).cells)
  }

  @Test func anotherSizeThemeOrLanguageDrawsAll() {
    var state = Fixture.state(Size(120, 40), focus: 0)
    let cache = ViewCache()
    _ = draw(state, cache)
    let light = ThemeLibrary.load(named: "light", depth: .indexed256).0
    #expect(counts(state, cache, light).copied == 0)
    #expect(counts(state, cache).copied == 0)
    _ = reduce(&state, .input(.resize(Size(121, 40))))
    #expect(counts(state, cache).copied == 0)
    state.settings.words = Words(.german)
    #expect(counts(state, cache).copied == 0)
    state.settings.ascii = true
    #expect(counts(state, cache).copied == 0)
  }

  @Test func whatShowsASecretIsNeverKept() {
    let cache = ViewCache()
    var state = Fixture.state(Size(120, 40), focus: 2)
    _ = draw(state, cache)
    state.secrets.reveal = Fixture.revealed().secrets.reveal
    for _ in 1...3 {
      let before = cache.drawn
      #expect(draw(state, cache).secrets.count > 1)
      #expect(cache.drawn > before)
    }
    state.secrets.reveal = nil
    let hidden = draw(state, cache)
    #expect(hidden.secrets.isEmpty && hidden.cells == draw(state, nil).cells)
  }

  @Test func aDigitIsDrawnOverTheFaceThatIsKept() {
    let cache = ViewCache()
    var state = Fixture.state(Size(120, 40))
    _ = Fixture.payForm(state).open(&state)
    state.type("4")
    _ = draw(state, cache)
    for digit in ["1", "2", "3", "4"] {
      state.type(digit)
      let (before, canvas) = (cache.drawn, draw(state, cache))
      #expect(cache.drawn == before)
      let expected = draw(state, nil)
      #expect(canvas.cells == expected.cells && canvas.cursor == expected.cursor)
      // The field and the face each show the groups that have begun.
      #expect(canvas.secrets.count == expected.secrets.count && canvas.secrets.count > 1)
    }
  }

  @Test func theScreenBelowAPageIsKept() {
    let cache = ViewCache()
    var state = Activity.opened(Size(120, 40))
    let first = counts(state, cache)
    state.press(Key(.enter))
    #expect(state.paymentPage != nil)
    _ = draw(state, cache)
    state.press(Key(.escape))
    let second = counts(state, cache)
    #expect(second.drawn == 0 && second.copied == first.drawn)
    #expect(draw(state, cache).cells == draw(state, nil).cells)
  }

  @Test func aViewThatWasNotShownIsForgotten() {
    let cache = ViewCache()
    var state = Fixture.state(Size(120, 40), focus: 0)
    _ = draw(state, cache)
    let open = state.gate
    state.gate = .passphrase(PassphraseState(path: "", name: "w", reason: .start))
    _ = draw(state, cache)
    state.gate = open
    #expect(counts(state, cache).copied == 0)
  }
}
