import Canvas
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// A wallet on a server, with somebody signed in.
func remoteState(_ size: Size = Size(120, 40), focus: Int = 0) -> State {
  var state = Fixture.state(size, focus: focus)
  state.wallet = WalletInfo(
    name: "ana at https://wallet.example", isDemo: false, path: nil, showsPhone: false)
  state.wallet.asksPassword = true
  state.wallet.user = "ana"
  return state
}

/// The same before anything was read.
private func unread() -> State {
  State(
    wallet: remoteState().wallet, size: Size(120, 40), gate: .open, clock: Fixture.clock,
    settings: Settings())
}

func recorded(_ row: Int, _ status: CardStatus = .locked) -> RecordedChange {
  written(
    SetCardStatus(Fixture.cards[row].id, status, reason: "Locked by the cardholder"),
    key: "0123456789abcdef0123456789abcdef", version: 1)
}

private func recordedCard(_ key: String) -> RecordedChange {
  written(CreateCard(CardRequest(programName: "everyday", currency: "EUR")), key: key)
}

private func written(_ operation: some WalletOperation, key: String, version: Int? = nil)
  -> RecordedChange
{
  var context = RequestContext(
    customerID: CustomerID("ana"), sessionID: "s", deviceID: "d", expectedVersion: version)
  context.idempotencyKey = key
  guard let change = RecordedChange(operation, context, wallet: "w", time: Fixture.now) else {
    preconditionFailure("a change of this kind is written down")
  }
  return change
}

let offline = Action.event(.connectionLost(WalletError(.netOffline)))
let lockEveryday = AnyIntent.setStatus(
  Fixture.cards[0].id, .lock, version: 1, undoable: true)

@Suite struct OfflineTests {
  @Test func offlineDataStayAndCannotBeChanged() {
    var state = remoteState()
    let before = state.cards.list.rows
    let details = state.cards.details[before[0].id]
    #expect(reduce(&state, offline).isEmpty)
    #expect(state.unreachable == "can't reach the server (since 12:41)")
    for key in "lupPaXcAz" { #expect(state.type(String(key)).isEmpty, "\(key)") }
    #expect(state.view.overlays.isEmpty && state.cards.pending.isEmpty)
    // Moving reads nothing. Reading again is tried without success.
    state.press(Key(.down))
    #expect(reduce(&state, .settle).isEmpty)
    #expect(state.press(.control("r")) == [.loadPage(offset: 0, limit: 200)])
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.netOffline))))
    _ = reduce(&state, .loaded(before[0].id, .failure(WalletError(.netLost))))
    #expect(state.cards.list.rows == before)
    #expect(state.cards.details[before[0].id] == details)
    #expect(state.nextDeadline == state.toasts.current?.deadline, "no timer of its own")
  }

  /// The state after the last answer is unknown.
  @Test func theTimeIsThatOfTheLastAnswerOrTheLoss() {
    var state = remoteState()
    var silent = state
    let lost = WalletEvent.connectionLost(WalletError(.netOffline), silence: 41_000)
    _ = reduce(&silent, .event(lost))
    #expect(silent.unreachable == "can't reach the server (since 12:40)")
    _ = reduce(&state, offline)
    state.pass(seconds: 90)
    _ = reduce(&state, offline)
    #expect(state.unreachable?.contains("12:41") == true)
  }

  @Test func revealedSecretsAreConcealed() {
    var (state, pin) = RevealTests.revealed()
    #expect(!pin.isEmpty)
    _ = reduce(&state, offline)
    #expect(state.secrets.reveal == nil && pin.isEmpty)
  }

  @Test func theConnectionReturnsByItself() {
    var state = remoteState()
    _ = reduce(&state, .changes([recorded(0)]))
    _ = reduce(&state, .settled(recorded(0), .failure(WalletError(.netLost))))
    _ = reduce(&state, offline)
    #expect(state.pass(seconds: 60).isEmpty, "nobody is asked while nobody is there")
    let effects = reduce(&state, .event(.connectionRestored))
    #expect(effects == [.loadPage(offset: 0, limit: 200), .settle(recorded(0))])
    #expect(state.unreachable == nil)
    #expect(reduce(&state, .settle).count == 3, "details and payments are read again")
    #expect(reduce(&state, .event(.connectionRestored)).isEmpty)
  }

  /// Their answers may come before the news that the server is back.
  @Test func whatOthersDidMeanwhileStaysInSight() {
    var state = remoteState()
    _ = reduce(&state, offline)
    state.row(Fixture.card(0, .locked))
    _ = reduce(&state, .event(.connectionRestored))
    #expect(state.toasts.current?.text == "Everyday is now locked")
    #expect(state.toasts.history.last?.text == "The server is back")
  }

  @Test func anOpenDialogSaysWhyNothingIsSent() throws {
    var state = remoteState().typing("X4821")
    _ = reduce(&state, offline)
    #expect(state.press(Key(.enter)).isEmpty)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy)
    let sentence = dialog.failure.map(Words.english.errors.sentence) ?? ""
    #expect(sentence.contains("can't reach the server (since 12:41)"))
    _ = reduce(&state, .event(.connectionRestored))
    #expect(!screen(state).contains("can't reach"), "it is not so any more")
    #expect(state.press(Key(.enter)).count == 1, "now it goes")
  }

  @Test func anUnreadListIsNotShownAsAnEmptyWallet() {
    var state = unread()
    _ = state.start()
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.netOffline))))
    #expect(!state.cards.list.isKnown && !state.cards.list.isLoading && state.view.work.isEmpty)
  }
}

