import Canvas
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

func recorded(_ row: Int, _ status: CardStatus = .locked) -> RecordedChange {
  var context = RequestContext(
    customerID: CustomerID("ana"), sessionID: "s", deviceID: "d", expectedVersion: 1)
  context.idempotencyKey = "0123456789abcdef0123456789abcdef"
  let operation = SetCardStatus(Fixture.cards[row].id, status, reason: "Locked by the cardholder")
  return RecordedChange(operation, context, wallet: "w", time: Fixture.now)!
}

private let offline = Action.event(.connectionLost(WalletError(.netOffline)))
private let lockEveryday = Intent.setStatus(
  Fixture.cards[0].id, .lock, version: 1, undoable: true)

@Suite struct OfflineTests {
  @Test func whatWasSeenStaysAndNothingIsChanged() {
    var state = remoteState()
    let before = state.list.rows
    let details = state.details[before[0].id]
    #expect(reduce(&state, offline).isEmpty)
    #expect(state.unreachable == "the server cannot be reached (since 12:41)")
    for key in "lupPaXcAz" { #expect(state.type(String(key)).isEmpty, "\(key)") }
    #expect(state.overlays.isEmpty && state.pending.isEmpty)
    // Moving asks for nothing; reading again is tried, and in vain.
    state.press(Key(.down))
    #expect(reduce(&state, .settle).isEmpty)
    #expect(state.press(.control("r")) == [.loadPage(offset: 0, limit: 200)])
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.netOffline))))
    _ = reduce(&state, .loaded(before[0].id, .failure(WalletError(.netLost))))
    #expect(state.list.rows == before)
    #expect(state.details[before[0].id] == details)
    #expect(state.nextDeadline == state.toasts.current?.deadline, "no timer of its own")
  }

  @Test func theTimeIsThatOfTheLoss() {
    var state = remoteState()
    _ = reduce(&state, offline)
    state.pass(seconds: 90)
    _ = reduce(&state, offline)
    #expect(state.unreachable?.contains("12:41") == true)
  }

  @Test func whatIsRevealedIsConcealed() {
    var (state, pin) = RevealTests.revealed()
    #expect(!pin.isEmpty)
    _ = reduce(&state, offline)
    #expect(state.reveal == nil && pin.isEmpty)
  }

  @Test func itComesBackByItself() {
    var state = remoteState()
    _ = reduce(&state, .changes([recorded(0)]))
    _ = reduce(&state, .settled(recorded(0), .failure(WalletError(.netLost))))
    _ = reduce(&state, offline)
    #expect(state.pass(seconds: 60).isEmpty, "nobody is asked while nobody is there")
    let effects = reduce(&state, .event(.connectionRestored))
    #expect(effects == [.loadPage(offset: 0, limit: 200), .settle(recorded(0))])
    #expect(state.unreachable == nil)
    #expect(reduce(&state, .settle).count == 2, "details are read again")
    #expect(reduce(&state, .event(.connectionRestored)).isEmpty)
  }

  @Test func aDialogThatIsOpenSaysWhyNothingIsSent() {
    var state = remoteState()
    state.type("X4821")
    _ = reduce(&state, offline)
    #expect(state.press(Key(.enter)).isEmpty)
    guard case .dialog(let dialog) = state.overlays.last else {
      Issue.record("the dialog is gone")
      return
    }
    #expect(!dialog.isBusy)
    let sentence = dialog.failure.map(Words.english.sentence) ?? ""
    #expect(sentence.contains("cannot be reached (since 12:41)"))
    _ = reduce(&state, .event(.connectionRestored))
    #expect(state.press(Key(.enter)).count == 1, "now it goes")
  }

  @Test func anEmptyListThatWasNotReadIsNoEmptyWallet() {
    var state = State(
      wallet: remoteState().wallet, size: Size(120, 40), gate: .open, clock: Fixture.clock,
      settings: Settings())
    _ = state.start()
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.netOffline))))
    #expect(!state.list.isKnown && !state.list.isLoading && state.work.isEmpty)
  }
}

