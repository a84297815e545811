import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// Searching virtual cards by name: all of them, also those that were never in sight.
@Suite struct VirtualSearchTests {
  private static let cards = (0..<1_000).map { index in
    Fixture.virtual("c-\(index)", "0000", persona: "p-\(1 + index % 2)", ago: Int64(index))
  }

  private func opened(_ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size)
    state.press(.character("2"))
    state.answer(PersonasQuery(), Fixture.personas)
    state.answer(VirtualCardPageQuery(), VirtualCardPage(Self.cards))
    state.openVirtual()
    return state
  }

  private func result(_ card: VirtualCard) -> VirtualCardResult {
    var opened = OpenedVirtualCard(card)
    opened.alias = "Shop \(card.id.dropFirst(2))."
    return .success(opened)
  }

  /// What a search asks for next; nil: nothing.
  private func asked(_ state: inout State) -> NameVirtualCardsQuery? {
    let asked = reduce(&state, .settle).compactMap { $0.query(NameVirtualCardsQuery.self) }
    #expect(asked.count <= 1)
    return asked.first
  }

  private func answer(_ query: NameVirtualCardsQuery, _ state: inout State) {
    state.answer(query, query.cards.map(result))
  }

  @Test func aNameThatWasNeverInSightIsFound() {
    var state = opened()
    #expect(asked(&state) == nil, "nothing is opened for the list")
    state.press(.character("/"))
    #expect(asked(&state) == nil, "nothing is searched yet")
    state.type("shop 777.")
    #expect(state.virtual.list.count == 0 && state.shows("Searching all names"))
    var ids: Set<String> = []
    while let query = asked(&state) {
      #expect(query.cards.count <= VirtualCards.namesAtOnce)
      #expect(asked(&state) == nil, "one step at a time")
      #expect(ids.isDisjoint(with: query.cards.map(\.id)), "each card once")
      ids.formUnion(query.cards.map(\.id))
      answer(query, &state)
      #expect(state.shows("of 1,000") == (VirtualCards.searched(state) != nil))
    }
    #expect(ids.count > 900 && VirtualCards.searched(state) == nil)
    #expect(state.virtual.list.focused?.id == "c-777" && state.virtual.list.count == 1)
    #expect(state.shows("Shop 777.") && !state.shows("searched"))
    // The names stay known: another search needs no key.
    state.press(Key(.escape), .character("/"))
    state.type("shop 77")
    #expect(asked(&state) == nil && state.virtual.list.count == 11)
    // A card that has changed may have another name.
    var card = Self.cards[500]
    card.version += 1
    VirtualCards.show(.success(OpenedVirtualCard(card)), &state)
    #expect(state.virtual.list.row("c-500")?.name == nil)
  }

  /// What is found is in the order of the list, and what is selected stays selected.
  @Test func whatIsFoundKeepsItsPlace() {
    var state = opened().typing("/shop 1")
    var focus: String?
    while let query = asked(&state) {
      answer(query, &state)
      if let focus { #expect(state.virtual.list.focused?.id == focus) }
      focus = state.virtual.list.focused?.id
    }
    let list = state.virtual.list
    let expected = list.rows.filter { $0.name?.hasPrefix("Shop 1") == true }.map(\.id)
    #expect((0..<list.count).compactMap { list[$0]?.id } == expected && expected.count > 100)
  }

  @Test func theSearchEndsWithItsText() throws {
    var state = opened().typing("/zz")
    let query = try #require(asked(&state))
    state.press(Key(.escape))
    answer(query, &state)
    #expect(asked(&state) == nil && VirtualCards.searched(state) == nil)
    // The filter language needs no names.
    state.type("/state = ISSUED")
    #expect(asked(&state) == nil)
  }

  @Test func theSearchEndsWhenTheWalletLocksAndOnOtherScreens() throws {
    var state = opened().typing("/zz")
    let query = try #require(asked(&state))
    state.press(Key(.enter), .character("1"))
    answer(query, &state)
    #expect(asked(&state) == nil)
    state.press(.character("2"))
    #expect(asked(&state) != nil)
    _ = Gate.lock(.asked, &state)
    #expect(asked(&state) == nil)
  }

  /// A failure does not begin again for ever.
  @Test func whatCannotBeOpenedEndsTheSearch() throws {
    var state = opened().typing("/zz")
    var steps = 0
    while let query = asked(&state) {
      steps += 1
      state.fail(query, .cancelled)
      if steps > 100 { break }
    }
    #expect((10...20).contains(steps) && state.shows(state.words.virtualCards.noVirtualMatches))
  }

  @Test(arguments: VirtualCardsTests.sizes)
  func theProgressIsShownInEachSize(_ size: Size) throws {
    var state = opened(size).typing("/shop 9")
    #expect(asked(&state) != nil)
    #expect(state.shows("earch"), "\(size)")
  }
}
