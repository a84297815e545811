import Canvas
import Languages
import ScreenKit
import Testing
import Themes
import WalletModel
import Words

@testable import WalletUI

/// The settings on the screen.
@Suite struct SettingsTests {
  private static let sizes = Fixture.sizes

  /// - Parameter id: The setting that is selected; nil: the first one.
  private static func opened(_ size: Size = Size(120, 40), at id: String? = nil) -> State {
    var state = Fixture.state(size, focus: 0)
    #expect(state.type(",") == [.configure(.read)])
    _ = reduce(&state, .configured(.read, .success(Fixture.configuration)))
    if let id { go(to: id, &state) }
    return state
  }

  @Test func settingsStayAvailableWhenTheWalletWasLocked() {
    var state = Self.opened()
    state.press(Key(.escape))
    _ = Gate.lock(.asked, &state)
    _ = reduce(&state, .opened(state.wallet, nil))
    #expect(state.type(",") == [.configure(.read)])
  }

  private static func go(to id: String, _ state: inout State) {
    let place = SettingsForm.rows(state).firstIndex { $0.id == id } ?? 99
    state.press(Key(.home))
    for _ in 0..<place { state.press(Key(.down)) }
  }

  private static func answer(
    _ state: inout State, _ request: ConfigurationRequest,
    _ change: (inout ConfigurationSnapshot) -> Void
  ) {
    var snapshot = Fixture.configuration
    snapshot.before = snapshot.text
    change(&snapshot)
    _ = reduce(&state, .configured(request, .success(snapshot)))
  }

  @Test func everySettingHasItsTexts() {
    for language in Language.allCases {
      let words = Words(language)
      for item in Fixture.configuration.items {
        if case .choices(let parts) = item.kind {
          for part in parts {
            #expect(words.settings.setting(item.id, part: part) != nil, "\(part)")
          }
        } else {
          #expect(words.settings.setting(item.id) != nil, "\(item.id)")
        }
      }
    }
  }

  @Test func enterChangesASwitchAndZTakesItBack() {
    var state = Self.opened(at: "mouse")
    #expect(state.press(Key(.enter)) == [.configure(.set("mouse", "no"))])
    let before = Fixture.configuration.text
    let after = before.replacing("mouse: yes", with: "mouse: no")
    Self.answer(&state, .set("mouse", "no")) {
      $0.text = after
      for index in $0.items.indices where $0.items[index].id == "mouse" {
        $0.items[index].inFile = "no"
      }
      $0.mouse = false
    }
    #expect(!state.input.wantsMouse, "it takes effect at once")
    #expect(state.toasts.current?.line == "Written: mouse: no · z undo")
    #expect(state.shows("- mouse: yes") && state.shows("+ mouse: no"))
    let back = ConfigurationRequest.restore("mouse", before: before, after: after)
    #expect(state.type("z").contains(.configure(back)))
    Self.answer(&state, back) { $0.mouse = true }
    #expect(state.input.wantsMouse && state.toasts.current?.text == "Taken back: mouse: yes")
    #expect(!state.shows("- mouse: yes"))
    #expect(state.type("z") == [.bell])
  }

  @Test func aWordOfSeveralIsSwitched() {
    var state = Self.opened(at: "copy.pan")
    #expect(state.press(Key(.enter)) == [.configure(.set("copy", "pan,cvv"))])
    Self.go(to: "copy.cvv", &state)
    #expect(state.press(Key(.right)) == [.configure(.set("copy", nil))], "none is the default")
  }

  @Test func oneOfSeveralIsStepped() {
    var state = Self.opened(at: "pan-separator")
    #expect(state.press(Key(.right)) == [.configure(.set("pan-separator", "dash"))])
    #expect(state.press(Key(.left)) == [.configure(.set("pan-separator", "none"))])
    Self.go(to: "reveal-seconds", &state)
    #expect(state.press(Key(.left)) == [.configure(.set("reveal-seconds", "29"))])
    Self.go(to: "theme", &state)
    #expect(state.press(Key(.enter)) == [.loadThemes])
  }

