import Canvas
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// Searching and sorting payments, and the card of the one in focus.
@Suite struct ActivitySearchTests {
  // MARK: Searching and sorting

  @Test func aSearchShowsWhatItFoundAndItsSum() {
    var state = Activity.opened().typing("/lidl")
    #expect(state.activityScreen?.list.count == 2)
    #expect(state.shows("2 found"))
    state.retype(">50")
    #expect(state.shows("4 found · €242.20 out"))
    state.press(Key(.enter))
    state.type("n")
    #expect(state.activityScreen?.list.selected == 1)
    state.type("N")
    #expect(state.activityScreen?.list.selected == 0)
    state.press(Key(.escape))
    #expect(
      state.activityScreen?.list.count == Fixture.payments.count
        && state.activityScreen?.list.filter == nil)
  }

  /// `<5` finds less than `<50`.
  @Test func aLongerTextCanFindMore() {
    var state = Activity.opened().typing("/<5")
    let few = state.activityScreen?.list.count ?? 0
    state.type("0")
    #expect(state.activityScreen?.list.count ?? 0 > few)
  }

  @Test(arguments: ["travel", "declined", "abgelehnt", "vorgemerkt", "0093", "today"])
  func aSearchKnowsCardsStatesAndDays(_ text: String) throws {
    var state = Activity.opened()
    state.type("/" + text)
    let found = try #require(state.activityScreen?.list.count)
    #expect(found > 0 && found < Fixture.payments.count, "\(text)")
  }

  /// The name of a virtual card is read later than what it has paid.
  @Test(arguments: ["humble", "8812"])
  func aSearchFindsVirtualCardsToo(_ text: String) throws {
    var state = Fixture.state()
    var payment = Activity.many[0]
    payment.cardID = CardID("v-3")
    state.showActivity(TransactionPage([payment, Activity.many[1]]))
    state.activity.book.cards.invalidate(nil)
    let query = try #require(reduce(&state, .settle).query(PaymentCardsQuery.self))
    state.type("/" + text)
    #expect(state.activityScreen?.list.count == 0)
    let named = Fixture.virtualCards.filter { $0.id == "v-3" }.map(Fixture.opened)
    state.answer(query, named)
    #expect(
      state.activityScreen?.list.count == 1 && state.activityScreen?.list.focused?.id == payment.id)
  }

  @Test func anOpenSearchFollowsTheDay() {
    var state = Activity.opened().typing("/today")
    #expect(state.activityScreen?.list.count == 2)
    state.clock.wall = state.clock.wall.adding(seconds: 86_400)
    _ = reduce(&state, .settle)
    #expect(state.activityScreen?.list.count == 0)
  }

  @Test func aSearchSaysWhatIsWrongAndWhatWasNotFound() {
    var state = Activity.opened().typing("/>abc")
    #expect(state.shows("“abc” is not an amount"))
    state.retype("lidl >90")
    #expect(state.shows("No payment matches “lidl >90”. Esc goes back to November."))
    state.press(Key(.enter))
    #expect(!state.shows("n N"))
    state.press(Key(.escape))
    #expect(state.activityScreen?.list.filter == nil)
  }

  /// On the second page Esc goes back to what was found. The footer shows it once.
  @Test func escLeavesTheSecondPageBeforeTheSearch() {
    var state = Activity.opened(Size(80, 24)).typing("/>50")
    state.press(Key(.enter), Key(.tab))
    #expect(state.shows("Esc back") && !state.shows("Esc show all"))
    state.press(Key(.escape))
    #expect(state.activityScreen?.pane == .list && state.activityScreen?.list.count == 4)
    #expect(state.shows("Esc show all"))
  }

  /// What was spent in the month is not said over what was found in all of them.
  @Test func aSearchHidesTheMonthsSum() {
    var state = Activity.opened(Size(80, 24))
    #expect(state.shows("Spent €"))
    state.type("/>50")
    #expect(!state.shows("Spent €"))
  }

  @Test func sortingChangesTheOrderAndTheGroups() throws {
    var state = Activity.opened()
    let newest = try #require(state.activityScreen?.list.rows)
    #expect(state.activityScreen?.table.groups.count == 8)
    state.type("s")
    #expect(state.activityScreen?.list.rows == newest.reversed() && state.shows("oldest first"))
    state.type("s")
    let amounts = try #require(state.activityScreen?.list.rows.map(\.billedAmount.minorUnits))
    #expect(amounts == amounts.sorted(by: >) && state.shows("largest first"))
    #expect(state.activityScreen?.table.groups.isEmpty == true)
    state.type("s")
    let names = try #require(state.activityScreen?.list.rows.map { $0.description.lowercased() })
    #expect(names == names.sorted() && state.activityScreen?.table.groups.count == 8)
    state.type("s")
    #expect(state.activityScreen?.list.rows == newest)
  }

  /// Each line of the table is a band or a row, and every row has its line.
  @Test(arguments: [1, 3, 10, 100]) func theSelectedRowIsInSight(_ height: Int) throws {
    var table = try #require(Activity.opened().activityScreen?.table)
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
    let activity = try #require(Activity.opened().activityScreen)
    let sum = activity.table.groups.flatMap(\.sums).reduce(0) { $0 + $1.minorUnits }
    #expect(sum == -(activity.summary?.spent.minorUnits ?? 0))
  }

  // MARK: The payment's card

  @Test func theCardOfThePaymentIsLockedAndOpened() throws {
    var state = Fixture.state(focus: 4)
    state.showActivity()
    let payment = try #require(state.activityScreen?.list.focused)
    let other = Fixture.cards[4].id
    let isLocked = state.cards.list.row(payment.cardID)?.status == .locked
    let change = try #require(state.type(isLocked ? "u" : "l").intent(StatusChange.self))
    #expect(change.id == payment.cardID && change.id != other)
    #expect(state.focusedID == other)
    state.type("f")
    #expect(state.activityScreen == nil && state.focusedID == payment.cardID)
  }

  @Test func escOnTheCardComesBackToThePayment() throws {
    var state = Fixture.state(focus: 4)
    state.submit("/everyday")
    state.showActivity()
    state.type("sjjjjjjj")
    let before = try #require(state.activityScreen)
    let payment = try #require(before.list.focused)
    #expect(payment.cardID == Fixture.cards[2].id, "the filter hides this card")
    state.type("f")
    #expect(
      state.activityScreen == nil && state.focusedID == payment.cardID && state.shows("Esc back"))
    // What was opened there is closed first.
    state.press(Key(.enter), Key(.escape))
    #expect(state.activityScreen == nil)
    state.press(Key(.escape))
    #expect(state.activityScreen == before)
    state.press(Key(.escape), Key(.escape))
    #expect(state.activityScreen == nil && state.view.screens.count == 1, "it came back once")
  }

  /// A virtual card is among the virtual ones, as soon as they have been read.
  @Test(arguments: [false, true]) func aVirtualCardIsOpenedAndLeftToo(_ isRead: Bool) throws {
    var state = Fixture.state()
    if isRead { state.showVirtual() }
    var payment = Activity.many[0]
    payment.cardID = CardID("v-3")
    state.showActivity(TransactionPage([Activity.many[1], payment]))
    let named = Fixture.virtualCards.filter { $0.id == "v-3" }.map(Fixture.opened)
    state.activity.book.cards.invalidate(nil)
    let query = try #require(reduce(&state, .settle).query(PaymentCardsQuery.self))
    state.answer(query, named)
    let before = try #require(state.activityScreen)
    #expect(before.list.focused?.id == payment.id)
    state.type("f")
    #expect(state.shown.tab == .virtual)
    if !isRead {
      let page = VirtualCardPage(Fixture.virtualCards)
      state.answer(VirtualCardPageQuery(), page)
    }
    #expect(state.virtual.focused?.id == "v-3")
    state.press(Key(.escape))
    #expect(state.activityScreen == before)
  }

  /// An id is not secret: no setting is needed, and the clipboard is not cleared of it.
  @Test func theIDOfThePaymentIsCopied() throws {
    var state = Activity.opened()
    #expect(state.shows("y copy ID"))
    state.type("j")
    guard case .copy(.paymentID, let text)? = state.type("y").first else {
      Issue.record("nothing is copied")
      return
    }
    let id = try #require(state.activityScreen?.list.focused?.id.rawValue)
    #expect(text.withBytes { String(decoding: $0, as: UTF8.self) } == id)
    #expect(reduce(&state, .copied(.paymentID, .sent("wl-copy"))).isEmpty)
    #expect(state.toasts.current?.text == "Payment ID sent to wl-copy")
    #expect(state.secrets.clipboardCopy == nil && !state.pass(seconds: 60).contains(.clearCopy))
    #expect(
      reduce(&state, .copied(.paymentID, .asked)).isEmpty && state.secrets.clipboardCopy == nil)
    state.press(.control("l"))
    #expect(reduce(&state, .copied(.paymentID, .asked)).isEmpty)
    var empty = Activity.opened()
    empty.type("]y")
    #expect(empty.toasts.current?.text == "No payment here")
  }
}
