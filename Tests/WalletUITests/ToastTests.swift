import Canvas
import ScreenKit
import Testing
import Themes
import WalletModel

@testable import WalletUI

/// Short news in the row above the footer.
@Suite struct ToastTests {
  private static let sizes = Fixture.sizes.filter { $0.width != 100 }
  static let long = WalletError(
    .netLost, details: [.verbatim("The connection to https://wallet.example was lost on the way")])

  private static func locked(_ size: Size) -> State {
    var state = Fixture.state(size, focus: 0)
    state.done(
      .setStatus(Fixture.cards[0].id, .lock, version: 1, undoable: true), .card(Fixture.cards[0]))
    return state
  }

  @Test(arguments: sizes) func aToastIsOneLineInItsRow(_ size: Size) throws {
    for isLong in [false, true] {
      var state = Self.locked(size)
      if isLong { state.show(Self.long) }
      let place = try #require(state.rect(of: .toast))
      #expect(place.height == 1 && place.maxX == size.width - 1)
      #expect(place.y == state.areas.footer.y - 1)
      #expect(place.width <= max(size.width / 2, 38))
    }
  }

  @Test(arguments: sizes) func whatIsTooLongIsInTheNews(_ size: Size) {
    var state = Fixture.state(size)
    state.show(Self.long)
    if size.width < 200 { #expect(state.shows("! more")) }
    state.type("!")
    let text = MessageHistoryView.lines(state).map(\.text).joined(separator: " ")
    #expect(text.contains("WUI-") || text.contains("NET-"))
  }

  @Test("The news of the main screen are among the messages", arguments: sizes)
  func paymentsAreAmongTheMessages(_ size: Size) throws {
    var state = Fixture.state(size, focus: 0)
    let notable = try #require(state.activity.month.notable.first)
    state.show(.info, "Something is new")
    state.type("!")
    let lines = MessageHistoryView.lines(state)
    #expect(lines.first?.text == "Something is new")
    let text = lines.dropFirst().map(\.text).joined(separator: " ")
    #expect(text.contains(notable.description))
    #expect(lines.last?.place == state.activity.month.notable.count + 1)
    #expect(state.shows("Something is new"))
  }

  @Test func theOfferHasItsOwnColourAndCanBeClicked() throws {
    let state = Self.locked(Size(120, 40))
    let theme = ThemeLibrary.load(named: "dark", depth: .direct).0
    let canvas = render(state, theme)
    let place = try #require(state.rect(of: .toast))
    let offer = try #require(
      canvas.regions.first { $0.target == "run card.undo" && $0.rect.y == place.y })
    #expect(canvas[offer.rect.x + 1, offer.rect.y].style != canvas[place.x + 1, place.y].style)
  }

  @Test func theNewsForgetAnUndoThatWasUsed() {
    var state = Self.locked(Size(120, 40)).typing("!")
    #expect(state.shows("z undo"))
    state.press(Key(.escape))
    state.type("z!")
    #expect(!state.shows("z undo"))
  }

  @Test func kindsDifferByTheirSigns() {
    let kinds: [ToastState.Toast.Kind] = [.success, .info, .warning, .danger]
    for isAscii in [false, true] {
      #expect(Set(kinds.map { $0.glyph(ascii: isAscii) }).count == 4)
    }
  }

  @Test func anUnknownKeySaysSoAndIsNoNews() {
    var state = Fixture.state()
    #expect(state.type("8") == [.bell])
    #expect(state.toasts.current?.line == "8 does nothing here · ? shows the keys")
    #expect(state.toasts.history.isEmpty)
  }

  @Test(arguments: sizes) func aKeptFilterSaysHowToLeaveIt(_ size: Size) {
    var state = Fixture.state(size, focus: 0)
    state.submit("/visa")
    #expect(state.shows("Esc show all"))
    if size.width >= 60 { #expect(state.shows("n N match")) }
  }
}
