import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import WalletService

@testable import WalletUI

/// News that come late, and changes that others have made.
@Suite struct NewsTests {
  private static func header(_ state: State) -> Substring {
    screen(state).split(separator: "\n")[0]
  }

  @Test func lateNewsLeaveTheWalletOnline() {
    var state = remoteState()
    #expect(reduce(&state, .event(.newsLate)).isEmpty)
    #expect(state.unreachable == nil)
    #expect(Self.header(state).contains("news late · ^R reads again"))
    #expect(!state.type("l").isEmpty, "changes are possible")
    _ = reduce(&state, offline)
    #expect(Self.header(state).contains("offline since"))
    #expect(!Self.header(state).contains("news late"), "one note is enough")
    _ = reduce(&state, .event(.connectionRestored))
    #expect(Self.header(state).contains("news late"))
    _ = reduce(&state, .event(.newsOnTime))
    #expect(!Self.header(state).contains("news late"))
  }

  /// Nothing is asked of the server, so nothing ends the reading.
  @Test(arguments: [WalletEvent.connectionLost(WalletError(.netOffline)), .signInEnded])
  func aListThatCannotBeReadSaysWhy(_ event: WalletEvent) {
    for tab in ["2", "3", "4", "5"] {
      var state = remoteState()
      state.activity.book = PaymentBook()
      _ = reduce(&state, .event(event))
      state.type(tab)
      #expect(state.shows("Not loaded: ") && !state.shows("Reading "), "\(tab)")
      _ = reduce(&state, .event(.connectionRestored))
      #expect(!state.shows("Not loaded") && state.shows("Reading "), "\(tab): it is read now")
    }
  }

  /// A topic that no screen knows fails here.
  @Test(arguments: NewsTopic.allCases) func aScreenReadsWhatChanged(_ topic: NewsTopic) {
    func effects(_ tab: Tab, _ event: WalletEvent?) -> [Effect] {
      var state = Fixture.state().typing("\(tab.number)")
      let effects = event.map { reduce(&state, .event($0)) } ?? []
      return effects + state.pass(seconds: 3)
    }
    let news = WalletEvent.changed(topic, ids: nil)
    #expect(Screens.tabs.contains { effects($0, news) != effects($0, nil) })
  }

  private static func lockedElsewhere(_ row: Int = 0) -> Card {
    var card = Fixture.card(row, .locked)
    card.statusReason = StatusReason.locked.rawValue
    return card
  }

  @Test func aLockFromElsewhereIsReported() {
    var state = remoteState(Size(200, 60))
    let card = Self.lockedElsewhere()
    _ = reduce(&state, .event(.cardsChanged([card.id])))
    state.row(card)
    #expect(state.toasts.current?.text == "Everyday is now locked")
    #expect(state.toasts.current?.detail == "changed elsewhere · Locked by the cardholder")
    #expect(Self.header(state).contains("5 Activity●"))
    state.pass(seconds: 11)
    #expect(state.toasts.current == nil && state.shows("Everyday is now locked"), "in the news")
    // A search finds it.
    state.type("5")
    #expect(state.toasts.current?.text == "Everyday is now locked")
    #expect(!Self.header(state).contains("●"))
    state.row(card)
    #expect(state.toasts.history.count { $0.isNews } == 1, "once")
  }

  @Test func theMessagesTakeTheDotAway() {
    var state = remoteState()
    let card = Self.lockedElsewhere()
    state.row(card)
    #expect(state.toasts.unseen != nil)
    state.type("!")
    #expect(state.shows("Everyday is now locked"))
    #expect(state.toasts.unseen == nil)
  }