@Suite struct OrderTests {
  /// Answers can overtake each other: what was read before a change must not undo it on screen.
  @Test func aPageThatIsOlderThanAChangeDoesNotUndoIt() {
    var state = remoteState()
    state.press(.control("r"))
    state.type("l")
    var locked = Fixture.cards[0]
    locked.status = .locked
    locked.version = 2
    _ = reduce(&state, .performed(lockEveryday, .success(.card(locked))))
    let old = CardList(
      cards: Fixture.cards, meta: PagingResultMeta(numberOfRecords: 6, limit: 200, page: 1))
    #expect(reduce(&state, .page(offset: 0, .success(old))) == [.loadRow(locked.id)])
    #expect(state.focusedRow?.status == .locked)
    let details = Fixture.details(Fixture.cards[0])
    #expect(reduce(&state, .loaded(locked.id, .success(details))) == [.loadRow(locked.id)])
    #expect(state.focusedRow?.status == .locked)
    // What is read on purpose is believed, whatever its version: a server may have gone back.
    _ = reduce(&state, .row(locked.id, .success(Fixture.cards[0])))
    #expect(state.focusedRow?.status == .active)
  }
}

@Suite struct PendingTests {
  static func pending() -> State {
    var state = remoteState()
    state.type("l")
    let error = WalletError(.changePending, "Lock pending", details: ["The connection was lost"])
    _ = reduce(&state, .unanswered(lockEveryday, error, [recorded(0)]))
    return state
  }

  @Test func itIsNeverShownAsDone() {
    let state = PendingTests.pending()
    #expect(state.focusedRow?.status == .active)
    #expect(state.pending.isEmpty && state.work.isEmpty && state.undo == nil)
    #expect(state.toasts.current?.text.contains("Lock pending") == true)
    let refusal = "lock pending since 12:41"
    for id in ["card.lock", "card.unlock", "card.cancel", "card.pin.change"] {
      #expect(CommandRegistry.command(id)?.disabled(state) == refusal)
    }
    #expect(CommandRegistry.command("card.reveal")?.disabled(state) == nil)
    #expect(state.refusal(of: .lock) == refusal)
  }

  @Test func itIsAskedAboutEverLessOftenUntilThereIsAnAnswer() {
    var state = PendingTests.pending()
    var pauses: [Int] = []
    for _ in 0..<7 {
      guard let next = state.unanswered.nextAsk else { break }
      let pause = Int((next - state.clock.now) / Clock.second)
      pauses.append(pause)
      state.idle.lastActivity = state.clock.now
      #expect(state.pass(seconds: pause) == [.settle(recorded(0))])
      #expect(state.unanswered.nextAsk == nil, "one question at a time")
      _ = reduce(&state, .settled(recorded(0), .failure(WalletError(.netTimeout))))
    }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30])
  }

  @Test(arguments: [
    (ChangeService.Settlement.done, "Everyday: lock was done"),
    (.notDone, "Everyday: lock was not done"), (.unclear, "the server cannot tell"),
  ])
  func whatItCameToIsSaid(_ settlement: ChangeService.Settlement, _ words: String) {
    var state = PendingTests.pending()
    state.pass(seconds: 1)
    let effects = reduce(&state, .settled(recorded(0), .success(settlement)))
    #expect(effects == [.loadRow(Fixture.cards[0].id)])
    #expect(state.toasts.current?.text.contains(words) == true)
    #expect(state.unanswered.changes.isEmpty && state.unanswered.nextAsk == nil)
    #expect(CommandRegistry.command("card.lock")?.disabled(state) == nil)
  }

  @Test func itIsAskedAboutAfterARestart() {
    var state = State(
      wallet: remoteState().wallet, size: Size(120, 40), gate: .open, clock: Fixture.clock,
      settings: Settings())
    #expect(state.start().contains(.loadChanges))
    #expect(reduce(&state, .changes([recorded(0)])) == [.settle(recorded(0))])
  }

  @Test func aLockedWalletForgetsIt() {
    var state = PendingTests.pending()
    state.press(.control("l"))
    #expect(state.unanswered == Unanswered())
    #expect(reduce(&state, .changes([recorded(0)])).isEmpty)
    #expect(state.unanswered.changes.isEmpty)
  }
}

@Suite struct EscapeTests {
  private static let id = Fixture.cards[0].id
  private static let event = Fixture.event()

  /// A spinner is to be seen.
  private static func wait(_ state: inout State) {
    let clock = Clock(now: state.clock.now + State.spinnerDelay, wall: state.clock.wall)
    _ = reduce(&state, .tick(clock))
    #expect(state.isWaiting)
  }

  @Test func aLock() {
    var state = remoteState()
    state.type("l")
    #expect(state.press(Key(.escape)).isEmpty, "too soon to be meant for it")
    EscapeTests.wait(&state)
    #expect(state.press(Key(.escape)) == [.cancel(.intents), .cancel(.reading)])
    _ = reduce(&state, .performed(lockEveryday, .failure(WalletError(.cancelled))))
    #expect(state.focusedRow?.status == .active)
    #expect(state.pending.isEmpty && state.work.isEmpty && !state.isWaiting)
    #expect(state.toasts.current?.kind == .info)
  }

