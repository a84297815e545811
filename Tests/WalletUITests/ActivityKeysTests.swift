import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// The keys of the payments screen, its header, and signing in from it.
@Suite struct ActivityKeysTests {
  // MARK: The header

  @Test(arguments: Activity.sizes) func theHeaderIsTheSameAsOnTheCards(_ size: Size) {
    let changes: [(String, (inout State) -> Void)] = [
      ("offline", { _ = reduce(&$0, offline) }),
      ("signed out", { _ = reduce(&$0, .event(.signInEnded)) }),
      ("damaged", { $0.backend.damage = "A record is damaged" }),
      ("memory", { $0.wallet.memoryIsUnlocked = true }),
      ("locks in 10 s", { _ = $0.pass(seconds: 110) }),
    ]
    for (note, change) in changes {
      var state = Activity.opened(size)
      change(&state)
      #expect(state.text[0].contains("Activity") && state.text[0].contains(note), "\(note)")
      state.press(Key(.escape))
      change(&state)
      #expect(state.text[0].contains(note), "\(note), over the cards")
    }
    #expect(size.width < 100 || Activity.opened(size).text[0].contains("Ana Petrova"))
  }

  @Test func theFooterShowsTheWayBackOnNarrowScreens() {
    var state = Activity.opened(Size(40, 15))
    _ = reduce(&state, .event(.signInEnded))
    state.toasts.current = nil
    #expect(state.text[0].contains("signed out"))
    #expect(state.text[14].contains("^R sign in"))
  }

  // MARK: Signing in

  @Test func anEndedSignInIsRequestedHereToo() throws {
    var state = Activity.opened()
    for effect in state.press(.control("r")) {
      if let query = effect.query(CardPageQuery.self) {
        state.fail(query, .unauthorized)
      } else if let query = effect.payments {
        state.fail(query, .unauthorized)
      }
    }
    #expect(state.view.overlays.count == 1 && state.activityScreen != nil)
    state.type("lqs")
    let again = try #require(state.top(SignInAgain.self))
    #expect(again.input.count == 3 && state.program.exit == nil && state.cards.pending.isEmpty)
    state.press(Key(.enter))
    let effects = reduce(&state, .signedInAgain(nil))
    #expect(effects.contains { $0.payments != nil })
    #expect(state.view.overlays.isEmpty && state.activityScreen != nil)
  }

  /// An answer to a query of payments also leads to the sign-in.
  @Test func refusedPaymentsLeadToTheSignIn() {
    var state = Activity.opened()
    state.fail(state.press(.control("r")), .unauthorized)
    #expect(state.top(SignInAgain.self) != nil)
  }

  // MARK: Keys

  private static let ofCards = CommandRegistry.all.filter {
    $0.place == .cards && !ActivityScreen.shared.contains($0.id)
  }

  @Test func helpListsTheKeysOfThisPlace() throws {
    var state = Activity.opened().typing("?")
    let menu = try #require(state.top(CommandMenu.self))
    let here = menu.list(state).rows.map(\.id)
    for id in [
      "activity.sort", "activity.month.before", "activity.card", "card.lock", "move.down", "open",
      "back", "help",
      "quit", "wallet.lock", "wallet.reload", "screen.cards",
    ] { #expect(here.contains(id), "\(id)") }
    for command in Self.ofCards { #expect(!here.contains(command.id), "\(command.id)") }
    state.type("Month")
    #expect(state.shows("Month before") && !state.shows("Show PIN"))
    state.press(Key(.escape), Key(.escape))
    state.type("?")
    #expect(!menu.list(state).rows.contains { $0.id.hasPrefix("activity.") })
  }

  @Test(arguments: ofCards.map(\.id)) func cardCommandsDoNotRunHere(_ id: Command.ID) throws {
    let command = try #require(CommandRegistry.command(id))
    var state = Activity.opened()
    let before = state.view.screens
    // By its key, and from the palette, which gives the reason. For a key that it shares, the other
    // command answers, and runs if it belongs here.
    let owner = try #require(CommandRegistry.command(command.sharesKeysOf ?? id))
    if owner.place != .activity {
      state.press(try #require(owner.keys.first))
      #expect(
        state.view.overlays.isEmpty && state.view.screens == before && state.cards.pending.isEmpty,
        "by its key")
    }
    if command.sharesKeysOf == nil {
      #expect(
        state.toasts.current?.text
          == state.words.screen.standingAlone(state.words.screen.onlyAmongCards))
    }
    state.toasts.current = nil
    state.type(":" + id)
    #expect(state.shows("press Esc for your cards first"))
    let effects = state.press(Key(.enter))
    #expect(effects.isEmpty && state.view.overlays.isEmpty && state.cards.pending.isEmpty)
    #expect(state.view.screens == before)
    #expect(
      state.cards.list.filter == nil && state.view.pane == .list && !state.phones.simulated.isOpen)
    #expect(
      state.toasts.current?.text
        == state.words.screen.standingAlone(state.words.screen.onlyAmongCards))
  }

  @Test func ownKeysAreMarkedInHelp() {
    var state = Fixture.state()
    #expect(state.type("s").isEmpty)
    #expect(state.toasts.current?.text == "Press 5 for Activity first")
  }

  @Test func helpRunsCommandsHere() {
    var state = Activity.opened()
    let card = state.focusedID
    state.submit("?next line")
    #expect(state.activityScreen?.list.selected == 1 && state.focusedID == card)
    state.submit("?sort")
    #expect(state.activityScreen?.sort == .oldest)
    // The command shows another screen.
    state.submit(":screen.virtual")
    #expect(state.view.overlays.isEmpty && state.shown.tab == .virtual)
    state.showActivity()
    #expect(state.type("5").isEmpty && state.view.screens.count == 2)
  }

  /// Activity lies over the screen that one came from. The number of that screen leads back to it.
  @Test(arguments: [Tab.cards, .virtual, .saved, .webPayments])
  func theNumberOfTheScreenBelowLeadsBackToIt(_ tab: Tab) {
    var state = Fixture.state()
    _ = state.run(tab.command.id)
    state.showActivity()
    _ = state.run(tab.command.id)
    #expect(state.activityScreen == nil && state.shown.tab == tab)
  }

  /// In line mode a number chooses a payment, and words run commands.
  @Test func numbersAndWordsApplyToThisPlace() {
    var state = Activity.opened().linear
    _ = reduce(&state, .input(.choice(1)))
    #expect(state.activityScreen?.list.selected == 1 && state.view.screens[0].base.tab == .cards)
    #expect(reduce(&state, .input(.choice(99))) == [.bell])
    _ = reduce(&state, .input(.words("sort")))
    #expect(state.activityScreen?.sort == .oldest)
    #expect(reduce(&state, .input(.words("show pin"))).isEmpty && state.cards.pending.isEmpty)
  }

  @Test func configuredKeysWorkHere() throws {
    func keys(_ id: Command.ID, _ text: String) -> Keymap.Change {
      Keymap.Change(
        id, [Keymap.Binding(text.unicodeScalars.map { .character($0) }, id, .builtIn)])
    }
    var state = Activity.opened()
    state.input.keymap = Keymap([keys("move.down", "v"), keys("activity.sort", "xo")])
    state.type("v")
    #expect(state.activityScreen?.list.selected == 1)
    state.type("x")
    #expect(state.text.last?.contains("x …") == true)
    state.type("o")
    #expect(state.activityScreen?.sort == .oldest)
  }
}
