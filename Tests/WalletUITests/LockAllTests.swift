import Canvas
import ScreenKit
import Testing
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// All cards are locked with one key, after a question.
@Suite struct LockAllTests {
  private static func outcome(_ cards: [Card], _ status: CardStatus) -> CardsOutcome {
    var outcome = CardsOutcome()
    outcome.changed = cards.map { card in
      var card = card
      card.status = status
      card.version += 1
      return card
    }
    return outcome
  }

  private static func change(_ effects: [Effect]) throws -> CardsChange {
    try #require(effects.intent(CardsChange.self))
  }

  @Test func theQuestionNamesHowManyAreLocked() throws {
    var state = Fixture.state()
    #expect(state.type("F").isEmpty)
    #expect(screen(state).contains("Lock 3 cards and all virtual cards?"))
    #expect(screen(state).contains("1 card can't be locked"))
    #expect(screen(state).contains("New plastic: not activated yet"))
    let change = try Self.change(state.press(Key(.enter)))
    #expect(change.waiting.map(\.id) == [0, 1, 3].map { Fixture.cards[$0].id })
    #expect(state.cards.pending.count == 3)
  }

  @Test func theMessageNamesWhatIsLeftAndUndoUnlocksOnlyThese() throws {
    var state = Fixture.state()
    let change = try Self.change(state.submit("F"))
    let cards = [0, 1, 3].map { Fixture.cards[$0] }
    let next = try Self.change(state.done(change, Self.outcome(cards, .locked)))
    #expect(state.view.overlays.isEmpty && state.cards.pending.isEmpty)
    #expect(next.waiting.isEmpty && next.virtual == .first)
    var virtual = CardsOutcome()
    let paused = Fixture.pausedVirtual(withAll: true)
    virtual.changedVirtual = [paused]
    virtual.nextToken = "7"
    let last = try Self.change(state.done(next, virtual))
    #expect(last.waiting.isEmpty && last.virtual == .after("7"))
    #expect(screen(state).contains("Pausing: 1 virtual card"))
    state.done(last, CardsOutcome())
    #expect(state.toasts.current?.text == "3 cards locked, 1 virtual card paused")
    #expect(state.toasts.current?.detail == "New plastic: not activated yet")
    #expect(state.toasts.current?.offer?.command == "card.undo")
    #expect(state.cards.list.rows.filter { $0.status == .locked }.count == 4)
    let back = try Self.change(state.type("z"))
    #expect(back.action == .unlock)
    #expect(
      back.waiting == cards.map { CardTarget($0.id, version: $0.version + 1) } + [
        CardTarget(paused, version: paused.version)
      ])
    #expect(back.virtual == nil, "only these")
    state.done(back, Self.outcome(cards, .active))
    #expect(state.toasts.current?.text == "3 cards unlocked")
    #expect(state.view.undo == nil)
    #expect(state.cards.list.row(Fixture.cards[2].id)?.status == .locked, "it was locked before")
  }

  /// The screen stays free: each part is a request of its own, and shows how far it is.
  @Test func manyCardsAreLockedInParts() throws {
    var state = Fixture.state()
    let targets = (0..<250).map { CardTarget(CardID("card-\($0)")) }
    var change = CardsChange(.lock, targets, isUndoable: true)
    var parts = 0
    while true {
      parts += 1
      let cards = change.waiting.prefix(CardsChange.part).map { target in
        var card = Fixture.cards[0]
        card.id = target.id
        return card
      }
      let effects = state.done(change, Self.outcome(cards, .locked))
      if parts == 1 { #expect(screen(state).contains("Locking: 100 of 250")) }
      guard let next = effects.intent(CardsChange.self) else { break }
      change = next
    }
    #expect(parts == 3)
    #expect(state.toasts.current?.text == "250 cards locked")
  }

  @Test func aLostConnectionEndsIt() throws {
    var state = Fixture.state()
    let targets = (0..<250).map { CardTarget(CardID("card-\($0)")) }
    var outcome = CardsOutcome()
    outcome.stopped = WalletError(.netOffline)
    outcome.rest = Array(targets.prefix(100))
    let change = CardsChange(.lock, targets, isUndoable: true)
    #expect(state.done(change, outcome).isEmpty)
    #expect(state.toasts.current?.text == "0 cards locked")
    #expect(state.toasts.current?.detail == "250 cards not tried")
    #expect(state.view.undo == nil)
  }

  @Test func thereMustBeACardToLock() {
    var state = Fixture.state()
    state.cards.list.isLoading = true
    #expect(CardsChange.refusal(state) == state.words.screen.readingCards)
    state.cards.list.removeAll()
    state.cards.list.isLoading = false
    #expect(CardsChange.refusal(state) == nil, "there may be virtual cards")
    state.virtual.isMissing = true
    #expect(CardsChange.refusal(state) == state.words.cardForms.nothingToLock)
  }

  /// The rows of virtual cards change at once, and a card that is refused is named.
  @Test func virtualCardsArePausedWithAll() throws {
    var state = Fixture.state()
    state.showVirtual()
    #expect(state.type("F").isEmpty)
    var change = try Self.change(state.press(Key(.enter)))
    change = try Self.change(state.done(change, CardsOutcome()))
    var outcome = CardsOutcome()
    let paused = Fixture.pausedVirtual(withAll: true)
    outcome.changedVirtual = [paused]
    outcome.refused = [
      CardsOutcome.Refusal(
        id: CardID(Fixture.virtualCards[1].id), error: WalletError(.virtualCardState))
    ]
    state.done(change, outcome)
    #expect(state.virtual.list.row(paused.id)?.card?.isPausedWithAll == true)
    #expect(state.toasts.current?.text == "1 virtual card paused")
    let detail = try #require(state.toasts.current?.detail)
    #expect(detail.contains(state.words.errors.message(WalletError(.virtualCardState))))
    #expect(!detail.contains(Fixture.virtualCards[1].id), "it has a name")
    #expect(state.view.undo != nil)
  }

  @Test func virtualCardsThatCouldNotBeReadAreNamed() throws {
    var state = Fixture.state()
    var outcome = CardsOutcome()
    outcome.stopped = WalletError(.internalError)
    let change = CardsChange(.lock, [], virtual: .first, isUndoable: true)
    #expect(state.done(change, outcome).isEmpty)
    #expect(state.toasts.current?.detail?.hasPrefix("Virtual cards: ") == true)
    #expect(state.view.undo == nil, "nothing was locked")
    // What stops the others keeps the virtual cards, too.
    outcome.rest = [CardTarget(Fixture.cards[0].id)]
    let cards = CardsChange(
      .lock, [CardTarget(Fixture.cards[0].id)], virtual: .first, isUndoable: true)
    state.done(cards, outcome)
    #expect(state.toasts.current?.detail?.contains("virtual cards not tried") == true)
  }
}
