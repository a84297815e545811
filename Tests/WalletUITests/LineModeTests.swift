import Canvas
import ScreenKit
import Testing
import WalletModel

@testable import WalletUI

@Suite("Input line by line") struct LineModeTests {
  private func state() -> State { Fixture.state(focus: 0).linear }

  @Test func aNumberChoosesAListedItem() {
    var state = state()
    _ = reduce(&state, .input(.choice(3)))
    #expect(state.focusedRow?.title == "Shopping")
    #expect(reduce(&state, .input(.choice(99))) == [.bell])
    #expect(state.focusedRow?.title == "Shopping")
    _ = reduce(&state, .input(.choice(0)))
    state.type(":")
    let menu = state.top(CommandMenu.self)
    let lock = menu?.list(state).rows.firstIndex { $0.id == "card.lock" } ?? 99
    #expect(reduce(&state, .input(.choice(lock))).count == 1)
    #expect(state.focusedRow?.status == .locked)
    #expect(state.view.overlays.isEmpty)
  }

  @Test func aCardWithoutPaymentsSaysSo() {
    var state = state()
    var details = Fixture.details(Fixture.cards[0])
    details.transactions = []
    _ = reduce(&state, .loaded(details.card.id, .success(details)))
    state.press(Key(.enter))
    #expect(screen(state).contains("No payments yet"))
  }

  @Test func wordsRunACommand() {
    var state = state()
    #expect(reduce(&state, .input(.words("card.lock"))).count == 1)
    #expect(state.focusedRow?.status == .locked)
    _ = reduce(&state, .input(.words("find")))
    #expect(state.lineInput == .text("Filter"))
  }

  /// An empty line only prints the lines again.
  @Test func aWayIsChosenByItsNumber() {
    var state = state()
    let id = Fixture.cards[0].id
    state.type("p")
    _ = reduce(&state, .performed(.pin(id), .failure(.scaRequired(Fixture.event()))))
    let text = screen(state)
    #expect(text.contains("1–2 send code") && !text.contains("Enter send code"))
  }

  @Test(arguments: [("lock", "fits several commands"), ("fly", "Nothing here is called “fly”")])
  func unknownWordsAreReported(words: String, answer: String) {
    var state = state()
    #expect(reduce(&state, .input(.words(words))).isEmpty)
    #expect(state.toasts.current?.text.contains(answer) == true)
    #expect(state.focusedRow?.status == .active)
  }

  @Test func everyPlaceNamesItsInput() {
    var state = state()
    #expect(state.lineInput == .keys)
    state.type("?")
    #expect(state.lineInput == .search("Search, or number"))
    state.press(Key(.escape))
    state.type("P")
    #expect(state.lineInput == .code("New PIN"))
    state.press(Key(.escape))
    state.type("c")
    guard case .options("Programme", let options, 0) = state.lineInput else {
      Issue.record("no options: \(state.lineInput)")
      return
    }
    #expect(options.count == Fixture.programs.count)
    _ = reduce(&state, .input(.choice(1)))
    #expect(state.lineInput == .options("Programme", options, 1))
    state.press(Key(.escape))
    _ = reduce(
      &state, .performed(.pin(Fixture.cards[0].id), .failure(.scaRequired(Fixture.event()))))
    #expect(state.lineInput == .keys)
    #expect(
      reduce(&state, .input(.choice(1))).contains { $0.query(ChallengeQuery.self) != nil })
  }

  @Test func theSelectedLineHasTheCursorOnEveryScreen() {
    for size in GoldenTests.sizes {
      for scene in Scene.allCases where !Self.withoutFocus.contains(scene) {
        let canvas = render(scene.state(size), GoldenTests.usual)
        #expect(canvas.cursor != nil, "\(scene) at \(size.width)×\(size.height)")
      }
    }
  }

  /// Scenes in which nothing can be chosen.
  private static let withoutFocus: Set<Scene> = [
    .empty, .webEmpty, .savedEmpty, .virtualEmpty, .virtualConflict,
  ]
}
