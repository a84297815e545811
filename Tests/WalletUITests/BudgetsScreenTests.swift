import Canvas
import Languages
import Testing
import Themes
import WalletAPI
import WalletModel

@testable import WalletUI

/// Budgets on the screen.
@Suite struct BudgetsScreenTests {
  private static let sizes = Activity.sizes + [Size(200, 60)]

  private static func inActivity(_ size: Size) -> State {
    Fixture.withBudgets(size).typing("5")
  }

  @Test func theMonthShowsWhatIsLeft() {
    let state = Self.inActivity(Size(120, 40))
    #expect(state.shows("Budgets") && state.shows("€50.00 left") && state.shows("€12.00 over"))
    #expect(Fixture.withBudgets(Size(200, 60)).shows("€12.00 over"), "the spending pane, too")
    var other = state
    other.activity.budgets = Budgets()
    #expect(!other.shows("€12.00 over"), "control: it is the budgets that say so")
  }

  @Test(arguments: sizes) func theyAreReadableAtEachSize(_ size: Size) {
    var state = Self.inActivity(size)
    if !ActivityAreas(state, state.activityScreen ?? ActivityScreen()).hasSide {
      state.press(Key(.tab))
      for _ in 0..<12 where !state.shows("€12.00 over") { state.press(Key(.down)) }
    }
    #expect(state.shows("€12.00 over"), "\(state.text.joined(separator: "\n"))")
  }

  @Test func aBarIsNeverRed() throws {
    for name in ThemeLibrary.builtinNames {
      let theme = ThemeLibrary.load(named: name, depth: .direct).0
      let canvas = render(Self.inActivity(Size(120, 40)), theme)
      let rows = (0..<canvas.size.height).filter { canvas.text(row: $0).contains("€12.00 over") }
      let y = try #require(rows.first)
      let bar = (0..<canvas.size.width).filter { canvas[$0, y].scalar == 0x2501 }
      #expect(!bar.isEmpty)
      for x in bar {
        #expect(canvas[x, y].style.foreground != theme[.danger].foreground, "\(name)")
      }
    }
  }

  @Test func lineModeSaysBudgetsAndWhatComesBack() {
    func month(_ state: State) -> State {
      var state = state
      state.settings.isLinear = true
      state.type("5")
      state.press(Key(.tab))
      return state
    }
    let budgets = month(Fixture.withBudgets(Size(120, 40)))
    #expect(budgets.shows("Budget Eating out: €112.00 of €100.00, €12.00 over."))
    let subscriptions = month(Self.withSubscriptions(Size(120, 40)))
    #expect(subscriptions.shows("Spotify comes back every month: €10.99, next on 17 Dec."))
  }

  // MARK: What comes back every month

  private static func withSubscriptions(_ size: Size) -> State {
    var state = Fixture.withBudgets(size)
    let months = (0..<3).map { (month: Int64) in
      Transaction(
        id: TransactionID("s\(month)"), cardID: Fixture.cards[0].id, type: .complete,
        transactedAt: Fixture.now.adding(seconds: -(3 + 30 * month) * 86_400),
        billedAmount: Money(10_99, Currency("EUR")), description: "Spotify", mcc: "5815")
    }
    (state.activity.book, state.activity.month, state.activity.budgets) = (
      PaymentBook(), WalletMonth(), nil
    )
    state.answer(PaymentReading.settle(&state), TransactionPage(months))
    return state
  }