  @Test func aNumberIsTypedAndARefusalIsShownInFull() {
    var state = Self.opened(at: "reveal-seconds")
    state.press(Key(.enter), Key(.backspace), Key(.backspace))
    let effects = state.submit("x99")
    #expect(effects == [.configure(.set("reveal-seconds", "99"))], "letters are not taken")
    let error = WalletError(
      .configuration, .text("config.yaml was not changed", ""),
      details: [.verbatim("must be a whole number from 1 to 30")])
    _ = reduce(&state, .configured(.set("reveal-seconds", "99"), .failure(error)))
    #expect(state.shows("config.yaml was not changed") && state.shows("number from 1 to 30"))
    #expect(state.top(SettingsForm.self)?.input?.text == "99", "what was typed stays")
    state.press(Key(.escape))
    #expect(state.top(SettingsForm.self)?.input == nil && !state.view.overlays.isEmpty)
  }

  @Test func dPutsTheDefaultBack() {
    var state = Self.opened(at: "mouse")
    #expect(state.type("d") == [.configure(.set("mouse", nil))])
    Self.go(to: "lang", &state)
    #expect(state.type("d") == [.bell], "it is the default")
  }

  @Test func anOptionThatOverridesIsSaid() {
    var state = Self.opened(at: "idle-seconds")
    #expect(state.shows("--idle-seconds overrides the file"))
    #expect(state.press(Key(.right)) == [.configure(.set("idle-seconds", "61"))])
    Self.answer(&state, .set("idle-seconds", "61")) { _ in }
    #expect(state.toasts.current?.detail?.contains("--idle-seconds overrides") == true)
  }

  @Test func whatNeedsARestartSaysSo() {
    var state = Self.opened(at: "log")
    state.press(Key(.enter))
    #expect(state.submit("~/log") == [.configure(.set("log", "~/log"))])
    Self.answer(&state, .set("log", "~/log")) { _ in }
    #expect(state.toasts.current?.detail == "from the next start")
    #expect(state.top(SettingsForm.self)?.input == nil)
  }

  @Test func aSettingIsFoundByTyping() {
    var state = Self.opened()
    state.submit("/spacing")
    let form = state.top(SettingsForm.self)
    #expect(form.map { SettingsForm.rows(state)[$0.selected].id } == "pan-separator")
  }

  @Test(arguments: sizes) func theSelectedSettingIsInSight(_ size: Size) {
    Fixture.$language.withValue(.german) {
      var state = Self.opened(size)
      for row in SettingsForm.rows(state) {
        #expect(render(state, .plain).cursor != nil, "\(row.id)")
        let title = Words(.german).settings.setting(row).title
        #expect(state.shows(title), "\(title) at \(size)")
        state.press(Key(.down))
      }
    }
  }

  @Test func copyingIsSwitchedOnWhereItIsMissed() {
    var state = Fixture.revealed().typing("y")
    #expect(state.toasts.current?.text == "Copying numbers is off. , opens Settings")
    #expect(state.type(",") == [.configure(.read)])
    #expect(state.secrets.reveal == nil, "nothing stays in sight below them")
  }

  @Test func inAKioskThereAreNone() {
    var state = Fixture.state()
    Kiosk.enter(&state)
    #expect(state.type(",") == [.bell] && state.view.overlays.isEmpty)
    #expect(!state.commands.contains { $0.id == "settings" })
    state.type("T")
    _ = reduce(&state, .themes(Fixture.themes))
    state.press(Key(.down))
    #expect(state.press(Key(.enter)).isEmpty)
  }

  @Test func aThemeThatCannotBeKeptIsReported() {
    var state = Fixture.state()
    let request = ConfigurationRequest.set("theme", "nord")
    _ = reduce(
      &state,
      .configured(
        request,
        .failure(WalletError(.configuration, details: [.verbatim("Read-only file system")]))))
    #expect(state.toasts.current?.kind == .danger)
  }
}
