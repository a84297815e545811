import Canvas
import Synchronization
import Testing
import WalletAPI
import WalletModel
import WalletService

@testable import WalletUI

/// Cards that are locked by themselves, on the screen.
@Suite struct CardTimesTests {
  private static func with(_ card: Card) -> CardDetails {
    CardDetails(card: card, account: nil, transactions: [])
  }

  @Test func aLockedCardIsUnlockedForAWhile() throws {
    var state = Fixture.state(focus: 2)
    let card = Fixture.cards[2]
    #expect(state.type("o").isEmpty)
    #expect(screen(state).contains("Thaw Travel for a while"))
    let unlock = try #require(state.press(Key(.enter)).intent(UnlockForAWhile.self))
    #expect(unlock == UnlockForAWhile(id: card.id, seconds: 1800, version: card.version))
    var open = card
    open.status = .active
    open.version = 2
    open.unlockedUntil = Fixture.now.adding(seconds: 1800)
    state.done(unlock, open)
    #expect(state.view.overlays.isEmpty)
    #expect(state.toasts.current?.text == "Travel is unlocked until 13:11")
    // It can be locked at once.
    let lock = state.type("z").intent(StatusChange.self)
    #expect(lock == StatusChange(id: card.id, action: .lock, version: 2, isUndoable: false))
  }

  @Test func takingALockBackSaysUntilWhenTheCardIsUnlocked() throws {
    var state = Fixture.state(focus: 0)
    var card = Fixture.cards[0]
    let lock = try #require(state.type("l").intent(StatusChange.self))
    (card.status, card.version) = (.locked, 2)
    state.done(lock, card)
    let back = try #require(state.type("z").intent(StatusChange.self))
    (card.status, card.version) = (.active, 3)
    card.unlockedUntil = Fixture.now.adding(seconds: 1800)
    state.done(back, card)
    #expect(state.toasts.current?.text == "Everyday is unlocked until 13:11")
  }

  /// The undo of an unlocking is a lock. A card that was unlocked for a time before gets this time
  /// again.
  @Test func anEarlierTimeIsRestored() throws {
    var state = Fixture.state(focus: 0)
    var card = Fixture.cards[0]
    let forGood = StatusChange(id: card.id, action: .unlock, version: 1, isUndoable: true)
    _ = forGood.send(&state)
    card.version = 2
    state.done(forGood, card)
    let first = state.type("z").intent(StatusChange.self)
    #expect(first == StatusChange(id: card.id, action: .unlock, version: 2, isUndoable: false))
    state.cards.pending = [:]
    let longer = UnlockForAWhile(id: card.id, seconds: 1800, version: 2)
    card.version = 3
    card.unlockedUntil = Fixture.now.adding(seconds: 1800)
    state.done(longer, card)
    #expect(state.toasts.current?.offer?.command == "card.undo")
    let second = state.type("z").intent(StatusChange.self)
    #expect(second == StatusChange(id: card.id, action: .unlock, version: 3, isUndoable: false))
  }

  /// What an undo asks the issuer for: to restore what was, not to lock or unlock anew.
  @Test func anUndoAsksForWhatWas() async throws {
    let id = Fixture.cards[0].id
    let sent = SentOperations()
    let service = WalletService(
      backend: sent,
      context: RequestContext(customerID: CustomerID("c"), sessionID: "s", deviceID: "d"))
    for isUndoable in [true, false] {
      for action in [CardAction.lock, .unlock] {
        let change = StatusChange(id: id, action: action, version: 1, isUndoable: isUndoable)
        await #expect(throws: WalletError.self) { _ = try await change.request(service) }
      }
      let days = AutoLock(id: id, days: 5, before: nil, isUndo: !isUndoable, version: 1)
      await #expect(throws: WalletError.self) { _ = try await days.request(service) }
    }
    let back = StatusReason.changeTakenBack.rawValue
    #expect(
      sent.all.compactMap { ($0 as? SetCardStatus)?.reason } == [
        StatusReason.locked.rawValue, StatusReason.unlocked.rawValue, back, back,
      ])
    #expect(
      sent.all.compactMap { ($0 as? SetCardControls)?.update }
        == [false, true].map {
          CardControlsUpdate(autoLockDays: .value(5), takesBack: $0)
        })
  }

  @Test func theTimeMustBePossible() {
    var state = Fixture.state(focus: 2).typing("o")
    for _ in 0..<2 { state.press(Key(.backspace)) }
    #expect(state.submit("10081").isEmpty)
    #expect(screen(state).contains("must be 1 to 10,080"))
  }

  @Test func onlyALockedCardCanBeUnlockedForAWhile() {
    var state = Fixture.state(focus: 0)
    #expect(state.type("o").isEmpty)
    #expect(state.view.overlays.isEmpty && state.toasts.current != nil)
  }

  @Test func theCardSaysHowLong() {
    var state = Fixture.state(focus: 0)
    var card = Fixture.cards[0]
    card.unlockedUntil = Fixture.now.adding(seconds: 1800)
    card.autoLockDays = 30
    card.autoLockAt = Fixture.now.adding(seconds: 30 * 86_400)
    state.cards.details.store(Self.with(card), at: Fixture.now)
    let facts = CardFacts(state: state).primary(CardRow(card, state.words), Self.with(card))
    #expect(facts.contains { $0.label == "Unlocked" && $0.value == "until 13:11" })
    #expect(facts.contains { $0.label == "Auto-lock" && $0.value == "20 Dec 2026" })
    #expect(screen(state).contains("until 13:11"))
    card.unlockedUntil = Fixture.now.adding(seconds: 2 * 86_400)
    let later = CardFacts(state: state).primary(CardRow(card, state.words), Self.with(card))
    #expect(later.contains { $0.value == "until 22 Nov 12:41" })
    #expect(card.refusal(of: .unlock) == nil, "it can be unlocked for good")
  }

  /// Details of another version do not say which days an undo would have to restore.
  @Test func daysThatAreNotKnownAreNotTakenBack() throws {
    var state = Fixture.state(focus: 0)
    let card = Fixture.cards[0]
    var newer = card
    newer.version = 2
    CardReading.update(newer, &state)
    let set = try #require(state.submit("d14").intent(AutoLock.self))
    newer.version = 3
    state.done(set, newer)
    #expect(state.view.undo == nil && state.toasts.current?.offer == nil)
  }

  @Test func theDaysAreSetAndTakenBack() throws {
    var state = Fixture.state(focus: 0)
    let card = Fixture.cards[0]
    let set = try #require(state.submit("d14").intent(AutoLock.self))
    #expect(set.days == 14 && set.id == card.id)
    var timed = card
    timed.autoLockDays = 14
    timed.version = 2
    state.done(set, timed)
    #expect(state.toasts.current?.text == "Everyday is locked after 14 days without use")
    let back = try #require(state.type("z").intent(AutoLock.self))
    #expect(back == AutoLock(id: card.id, days: nil, before: nil, isUndo: true, version: 2))
    state.done(back, card)
    #expect(state.toasts.current?.text == "Everyday stays unlocked when unused")
  }
}

/// A backend that keeps what it is asked for, and refuses it.
private final class SentOperations: WalletBackend {
  private let sent = Mutex<[any WalletOperation]>([])

  var all: [any WalletOperation] { sent.withLock { $0 } }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    sent.withLock { $0.append(operation) }
    throw WalletError(.actionRefused)
  }

  func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}
