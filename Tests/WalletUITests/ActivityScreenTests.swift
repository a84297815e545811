import Canvas
import Languages
import Secrets
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

  // MARK: Reading

  private static let many = (0..<60).map { index in
    Transaction(
      id: TransactionID("p\(index)"), cardID: Fixture.cards[0].id, type: .complete,
      transactedAt: Fixture.now.adding(seconds: -Int64(index) * 3600),
      billedAmount: Money(100, Currency("EUR")), description: "Shop \(index)")
  }

  private static let last = CalendarMonth(Fixture.now, offset: 0)

  @Test func theMonthIsShownWithItsSums() throws {
    let state = Self.opened()
    #expect(state.activity?.month == Self.last)
    #expect(state.activity?.list.count == Fixture.payments.count)
    let summary = try #require(state.activity?.summary)
    let spent = Fixture.payments.compactMap(\.spent).reduce(0, +)
    #expect(summary.spent == Money(spent, Currency("EUR")))
    #expect(state.shows(state.words.money(summary.spent)))
    #expect(state.shows("November 2026") && state.shows("1 of 16 · newest first"))
  }

  /// What was read is shown at once the next time. It is read again only if it may have changed.
  @Test func theBookIsKept() {
    var state = Self.opened()
    state.press(Key(.escape))
    #expect(state.type("5").isEmpty)
    #expect(state.activity?.list.count == Fixture.payments.count)
    state.press(Key(.escape))
    _ = reduce(&state, .event(.cardsChanged(nil)))
    state.pass(seconds: 3)
    #expect(state.payments.isLoading)
    var offline = Self.opened()
    offline.press(Key(.escape))
    _ = reduce(&offline, WalletUITests.offline)
    #expect(offline.type("5").isEmpty)
    #expect(offline.shows("Café Lumière"))
  }

  /// The month of the main screen is made of the same payments, after a new payment too.
  @Test(arguments: [false, true]) func theMainScreenAgrees(_ isOpen: Bool) throws {
    var state = Self.opened(Size(200, 60))
    if !isOpen { state.press(Key(.escape)) }
    var new = Self.many[0]
    new.id = TransactionID("new")
    var effects = reduce(&state, .event(.cardsChanged(nil)))
    effects += state.pass(seconds: 3)
    #expect(effects.compactMap(\.payments).count == 1)
    let before = try #require(state.month.summary)
    state.answer(effects, TransactionPage([new] + Fixture.payments))
    #expect(state.month.summary?.spent.minorUnits == before.spent.minorUnits + 100)
    if !isOpen { #expect(state.type("5").isEmpty) }
    #expect(state.activity?.summary == state.month.summary)
    #expect(state.activity?.list.count == Fixture.payments.count + 1)
  }

  @Test(arguments: sizes) func anUnreadListSaysWhyAndWhatToDo(_ size: Size) {
    var state = remoteState(size)
    state.fail(state.openActivity(), .internalError)
    let error = WalletError(.internalError)
    let words = Words.english
    let text = state.text.joined(separator: " ")
    #expect(text.contains(String(words.message(error).prefix(20))))
    #expect(text.contains("^R reads"))
    state.answer(state.press(.control("r")), TransactionPage(Fixture.payments))
    #expect(state.activity?.list.rows == Fixture.payments)
  }

  @Test func aWalletThatCannotBeReadSaysSo() {
    var state = remoteState()
    _ = reduce(&state, offline)
    #expect(state.openActivity().isEmpty)
    #expect(state.shows("Not loaded: can't reach the server (since 12:41)."))
  }

  /// Six months are wanted: pages are read until they are there, but never without end.
  @Test func pagesAreReadUntilTheMonthsAreThere() throws {
    var state = Fixture.state()
    var effects = state.openActivity()
    var pages = 0
    while let query = effects.compactMap(\.payments).first, pages < 100 {
      #expect(query.query.nextToken == (pages == 0 ? nil : "\(pages)"))
      pages += 1
      let time = Fixture.now.adding(seconds: -Int64(pages) * 3600)
      var payment = Self.many[0]
      payment.id = TransactionID("page \(pages)")
      (payment.transactedAt, payment.sortDate) = (time, time)
      let page = TransactionPage([payment], nextToken: "\(pages)")
      effects = reduce(&state, .answer(query, .success(page)))
    }
    #expect(pages == 8)
    #expect(state.activity?.summary?.isLoaded == false)
    #expect(state.shows("not all loaded"))
    // At the end of the table one goes on.
    let more = state.type("G")
    #expect(more.compactMap(\.payments).first?.query.nextToken == "8")
    state.answer(more, TransactionPage([]))
    #expect(state.activity?.summary?.isLoaded == true && !state.shows("not all loaded"))
  }

  /// A page that could not be read is not requested again with every move.
  @Test func aFailedPageIsReadAgainAtTheEndOfTheList() throws {
    var state = Fixture.state()
    let first = state.openActivity()
    let query = try #require(first.compactMap(\.payments).first)
    let page = TransactionPage(Fixture.payments, nextToken: "16")
    state.fail(reduce(&state, .answer(query, .success(page))), .internalError)
    #expect(state.toasts.current?.detail?.contains(ErrorCode.internalError.rawValue) == true)
    #expect(state.type("jG").isEmpty && state.activity?.list.rows == Fixture.payments)
    #expect(try #require(state.type("j").first?.payments).query.nextToken == "16")
  }

  @Test func readingIsShownAndCanBeCancelled() {
    var state = remoteState()
    let effects = state.openActivity()
    state.pass(seconds: 1)
    #expect(state.shows("Reading payments"))
    #expect(state.press(Key(.escape)).contains(.cancel(.reading)))
    state.fail(effects, .cancelled)
    #expect(state.work.isEmpty && state.activity != nil)
    state.press(Key(.escape))
    #expect(state.activity == nil)
  }

  @Test func eventsCauseReadingAndKeepTheFocus() {
    var state = Self.opened()
    state.type("j")
    let focused = state.activity?.list.focused?.id
    state.pass(seconds: 3)
    let effects = reduce(&state, .event(.cardsChanged([Fixture.cards[0].id])))
    state.answer(effects, TransactionPage(Array(Self.many.prefix(3)) + Fixture.payments))
    #expect(state.activity?.list.focused?.id == focused)
    #expect(state.activity?.list.selected == 4)
  }

  /// The newest payments are read again; the older ones, which were read before, stay.
  @Test func olderPaymentsStayWhenTheNewestAreReadAgain() {
    var state = Fixture.state()
    let old = Self.many.suffix(30)
    let first = state.openActivity().compactMap(\.payments)
    let page = TransactionPage(Array(Self.many.prefix(30)), nextToken: "30")
    for query in first {
      let more = reduce(&state, .answer(query, .success(page)))
      state.answer(more, TransactionPage(Array(old)))
    }
    #expect(state.payments.payments.map(\.id) == Self.many.map(\.id))
    #expect(state.payments.loadedFrom == nil)
    var changed = Array(Self.many.prefix(30))
    changed[3].billedAmount.minorUnits = 500
    changed.remove(at: 5)
    state.pass(seconds: 3)
    state.answer(
      reduce(&state, .event(.cardsChanged(nil))), TransactionPage(changed, nextToken: "30"))
    #expect(state.payments.payments.map(\.id) == (changed + old).map(\.id))
    #expect(state.payments.payments[3].billedAmount.minorUnits == 500)
    #expect(state.payments.loadedFrom == nil)
    // None of them is left: something may be missing in between.
    var newer = Self.many[0]
    newer.id = TransactionID("newer")
    (newer.sortDate, newer.transactedAt) = (
      Fixture.now.adding(seconds: 60), Fixture.now.adding(seconds: 60)
    )
    state.pass(seconds: 3)
    state.answer(
      reduce(&state, .event(.cardsChanged(nil))), TransactionPage([newer], nextToken: "1"))
    #expect(state.payments.payments.map(\.id) == [newer.id])
    #expect(state.payments.loadedFrom != nil)
  }

  @Test func aDamagedPaymentStaysInItsPlace() {
    var state = Fixture.state()
    var payments = Array(Self.many.prefix(3))
    payments[1] = Transaction(
      id: TransactionID("x"), cardID: CardID(""), type: .other(""),
      transactedAt: Timestamp(seconds: 0), billedAmount: Money(0, Currency("")), description: "")
    payments[1].isDamaged = true
    state.showActivity(TransactionPage(payments))
    #expect(state.activity?.list.count == 3)
    #expect(state.shows("Damaged record"))
  }

  // MARK: Months

  @Test func monthsFollowEachOther() throws {
    var state = Self.opened()
    _ = state.type("[")
    #expect(state.toasts.current?.text == state.words.standingAlone(state.words.noEarlierPayments))
    #expect(state.activity?.month == Self.last)
    _ = state.type("]")
    #expect(state.activity?.month == Self.last.adding(1))
    #expect(state.shows("Nothing in December yet. [ goes back to November."))
    #expect(state.type("]").isEmpty && state.activity?.month == Self.last.adding(1))
    state.type("[")
    #expect(state.activity?.list.count == Fixture.payments.count)
  }

  @Test func anotherMonthHasItsOwnPayments() throws {
    var state = Fixture.state()
    var old = Self.many[0]
    old.id = TransactionID("old")
    let october = Self.last.adding(-1).start(offset: 0)
    (old.transactedAt, old.sortDate) = (october, october)
    state.showActivity(TransactionPage(Fixture.payments + [old]))
    #expect(state.activity?.list.count == Fixture.payments.count)
    #expect(state.activity?.summary?.spentBefore == Money(100, Currency("EUR")))
    state.type("[")
    #expect(state.activity?.list.focused?.id == old.id && state.activity?.list.count == 1)
    #expect(state.activity?.summary?.spent == Money(100, Currency("EUR")))
  }

  @Test func aWalletWithoutPaymentsSaysWhatToDo() {
    var state = Fixture.state()
    state.showActivity(TransactionPage([]))
    #expect(state.shows("No payments yet. Choose a card (1), then b pays"))
    // The month's sum, and no comparison of nothing with nothing.
    #expect(screen(state).split(separator: "€0.00", omittingEmptySubsequences: false).count == 2)
  }

  // MARK: Searching and sorting

  @Test func aSearchShowsWhatItFoundAndItsSum() {
    var state = Self.opened()
    state.type("/lidl")
    #expect(state.activity?.list.count == 2)
    #expect(state.shows("2 found"))
    state.press(.control("u"))
    state.type(">50")
    #expect(state.shows("4 found · €242.20 out"))
    state.press(Key(.enter))
    state.type("n")
    #expect(state.activity?.list.selected == 1)
    state.type("N")
    #expect(state.activity?.list.selected == 0)
    state.press(Key(.escape))
    #expect(
      state.activity?.list.count == Fixture.payments.count && state.activity?.list.filter == nil)
  }

  /// `<5` finds less than `<50`.
  @Test func aLongerTextCanFindMore() {
    var state = Self.opened()
    state.type("/<5")
    let few = state.activity?.list.count ?? 0
    state.type("0")
    #expect(state.activity?.list.count ?? 0 > few)
  }

  @Test(arguments: ["travel", "declined", "abgelehnt", "vorgemerkt", "0093", "today"])
  func aSearchKnowsCardsStatesAndDays(_ text: String) throws {
    var state = Self.opened()
    state.type("/" + text)
    let found = try #require(state.activity?.list.count)
    #expect(found > 0 && found < Fixture.payments.count, "\(text)")
  }

  @Test func aSearchSaysWhatIsWrongAndWhatWasNotFound() {
    var state = Self.opened()
    state.type("/>abc")
    #expect(state.shows("“abc” is not an amount"))
    state.press(.control("u"))
    state.type("lidl >90")
    #expect(state.shows("No payment matches “lidl >90”. Esc goes back to November."))
    state.press(Key(.enter))
    #expect(!state.shows("n N"))
    state.press(Key(.escape))
    #expect(state.activity?.list.filter == nil)
  }

  /// On the second page Esc goes back to what was found, and stands in the footer once.
  @Test func escLeavesTheSecondPageBeforeTheSearch() {
    var state = Self.opened(Size(80, 24))
    state.type("/>50")
    state.press(Key(.enter), Key(.tab))
    #expect(state.shows("Esc back") && !state.shows("Esc show all"))
    state.press(Key(.escape))
    #expect(state.activity?.pane == .list && state.activity?.list.count == 4)
    #expect(state.shows("Esc show all"))
  }

  /// What was spent in the month is not said over what was found in all of them.
  @Test func aSearchHidesTheMonthsSum() {
    var state = Self.opened(Size(80, 24))
    #expect(state.shows("Spent €"))
    state.type("/>50")
    #expect(!state.shows("Spent €"))
  }

  @Test func sortingChangesTheOrderAndTheGroups() throws {
    var state = Self.opened()
    let newest = try #require(state.activity?.list.rows)
    #expect(state.activity?.table.groups.count == 8)
    state.type("s")
    #expect(state.activity?.list.rows == newest.reversed() && state.shows("oldest first"))
    state.type("s")
    let amounts = try #require(state.activity?.list.rows.map(\.billedAmount.minorUnits))
    #expect(amounts == amounts.sorted(by: >) && state.shows("largest first"))
    #expect(state.activity?.table.groups.isEmpty == true)
    state.type("s")
    let names = try #require(state.activity?.list.rows.map { $0.description.lowercased() })
    #expect(names == names.sorted() && state.activity?.table.groups.count == 8)
    state.type("s")
    #expect(state.activity?.list.rows == newest)
  }

  /// Each line of the table is a band or a row, and every row has its line.
  @Test(arguments: [1, 3, 10, 100]) func theSelectedRowIsInSight(_ height: Int) throws {
    var table = try #require(Self.opened().activity?.table)
    table.height = height
    var rows: [Int] = []
    for line in 0..<table.count {
      if case .row(let row) = table[line] { rows.append(row) }
    }
    #expect(rows == Array(0..<Fixture.payments.count))
    #expect(table[table.count] == nil && table[-1] == nil)
    for row in rows + rows.reversed() {
      table.scroll(to: row)
      #expect(table[table.line(of: row)] == .row(row))
      #expect((table.top..<table.top + height).contains(table.line(of: row)))
    }
  }

  @Test func bandsHaveTheSumOfTheirRows() throws {
    let activity = try #require(Self.opened().activity)
    let sum = activity.table.groups.reduce(0) { $0 + ($1.sum?.minorUnits ?? 0) }
    #expect(sum == -(activity.summary?.spent.minorUnits ?? 0))
  }

  // MARK: The payment's card

  @Test func theCardOfThePaymentIsLockedAndOpened() throws {
    var state = Fixture.state(focus: 4)
    state.showActivity()
    let payment = try #require(state.activity?.list.focused)
    let other = Fixture.cards[4].id
    let isLocked = state.list.row(payment.cardID)?.status == .locked
    let effects = state.type(isLocked ? "u" : "l")
    let change = try #require(effects.first?.intent?.base as? StatusChange)
    #expect(change.id == payment.cardID && change.id != other)
    #expect(state.focusedID == other)
    state.type("f")
    #expect(state.activity == nil && state.focusedID == payment.cardID)
  }

  /// An id is not secret: no setting is needed, and the clipboard is not cleared of it.
  @Test func theIDOfThePaymentIsCopied() throws {
    var state = Self.opened()
    #expect(state.shows("y copy ID"))
    state.type("j")
    guard case .copy(.paymentID, let text)? = state.type("y").first else {
      Issue.record("nothing is copied")
      return
    }
    let id = try #require(state.activity?.list.focused?.id.rawValue)
    #expect(text.withBytes { String(decoding: $0, as: UTF8.self) } == id)
    #expect(reduce(&state, .copied(.paymentID, .sent("wl-copy"))).isEmpty)
    #expect(state.toasts.current?.text == "Payment ID sent to wl-copy")
    #expect(state.clipboardCopy == nil && !state.pass(seconds: 60).contains(.clearCopy))
    #expect(reduce(&state, .copied(.paymentID, .asked)).isEmpty && state.clipboardCopy == nil)
    state.press(.control("l"))
    #expect(reduce(&state, .copied(.paymentID, .asked)).isEmpty)
    var empty = Self.opened()
    empty.type("]y")
    #expect(empty.toasts.current?.text == "No payment here")
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
    state.type("lqs")
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
    state.fail(state.press(.control("r")), .unauthorized)
    #expect(state.top(SignInAgain.self) != nil)
  }

  // MARK: Keys

  private static let ofCards = CommandRegistry.all.filter {
    $0.place == .cards && !ActivityScreen.shared.contains($0.id)
  }

  @Test func helpListsTheKeysOfThisPlace() throws {
    var state = Self.opened()
    state.type("?")
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
    var state = Self.opened()
    let before = state.screens
    // By its key, and from the palette, which gives the reason.
    state.press(try #require(command.keys.first))
    #expect(
      state.overlays.isEmpty && state.screens == before && state.pending.isEmpty, "by its key")
    #expect(state.toasts.current?.text == state.words.standingAlone(state.words.onlyAmongCards))
    state.toasts.current = nil
    state.type(":" + id)
    #expect(state.shows("press Esc for your cards first"))
    let effects = state.press(Key(.enter))
    #expect(effects.isEmpty && state.overlays.isEmpty && state.pending.isEmpty)
    #expect(state.screens == before)
    #expect(state.list.filter == nil && state.pane == .list && !state.phone.isOpen)
    #expect(state.toasts.current?.text == state.words.standingAlone(state.words.onlyAmongCards))
  }

  @Test func ownKeysAreMarkedInHelp() {
    var state = Fixture.state()
    #expect(state.type("s").isEmpty)
    #expect(state.toasts.current?.text == "Press 5 for Activity first")
  }

  @Test func helpRunsCommandsHere() {
    var state = Self.opened()
    let card = state.focusedID
    state.type("?next line")
    state.press(Key(.enter))
    #expect(state.activity?.list.selected == 1 && state.focusedID == card)
    state.type("?sort")
    state.press(Key(.enter))
    #expect(state.activity?.sort == .oldest)
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
    _ = reduce(&state, .input(.words("sort")))
    #expect(state.activity?.sort == .oldest)
    #expect(reduce(&state, .input(.words("show pin"))).isEmpty && state.pending.isEmpty)
  }

  @Test func configuredKeysWorkHere() throws {
    func keys(_ id: Command.ID, _ text: String) -> Keymap.Change {
      Keymap.Change(
        id, [Keymap.Binding(text.unicodeScalars.map { .character($0) }, id, .builtIn)])
    }
    var state = Self.opened()
    state.keymap = Keymap([keys("move.down", "v"), keys("activity.sort", "xo")])
    state.type("v")
    #expect(state.activity?.list.selected == 1)
    state.type("x")
    #expect(state.text.last?.contains("x …") == true)
    state.type("o")
    #expect(state.activity?.sort == .oldest)
  }

  // MARK: Rows

  private static func state(_ language: Language, _ size: Size) -> State {
    Fixture.$language.withValue(language) {
      var state = Fixture.state(size)
      state.showActivity()
      return state
    }
  }

  /// Where a row has no column for its state, a decline stands in place of its amount.
  @Test(arguments: [Language.english, .german], sizes)
  func statesHaveTheirWord(_ language: Language, _ size: Size) {
    let state = Self.state(language, size)
    let words = Words(language)
    let hasStates = size.width >= 80
    let decline = hasStates ? words.declined(.cardLocked) : words.transaction(.decline)
    #expect(state.text.contains { $0.contains("✕ \(decline)") })
    for row in state.text where row.contains("✕") || hasStates && row.contains("◔") {
      #expect(!row.contains("…"), "\(row)")
    }
    // The word comes before a whole name, but not before a beginning of it.
    if size.width >= 60 || language == .english {
      #expect(state.text.contains { $0.contains("◔ \(words.transaction(.pending))") })
    }
  }

  /// The names of the months beside it become short.
  @Test(arguments: [Language.english, .german])
  func theTitleOfTheMonthIsNotCut(_ language: Language) {
    var state = Self.state(language, Size(120, 40))
    for _ in 0..<14 {
      for pane in [Pane.details, .list] {
        guard var activity = state.activity else { return }
        activity.pane = pane
        state.update(activity)
        #expect(state.shows(" \(Words(language).month(activity.month)) "))
      }
      guard var activity = state.activity else { return }
      activity.month = activity.month.adding(1)
      state.update(activity)
    }
  }

  /// A decline for a rare reason needs no more columns than there are, and no name is cut for a wide column
  /// of amounts.
  @Test func longStatesAndNamesFindRoom() {
    var payments = Fixture.payments
    for index in payments.indices {
      payments[index].description = "Happy Bar & Grill"
      guard payments[index].type == .decline else { continue }
      payments[index].declineReason = .serviceUnavailable
    }
    Fixture.$language.withValue(.german) {
      var state = Fixture.state(Size(120, 40))
      state.showActivity(TransactionPage(payments))
      #expect(state.shows("✕ Bank nicht") && state.shows("Status"))
    }
    var state = Fixture.state(Size(40, 15))
    state.showActivity(TransactionPage(payments))
    #expect(state.shows("Happy Bar & Grill"))
  }

  @Test func statesHaveASignInASCII() {
    var state = Self.state(.english, Size(40, 15))
    state.settings.ascii = true
    #expect(state.text.contains { $0.contains("x declined") && $0.contains("Lidl Sofia") })
  }

  /// The month and the payment are a second page where there is no room beside the table.
  @Test(arguments: sizes.dropFirst()) func theSecondPageIsReached(_ size: Size) {
    var state = Self.opened(size)
    #expect(!state.shows("By category"))
    state.press(Key(.tab))
    var seen: Set<String> = []
    for _ in 0..<60 {
      seen.formUnion(state.text)
      state.type("j")
    }
    for part in ["Spent", "By category", "Top merchants", "Six months", "Payment", "Status"] {
      #expect(seen.contains { $0.contains(part) }, "\(part)")
    }
    state.press(Key(.escape))
    #expect(state.activity?.pane == .list)
    state.press(Key(.escape))
    #expect(state.activity == nil)
  }

  /// In line mode there are sentences.
  @Test func lineModeHasSentences() throws {
    var state = Self.opened(Size(200, 60))
    state.settings.isLinear = true
    state.press(Key(.left), .character("5"))
    let summary = try #require(state.activity?.summary)
    #expect(state.shows("Spent in November 2026: \(state.words.money(summary.spent))."))
    #expect(state.shows("Lidl Sofia, −€31.20, declined · card locked, Everyday"))
    state.press(Key(.tab))
    #expect(state.shows("Other: ") && state.shows("% of all."))
    #expect(state.shows("June 2026: €0.00."))
  }
}