@Suite struct OrderTests {
  /// Answers can overtake each other. Data that were read before a change must not undo it on the
  /// screen.
  @Test func anOldPageDoesNotUndoAChange() {
    var state = remoteState()
    state.press(.control("r"))
    state.type("l")
    let locked = Fixture.card(0, .locked)
    state.done(lockEveryday, .card(locked))
    #expect(reduce(&state, .cards(Fixture.cards)) == [.loadRow(locked.id)])
    #expect(state.focusedRow?.status == .locked)
    let details = Fixture.details(Fixture.cards[0])
    #expect(reduce(&state, .loaded(locked.id, .success(details))).isEmpty, "it is being read")
    #expect(state.focusedRow?.status == .locked)
    // Data that were read on purpose are used with any version, because a server may have been
    // restored. Then requests from before are repeated.
    let again = reduce(&state, .row(locked.id, .success(Fixture.cards[0])))
    #expect(again == [.loadRow(locked.id)])
    #expect(state.focusedRow?.status == .active)
  }
}

@Suite struct PendingTests {
  static func pending() -> State {
    var state = remoteState().typing("l")
    let error = WalletError(
      .changePending, .verbatim("Lock pending"), details: [.verbatim("The connection was lost")])
    _ = reduce(&state, .unanswered(lockEveryday, error, [recorded(0)]))
    return state
  }

  @Test func anUnansweredChangeIsNotShownAsDone() {
    let state = PendingTests.pending()
    #expect(state.focusedRow?.status == .active)
    #expect(state.cards.pending.isEmpty && state.view.work.isEmpty && state.view.undo == nil)
    #expect(state.toasts.current?.text == "Everyday: lock pending")
    #expect(
      state.toasts.current?.detail
        == "The connection was lost · Asking the server what became of it.")
    let refusal = "lock pending since 12:41"
    for id in ["card.lock", "card.unlock", "card.cancel", "card.pin.change"] {
      #expect(CommandRegistry.command(id)?.disabled(state) == refusal)
    }
    #expect(CommandRegistry.command("card.reveal")?.disabled(state) == nil)
    #expect(state.refusal(of: .lock) == refusal)
  }

  @Test func settlementIsRequestedLessAndLessOften() {
    var state = PendingTests.pending()
    var pauses: [Int] = []
    for _ in 0..<7 {
      guard let next = state.backend.unanswered.nextAsk else { break }
      let pause = Int((next - state.clock.now) / Clock.second)
      pauses.append(pause)
      state.input.idle.lastActivity = state.clock.now
      #expect(state.pass(seconds: pause) == [.settle(recorded(0))])
      #expect(state.backend.unanswered.nextAsk == nil, "one question at a time")
      _ = reduce(&state, .settled(recorded(0), .failure(WalletError(.netTimeout))))
    }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30])
  }

  @Test(arguments: [
    (ChangeService.Settlement.done, "Everyday: lock was done"),
    (.notDone, "Everyday: lock wasn't done"), (.unclear, "the server doesn't know"),
  ])
  func theOutcomeIsShown(_ settlement: ChangeService.Settlement, _ words: String) {
    var state = PendingTests.pending()
    state.pass(seconds: 1)
    let effects = reduce(&state, .settled(recorded(0), .success(settlement)))
    #expect(effects == [.loadRow(Fixture.cards[0].id)])
    #expect(state.toasts.current?.text.contains(words) == true)
    #expect(state.backend.unanswered.changes.isEmpty && state.backend.unanswered.nextAsk == nil)
    #expect(CommandRegistry.command("card.lock")?.disabled(state) == nil)
  }

  @Test func changesWithoutACardAreReadable() {
    let words = Words.english
    let title = "New card"
    #expect(words.cards.isPending(title, nil) == "New card pending")
    #expect(words.cards.wasDone(title, nil) == "New card: done")
    #expect(words.cards.wasNotDone(title, nil) == "New card: not done")
    #expect(words.cards.isUnclear(title, nil) == "New card: the server doesn't know")
    #expect(words.cards.wasDone("PIN change", "Travel") == "Travel: PIN change was done")
  }

  /// No row shows the change. Without the header nothing would, after the note is gone.
  @Test(arguments: [(120, "◔ New card pending"), (40, "◔ 1 pending")])
  func changesWithoutACardAreInTheHeader(_ width: Int, _ note: String) {
    var state = remoteState(Size(width, 24))
    let change = recordedCard("0123456789abcdef0123456789abcde0")
    func header() -> Substring { screen(state).split(separator: "\n")[0] }
    #expect(!header().contains("pending"))
    _ = reduce(&state, .changes([recorded(0)]))
    #expect(!header().contains("pending"), "its card says it")
    _ = reduce(&state, .changes([recorded(0), change]))
    #expect(header().contains(note), "\(header())")
    let other = recordedCard("0123456789abcdef0123456789abcde1")
    _ = reduce(&state, .changes([change, other]))
    #expect(header().contains(width == 120 ? "◔ 2 changes pending" : "◔ 2 pending"))
    for change in [change, other] { _ = reduce(&state, .settled(change, .success(.notDone))) }
    #expect(!header().contains("pending"))
  }

  @Test func settlementIsRequestedAfterARestart() {
    var state = unread()
    #expect(state.start().contains(.loadChanges))
    #expect(reduce(&state, .changes([recorded(0)])) == [.settle(recorded(0))])
  }

  @Test func aLockedWalletForgetsUnansweredChanges() {
    var state = PendingTests.pending()
    state.press(.control("l"))
    #expect(state.backend.unanswered == Unanswered())
    #expect(reduce(&state, .changes([recorded(0)])).isEmpty)
    #expect(state.backend.unanswered.changes.isEmpty)
  }
}