  /// The list is forgotten when the wallet locks. What it showed is not, nor that there are news.
  @Test(arguments: [false, true]) func aLockFromElsewhereIsReportedAfterUnlocking(_ isRead: Bool) {
    var state = remoteState(Size(200, 60))
    let card = Self.lockedElsewhere()
    if isRead { state.row(card) }
    state.press(.control("l"))
    #expect(
      state.cards.list.rows.isEmpty && state.toasts.history.isEmpty && state.cards.seen.count == 6)
    #expect(
      state.cards.seen.values.allSatisfy { ($0.title + $0.lastFour + $0.programName).isEmpty })
    _ = reduce(&state, .opened(state.wallet, nil))
    // Control: it is read later.
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.netLost))))
    #expect(state.toasts.unseen == nil)
    state.press(.control("r"))
    _ = reduce(&state, .cards([card] + Fixture.cards.dropFirst()))
    #expect(state.toasts.history.filter(\.isNews).map(\.text) == ["Everyday is now locked"])
    #expect(Self.header(state).contains("5 Activity●") && state.cards.seen.isEmpty)
  }

  /// Control: this program has changed it.
  @Test func aLostAnswerIsNoNewsAfterUnlocking() {
    var state = PendingTests.pending()
    state.press(.control("l"))
    _ = reduce(&state, .opened(state.wallet, nil))
    let cards = [Self.lockedElsewhere()] + Fixture.cards.dropFirst()
    _ = reduce(&state, .cards(cards))
    #expect(state.cards.list.row(cards[0].id)?.status == .locked && state.toasts.unseen == nil)
  }

  /// A vault reports only that something has changed.
  @Test func eachChangedCardOfAPageIsReported() {
    var state = Fixture.state()
    let cards = [Self.lockedElsewhere(), Self.lockedElsewhere(1)] + Fixture.cards.dropFirst(2)
    _ = reduce(&state, .cards(cards))
    #expect(
      state.toasts.history.map(\.text) == ["Everyday is now locked", "Groceries is now locked"])
  }

  @Test func onesOwnChangesAreNoNews() {
    var state = remoteState()
    let card = Self.lockedElsewhere()
    state.type("l")
    // The event comes before the answer.
    state.row(card)
    state.done(lockEveryday, .card(card))
    state.row(card)
    #expect(state.toasts.unseen == nil)
  }

  /// The change is read before and after it is known to be made.
  @Test(arguments: [true, false]) func aLostAnswerIsNoNews(_ isReadBefore: Bool) {
    var state = PendingTests.pending()
    let card = Self.lockedElsewhere()
    if isReadBefore { state.row(card) }
    _ = reduce(&state, .settled(recorded(0), .success(.done)))
    state.row(card)
    #expect(state.focusedRow?.status == .locked && state.toasts.unseen == nil)
    #expect(state.toasts.current?.text == "Everyday: lock was done")
    var unlocked = Fixture.cards[0]
    unlocked.version = card.version + 1
    state.row(unlocked)
    #expect(state.toasts.current?.text == "Everyday is now active", "control: by another one")
  }

  /// The card cannot be read after its change was settled, and comes with the list.
  @Test func aSettledChangeSilencesNoLaterOne() {
    var state = PendingTests.pending()
    _ = reduce(&state, .settled(recorded(0), .success(.done)))
    var card = Self.lockedElsewhere()
    _ = reduce(&state, .row(card.id, .failure(WalletError(.netLost))))
    for (status, isTold) in [(CardStatus.locked, false), (.active, true)] {
      card.status = status
      _ = reduce(&state, .cards([card] + Fixture.cards.dropFirst()))
      #expect((state.toasts.unseen != nil) == isTold, "\(status)")
      card.version += 1
    }
    #expect(state.toasts.current?.text == "Everyday is now active")
  }

  @Test func aLostAnswerAmongSeveralIsNoNews() {
    var state = remoteState()
    let card = Self.lockedElsewhere()
    var outcome = CardsOutcome()
    outcome.refused = [CardsOutcome.Refusal(id: card.id, error: WalletError(.changePending))]
    let change = CardsChange(.lock, [CardTarget(card.id)], isUndoable: true)
    state.done(change, outcome)
    state.row(card)
    #expect(state.focusedRow?.status == .locked && state.toasts.unseen == nil)
  }
}
