import Canvas
import ScreenKit
import Testing
import Themes
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

@Suite struct ListTests {
  @Test func filterFindsNameLastFourStatusAndProgramme() {
    for (query, names) in [
      ("tra", ["Travel"]), ("7711", ["Shopping"]), ("active", ["Everyday", "Groceries"]),
      ("virtual-visa", ["Travel"]), ("zzz", []), ("MC", ["Everyday", "New plastic", "Old"]),
      // Hidden digits are never searched.
      ("555555", []),
    ] {
      var state = Fixture.state(focus: 0)
      state.type("/" + query)
      let found = (0..<state.cards.list.count).compactMap { state.cards.list[$0]?.title }
      #expect(found == names, "\(query)")
      state.press(Key(.escape))
      #expect(state.cards.list.count == 6)
    }
  }

  @Test func whatWasFoundIsUnderlined() throws {
    let state = Fixture.state(focus: 0).typing("/rav")
    let canvas = render(state, .plain)
    let rows = (0..<canvas.size.height).map { String(canvas.text(row: $0).prefix(40)) }
    let y = try #require(rows.firstIndex { $0.contains("Travel") })
    let start = try #require(rows[y].firstRange(of: "Travel")).lowerBound
    let x = rows[y].distance(from: rows[y].startIndex, to: start)
    let underlined = (0..<6).map { canvas[x + $0, y].style.attributes.contains(.underline) }
    #expect(underlined == [false, true, true, true, false, false])
  }

  @Test func theFocusStaysOnItsCardWhileFiltering() {
    var state = Fixture.state(focus: 3).typing("/visa")
    #expect(state.focusedRow?.title == "Shopping")
    state.press(Key(.escape))
    #expect(state.focusedRow?.title == "Shopping")
  }

  /// The next key must not lock another card than the selected one.
  @Test(arguments: ["zzz", "tra", "e"])
  func anUnusedFilterKeepsTheSelection(_ query: String) {
    var state = Fixture.state(focus: 1)
    state.type("/" + query)
    state.press(Key(.escape))
    #expect(state.focusedRow?.title == "Groceries")
    // Nothing was found, and the filter was kept.
    state.type("/zzz")
    state.press(Key(.enter), Key(.escape))
    #expect(state.focusedRow?.title == "Groceries" && state.cards.list.filter == nil)
    // Some of the typed text is deleted.
    state.type("/tra")
    state.press(Key(.backspace), Key(.backspace), Key(.backspace))
    #expect(state.focusedRow?.title == "Groceries")
  }

  @Test func aCardChosenInTheFilterStaysSelected() {
    var state = Fixture.state(focus: 0).typing("/tra")
    state.press(Key(.enter), Key(.escape))
    #expect(state.focusedRow?.title == "Travel")
    state.type("/visa")
    state.press(Key(.down), Key(.escape))
    #expect(state.focusedRow?.title == "Shopping")
  }

  @Test func aHundredThousandCardsScrollWithAMargin() {
    var state = Fixture.state(focus: 0)
    let cards = (0..<100_000).map {
      var card = Fixture.cards[0]
      card.id = CardID("c\($0)")
      return card
    }
    _ = reduce(&state, .cards(cards))
    state.type("G")
    #expect(state.cards.list.selected == 99_999)
    #expect(state.cards.list.top == 100_000 - state.cards.list.height)
    state.type("k")
    #expect(state.cards.list.top == 100_000 - state.cards.list.height)
    state.type("g")
    #expect(state.cards.list.selected == 0 && state.cards.list.top == 0)
    for _ in 0..<state.cards.list.height { state.type("j") }
    #expect(state.cards.list.selected - state.cards.list.top == state.cards.list.height - 3)
  }

