import Canvas
import ScreenKit
import Secrets
import Testing
import Themes
import WalletAPI
import WalletModel
import Words

@testable import WalletService
@testable import WalletUI

/// The screen of virtual cards.
@Suite struct VirtualCardsTests {
  static let sizes = Fixture.sizes

  private func opened(
    _ cards: [VirtualCard] = Fixture.virtualCards, _ size: Size = Size(120, 40)
  ) -> State {
    var state = Fixture.state(size)
    state.showVirtual(cards)
    return state
  }

  private func text(_ state: State, _ id: String) throws -> (name: String, word: String) {
    let row = try #require(state.virtual.list.row(id))
    let text = VirtualText(state: state)
    return (text.name(row), text.status(row).word)
  }

  // MARK: The list

  @Test func rowsAreGroupedByPersonaTheNewestFirst() {
    let state = opened(Fixture.virtualCards.reversed())
    #expect(state.virtual.list.rows.map(\.id) == Fixture.virtualCards.map(\.id))
    #expect(state.shows("€107.29 this month"), "the sum of the persona")
    for text in ["Shopping", "Work", "€96.30 of €250", "One payment, then it closes", "up to €15"] {
      #expect(state.shows(text), "\(text)")
    }
  }

  /// A large screen has panes for all cards.
  @Test func aLargeScreenIsUsed() {
    let texts = [
      "For all cards", "Funding sources", "Latest with virtual cards", "You can",
      "€153.70 left",
    ]
    let (large, usual) = (opened(Fixture.virtualCards, Size(200, 60)), opened())
    for text in texts { #expect(large.shows(text) && !usual.shows(text), "\(text)") }
  }

  /// A card that cannot be read hides no other.
  @Test func everyCardSaysItsState() throws {
    let state = opened()
    let expected = [
      "v-1": ("Zalando", "Ready"), "v-3": ("Humble Bundle", "Ready"),
      "v-4": ("GitHub", "Paused"), "v-5": ("Name not readable here", "Needs its key"),
      "v-6": ("Hotel Vienna", "Closed"), "v-7": ("Card ··3001", "Orphan"),
    ]
    for (id, (name, word)) in expected {
      #expect(try text(state, id) == (name, word), "\(id)")
    }
    #expect(try text(state, "v-8").word == state.words.damaged)
  }

  /// F03: our issuer has no such card, but another one may.
  @Test func aFailedCardIsShownAsOne() throws {
    var card = Fixture.virtual("v-9", "7777", shop: "zalando", limit: 1000, spent: 500)
    card.state = .failed
    var state = opened([card] + Fixture.virtualCards)
    #expect(try text(state, "v-9").word == state.words.virtualCards.virtualState(.failed))
    let row = try #require(state.virtual.list.row("v-9"))
    let texts = VirtualText(state: state)
    #expect(texts.isFaint(row) && texts.rule(row) == state.words.virtualCards.nothingWasCharged)
    #expect(texts.month(card) == nil)
    // It comes after the cards that can pay. It can be looked at, but not changed.
    state.virtual.list.focus("v-9")
    #expect(state.virtual.list.selected == 3)
    #expect(VirtualCardCommands.changeRefusal(state) != nil)
    state.press(Key(.enter))
    #expect(state.shows("7777") && state.shows(state.words.virtualCards.virtualState(.failed)))
  }

  /// F27: our issuer has cards only, but another one may have bank accounts.
  @Test func aBankAccountIsNamedByItsBank() {
    var state = opened()
    var account = Fixture.sources[0]
    account.type = .known(.bankAccount)
    account.network = .other("")
    account.lastFour = "6789"
    #expect(state.words.virtualForms.fundingName(account) == "Bank account ··6789")
    account.institutionName = "First Bank"
    state.answer(FundingSourcesQuery(), [account])
    state.press(Key(.enter))
    #expect(state.shows("First Bank ··6789"))
  }

  /// Keys that are there and cannot be read are another thing than a key that is elsewhere.
  @Test(arguments: sizes.filter { $0.height >= 20 })
  func lockedKeysSayWhatHelps(_ size: Size) throws {
    var state = Fixture.state(size)
    state.press(.character("2"))
    let card = Fixture.virtual("v-1", "2290", ago: 1)
    state.answer(PersonasQuery(), Fixture.personas)
    state.answer(VirtualCardPageQuery(), VirtualCardPage([card]))
    let error = WalletError(
      .keyArchive, .text("The keys are under another password", "Anderes Passwort"),
      advice: .text("Run unlock.", "unlock."))
    for query in reduce(&state, .settle).compactMap({ $0.query(OpenVirtualCardsQuery.self) }) {
      state.answer(query, query.cards.map { .partial($0, .keysUnreadable(error)) })
    }
    #expect(try text(state, "v-1").word == "Keys locked")
    #expect(!state.shows(state.words.virtualCards.needsItsKey))
    state.press(Key(.enter))
    #expect(state.shows("under another password") && state.shows("Run unlock."))
  }

  @Test func aRecordWithoutAnIDHasARow() {
    var nameless = Fixture.virtual("", "")
    nameless.isDamaged = true
    let state = opened([nameless, nameless, Fixture.virtualCards[0]])
    #expect(state.virtual.list.rows.count == 3)
    #expect(Set(state.virtual.list.rows.map(\.id)).count == 3)
  }

  @Test(arguments: sizes)
  func everyRowCanBeReachedAndSeen(_ size: Size) throws {
    var state = opened(Fixture.virtualCards, size)
    for position in 0..<state.virtual.list.count {
      #expect(state.virtual.list.selected == position)
      let canvas = render(state, .plain)
      let target = Target.item(position).text
      #expect(canvas.regions.contains { $0.target == target }, "\(position)")
      state.press(.character("j"))
    }
    for _ in 0..<state.virtual.list.count {
      state.press(.character("k"))
      let target = Target.item(state.virtual.list.selected).text
      #expect(render(state, .plain).regions.contains { $0.target == target })
    }
  }

  /// Only what is in sight is opened, however many cards there are.
  @Test func onlyCardsInSightAreOpened() throws {
    var state = Fixture.state()
    state.press(.character("2"))
    let cards = (0..<3_000).map { index in
      Fixture.virtual("c-\(index)", "0000", persona: "p-\(1 + index % 2)", ago: Int64(index))
    }
    state.answer(PersonasQuery(), Fixture.personas)
    var start = 0
    var token: String?
    repeat {
      let page = Array(cards[start..<start + 100])
      start += 100
      let next = start < cards.count ? "\(start)" : nil
      let effects = state.answer(
        VirtualCardPageQuery(nextToken: token), VirtualCardPage(page, nextToken: next))
      token = effects.query(VirtualCardPageQuery.self)?.nextToken
      #expect(token == next)
    } while token != nil
    #expect(state.virtual.list.count == 3_000 && !state.virtual.list.isLoading)
    #expect(state.openVirtual().count <= state.virtual.list.height + 1)
    #expect(state.openVirtual().isEmpty, "each of them once")
    state.press(.character("G"))
    let last = state.openVirtual()
    #expect(!last.isEmpty && last.count <= state.virtual.list.height + 1)
  }

  @Test func theOpenedFieldsAreBounded() {
    var opened = OpenedVirtualCards()
    for index in 0..<1000 {
      opened.take(Fixture.opened(Fixture.virtual("c-\(index)", "0000")))
    }
    let known = (0..<1000).count { opened.last(of: "c-\($0)") != nil }
    #expect((1...OpenedVirtualCards.most).contains(known))
  }

  @Test func aServerWithoutVirtualCardsSaysSo() {
    var state = Fixture.state()
    state.press(.character("2"))
    state.fail(PersonasQuery(), .notFound)
    state.fail(VirtualCardPageQuery(), .notFound)
    #expect(state.virtual.isMissing && state.shows("This server has no virtual cards"))
    #expect(state.toasts.current == nil && state.view.work.isEmpty)
  }

  // MARK: Details and page

  @Test(arguments: sizes)
  func thePageShowsAllOfACard(_ size: Size) {
    var state = opened(Fixture.virtualCards, size)
    state.press(Key(.enter))
    #expect(state.screen(VirtualCardsScreen.self)?.pane == .details)
    var seen: Set<String> = []
    for _ in 0..<60 {
      seen.formUnion(state.text.map { $0.trimmingPrefix { $0 == " " } }.map(String.init))
      state.press(.character("j"))
    }
    for text in ["Zalando", "What it may do", "Visa ··4242", "About this card", "v-1"] {
      #expect(seen.contains { $0.contains(text) }, "\(text) at \(size)")
    }
    state.press(Key(.escape))
    #expect(state.screen(VirtualCardsScreen.self)?.pane == .list)
  }

  @Test func aCardWithoutItsKeySaysWhy() {
    var state = opened()
    #expect(state.shows("needs its key"), "in a pane of its own")
    for _ in 0..<4 { state.press(.character("j")) }
    #expect(state.virtual.focused?.id == "v-5")
    #expect(state.shows("It was made on another device"))
    #expect(state.press(.character("r")).isEmpty && state.secrets.reveal == nil)
    #expect(state.toasts.current?.text.contains("another device") == true)
  }

  @Test func otherCardsComeWhileThePageStaysOpen() {
    var state = opened()
    state.press(Key(.enter), .character("J"))
    #expect(state.virtual.focused?.id == "v-2")
    #expect(state.screen(VirtualCardsScreen.self)?.pane == .details)
    state.press(.character("K"))
    #expect(state.virtual.focused?.id == "v-1")
  }

  @Test func clicksAndTheWheelMove() throws {
    var state = opened()
    try MouseTests.click("Duolingo", &state)
    #expect(state.virtual.focused?.id == "v-2")
    try MouseTests.click("Duolingo only", &state)
    #expect(state.screen(VirtualCardsScreen.self)?.pane == .details, "a second click opens")
    state.press(Key(.escape))
    MouseTests.wheel(1, at: Point(5, 10), &state)
    #expect(state.virtual.list.selected == 4)
  }

  // MARK: Changes

  @Test func oneKeyPausesAndResumes() throws {
    var state = opened()
    let intents = state.press(.character("s")).compactMap { $0.intent?.base as? VirtualChange }
    #expect(intents.map(\.kind) == [.pause])
    #expect(try text(state, "v-1").word == "Pausing")
    state.done(intents[0], Fixture.opened(Fixture.pausedVirtual()))
    #expect(try text(state, "v-1").word == "Paused")
    #expect(state.toasts.current?.offer != nil)
    let undo = state.press(.character("z")).compactMap { $0.intent?.base as? VirtualChange }
    #expect(undo.map(\.kind) == [.resume] && undo[0].version == 2)
  }

  /// A card that was paused with all is so again.
  @Test func theUndoOfAResumeRestoresThePauseWithAll() throws {
    for isWithAll in [true, false] {
      var state = opened()
      var card = Fixture.pausedVirtual(withAll: isWithAll)
      state.answer(OneVirtualCardQuery(id: "v-1"), Fixture.opened(card))
      let resume = try #require(state.press(.character("s")).intent(VirtualChange.self))
      #expect(resume.kind == .resume)
      (card.isPaused, card.isPausedWithAll, card.version) = (false, false, 3)
      state.done(resume, Fixture.opened(card))
      let undo = state.press(.character("z")).compactMap { $0.intent?.base as? VirtualChange }
      #expect(undo.map(\.kind) == [.pause] && undo[0].isWithAll == isWithAll)
    }
  }

  @Test func aPauseThatFailsIsTakenBack() throws {
    var state = opened()
    let intent = try #require(state.press(.character("s")).first?.intent)
    let effects = state.fail(intent, .versionConflict)
    #expect(try text(state, "v-1").word == "Ready")
    #expect(effects.compactMap { $0.query(OneVirtualCardQuery.self) }.map(\.id) == ["v-1"])
  }

  /// What somebody else has changed meanwhile is not taken back.
  @Test func anOutdatedUndoIsForgotten() throws {
    var state = opened()
    let intent = try #require(state.press(.character("s")).intent(VirtualChange.self))
    var card = Fixture.virtualCards[0]
    card.version = 2
    state.done(intent, Fixture.opened(card))
    #expect(state.view.undo != nil)
    card.version = 3
    state.answer(OneVirtualCardQuery(id: "v-1"), Fixture.opened(card))
    #expect(state.view.undo == nil)
  }

  @Test func closingAsksForTheLastFour() throws {
    var state = opened()
    state.press(.character("X"))
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.isDangerous && dialog.title.contains("Zalando"))
    state.type("1111")
    #expect(state.press(.control("s")).isEmpty)
    for _ in 0..<4 { state.press(Key(.backspace)) }
    state.type("2290")
    let intent = state.press(.control("s")).intent(VirtualChange.self)
    #expect(intent?.kind == .close)
    var closed = Fixture.virtualCards[0]
    closed.state = .closed
    closed.closedReason = .cancelled
    closed.cancelledAt = Fixture.now
    closed.version = 2
    state.done(try #require(intent), Fixture.opened(closed))
    #expect(state.view.overlays.isEmpty && state.view.undo == nil)
    #expect(try text(state, "v-1").word == "Closed")
    #expect(state.virtual.list.rows.prefix(3).map(\.id) == ["v-2", "v-3", "v-1"], "goes last")
  }

  @Test func whatIsOverCannotBeChanged() {
    var state = opened()
    for id in ["v-6", "v-8"] {
      state.virtual.list.focus(id)
      for key in ["s", "r", "X"] {
        #expect(state.press(.character(Unicode.Scalar(key)!)).isEmpty, "\(key) on \(id)")
        #expect(state.view.overlays.isEmpty && state.secrets.reveal == nil)
      }
    }
  }

  // MARK: Reveal

  private var view: SecureDetailsView {
    let clock = Fixture.revealClock
    return SecureDetailsView(
      pan: SecretView(secret("4532010000002290"), lifetime: .seconds(30), clock: clock),
      cvv: SecretView(secret("123"), lifetime: .seconds(30), clock: clock),
      expiry: CardExpiry(month: 11, year: 2029), holderName: "ANA PETROVA")
  }

  private func revealed(_ size: Size = Size(120, 40)) throws -> State {
    var state = opened(Fixture.virtualCards, size)
    let intent = try #require(state.press(.character("r")).intent(VirtualReveal.self))
    state.done(intent, view)
    return state
  }

  /// As for other cards. The question names the card, and the number is shown after it.
  @Test(arguments: [false, true]) func theNumberNeedsACode(_ isPage: Bool) throws {
    var state = opened()
    if isPage { state.press(Key(.enter)) }
    let intent = try #require(state.press(.character("r")).first?.intent)
    _ = reduce(&state, .performed(intent, .failure(.scaRequired(Fixture.event()))))
    var flow = try #require(state.top(ScaFlow.self))
    #expect(flow.subject == "Zalando · ··2290" && state.secrets.reveal == nil)
    flow.step = .repeating
    state.replaceTop(flow)
    let reveal = try #require(intent.base as? VirtualReveal)
    state.done(reveal, view)
    #expect(state.view.overlays.isEmpty && state.secrets.reveal?.subject == .virtualCard("v-1"))
  }

  @Test func theSettingSaysWhetherACodeIsRemembered() throws {
    for isOn in [false, true] {
      var state = opened()
      state.settings.remembersCode = isOn
      let reveal = try #require(state.press(.character("r")).intent(VirtualReveal.self))
      #expect(reveal.remembersCode == isOn)
    }
  }

  @Test(arguments: sizes)
  func theNumberIsOnTheFace(_ size: Size) throws {
    let state = try revealed(size)
    #expect(state.secrets.reveal != nil)
    let spans = render(state, .plain).secrets
    #expect(spans.count == 5, "four groups and the CVV at \(size)")
  }

  /// The same rules as for other cards.
  @Test func leavingTheCardHidesIt() throws {
    let query = OneVirtualCardQuery(id: "v-1")
    let ways: [(String, (inout State) -> Void)] = [
      ("moving", { $0.type("j") }), ("another screen", { $0.type("1") }),
      ("help", { $0.type("?") }), ("time", { $0.pass(seconds: 31) }),
      ("a pause elsewhere", { $0.answer(query, Fixture.opened(Fixture.pausedVirtual())) }),
      ("Esc", { $0.press(Key(.escape)) }),
    ]
    for (way, leave) in ways {
      var state = try revealed()
      leave(&state)
      #expect(state.secrets.reveal == nil, "\(way)")
      #expect(state.shown is VirtualCardsScreen || way == "another screen", "\(way)")
    }
  }

  @Test func copyingFollowsTheSettings() throws {
    var state = try revealed()
    #expect(state.press(.character("y")).isEmpty, "off, until somebody allows it")
    state = try revealed()
    state.settings.copy = [.pan]
    let copies = state.press(.character("y")).compactMap { effect in
      if case .copy(.detail(.pan), let copy) = effect { copy } else { nil }
    }
    try #require(copies.first).wipe()
    #expect(state.secrets.reveal != nil)
  }

  // MARK: Filter

  @Test func aTextFindsByNameNumberPersonaAndShop() {
    for (text, ids) in [
      ("humble", ["v-3"]), ("4406", ["v-4"]), ("work", ["v-4", "v-5", "v-6"]),
      ("zalando", ["v-1"]), ("nothing of it", []),
    ] {
      var state = opened()
      state.type("/" + text)
      let shown = (0..<state.virtual.list.count).compactMap { state.virtual.list[$0]?.id }
      #expect(shown == ids, "\(text)")
    }
  }

  @Test func theLanguageOfFiltersIsUnderstood() {
    var state = opened().typing("/state = CLOSED")
    #expect(state.virtual.list.count == 1 && state.virtual.focused?.id == "v-6")
    for _ in 0..<6 { state.press(Key(.backspace)) }
    #expect(state.shows("At "), "a mistake says where")
    state.type("issued and not id beginsWith \"v-1\"")
    #expect(state.virtual.list.count == 6)
    state.press(Key(.escape))
    #expect(state.virtual.list.count == 8 && state.virtual.list.filter == nil)
  }

  @Test func wordsOfTheLanguageAloneAreText() {
    for text in ["id", "state", "not", "not=a", "id(a", "notes", "idea shop", "stately"] {
      #expect(VirtualSearch(text) == .text(text), "\(text)")
    }
    for text in ["id =", "id!", "State ", "state = issued", " NOT id = a", "\n(id = a)"] {
      if case .text = VirtualSearch(text) { Issue.record("\(text) is a text") }
    }
  }

  // MARK: News

  @Test func aPaymentReadsOnlyItsCard() throws {
    var state = opened()
    let effects = reduce(&state, .event(.changed(.virtualCards, ids: ["v-1"])))
    #expect(effects.compactMap { $0.query(OneVirtualCardQuery.self) }.map(\.id) == ["v-1"])
    #expect(effects.count == 1)
    var card = Fixture.virtualCards[0]
    card.spentThisMonth = 20_000
    state.answer(OneVirtualCardQuery(id: "v-1"), Fixture.opened(card))
    #expect(state.shows("€200.00 of €250") && state.shows("€210.99 this month"))
  }

  @Test func paymentsOfTheCardInFocusAreReadOnce() throws {
    var state = opened()
    let card = try #require(state.virtual.focused)
    state.virtual.payments = VirtualPayments()
    let asked = reduce(&state, .settle).compactMap { $0.query(VirtualPaymentsQuery.self) }
    #expect(asked.map(\.card.id) == [card.id])
    #expect(reduce(&state, .settle).isEmpty)
    let payments = Fixture.transactions(Fixture.cards[0])
    state.answer(asked[0], TransactionPage(payments))
    #expect(state.shows("Ramen Tōkyō") && !state.shows("Billa"), "the newest five")
    state.press(Key(.enter))
    #expect(state.shows("Billa"), "the page has all")
  }

  /// Beside the cards that the news name, only the pages with changes are read.
  @Test func newsEndTheReadingAtWhatIsKnown() throws {
    var state = opened()
    state.press(.character("1"))
    _ = reduce(&state, .event(.virtualCardsChanged(["v-1"])))
    let effects = state.press(.character("2"))
    #expect(effects.contains(.read(VirtualCardPageQuery())))
    let new = Fixture.virtual("v-9", "1234", ago: 0)
    let page = VirtualCardPage([new] + Fixture.virtualCards.prefix(2), nextToken: "more")
    let further = state.answer(VirtualCardPageQuery(), page)
    #expect(further.isEmpty && !state.virtual.list.isLoading)
    #expect(state.virtual.list.rows.map(\.id) == ["v-9"] + Fixture.virtualCards.map(\.id))
  }

  /// More than are read one by one.
  static let manyIDs = (0..<30).map { "v-\($0)" }

  /// Any card may have changed: a payment changes neither its card's version nor its place.
  @Test(arguments: [
    (WalletEvent.changed(.virtualCards, ids: nil), false),
    (.changed(.virtualCards, ids: nil), true), (.changed(.virtualCards, ids: manyIDs), false),
    (.connectionRestored, true),
  ])
  func newsWithoutIDsReadEveryCard(_ event: WalletEvent, _ isElsewhere: Bool) {
    var state = opened()
    if isElsewhere { state.press(.character("1")) }
    if event == .connectionRestored { _ = reduce(&state, offline) }
    var effects = reduce(&state, .event(event))
    if isElsewhere { effects = state.press(.character("2")) }
    #expect(effects.contains(.read(VirtualCardPageQuery())))
    var cards = Fixture.virtualCards
    cards[1].spentThisMonth = 1150
    let further = VirtualCardPageQuery(nextToken: "more")
    let first = VirtualCardPage(Array(cards.prefix(1)), nextToken: "more")
    #expect(state.answer(VirtualCardPageQuery(), first).contains(.read(further)))
    let rest = VirtualCardPage(Array(cards.dropFirst()))
    state.answer(further, rest)
    #expect(state.virtual.list.row("v-2")?.card?.spentThisMonth == 1150)
    #expect(!state.virtual.list.isLoading)
    // Control: nothing is missing now.
    state.press(.character("1"))
    #expect(!state.press(.character("2")).contains(.read(VirtualCardPageQuery())))
  }

  /// A missed change is made up for in any state.
  @Test func aReadingThatFailsIsRepeatedOnTheWayBack() {
    var state = opened()
    _ = reduce(&state, .event(.virtualCardsChanged))
    state.fail(VirtualCardPageQuery(), .unavailable)
    state.press(.character("1"))
    #expect(state.press(.character("2")).contains(.read(VirtualCardPageQuery())))
  }

  @Test func newsElsewhereAreReadOnTheWayBack() {
    var state = opened()
    state.press(.character("1"))
    #expect(reduce(&state, .event(.changed(.virtualCards, ids: ["v-1"]))).isEmpty)
    let effects = state.press(.character("2"))
    #expect(effects.contains(.read(VirtualCardPageQuery())))
    // A payment does not bring its card to the front of the list.
    #expect(effects.compactMap { $0.query(OneVirtualCardQuery.self) }.map(\.id) == ["v-1"])
    state.press(.character("1"))
    #expect(state.press(.character("2")).compactMap { $0.query(OneVirtualCardQuery.self) }.isEmpty)
  }

  /// It changes neither version nor sum of the card.
  @Test func aDeclinedPaymentIsShownAmongItsPayments() throws {
    var state = opened()
    state.virtual.payments = VirtualPayments()
    _ = reduce(&state, .settle)
    var card = Fixture.virtualCards[0]
    card.sealed.boxes[.lastTransaction] = [1]
    state.answer(OneVirtualCardQuery(id: "v-1"), Fixture.opened(card))
    let asked = reduce(&state, .settle).compactMap { $0.query(VirtualPaymentsQuery.self) }
    #expect(asked.map(\.card) == [card])
  }

  // MARK: The making

  @Test func aCardComesAlive() throws {
    var state = opened()
    state.orderVirtual()
    #expect(state.virtual.list.focused?.name == "Ozone.bg")
    for text in ["Being made", "What happens now", "The issuer is making the card", "3 of 5"] {
      #expect(state.shows(text), "\(text)")
    }
    state.pass(seconds: 1)
    var made = Fixture.making()
    made.state = .completed
    made.card = Fixture.virtual("v-9", "7777", ago: 0)
    state.answer(ProvisionalCardsQuery(), [made])
    #expect(state.virtual.focused?.id == "v-9" && state.virtual.list.count == 9)
    #expect(state.toasts.current?.text == "Ozone.bg is ready to pay")
  }

  @Test func aCardThatWasNotMadeSaysSo() throws {
    var state = opened()
    state.orderVirtual()
    var failed = Fixture.making()
    failed.state = .failed
    state.answer(ProvisionalCardsQuery(), [failed])
    #expect(try text(state, "making o-1").word == "Not made")
    #expect(state.toasts.current?.kind == .danger)
  }

  /// A clock runs only while something is being made in sight, and not for ever.
  @Test func nothingWakesUpWithoutReason() {
    var state = opened()
    state.toasts.current = nil
    let quiet = state.idleWarning
    #expect(state.nextDeadline == quiet, "no timer")
    state.orderVirtual()
    #expect((state.nextDeadline ?? 0) < state.clock.after(seconds: 1), "while it is being made")
    state.press(.character("1"))
    #expect(VirtualCards.deadlines(state).isEmpty, "news will tell")
    state.press(.character("2"))
    #expect(!VirtualCards.deadlines(state).isEmpty)
    state.pass(seconds: 90)
    _ = reduce(&state, .settle)
    #expect(VirtualCards.deadlines(state).isEmpty, "too long")
  }

  // MARK: Everything else

  @Test func theNextVersionStaysUnreadWhileTheOldOneIsShown() throws {
    var state = opened()
    state.virtual.list.focus("v-3")
    var card = Fixture.virtualCards[2]
    card.version = 2
    _ = reduce(&state, .event(.changed(.virtualCards, ids: ["v-3"])))
    state.answer(OneVirtualCardQuery(id: "v-3"), Fixture.opened(card))
    #expect(try text(state, "v-3").name == "Humble Bundle")
    #expect(state.openVirtual().isEmpty, "the answer was opened already")
  }

  @Test func lineModeHasARowForEachCard() {
    var state = Fixture.state().linear
    state.showVirtual()
    #expect(state.lineInput == .keys)
    #expect(state.shows("Zalando") && state.shows("Ready"))
    _ = reduce(&state, .input(.choice(0)))
    #expect(state.shows("What it may do") && state.shows("Zalando only"))
  }

  @Test func longAndStrangeTextsStayInTheirPlace() {
    let name = String(repeating: "𓀀漢字\u{202e}\u{7}", count: 40)
    for size in Self.sizes {
      var state = opened(Fixture.virtualCards, size)
      var opened = OpenedVirtualCard(Fixture.virtualCards[0])
      opened.alias = name
      opened.metadata = "{\"a\":\"\(name)\"}"
      VirtualCards.show(.success(opened), &state)
      for key in [Key(.down), Key(.up), Key(.enter)] {
        state.press(key)
        #expect(render(state, .plain).size == size)
      }
    }
  }
}
