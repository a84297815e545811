import Canvas
import Languages
import Testing
import Themes
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

extension State {
  /// The screen as lines of text.
  var text: [String] {
    let canvas = render(self, .plain)
    return (0..<canvas.size.height).map { canvas.text(row: $0) }
  }

  fileprivate func shows(_ part: String) -> Bool { text.contains { $0.contains(part) } }

  /// Answers the queries for payments with an error.
  fileprivate mutating func fail(_ effects: [Effect], _ code: ErrorCode) {
    for query in effects.compactMap(\.payments) {
      _ = reduce(&self, .answer(query, .failure(WalletError(code))))
    }
  }
}

/// The texts of the payments screen: its titles, the state of the wallet, its keys.
@Suite struct ActivityScreenTests {
  private static let sizes = [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15)]

  /// The screen of a wallet on a server, with the third card selected.
  private static func opened(_ size: Size = Size(120, 40)) -> State {
    var state = remoteState(size, focus: 2)
    state.showActivity()
    return state
  }

  // MARK: Titles

  @Test(arguments: ["t", "o", "f"], [ErrorCode.internalError, .netOffline, .cancelled])
  func titlesMatchTheListBelow(_ key: String, _ code: ErrorCode) {
    var state = Self.opened()
    let before = state.activity
    for fails in [true, false] {
      let effects = state.type(key)
      #expect(state.shows("30 days · newest first") && state.shows("All cards"))
      if fails { state.fail(effects, code) } else { state.answer(effects, TransactionPage([])) }
    }
    #expect(!state.shows("30 days · newest first") || !state.shows("All cards"))
    #expect(state.activity?.list.rows == [] && state.activity?.requested == state.activity?.shown)
    #expect(before?.shown != state.activity?.shown)
  }

  @Test func aFailureIsShown() {
    var state = Self.opened()
    state.fail(state.type("t"), .internalError)
    let toast = state.toasts.current
    #expect(toast?.text == Words.english.sentence(WalletError(.internalError)))
    #expect(toast?.detail?.contains(ErrorCode.internalError.rawValue) == true)
    #expect(state.activity?.list.rows == Fixture.payments)
    // The next query continues from what is shown.
    state.answer(state.type("t"), TransactionPage(Fixture.payments))
    #expect(state.activity?.shown?.range == .quarter)
  }

  @Test(arguments: sizes) func anUnreadListSaysWhyAndWhatToDo(_ size: Size) {
    var state = remoteState(size)
    state.fail(state.type("5"), .internalError)
    let error = WalletError(.internalError)
    let words = Words.english
    let text = state.text.joined(separator: " ")
    #expect(text.contains(String(words.message(error).prefix(20))))
    #expect(text.contains("^R reads again"))
    state.answer(state.press(.control("r")), TransactionPage(Fixture.payments))
    #expect(state.activity?.list.rows == Fixture.payments)
  }

  @Test(arguments: ["t", "o", "f"]) func theKeysSayWhenNothingCanBeRead(_ key: String) {
    for (action, reason) in [
      (offline, "the server cannot be reached (since 12:41)"),
      (Action.event(.signInEnded), "signed out · ^R signs in"),
    ] {
      var state = Self.opened()
      let before = state.activity
      _ = reduce(&state, action)
      #expect(state.type(key).isEmpty)
      #expect(state.activity == before)
      #expect(state.toasts.current?.detail == reason)
    }
  }

  /// A page that could not be read is not requested again with every move.
  @Test func aFailedPageIsReadAgainAtTheEndOfTheList() throws {
    var state = Fixture.state()
    state.showActivity(TransactionPage(Fixture.payments, nextToken: "16"))
    state.fail(state.type("j"), .internalError)
    #expect(state.toasts.current?.detail?.contains(ErrorCode.internalError.rawValue) == true)
    #expect(state.type("jG").isEmpty && state.activity?.list.rows == Fixture.payments)
    let query = try #require(state.type("j").first?.payments).query
    #expect(query.nextToken == "16")
  }

  @Test func readingIsShownAndCanBeCancelled() {
    var state = Self.opened()
    let effects = state.type("t")
    state.pass(seconds: 1)
    #expect(state.shows("Reading payments"))
    #expect(state.press(Key(.escape)).contains(.cancel(.reading)))
    state.fail(effects, .cancelled)
    #expect(state.work.isEmpty && state.activity?.shown?.range == .month)
    _ = state.type("t")
    state.press(Key(.escape))
    #expect(state.activity == nil && state.work.isEmpty)
  }

  // MARK: The header

  @Test(arguments: sizes) func theHeaderIsTheSameAsOnTheCards(_ size: Size) {
    let changes: [(String, (inout State) -> Void)] = [
      ("offline", { _ = reduce(&$0, offline) }),
      ("signed out", { _ = reduce(&$0, .event(.signInEnded)) }),
      ("damaged", { $0.damage = "A record is damaged" }),
      ("memory", { $0.wallet.memoryIsUnlocked = true }),
      ("locks in 10 s", { _ = $0.pass(seconds: 110) }),
    ]
    for (note, change) in changes {
      var state = Self.opened(size)
      change(&state)
      #expect(state.text[0].contains("Activity") && state.text[0].contains(note), "\(note)")
      state.press(Key(.escape))
      change(&state)
      #expect(state.text[0].contains(note), "\(note), over the cards")
    }
    #expect(size.width < 100 || Self.opened(size).text[0].contains("Ana Petrova"))
  }

  @Test func theFooterShowsTheWayBackOnNarrowScreens() {
    var state = Self.opened(Size(40, 15))
    _ = reduce(&state, .event(.signInEnded))
    state.toasts.current = nil
    #expect(state.text[0].contains("signed out"))
    #expect(state.text[14].contains("^R sign in"))
  }

  // MARK: Signing in

  @Test func anEndedSignInIsRequestedHereToo() throws {
    var state = Self.opened()
    for effect in state.press(.control("r")) {
      if let query = effect.query(CardPageQuery.self) {
        _ = reduce(&state, .answer(query, .failure(WalletError(.unauthorized))))
      } else if let query = effect.payments {
        _ = reduce(&state, .answer(query, .failure(WalletError(.unauthorized))))
      }
    }
    #expect(state.overlays.count == 1 && state.activity != nil)
    state.type("lqt")
    let again = try #require(state.top(SignInAgain.self))
    #expect(again.input.count == 3 && state.exit == nil && state.pending.isEmpty)
    state.press(Key(.enter))
    let effects = reduce(&state, .signedInAgain(nil))
    #expect(effects.contains { $0.payments != nil })
    #expect(state.overlays.isEmpty && state.activity != nil)
  }

  /// An answer to a query of payments also leads to the sign-in.
  @Test func refusedPaymentsLeadToTheSignIn() {
    var state = Self.opened()
    state.fail(state.type("t"), .unauthorized)
    #expect(state.top(SignInAgain.self) != nil)
    #expect(state.activity?.requested == state.activity?.shown)
  }

  // MARK: Keys

  private static let ofCards = CommandRegistry.all.filter { $0.place == .cards }

  @Test func helpListsTheKeysOfThisPlace() throws {
    var state = Self.opened()
    state.type("?")
    let menu = try #require(state.top(CommandMenu.self))
    let here = menu.commands(state).map(\.id)
    for id in [
      "activity.range", "activity.order", "activity.card", "move.down", "open", "back", "help",
      "quit", "wallet.lock", "wallet.reload", "screen.cards",
    ] { #expect(here.contains(id), "\(id)") }
    for command in Self.ofCards { #expect(!here.contains(command.id), "\(command.id)") }
    #expect(state.shows("Time range") && !state.shows("Lock card"))
    state.press(Key(.escape), Key(.escape))
    state.type("?")
    #expect(!menu.commands(state).contains { $0.place == .activity })
  }

  @Test(arguments: ofCards.map(\.id)) func cardCommandsDoNotRunHere(_ id: Command.ID) throws {
    let command = try #require(CommandRegistry.command(id))
    var state = Self.opened()
    let before = state.screens
    // By its key, and from the palette, which gives the reason.
    state.press(try #require(command.keys.first))
    #expect(
      state.overlays.isEmpty && state.screens == before && state.pending.isEmpty, "by its key")
    #expect(state.toasts.current?.detail == state.words.onlyAmongCards)
    state.toasts.current = nil
    state.type(":" + id)
    #expect(state.shows("not now: only among the cards"))
    let effects = state.press(Key(.enter))
    #expect(effects.isEmpty && state.overlays.isEmpty && state.pending.isEmpty)
    #expect(state.screens == before)
    #expect(state.list.filter == nil && state.pane == .list && !state.phone.isOpen)
    #expect(state.toasts.current?.detail == state.words.onlyAmongCards)
  }

  @Test func ownKeysAreMarkedInHelp() {
    var state = Fixture.state()
    #expect(state.type("t").isEmpty)
    #expect(state.toasts.current?.detail == "only in Activity; 5 goes there")
  }

  @Test func helpRunsCommandsHere() {
    var state = Self.opened()
    let card = state.focusedID
    state.type("?next line")
    state.press(Key(.enter))
    #expect(state.activity?.list.selected == 1 && state.focusedID == card)
    state.type("?time")
    #expect(!state.press(Key(.enter)).isEmpty)
    #expect(state.activity?.requested.range == .quarter)
    // The command shows another screen.
    state.type(":screen.virtual")
    state.press(Key(.enter))
    #expect(state.overlays.isEmpty && state.shown.tab == .virtual)
    state.showActivity()
    #expect(state.type("5").isEmpty && state.screens.count == 2)
  }

  /// In line mode a number chooses a payment, and words run commands.
  @Test func numbersAndWordsApplyToThisPlace() {
    var state = Self.opened()
    state.settings.isLinear = true
    _ = reduce(&state, .input(.choice(1)))
    #expect(state.activity?.list.selected == 1 && state.screens[0].base.tab == .cards)
    #expect(reduce(&state, .input(.choice(99))) == [.bell])
    #expect(!reduce(&state, .input(.words("time range"))).isEmpty)
    #expect(reduce(&state, .input(.words("lock card"))).isEmpty && state.pending.isEmpty)
  }

  @Test func configuredKeysWorkHere() throws {
    func keys(_ id: Command.ID, _ text: String) -> Keymap.Change {
      Keymap.Change(
        id, [Keymap.Binding(text.unicodeScalars.map { .character($0) }, id, .builtIn)])
    }
    var state = Self.opened()
    state.keymap = Keymap([keys("move.down", "s"), keys("activity.order", "xo")])
    state.type("s")
    #expect(state.activity?.list.selected == 1)
    state.type("x")
    #expect(state.text.last?.contains("x …") == true)
    #expect(!state.type("o").isEmpty)
  }

  // MARK: Rows

  private static func state(_ language: Language, _ size: Size) -> State {
    Fixture.$language.withValue(language) {
      var state = Fixture.state(size)
      state.showActivity()
      return state
    }
  }

  /// The reason is left out first, then the word; the glyph stays.
  @Test(arguments: [Language.english, .german], sizes)
  func statesAreNeverCut(_ language: Language, _ size: Size) {
    let state = Self.state(language, size)
    let words = Words(language)
    for (type, glyph) in [(TransactionType.decline, "✕"), (.pending, "◷"), (.refund, "◄")] {
      let rows = state.text.filter { $0.contains(glyph) }
      #expect(!rows.isEmpty || type == .refund, "\(type)")
      for row in rows where size.width >= 60 {
        #expect(row.contains("\(glyph) \(words.transaction(type))"), "\(row)")
        #expect(!row.contains(words.transaction(type) + "…"), "\(row)")
      }
    }
  }

  @Test func statesHaveAGlyphInASCII() {
    var state = Self.state(.english, Size(40, 15))
    state.settings.ascii = true
    #expect(state.text.contains { $0.contains(" x ") && $0.contains("Lidl Sofia") })
  }
}