  @Test(arguments: [Size(200, 60), Size(120, 40)])
  func subscriptionsHaveTheirSumAndTheNextDay(_ size: Size) {
    var state = Self.withSubscriptions(size)
    if size.width < 180 { state.type("5") }
    #expect(
      state.text.contains { $0.contains("Comes back every month") && $0.contains("€10.99") },
      "\(state.text.joined(separator: "\n"))")
    #expect(state.text.contains { $0.contains("Spotify") && $0.contains("next 17 Dec  €10.99") })
    state.type(size.width < 180 ? "[" : "5[")
    #expect(!state.shows("Comes back every month"), "it is about this month")
  }

  // MARK: The form

  private static func sent(_ effects: [Effect]) throws -> BudgetsChange {
    let changes = effects.compactMap { $0.intent?.base as? BudgetsChange }
    return try #require(changes.first)
  }

  @Test func theFormSendsWhatWasChangedAndZTakesItBack() throws {
    var state = Fixture.withBudgets(Size(120, 40)).typing("%")
    #expect(state.shows("Groceries") && state.shows("200.00"))
    state = Self.filled()
    let intent = try Self.sent(state.press(.control("s")))
    #expect(intent.changes == [BudgetChange(.groceries, Money(250_00, Currency("EUR")))])
    var budgets = Fixture.budgets
    budgets[.groceries] = Money(250_00, Currency("EUR"))
    state.done(intent, budgets)
    #expect(state.view.overlays.isEmpty && state.activity.budgets == budgets)
    #expect(state.toasts.current?.offer?.word == "undo")
    let undo = try Self.sent(state.type("z"))
    #expect(undo.changes == intent.before && undo.before == intent.changes)
    #expect(undo.changes == [BudgetChange(.groceries, Money(200_00, Currency("EUR")))])
    state.done(undo, Fixture.budgets)
    #expect(state.activity.budgets == Fixture.budgets && state.view.undo == nil)
  }

  /// The form with 250 for groceries.
  private static func filled() -> State {
    var state = Fixture.withBudgets(Size(120, 40)).typing("%")
    for _ in 0..<6 { state.press(Key(.backspace)) }
    state.type("250")
    return state
  }

  /// Another terminal has set the same budget meanwhile: before the form was sent, and before `z`.
  @Test func aBudgetSetElsewhereIsReported() throws {
    var state = Self.filled()
    let intent = try Self.sent(state.press(.control("s")))
    let undo = BudgetsChange(changes: intent.before, before: intent.changes, isUndo: true)
    for change in [intent, undo] {
      let effects = state.done(change, nil)
      #expect(effects.contains(.read(BudgetsQuery())) && state.view.overlays.isEmpty)
      #expect(state.activity.budgets == Fixture.budgets && state.view.undo == nil)
      #expect(state.toasts.current?.text == "Budget was changed elsewhere")
      #expect(state.toasts.current?.detail == "Nothing was sent [WUI-VERSION]")
      state.toasts = ToastState()
    }
  }

  /// A form that comes back after a lock still compares with what the person saw.
  @Test func aFormThatComesBackKnowsWhatWasThere() throws {
    var state = Self.filled()
    _ = Gate.lock(.idle, &state)
    state.press(Key(.enter))
    var other = Fixture.budgets
    other[.groceries] = Money(300_00, Currency("EUR"))
    state.answer(BudgetsQuery(), other)
    let intent = try Self.sent(state.press(.control("s")))
    #expect(intent.before == [BudgetChange(.groceries, Money(200_00, Currency("EUR")))])
  }

  @Test func anEmptiedFieldRemovesABudget() throws {
    var state = Fixture.withBudgets(Size(80, 24)).typing("%")
    for _ in 0..<6 { state.press(Key(.backspace)) }
    let intent = try Self.sent(state.press(.control("s")))
    #expect(intent.changes == [BudgetChange(.groceries, nil)])
    #expect(intent.before == [BudgetChange(.groceries, Money(200_00, Currency("EUR")))])
  }

  @Test func withoutAChangeTheFormCloses() {
    var state = Fixture.withBudgets(Size(120, 40)).typing("%")
    #expect(state.press(.control("s")).isEmpty && state.view.overlays.isEmpty)
  }

  @Test(arguments: [
    ("0", "Must be from 0.01 to 9999999.99"), ("10000000", "Must be from 0.01 to 9999999.99"),
    ("1,2,3", "Enter an amount like 200.00"),
  ])
  func anImpossibleAmountIsRefused(_ amount: String, _ message: String) {
    var state = Fixture.withBudgets(Size(120, 40))
    state.activity.budgets = Budgets()
    state.type("%" + amount)
    #expect(state.press(.control("s")).isEmpty)
    #expect(state.shows(message), "\(state.text.joined(separator: "\n"))")
  }

  /// A budget in another currency than most payments keeps it.
  @Test func aBudgetKeepsItsCurrency() throws {
    var state = Fixture.withBudgets(Size(120, 40))
    state.activity.budgets?[.groceries] = Money(20_000, Currency("JPY"))
    state.type("%")
    #expect(state.shows("Groceries (JPY)"))
    state.type("0")
    let intent = try Self.sent(state.press(.control("s")))
    #expect(intent.changes == [BudgetChange(.groceries, Money(200_000, Currency("JPY")))])
  }

  // MARK: Reading

  @Test func aServerWithoutBudgetsHasNoForm() {
    var state = Fixture.state(Size(120, 40))
    state.fail(BudgetsQuery(), .notFound)
    state.type("%")
    #expect(state.view.overlays.isEmpty && state.shows("This wallet keeps no budgets"))
  }

  @Test func changesElsewhereAreRead() {
    var state = Fixture.withBudgets(Size(120, 40))
    let read = Effect.read(BudgetsQuery())
    #expect(reduce(&state, .event(.changed(.budgets, ids: nil))) == [read])
    #expect(!reduce(&state, .event(.cardsChanged(nil))).contains(read), "control: no vault")
    state.wallet.path = "/tmp/w"
    #expect(reduce(&state, .event(.cardsChanged(nil))).contains(read))
  }

  @Test func theyAreForgottenWhenTheWalletLocks() {
    var state = Fixture.withBudgets(Size(120, 40))
    state.press(.control("l"))
    #expect(state.activity.budgets == nil)
  }

  @Test func theyAreSaidInGerman() {
    Fixture.$language.withValue(.german) {
      let state = Self.inActivity(Size(120, 40))
      #expect(state.shows("50,00 € übrig") && state.shows("12,00 € darüber"))
    }
  }
}
