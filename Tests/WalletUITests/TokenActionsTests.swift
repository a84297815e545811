import Canvas
import Languages
import PhoneWallet
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// Freezing, resuming and removing a card's tokens with `f` (C16).
@Suite struct TokenActionsTests {
  private static func token(_ reference: String) -> MobileWalletTokenization {
    MobileWalletTokenization(dpanRef: reference, walletType: .applePay, status: .completed)
  }

  private static func card(_ references: [String]) -> Card {
    var card = Fixture.cards[1]
    card.tokenizations = references.map(token)
    return card
  }

  /// The second card is in focus, and has these tokens.
  private static func state(_ references: [String], _ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size, focus: 1)
    let card = card(references)
    state.cards.details.store(
      CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    state.phones.wallets.devices = [SimulatedDevice(.iPhone)]
    state.phones.wallets.devices[0].add(DeviceToken("token-0042"))
    return state
  }

  private static func rows(_ state: State) throws -> [String] {
    try #require(state.top(TokenPicker.self)).list(state).rows.map { row in
      row.title + (row.refusal.map { ": " + $0 } ?? "")
    }
  }

  private static func sent(_ effects: [Effect]) throws -> TokenIntent {
    try #require(effects.intent(TokenIntent.self))
  }

  @Test func theOnlyTokenIsChosenAtOnce() throws {
    var state = Self.state(["token-0042"]).typing("f")
    #expect(try Self.rows(state) == ["Freeze", "Remove", "Resume: not frozen"])
    #expect(screen(state).contains("Groceries · Apple Pay · iPhone"))
    let intent = try Self.sent(state.press(Key(.enter)))
    #expect(intent.action == .freeze && intent.dpanRef == "token-0042")
    #expect(intent.version == Fixture.cards[1].version && state.view.overlays.isEmpty)
  }

  @Test func oneOfSeveralIsChosenFirst() throws {
    var state = Self.state(["token-0042", "elsewhere"]).typing("f")
    #expect(try Self.rows(state) == ["Apple Pay · iPhone", "Apple Pay"])
    state.press(Key(.down), Key(.enter))
    #expect(try Self.rows(state) == ["Freeze", "Remove", "Resume: not frozen"])
    #expect(try Self.sent(state.press(Key(.enter))).dpanRef == "elsewhere")
  }

  /// On the card's page, the token on which the cursor is.
  @Test func theCursorOfThePageChooses() throws {
    var state = Self.state(["token-0042", "elsewhere"])
    state.press(Key(.enter))
    let phones = try #require(PageOutline(state).section(.phones))
    _ = CardPage.move(by: phones.stops.lowerBound + 1, &state)
    #expect(CardPage.token(state)?.dpanRef == "elsewhere")
    #expect(screen(state).contains("f freeze, resume, remove"))
    for key in [Key.character("f"), Key(.enter)] {
      state.press(key)
      #expect(state.top(TokenPicker.self)?.dpanRef == "elsewhere")
      state.press(Key(.escape))
    }
    _ = CardPage.move(by: -phones.stops.lowerBound - 1, &state)
    #expect(CardPage.token(state) == nil)
  }

  @Test func aCardOnNoPhoneSaysSo() {
    var state = Self.state([])
    #expect(state.type("f").isEmpty && state.view.overlays.isEmpty)
    #expect(TokenPicker.command.disabled(state) == "Not on a phone")
  }

  @Test func eachActionIsTakenBack() throws {
    var state = Self.state(["token-0042"])
    func perform(_ effects: [Effect], _ change: (inout MobileWalletTokenization) -> Void) throws
      -> TokenIntent
    {
      let intent = try Self.sent(effects)
      var card = try #require(state.cards.details[Fixture.cards[1].id]?.card)
      if var token = card.tokenizations?[0] {
        change(&token)
        card.tokenizations = [token]
      }
      card.version += 1
      state.done(intent, card)
      return intent
    }
    _ = try perform(state.submit("f")) { $0.isFrozen = true }
    #expect(screen(state).contains("Apple Pay · iPhone frozen"))
    let undo = try perform(state.type("z")) { $0.isFrozen = false }
    #expect(undo.action == .resume && undo.version == Fixture.cards[1].version + 1)
    #expect(state.view.undo == nil, "an undo is not taken back")
    _ = try perform(state.submit("fRem")) { $0.removedAt = Fixture.now }
    state.type("f")
    #expect(
      try Self.rows(state) == ["Resume", "Freeze: removed", "Remove: removed"])
    state.press(Key(.escape))
    #expect(try perform(state.type("z")) { $0.removedAt = nil }.action == .resume)
    #expect(state.cards.details[Fixture.cards[1].id]?.card.tokenizations?[0].removedAt == nil)
  }

  /// What somebody else changed in the meantime is not overwritten.
  @Test func aLaterChangeIsNotTakenBack() throws {
    var state = Self.state(["token-0042"])
    let intent = try Self.sent(state.submit("f"))
    var card = Self.card(["token-0042"])
    card.version += 1
    state.done(intent, card)
    #expect(state.view.undo != nil)
    card.version += 1
    state.row(card)
    #expect(state.view.undo == nil)
  }

  @Test func aRefusalIsSaid() throws {
    var state = Self.state(["token-0042"])
    let intent = try Self.sent(state.submit("f"))
    let error = WalletError(.actionRefused, details: [.card(.tokenIsFrozen)])
    _ = reduce(&state, .performed(AnyIntent(intent), .failure(error)))
    #expect(state.toasts.current != nil && state.view.undo == nil)
  }

  /// A lock in another terminal is shown with what it does to the card's tokens.
  @Test func aLockFromElsewhereSuspendsTheTokensInSight() throws {
    var state = Self.state(["token-0042"])
    #expect(screen(state).contains("Apple Pay ✓"))
    var card = Self.card(["token-0042"])
    (card.status, card.version) = (.locked, card.version + 1)
    card.tokenizations?[0].state = .suspended
    let effects = reduce(&state, .event(.cardsChanged([card.id])))
    let query = try #require(effects.query(CardRowQuery.self))
    state.answer(query, card)
    #expect(screen(state).contains("Apple Pay ■"))
    #expect(!screen(state).contains("Apple Pay ✓"))
  }

  @Test func theTextsAreGerman() throws {
    var state = Self.state(["token-0042"])
    state.settings.words = Words(.german)
    state.type("f")
    #expect(try Self.rows(state) == ["Einfrieren", "Entfernen", "Freigeben: nicht eingefroren"])
  }

  /// Line by line, too.
  @Test func lineModeListsTokensAndTheirActions() throws {
    var state = Self.state(["token-0042"]).linear
    state.press(Key(.enter))
    #expect(screen(state).contains("active · ··0042 · iPhone"))
    state.type("f")
    #expect(screen(state).contains("Freeze"))
  }
}
