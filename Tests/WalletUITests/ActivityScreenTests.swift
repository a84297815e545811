import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// Reading payments, and the months of the screen.
@Suite struct ActivityScreenTests {
  // MARK: Reading

  @Test func theMonthIsShownWithItsSums() throws {
    let state = Activity.opened()
    #expect(state.activityScreen?.month == Activity.last)
    #expect(state.activityScreen?.list.count == Fixture.payments.count)
    let summary = try #require(state.activityScreen?.summary)
    let spent = Fixture.payments.compactMap(\.spent).reduce(0, +)
    #expect(summary.spent == Money(spent, Currency("EUR")))
    #expect(state.shows(state.words.money(summary.spent)))
    #expect(state.shows("November 2026") && state.shows("1 of 16 · newest first"))
  }

  /// All payments are in one category, and with one card.
  @Test(arguments: [Size(120, 40), Size(200, 60)])
  func aWholePartHasRoomBesideItsAmount(_ size: Size) {
    var state = remoteState(size)
    state.showActivity(TransactionPage(Activity.many))
    let lines = state.text.filter { $0.contains("100 %") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(" 100 %") }, "\(lines)")
  }

  /// What was read is shown at once the next time. It is read again only if it may have changed.
  @Test func theBookIsKept() {
    var state = Activity.opened()
    state.press(Key(.escape))
    #expect(state.type("5").isEmpty)
    #expect(state.activityScreen?.list.count == Fixture.payments.count)
    state.press(Key(.escape))
    _ = reduce(&state, .event(.cardsChanged(nil)))
    state.pass(seconds: 3)
    #expect(state.activity.book.isLoading)
    var offline = Activity.opened()
    offline.press(Key(.escape))
    _ = reduce(&offline, WalletUITests.offline)
    #expect(offline.type("5").isEmpty)
    #expect(offline.shows("Café Lumière"))
  }

  /// The month of the main screen is made of the same payments, after a new payment too.
  @Test(arguments: [false, true]) func theMainScreenAgrees(_ isOpen: Bool) throws {
    var state = Activity.opened(Size(200, 60))
    if !isOpen { state.press(Key(.escape)) }
    var new = Activity.many[0]
    new.id = TransactionID("new")
    var effects = reduce(&state, .event(.cardsChanged(nil)))
    effects += state.pass(seconds: 3)
    #expect(effects.compactMap(\.payments).count == 1)
    let before = try #require(state.activity.month.summary)
    state.answer(effects, TransactionPage([new] + Fixture.payments))
    #expect(state.activity.month.summary?.spent.minorUnits == before.spent.minorUnits + 100)
    if !isOpen { #expect(state.type("5").isEmpty) }
    #expect(state.activityScreen?.summary == state.activity.month.summary)
    #expect(state.activityScreen?.list.count == Fixture.payments.count + 1)
  }

  @Test(arguments: Activity.sizes) func anUnreadListSaysWhyAndWhatToDo(_ size: Size) {
    var state = remoteState(size)
    state.fail(state.openActivity(), .internalError)
    let error = WalletError(.internalError)
    let words = Words.english
    let text = state.text.joined(separator: " ")
    #expect(text.contains(String(words.errors.message(error).prefix(20))))
    #expect(text.contains("^R reads"))
    state.answer(state.press(.control("r")), TransactionPage(Fixture.payments))
    #expect(state.activityScreen?.list.rows == Fixture.payments)
  }

  @Test func aWalletThatCannotBeReadSaysSo() {
    var state = remoteState()
    _ = reduce(&state, offline)
    #expect(state.openActivity().isEmpty)
    #expect(state.shows("Not loaded: can't reach the server (since 12:41)."))
  }

  /// What failed is neither still being read, nor nothing.
  @Test func otherScreensSayThatPaymentsWereNotRead() {
    var state = Fixture.state(Size(200, 60))
    state.showVirtual()
    (state.activity.book, state.activity.month) = (PaymentBook(), WalletMonth())
    let effects = PaymentReading.settle(&state)
    #expect(state.shows("Reading payments…") && !state.shows("No virtual card has paid"))
    state.fail(effects, .internalError)
    #expect(state.shows("Not loaded:") && !state.shows("No virtual card has paid"))
    state.press(.character("1"))
    #expect(state.shows("Not loaded:") && !state.shows("reading…"))
  }

  /// It does not show them.
  @Test func paymentsAreAskedForAfterTheFirstFrame() {
    var state = Fixture.state(focus: 0)
    state.cards.details = DetailsState()
    (state.activity.book, state.activity.month) = (PaymentBook(), WalletMonth())
    #expect(state.awaitsFirstContent)
    #expect(state.askForFirstContent() == [0, 1].map { .loadDetails(Fixture.cards[$0].id) })
    #expect(reduce(&state, .settle).compactMap(\.payments).count == 1)
  }

  /// Virtual cards have payments, also in a wallet without others.
  @Test func virtualCardsAreEnoughToReadPayments() {
    var state = Fixture.state()
    state.showVirtual()
    state.cards.list.removeAll()
    (state.activity.book, state.activity.month) = (PaymentBook(), WalletMonth())
    let effects = PaymentReading.settle(&state)
    #expect(effects.compactMap(\.payments).count == 1)
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
      var payment = Activity.many[0]
      payment.id = TransactionID("page \(pages)")
      (payment.transactedAt, payment.sortDate) = (time, time)
      let page = TransactionPage([payment], nextToken: "\(pages)")
      effects = state.answer(query, page)
    }
    #expect(pages == 8)
    #expect(state.activityScreen?.summary?.isLoaded == false)
    #expect(state.shows("not all loaded"))
    // At the end of the table one goes on.
    let more = state.type("G")
    #expect(more.compactMap(\.payments).first?.query.nextToken == "8")
    state.answer(more, TransactionPage([]))
    #expect(state.activityScreen?.summary?.isLoaded == true && !state.shows("not all loaded"))
  }

  /// A page that could not be read is not requested again with every move.
  @Test func aFailedPageIsReadAgainAtTheEndOfTheList() throws {
    var state = Fixture.state()
    let first = state.openActivity()
    let query = try #require(first.compactMap(\.payments).first)
    let page = TransactionPage(Fixture.payments, nextToken: "16")
    state.fail(state.answer(query, page), .internalError)
    #expect(state.toasts.current?.detail?.contains(ErrorCode.internalError.rawValue) == true)
    #expect(state.type("jG").isEmpty && state.activityScreen?.list.rows == Fixture.payments)
    #expect(try #require(state.type("j").first?.payments).query.nextToken == "16")
  }

  @Test func readingIsShownAndCanBeCancelled() {
    var state = remoteState()
    let effects = state.openActivity()
    state.pass(seconds: 1)
    #expect(state.shows("Reading payments"))
    #expect(state.press(Key(.escape)).contains(.cancel(.reading)))
    state.fail(effects, .cancelled)
    #expect(state.view.work.isEmpty && state.activityScreen != nil)
    state.press(Key(.escape))
    #expect(state.activityScreen == nil)
  }

  @Test func eventsCauseReadingAndKeepTheFocus() {
    var state = Activity.opened().typing("j")
    let focused = state.activityScreen?.list.focused?.id
    state.pass(seconds: 3)
    let effects = reduce(&state, .event(.cardsChanged([Fixture.cards[0].id])))
    state.answer(effects, TransactionPage(Array(Activity.many.prefix(3)) + Fixture.payments))
    #expect(state.activityScreen?.list.focused?.id == focused)
    #expect(state.activityScreen?.list.selected == 2)
  }

  /// The newest payments are read again; the older ones, which were read before, stay.
  @Test func olderPaymentsStayWhenTheNewestAreReadAgain() {
    var state = Fixture.state()
    let old = Activity.many.suffix(30)
    let first = state.openActivity().compactMap(\.payments)
    let page = TransactionPage(Array(Activity.many.prefix(30)), nextToken: "30")
    for query in first {
      let more = state.answer(query, page)
      state.answer(more, TransactionPage(Array(old)))
    }
    #expect(state.activity.book.payments.map(\.id) == Activity.many.map(\.id))
    #expect(state.activity.book.loadedFrom == nil)
    var changed = Array(Activity.many.prefix(30))
    changed[3].billedAmount.minorUnits = 500
    changed.remove(at: 5)
    state.pass(seconds: 3)
    state.answer(
      reduce(&state, .event(.cardsChanged(nil))), TransactionPage(changed, nextToken: "30"))
    #expect(state.activity.book.payments.map(\.id) == (changed + old).map(\.id))
    #expect(state.activity.book.payments[3].billedAmount.minorUnits == 500)
    #expect(state.activity.book.loadedFrom == nil)
    // None of them is left: something may be missing in between.
    var newer = Activity.many[0]
    newer.id = TransactionID("newer")
    (newer.sortDate, newer.transactedAt) = (
      Fixture.now.adding(seconds: 60), Fixture.now.adding(seconds: 60)
    )
    state.pass(seconds: 3)
    state.answer(
      reduce(&state, .event(.cardsChanged(nil))), TransactionPage([newer], nextToken: "1"))
    #expect(state.activity.book.payments.map(\.id) == [newer.id])
    #expect(state.activity.book.loadedFrom != nil)
  }

  @Test func aDamagedPaymentStaysInItsPlace() {
    var state = Fixture.state()
    var payments = Array(Activity.many.prefix(3))
    payments[1] = Transaction(
      id: TransactionID("x"), cardID: CardID(""), type: .other(""),
      transactedAt: Timestamp(seconds: 0), billedAmount: Money(0, Currency("")), description: "")
    payments[1].isDamaged = true
    state.showActivity(TransactionPage(payments))
    #expect(state.activityScreen?.list.count == 3)
    #expect(state.shows("Damaged record"))
  }

  // MARK: Months

  @Test func monthsFollowEachOther() throws {
    var state = Activity.opened()
    _ = state.type("[")
    #expect(
      state.toasts.current?.text
        == state.words.screen.standingAlone(state.words.activity.noEarlierPayments))
    #expect(state.activityScreen?.month == Activity.last)
    _ = state.type("]")
    #expect(state.activityScreen?.month == Activity.last.adding(1))
    #expect(state.shows("Nothing in December yet. [ goes back to November."))
    #expect(state.type("]").isEmpty && state.activityScreen?.month == Activity.last.adding(1))
    state.type("[")
    #expect(state.activityScreen?.list.count == Fixture.payments.count)
  }

  @Test func anotherMonthHasItsOwnPayments() throws {
    var state = Fixture.state()
    var old = Activity.many[0]
    old.id = TransactionID("old")
    let october = Activity.last.adding(-1).start(in: .utc)
    (old.transactedAt, old.sortDate) = (october, october)
    state.showActivity(TransactionPage(Fixture.payments + [old]))
    #expect(state.activityScreen?.list.count == Fixture.payments.count)
    #expect(state.activityScreen?.summary?.spentBefore == Money(100, Currency("EUR")))
    state.type("[")
    #expect(
      state.activityScreen?.list.focused?.id == old.id && state.activityScreen?.list.count == 1)
    #expect(state.activityScreen?.summary?.spent == Money(100, Currency("EUR")))
  }

  @Test func aWalletWithoutPaymentsSaysWhatToDo() {
    var state = Fixture.state()
    state.showActivity(TransactionPage([]))
    #expect(state.shows("No payments yet. Choose a card (1), then b pays"))
    // The month's sum, and no comparison of nothing with nothing.
    #expect(screen(state).split(separator: "€0.00", omittingEmptySubsequences: false).count == 2)
  }
}