  /// The first event of a server means that any card may have changed, while the list is being
  /// read.
  @Test func theListIsReadAgainAfterTheCurrentReading() {
    let page = { (offset: Int) in
      let cards = (offset..<min(offset + 200, 600)).map { number in
        var card = Fixture.cards[0]
        card.id = CardID("c\(number)")
        return card
      }
      let meta = PagingResultMeta(numberOfRecords: 600, limit: 200, page: offset / 200 + 1)
      return Action.page(offset: offset, .success(CardList(cards: cards, meta: meta)))
    }
    func next(_ offset: Int) -> [Effect] {
      [.loadPage(offset: offset, limit: CardReading.furtherPages)]
    }
    var state = Fixture.state()
    #expect(state.start().first == .loadPage(offset: 0, limit: CardReading.firstPage))
    #expect(reduce(&state, page(0)) == next(200))
    // Control: without events each page requests the next one.
    #expect(reduce(&state, page(200)) == next(400))
    #expect(reduce(&state, .event(.cardsChanged(nil))).isEmpty, "not twice at the same time")
    let again = reduce(&state, page(400))
    #expect(again == [.loadPage(offset: 0, limit: CardReading.firstPage)])
    #expect(state.cards.list.rows.count == 600)
    #expect(reduce(&state, page(0)) == next(200))
    #expect(reduce(&state, page(0)).isEmpty, "the same page twice")
    #expect(reduce(&state, page(200)) == next(400))
    #expect(state.nextDeadline != nil, "it says that it reads")
    #expect(reduce(&state, page(400)).isEmpty)
    #expect(state.view.work.isEmpty && state.cards.reading.awaited == nil)
  }

  @Test func damagedRecordsAreListed() {
    var state = Fixture.state(focus: 0)
    var cards = Fixture.cards
    cards.remove(at: 1)
    let damaged = DamagedRecord(id: CardID("broken"), position: 1)
    _ = reduce(&state, .cards(cards, damaged: [damaged]))
    #expect(state.cards.list[1]?.isDamaged == true)
    #expect(state.cards.list[2]?.title == "Travel")
    state.type("j")
    #expect(state.refusal(of: .lock) == "its record is damaged")
    #expect(reduce(&state, .settle).isEmpty, "nothing is asked of a damaged record")
  }

  @Test func onlyTheSelectedCardIsRead() {
    var state = Fixture.state(focus: 0)
    state.cards.details = DetailsState()
    state.type("jjj")
    #expect(
      reduce(&state, .settle) == [3, 4, 2].map { .loadDetails(Fixture.cards[$0].id) },
      "the card itself first, then those beside it")
    #expect(reduce(&state, .settle).isEmpty)
  }

  /// A server that answers with another card was asked again without a pause.
  @Test func anotherCardIsNoAnswer() {
    var state = Fixture.state(focus: 0)
    let (first, second, third) = (Fixture.cards[0], Fixture.cards[1], Fixture.cards[2])
    state.cards.details = DetailsState()
    #expect(reduce(&state, .settle) == [first, second].map { .loadDetails($0.id) })
    for card in [first, second] {
      _ = reduce(&state, .loaded(card.id, .success(Fixture.details(third))))
      #expect(state.cards.details.failure(card.id)?.code == .netAnswer)
    }
    #expect(state.cards.details[third.id] == nil)
    #expect(reduce(&state, .settle).isEmpty)
    // News is a reason to try again.
    #expect(reduce(&state, .event(.cardsChanged([first.id]))) == [.loadRow(first.id)])
    #expect(reduce(&state, .settle) == [.loadDetails(first.id)])
    // Nor is it a new card, for which the list is read.
    var unknown = first
    unknown.id = CardID("unknown")
    #expect(reduce(&state, .row(first.id, .success(unknown))).isEmpty)
    #expect(
      state.row(unknown)
        == [.loadPage(offset: 0, limit: CardReading.firstPage)])
  }

  @Test func aTooSmallScreenAcceptsOnlyQuit() {
    var state = Fixture.state(Size(39, 12), focus: 0).typing("l")
    #expect(state.cards.pending.isEmpty && state.program.exit == nil)
    state.type("q")
    #expect(state.program.exit == 0)
  }
}

@Suite struct RegistryTests {
  @Test func idsAndKeysAreUnique() {
    let ids = CommandRegistry.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let keys = CommandRegistry.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func everyCommandIsFoundByTitleIdKeyAndWord() {
    for command in CommandRegistry.all {
      for query in [command.text(.english).title, command.id, command.text(.english).doc] {
        var menu = CommandMenu(.palette)
        menu.picker.input = TextInput(query)
        #expect(menu.list(Fixture.state()).rows.contains { $0.id == command.id }, "\(query)")
      }
    }
  }

  @Test func thePaletteRunsACommand() {
    var state = Fixture.state(focus: 0)
    #expect(state.submit(":lock card").intent(StatusChange.self)?.action == .lock)
    #expect(state.view.overlays.isEmpty)
  }
}