  @Test func readingTheCards() {
    var state = remoteState()
    state.press(.control("r"))
    EscapeTests.wait(&state)
    #expect(state.press(Key(.escape)).contains(.cancel(.reading)))
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.cancelled))))
    #expect(state.list.count == 6 && state.work.isEmpty)
  }

  @Test func aDialog() {
    var state = remoteState()
    state.type("X4821")
    state.press(Key(.enter))
    #expect(state.press(Key(.escape)) == [.cancel(.intents)])
    let intent = Intent.setStatus(EscapeTests.id, .cancel, version: 1, undoable: false)
    _ = reduce(&state, .performed(intent, .failure(WalletError(.cancelled))))
    guard case .dialog(let dialog) = state.overlays.last else {
      Issue.record("the dialog is gone, with what was typed")
      return
    }
    #expect(!dialog.isBusy && state.pending.isEmpty)
    state.press(Key(.escape))
    #expect(state.overlays.isEmpty)
  }

  @Test func theStepsOfACode() {
    var state = remoteState()
    state.type("p")
    _ = reduce(&state, .performed(.pin(EscapeTests.id), .failure(.scaRequired(EscapeTests.event))))
    state.press(Key(.enter))
    #expect(state.press(Key(.escape)) == [.cancel(.codes)])
    _ = reduce(&state, .challenged(EscapeTests.event.id, .failure(WalletError(.cancelled))))
    #expect(step(state) == .choose(0) && state.work.isEmpty)

    state.press(Key(.enter))
    let challenge = Fixture.challenge(EscapeTests.event)
    _ = reduce(&state, .challenged(EscapeTests.event.id, .success(challenge)))
    state.type("123456")
    state.press(Key(.enter))
    #expect(state.press(Key(.escape)) == [.cancel(.codes)])
    _ = reduce(&state, .attempted(EscapeTests.event.id, .failure(WalletError(.cancelled))))
    #expect(step(state) == .choose(0) && state.work.isEmpty)

    state.press(Key(.enter))
    _ = reduce(&state, .challenged(EscapeTests.event.id, .success(challenge)))
    state.type("123456")
    state.press(Key(.enter))
    _ = reduce(
      &state,
      .attempted(EscapeTests.event.id, .success(Fixture.attempt(EscapeTests.event, .verified))))
    #expect(state.press(Key(.escape)) == [.cancel(.intents)])
    _ = reduce(&state, .performed(.pin(EscapeTests.id), .failure(WalletError(.cancelled))))
    #expect(state.overlays.isEmpty && state.work.isEmpty && state.reveal == nil)
  }

  private func step(_ state: State) -> ScaFlow.Step? {
    guard case .sca(let flow) = state.overlays.last else { return nil }
    return flow.step
  }

  @Test func signingIn() {
    var state = remoteState()
    state.press(.control("l"))
    state.type("secret")
    #expect(state.press(Key(.enter)).count == 1)
    #expect(state.press(Key(.escape)) == [.cancel(.opening)])
    guard case .passphrase(let gate) = state.gate else { return }
    #expect(!gate.isBusy && gate.input.count == 6 && state.work.isEmpty)
  }
}

@Suite struct SignInAgainTests {
  private static let refused = WalletError(.unauthorized)

