import Canvas
import Testing
import Themes
import WalletModel

@testable import WalletUI

/// The payments of a card on its page: older ones come at its end.
@Suite struct VirtualPaymentPagesTests {
  private static func page(_ range: Range<Int>, _ next: String?) -> TransactionPage {
    TransactionPage(
      range.map { index in
        var payment = Activity.many[0]
        payment.id = TransactionID("t-\(index)")
        return payment
      }, nextToken: next)
  }

  private func opened() throws -> (State, VirtualPaymentsQuery) {
    var state = Fixture.state(Size(120, 40))
    state.showVirtual()
    let card = try #require(state.virtual.focused)
    let query = VirtualPaymentsQuery(card: card)
    state.answer(query, Self.page(0..<50, "50"))
    return (state, query)
  }

  private func asked(_ state: inout State) -> OlderVirtualPaymentsQuery? {
    // Drawing shows how much is in sight.
    _ = render(state, .plain)
    return reduce(&state, .settle).query(OlderVirtualPaymentsQuery.self)
  }

  private func count(_ state: State) -> Int? {
    state.virtual.focused.flatMap { state.virtual.payments.page(of: $0.id)?.transactions.count }
  }

  @Test func olderPaymentsComeAtTheEndOfThePage() throws {
    var (state, _) = try opened()
    #expect(asked(&state) == nil, "the list shows only some")
    state.press(Key(.enter))
    #expect(asked(&state) == nil, "the end is far")
    state.press(Key(.end))
    let query = try #require(asked(&state))
    #expect(query.token == "50" && asked(&state) == nil, "once")
    state.answer(query, Self.page(50..<80, nil))
    #expect(count(state) == 80)
    state.press(Key(.end))
    #expect(asked(&state) == nil, "there are no more")
  }

  @Test func whatIsKnownStaysWhenTheNewestAreReadAgain() throws {
    var (state, first) = try opened()
    state.press(Key(.enter), Key(.end))
    let query = try #require(asked(&state))
    state.answer(query, Self.page(50..<80, "80"))
    var newest = Self.page(0..<49, "49")
    newest.transactions.insert(Self.page(900..<901, nil).transactions[0], at: 0)
    state.answer(first, newest)
    #expect(count(state) == 81)
    state.press(Key(.end))
    #expect(asked(&state)?.token == "80")
    // An answer that comes late belongs to nothing.
    state.answer(query, Self.page(50..<80, nil))
    #expect(count(state) == 81)
  }

  @Test func aFailureIsShownAndTriedAgainWhenThePageIsOpened() throws {
    var (state, _) = try opened()
    state.press(Key(.enter), Key(.end))
    let query = try #require(asked(&state))
    state.fail(query, .unavailable)
    #expect(asked(&state) == nil && state.toasts.current != nil && count(state) == 50)
    state.press(Key(.escape), Key(.enter), Key(.end))
    #expect(asked(&state)?.token == "50")
  }

  @Test func theNumberOfPaymentsIsBounded() throws {
    var (state, _) = try opened()
    state.press(Key(.enter))
    var end = 50
    while true {
      state.press(Key(.end))
      guard let query = asked(&state) else { break }
      state.answer(query, Self.page(end..<end + 500, "\(end + 500)"))
      end += 500
    }
    #expect(try (2_000..<3_000).contains(#require(count(state))))
  }
}
