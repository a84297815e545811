import Canvas
import Languages
import ScreenKit
import Testing
import WalletModel

@testable import WalletUI

/// Replacing a card on the screen.
@Suite struct CardReplaceTests {
  @Test func theFormAsksForTheReason() throws {
    var state = Fixture.state(focus: 0)
    let old = Fixture.cards[0]
    #expect(state.type("R").isEmpty)
    #expect(screen(state).contains("Replace Everyday?"))
    #expect(screen(state).contains("lost"))
    state.press(Key(.right))
    let replace = try #require(state.press(Key(.enter)).intent(CardReplace.self))
    #expect(replace == CardReplace(id: old.id, reason: .stolen, version: old.version))
    let new = Fixture.card("Everyday", .issued, .mastercard, .physical, "7712")
    state.done(replace, new)
    #expect(state.view.overlays.isEmpty)
    #expect(state.toasts.current?.text == "Everyday is replaced by ··7712")
    #expect(state.view.undo == nil, "it can't be taken back")
    state.row(Fixture.card(0, .cancelled))
    #expect(state.cards.list.row(old.id)?.status == .cancelled)
    #expect(state.toasts.current?.text == "Everyday is replaced by ··7712", "not by somebody else")
  }

  @Test func theListAndTheFactsSayWhichCardHasTakenItsPlace() {
    var state = Fixture.state(focus: 5)
    var old = Fixture.cards[5]
    #expect(!screen(state).contains("Replaced by"), "control")
    old.status = .cancelled
    old.replacedBy = CardReference(Fixture.cards[0].id, lastFour: "4821")
    CardReading.update(old, &state)
    let details = CardDetails(card: old, account: nil, transactions: [])
    state.cards.details.store(details, at: Fixture.now)
    #expect(screen(state).contains("Replaced by ··4821"))
    let row = CardRow(old, state.words)
    let facts = CardFacts(state: state).primary(row, details)
    #expect(facts.contains { $0.label == "Replaced" && $0.value == "by ··4821" })
  }

  @Test func aCardThatHasEndedIsNotReplaced() {
    let state = Fixture.state(focus: 5).typing("R")
    #expect(state.view.overlays.isEmpty && state.toasts.current != nil)
  }

  @Test(arguments: [
    (Language.english, "freeze", "card.lock"), (.english, "block", "card.lock"),
    (.english, "block", "card.replace"), (.english, "lost", "card.replace"),
    (.english, "stolen", "card.replace"), (.english, "report", "card.replace"),
    (.german, "verloren", "card.replace"), (.german, "gestohlen", "card.replace"),
  ])
  func ordinaryWordsFindWhatHelps(_ language: Language, _ word: String, _ command: Command.ID)
    throws
  {
    var state = Fixture.$language.withValue(language) { Fixture.state(focus: 0) }
    state.type(":" + word)
    let rows = try #require(state.top(CommandMenu.self)).list(state).rows
    #expect(rows.contains { $0.id == command && $0.refusal == nil })
    if ["lost", "stolen", "report"].contains(word) { #expect(rows.first?.id == command) }
  }
}