  @Test(arguments: [ErrorCode.unauthorized, .signInIdle])
  func whatWasAskedForIsRepeated(_ code: ErrorCode) {
    var state = remoteState()
    state.type("l")
    _ = reduce(&state, .performed(lockEveryday, .failure(WalletError(code))))
    #expect(state.focusedRow?.status == .active && state.pending.isEmpty)
    state.type("wrong")
    guard case .signInAgain(let password)? = state.press(Key(.enter)).first else {
      Issue.record("nobody signs in")
      return
    }
    #expect(password.matches(secret("wrong")))
    _ = reduce(&state, .signedInAgain(WalletError(.unauthorized, "The name or password is wrong")))
    guard case .signIn(let again) = state.overlays.last else { return }
    #expect(again.failure != nil && !again.isBusy && again.input.count == 0)
    state.type("right")
    state.press(Key(.enter))
    let effects = reduce(&state, .signedInAgain(nil))
    #expect(
      effects == [.loadPage(offset: 0, limit: 200), .loadChanges, .perform(lockEveryday, nil)])
    #expect(state.overlays.isEmpty && state.connection == .up)
    #expect(state.pending[Fixture.cards[0].id] != nil)
  }

  @Test func escLeavesOneWhereOneWas() {
    var state = remoteState(focus: 3)
    state.type("l")
    let intent = Intent.setStatus(Fixture.cards[3].id, .lock, version: 1, undoable: true)
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    state.press(Key(.escape))
    #expect(state.overlays.isEmpty && state.list.selected == 3 && state.list.count == 6)
    #expect(state.connection == .signedOut)
    _ = reduce(&state, .row(Fixture.cards[3].id, .failure(SignInAgainTests.refused)))
    #expect(state.overlays.isEmpty, "asked once; ^R asks again")
    #expect(reduce(&state, .settle).isEmpty)
    state.press(.control("r"))
    #expect(state.overlays.count == 1)
  }

  @Test func aFormIsNotInterruptedAndKeepsWhatWasTyped() {
    var state = remoteState()
    state.type("P4711")
    _ = reduce(&state, .row(Fixture.cards[0].id, .failure(SignInAgainTests.refused)))
    #expect(state.overlays.count == 1)
    state.press(Key(.tab))
    state.type("4711")
    guard case .perform(let intent, _)? = state.press(Key(.enter)).first,
      case .setPin(_, let pin) = intent
    else {
      Issue.record("nothing was sent")
      return
    }
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    #expect(!pin.isEmpty, "it is needed once more")
    state.type("right")
    state.press(Key(.enter))
    #expect(reduce(&state, .signedInAgain(nil)).contains(.perform(intent, nil)))
  }

  @Test func givingUpEndsWhatWaited() {
    var state = remoteState()
    state.type("P4711")
    state.press(Key(.tab))
    state.type("4711")
    guard case .perform(let intent, _)? = state.press(Key(.enter)).first,
      case .setPin(_, let pin) = intent
    else { return }
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    state.press(Key(.escape))
    #expect(pin.isEmpty)
    guard case .dialog(let dialog) = state.overlays.last else { return }
    #expect(!dialog.isBusy)
  }

  @Test func aCodeBeginsAnewAfterASignIn() {
    var state = remoteState()
    let event = Fixture.event()
    let id = Fixture.cards[0].id
    state.type("p")
    _ = reduce(&state, .performed(.pin(id), .failure(.scaRequired(event))))
    state.press(Key(.enter))
    _ = reduce(&state, .challenged(event.id, .failure(WalletError(.signInIdle))))
    state.type("right")
    state.press(Key(.enter))
    #expect(reduce(&state, .signedInAgain(nil)).contains(.perform(.pin(id), nil)))
  }

  @Test func aNameIsAskedForWhereNoneIsKnown() {
    var state = remoteState()
    state.wallet.user = nil
    state.gate = .passphrase(
      PassphraseState(path: "", name: "https://wallet.example", reason: .start, asksUser: true))
    state.press(Key(.enter))
    state.type("ana")
    state.press(Key(.enter))
    state.type("secret")
    guard case .signIn(let user, let password)? = state.press(Key(.enter)).first else {
      Issue.record("nobody signs in")
      return
    }
    #expect(user == "ana" && password.matches(secret("secret")))
  }
}

@Suite struct ConflictTests {
  @Test func bothVersionsAreSaid() {
    var state = remoteState()
    state.type("l")
    let error = WalletError(.versionConflict)
    let effects = reduce(&state, .performed(lockEveryday, .failure(error)))
    #expect(effects == [.loadRow(Fixture.cards[0].id)])
    #expect(state.focusedRow?.status == .active)
    var now = Fixture.cards[0]
    now.status = .suspended
    now.version = 4
    _ = reduce(&state, .row(now.id, .success(now)))
    #expect(state.focusedRow?.status == .suspended && state.focusedRow?.version == 4)
    let detail = state.toasts.current?.detail ?? ""
    #expect(
      detail.contains("you saw Active (version 1), now it is Suspended (version 4)"), "\(detail)")
  }

  @Test func aDialogWhosePremiseIsGoneCloses() {
    var state = remoteState()
    state.type("X4821")
    state.press(Key(.enter))
    let intent = Intent.setStatus(Fixture.cards[0].id, .cancel, version: 1, undoable: false)
    _ = reduce(&state, .performed(intent, .failure(WalletError(.versionConflict))))
    #expect(state.overlays.isEmpty)
    _ = reduce(&state, .row(Fixture.cards[0].id, .failure(WalletError(.netOffline))))
    #expect(state.toasts.current?.detail?.contains("you saw Active (version 1)") == true)
  }
}
