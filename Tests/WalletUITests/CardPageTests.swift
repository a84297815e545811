import Canvas
import ScreenKit
import Testing
import Themes
import WalletModel

@testable import WalletUI

/// A card as a page: one scroll and one cursor, at every size.
@Suite struct CardPageTests {
  private static let sizes = Fixture.sizes.filter { $0.width != 100 }

  private func openPage(_ state: State) -> CardPage? { state.screen(CardsScreen.self)?.page }

  /// Whatever the details show at 120×40 can be reached with the cursor at any size.
  @Test(arguments: sizes) func everythingIsReachable(_ size: Size) throws {
    var state = Fixture.state(size)
    state.press(Key(.enter))
    var seen = ""
    for _ in 0..<80 {
      seen += screen(state)
      state.press(Key(.down))
    }
    let facts = CardFacts(state: state)
    let details = Fixture.details(Fixture.cards[2])
    let row = try #require(state.cards.list.focused)
    for fact in facts.primary(row, details) + facts.further(details.card) {
      #expect(seen.contains(fact.label), "\(fact.label) at \(size)")
      #expect(seen.contains(CardFacts.short(fact.value, to: 17)) || seen.contains(fact.value))
    }
    for action in CardActions(state).all { #expect(seen.contains(action.title), "at \(size)") }
    for payment in details.transactions {
      #expect(seen.contains(payment.description.prefix(12)), "\(payment.description) at \(size)")
    }
  }

  /// A painted face that is scrolled out of sight, in part or whole.
  @Test(arguments: sizes) func aFaceIsDrawnWhereverThePageIs(_ size: Size) throws {
    let theme = ThemeLibrary.load(named: "dark", depth: .direct).0
    var state = Fixture.state(size)
    state.press(Key(.enter))
    var tops = Set<Int>()
    for _ in 0..<80 {
      #expect(render(state, theme).text(row: 0).contains("Travel"))
      tops.insert(try #require(openPage(state)).top)
      state.press(Key(.down))
    }
    #expect(size.height >= 24 || tops.count > 1, "the page was scrolled")
  }

  @Test(arguments: sizes) func theSelectedLineIsInSight(_ size: Size) throws {
    var state = Fixture.state(size, focus: 0)
    state.press(Key(.enter))
    for key in [Key(.down), Key(.pageDown), Key(.end), Key(.up), Key(.tab), Key(.backtab)] {
      for _ in 0..<7 {
        state.press(key)
        let page = try #require(openPage(state))
        let line = PageOutline(state).line(of: page.selected)
        #expect(
          line >= page.top && line < page.top + state.areas.page.height, "\(key) at \(size)")
      }
    }
  }

  @Test func tabGoesFromSectionToSection() {
    var state = Fixture.state(focus: 0)
    state.press(Key(.enter))
    let sections = PageOutline(state).sections
    for section in sections.dropFirst() + sections.prefix(1) {
      state.press(Key(.tab))
      #expect(openPage(state)?.selected == section.stops.lowerBound)
    }
    state.press(Key(.backtab))
    #expect(openPage(state)?.selected == sections.last?.stops.lowerBound)
  }

  @Test(arguments: sizes) func theFooterNamesTheWayBack(_ size: Size) {
    var state = Fixture.state(size, focus: 0)
    state.press(Key(.enter), Key(.tab), Key(.tab))
    #expect(state.text.last?.contains("Esc back") == true)
  }

  @Test func anotherCardBeginsAtItsTop() {
    var state = Fixture.state(Size(40, 12), focus: 0)
    state.press(Key(.enter), Key(.end), .character("J"))
    #expect(openPage(state) == CardPage() && state.cards.list.selected == 1)
    state.press(.character("K"), .character("K"))
    #expect(state.cards.list.selected == 0)
    state.press(Key(.escape))
    #expect(openPage(state) == nil && state.cards.list.selected == 0)
  }

  @Test func enterRunsAnActionAndOpensAPayment() throws {
    var state = Fixture.state(focus: 0)
    state.press(Key(.enter), Key(.down))
    let first = try #require(CardActions(state).all.first)
    #expect(first.command.id == "card.lock")
    state.press(Key(.enter))
    #expect(state.cards.pending.count == 1)
    let payments = try #require(PageOutline(state).sections.first { $0.kind == .payments })
    while let page = openPage(state), page.selected < payments.stops.lowerBound {
      state.press(Key(.down))
    }
    state.press(Key(.enter))
    #expect(state.paymentPage?.payment.description == "Lidl Sofia")
    state.press(Key(.escape))
    #expect(state.view.screens.count == 1 && CardPage.isOpen(state))
  }

  /// In the details beside the list one payment is selected, and opened.
  @Test func theDetailsInFocusHaveACursor() throws {
    var state = Fixture.state(Size(120, 40), focus: 0)
    let payments = try #require(state.cards.details[Fixture.cards[0].id]?.transactions)
    func selected() -> String? { state.text.first { $0.dropFirst(42).contains("▌") } }
    #expect(selected() == nil)
    state.press(Key(.tab))
    state.type("jjj")
    #expect(selected()?.contains(payments[3].description) == true)
    #expect(state.shows("4 of \(payments.count)") && state.cards.list.selected == 0)
    state.type("G")
    #expect(selected()?.contains(payments[payments.count - 1].description) == true)
    state.submit("gj")
    #expect(state.paymentPage?.payment == payments[1] && !CardPage.isOpen(state))
    state.press(Key(.escape))
    #expect(state.view.pane == .details && selected()?.contains(payments[1].description) == true)
  }

  @Test func furtherPaymentsAreReadNearTheEnd() throws {
    var state = Fixture.state(focus: 0)
    let card = Fixture.cards[0]
    var details = Fixture.details(card)
    details.nextToken = "200"
    _ = reduce(&state, .loaded(card.id, .success(details)))
    state.press(Key(.enter))
    var effects: [Effect] = []
    for _ in 0..<14 { effects += state.press(Key(.down)) }
    let query = FurtherPaymentsQuery(id: card.id, token: "200")
    #expect(effects == [.read(query)], "once")
    let more = Fixture.transactions(card).map { payment in
      var payment = payment
      payment.description = "Older"
      return payment
    }
    state.answer(query, TransactionPage(more))
    let known = try #require(state.cards.details[card.id])
    #expect(known.transactions.count == details.transactions.count + more.count)
    #expect(known.nextToken == nil)
    state.press(Key(.end))
    #expect(state.cards.details.readsFurther == nil)
  }

  /// What is revealed on the page of a small screen goes with the page.
  @Test func theNarrowPageHidesWhatWasRevealed() {
    var state = Fixture.state(Size(40, 15), focus: 0)
    state.press(Key(.enter))
    state.secrets.reveal = Reveal(
      subject: .card(Fixture.cards[0].id), content: .pin(secret("4711")), deadline: .max,
      seconds: 10)
    #expect(!render(state, .plain).secrets.isEmpty)
    state.press(Key(.escape), Key(.escape))
    #expect(state.secrets.reveal == nil)
  }
}
