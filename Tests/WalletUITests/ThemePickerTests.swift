import Canvas
import Testing
import Themes

@testable import WalletUI

@Suite struct ThemePickerTests {
  /// The open list of themes.
  private func opened(_ choice: ThemeChoice = .auto) -> State {
    var state = Fixture.state()
    state.program.theme = ThemeState(choice)
    #expect(state.type("T") == [.loadThemes])
    _ = reduce(&state, .themes(Fixture.themes))
    return state
  }

  @Test func movingPreviewsAThemeAndEscRestoresIt() {
    var state = opened(ThemeChoice("nord"))
    #expect(state.program.theme.name == "nord")
    state.press(Key(.down))
    #expect(state.program.theme.name == "gruvbox", "the list stands at the theme in force")
    state.press(Key(.end))
    #expect(state.program.theme.name == "rose-pine-dawn")
    state.press(Key(.down))
    #expect(state.program.theme.name == "rose-pine-dawn")
    state.press(Key(.home))
    #expect(state.program.theme.choice == .auto)
    state.press(Key(.escape))
    #expect(state.program.theme.choice == ThemeChoice("nord"))
    #expect(state.view.overlays.isEmpty && state.toasts.current == nil)
  }

  @Test func enterKeepsAThemeInTheConfiguration() {
    var state = opened()
    #expect(state.submit("light") == [.configure(.set("theme", "light"))])
    #expect(state.program.theme.choice == ThemeChoice("light") && state.view.overlays.isEmpty)
  }

  @Test func withoutAConfigurationAThemeIsForThisSession() {
    var state = opened()
    state.program.configuration.isAvailable = false
    state.press(Key(.down))
    #expect(state.press(Key(.enter)).isEmpty)
    #expect(state.toasts.current?.line == "Theme: dark, for this session")
  }

  @Test func lettersFilterAndWhatMatchesIsSeenAtOnce() {
    var state = opened().typing("nord")
    #expect(state.program.theme.name == "nord")
    state.type("x")
    #expect(state.program.theme.choice == .auto, "nothing matches")
    state.press(Key(.enter))
    #expect(state.view.overlays.count == 1)
  }

  @Test func aClickPreviewsATheme() throws {
    var state = opened()
    let frame = render(state, ThemeLibrary.load(named: "dark", depth: .direct).0)
    let row = try #require(frame.regions.first { $0.label == "nord" }).rect
    _ = reduce(&state, .input(.mouse(Mouse(.press, at: Point(row.x + 1, row.y)))))
    #expect(state.program.theme.name == "nord")
    #expect(state.view.overlays.count == 1)
  }

  @Test func thePaletteOpensTheThemePicker() {
    var state = Fixture.state()
    #expect(state.submit(":theme") == [.loadThemes])
  }

  @Test func thePickerConcealsAndDoesNotDim() {
    var state = opened()
    state.press(Key(.escape))
    let theme = ThemeLibrary.load(named: "dark", depth: .direct).0
    let before = render(state, theme)
    state.type("T")
    _ = reduce(&state, .themes(Fixture.themes))
    let after = render(state, theme)
    #expect(before[3, 4] == after[3, 4])
    #expect(after.regions.contains { $0.label == "Themes" })
    #expect(after.secrets.isEmpty)
  }

  @Test func theTerminalsBackgroundChoosesTheTheme() {
    var state = Fixture.state()
    state.program.theme = ThemeState(ThemeChoice("dark=nord,light=solarized-light"))
    #expect(state.program.theme.name == "nord")
    _ = reduce(&state, .input(.background(RGB(250, 250, 250))))
    #expect(state.program.theme.name == "solarized-light")
    _ = reduce(&state, .input(.background(RGB(20, 20, 20))))
    #expect(state.program.theme.name == "nord")
  }

  @Test func mistakesBecomeMessagesWithTheFirstOnTop() {
    var state = Fixture.state()
    _ = reduce(&state, .themeProblems(["a:1:1: x", "a:2:1: y"]))
    #expect(state.toasts.current?.text == "a:1:1: x")
    #expect(state.toasts.history.map(\.text) == ["a:2:1: y", "a:1:1: x"])
  }

  @Test func keysBeforeTheThemesArriveAreNotLost() {
    var state = Fixture.state().typing("T")
    state.press(Key(.down), Key(.down))
    #expect(state.program.theme.choice == .auto)
    state.press(Key(.enter))
    _ = reduce(&state, .themes(Fixture.themes))
    #expect(state.program.theme.choice != .auto)
    #expect(state.view.overlays.isEmpty)
  }

  @Test func lockingTheWalletEndsAPreview() {
    var state = opened()
    state.press(Key(.down))
    state.pass(seconds: 121)
    #expect(state.gate != .open)
    #expect(state.program.theme.choice == .auto)
  }

  @Test func aClosedPickerIsNotOpenedByItsAnswer() {
    var state = opened()
    state.press(Key(.escape))
    _ = reduce(&state, .themes(Fixture.themes))
    #expect(state.view.overlays.isEmpty)
  }
}
