import Canvas
import Languages
import Testing
import Themes
import WalletModel
import Words

@testable import WalletUI

/// Budgets and the comparison of months on the screen.
@Suite struct BudgetsScreenTests {
  private static let sizes = [
    Size(200, 60), Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15),
  ]

  private static func state(_ size: Size, budgets: String? = nil) -> State {
    var state = Fixture.state(size, focus: 0)
    Fixture.withBudgets(&state)
    if let budgets { state.settings.budgets = Budgets(budgets) }
    return state
  }

  private static func inActivity(_ size: Size) -> State {
    var state = state(size)
    state.type("5")
    return state
  }

  @Test func theMonthShowsWhatIsLeft() {
    let state = Self.inActivity(Size(120, 40))
    #expect(state.shows("Budgets") && state.shows("€50.00 left") && state.shows("€12.00 over"))
    var other = state
    other.settings.budgets = Budgets()
    #expect(!other.shows("€12.00 over"), "the control: it is the budgets that say so")
  }

  @Test func theSpendingPaneShowsThem() {
    let state = Self.state(Size(200, 60))
    #expect(state.shows("€12.00 over"))
  }

  @Test(arguments: sizes) func theyAreReadableAtEachSize(_ size: Size) {
    var state = Self.inActivity(size)
    if ActivityAreas(state, state.activity ?? ActivityScreen()).hasSide == false {
      state.press(Key(.tab))
      if !state.shows("€12.00 over") { for _ in 0..<12 { state.press(Key(.down)) } }
    }
    #expect(state.shows("€12.00 over"), "\(state.text.joined(separator: "\n"))")
  }

  @Test func aBarIsNeverRed() throws {
    for name in ThemeLibrary.builtinNames {
      let theme = ThemeLibrary.load(named: name, depth: .direct).0
      let canvas = render(Self.inActivity(Size(120, 40)), theme)
      let danger = theme[.danger].foreground
      for y in 0..<canvas.size.height where canvas.text(row: y).contains("over") {
        for x in 0..<canvas.size.width where canvas[x, y].scalar == 0x2501 {
          #expect(canvas[x, y].style.foreground != danger, "\(name)")
        }
      }
    }
  }

  @Test func lineModeSaysThem() {
    var state = Self.state(Size(120, 40))
    state.settings.isLinear = true
    state.type("5")
    state.press(Key(.tab))
    #expect(
      state.shows("Budget Eating out: €112.00 of €100, €12.00 over."),
      "\(state.text.joined(separator: "\n"))")
  }

  // MARK: The form

  @Test func theFormWritesTheSetting() throws {
    var state = Self.state(Size(120, 40))
    state.type("%")
    #expect(state.shows("Groceries") && state.shows("200"))
    for _ in 0..<3 { state.press(Key(.backspace)) }
    state.type("250")
    let effects = state.press(.control("s"))
    #expect(effects == [.configure(.set("budgets", "groceries=250,eating-out=100"))])
    var snapshot = Fixture.configuration
    snapshot.settings.budgets = Budgets("groceries=250,eating-out=100")
    _ = reduce(
      &state,
      .configured(.set("budgets", "groceries=250,eating-out=100"), .success(snapshot)))
    #expect(state.overlays.isEmpty && state.settings.budgets[.groceries] == 250)
    #expect(state.undo?.setting != nil)
  }

  @Test func anImpossibleAmountIsRefused() {
    var state = Self.state(Size(120, 40), budgets: "")
    state.type("%")
    state.type("0")
    #expect(state.press(.control("s")).isEmpty)
    #expect(state.shows("must be 1 to 1,000,000"))
  }

  @Test func aRefusedChangeStaysInTheForm() {
    var state = Self.state(Size(120, 40))
    state.type("%")
    let effects = state.press(.control("s"))
    guard case .configure(let request)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    _ = reduce(&state, .configured(request, .failure(WalletError(.configuration))))
    #expect(state.top(Dialog.self)?.failure != nil && state.top(Dialog.self)?.isBusy == false)
  }

  @Test func aKioskHasNoBudgets() {
    var state = Self.state(Size(120, 40))
    Kiosk.enter(&state)
    state.type("%")
    #expect(state.overlays.isEmpty)
  }

  // MARK: Month against month

  @Test(arguments: sizes) func monthsAreCompared(_ size: Size) {
    var state = Self.inActivity(size)
    state.type("=")
    for part in [
      "Compare months", "up to day 20", "Groceries", "€60.00 more", "€112.00 more", "All",
      "€192.00 more",
    ] {
      #expect(state.shows(part), "\(part) at \(size)\n\(state.text.joined(separator: "\n"))")
    }
    state.press(Key(.escape))
    #expect(state.overlays.isEmpty)
  }

  @Test func theComparisonInGerman() {
    Fixture.$language.withValue(.german) {
      var state = Self.inActivity(Size(80, 24))
      state.type("=")
      #expect(state.shows("60,00 € mehr") && state.shows("Alles"))
    }
  }
}
