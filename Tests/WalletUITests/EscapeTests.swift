import Canvas
import ScreenKit
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

@Suite struct EscapeTests {
  private static let id = Fixture.cards[0].id
  private static let event = Fixture.event()

  /// Lets time pass until the spinner is visible.
  private static func wait(_ state: inout State) {
    let clock = Clock(now: state.clock.now + State.spinnerDelay, wall: state.clock.wall)
    _ = reduce(&state, .tick(clock))
    #expect(state.isWaiting)
  }

  @Test func escGivesUpALock() {
    var state = remoteState().typing("l")
    #expect(state.press(Key(.escape)).isEmpty, "too soon to be meant for it")
    EscapeTests.wait(&state)
    #expect(state.press(Key(.escape)) == [.cancel(.intents), .cancel(.reading)])
    state.fail(lockEveryday, .cancelled)
    #expect(state.focusedRow?.status == .active)
    #expect(state.cards.pending.isEmpty && state.view.work.isEmpty && !state.isWaiting)
    #expect(state.toasts.current?.kind == .info)
  }

  @Test func escGivesUpReadingTheCards() {
    var state = remoteState()
    state.press(.control("r"))
    EscapeTests.wait(&state)
    #expect(state.press(Key(.escape)).contains(.cancel(.reading)))
    _ = reduce(&state, .page(offset: 0, .failure(WalletError(.cancelled))))
    #expect(state.cards.list.count == 6 && state.view.work.isEmpty)
  }

  @Test func escGivesUpADialog() throws {
    var state = remoteState()
    state.submit("X4821")
    #expect(state.press(Key(.escape)) == [.cancel(.intents)])
    let intent = AnyIntent.setStatus(EscapeTests.id, .cancel, version: 1, undoable: false)
    state.fail(intent, .cancelled)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy && state.cards.pending.isEmpty)
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty)
  }

  /// A payment in progress, from its dialog.
  private func paying() throws -> (State, AnyIntent) {
    var state = remoteState().typing("b")
    state.answer(MerchantsQuery(), [Fixture.merchant])
    let sent = state.press(Key(.enter), Key(.enter))
    return (state, try #require(sent.last?.intent))
  }

  /// Enter must not repeat a payment that may have been made.
  @Test(arguments: [ErrorCode.cancelled, .netTimeout, .netLost, .internalError, .unauthorized])
  func escLeavesASentPaymentPending(_ code: ErrorCode) throws {
    var (state, intent) = try paying()
    #expect(state.press(Key(.escape)) == [.cancel(.intents)])
    let error = Fixture.lost(code)
    let effects = reduce(&state, .performed(intent, .failure(error)))
    #expect(effects == [.loadRow(EscapeTests.id)] && state.view.work.isEmpty)
    #expect(state.view.overlays.isEmpty, "nothing stands ready to pay again")
    #expect(state.toasts.current?.text == "The payment may have gone through")
    #expect(state.toasts.current?.detail == "check Activity (5) before you pay again")
    #expect(reduce(&state, .settle).contains(.loadDetails(EscapeTests.id)), "with its payments")
    // The report that the server is offline must not replace these words.
    _ = reduce(&state, offline)
    _ = reduce(&state, .event(.connectionRestored))
    #expect(state.toasts.current?.text == "The payment may have gone through")
  }

  @Test func escGivesUpAPaymentThatWasNotSent() throws {
    var (state, intent) = try paying()
    state.fail(intent, .cancelled)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy)
    #expect(state.toasts.current?.text == "Paying stopped")
  }

  @Test func escGivesUpReadingPayments() throws {
    var state = remoteState()
    let paid = Payment(EscapeTests.id, at: "cafe", ShopAmount(4_20)).send(&state)
    state.showActivity()
    state.pass(seconds: 3)
    let intent = try #require(paid.first?.intent)
    let error = Fixture.lost(.netTimeout)
    let effects = reduce(&state, .performed(intent, .failure(error)))
    #expect(effects.last?.payments != nil, "they are read again")
  }

  @Test func escGivesUpEachStepOfACode() {
    var state = remoteState().typing("p")
    _ = reduce(&state, .performed(.pin(EscapeTests.id), .failure(.scaRequired(EscapeTests.event))))
    state.press(Key(.enter))
    #expect(state.press(Key(.escape)) == [.cancel(.codes)])
    _ = reduce(&state, .challenged(EscapeTests.event.id, .failure(WalletError(.cancelled))))
    #expect(step(state) == .choose(0) && state.view.work.isEmpty)

    state.press(Key(.enter))
    let challenge = Fixture.challenge(EscapeTests.event)
    _ = reduce(&state, .challenged(EscapeTests.event.id, .success(challenge)))
    state.submit("123456")
    #expect(state.press(Key(.escape)) == [.cancel(.codes)])
    _ = reduce(&state, .attempted(EscapeTests.event.id, .failure(WalletError(.cancelled))))
    #expect(
      step(state) == .choose(0) && state.view.work.isEmpty, "it may have been right, and is used up"
    )

    state.press(Key(.enter))
    _ = reduce(&state, .challenged(EscapeTests.event.id, .success(challenge)))
    state.submit("123456")
    _ = reduce(
      &state,
      .attempted(EscapeTests.event.id, .success(Fixture.attempt(EscapeTests.event, .verified))))
    #expect(state.press(Key(.escape)) == [.cancel(.intents)])
    state.fail(.pin(EscapeTests.id), .cancelled)
    #expect(state.view.overlays.isEmpty && state.view.work.isEmpty && state.secrets.reveal == nil)
  }

  private func step(_ state: State) -> ScaFlow.Step? { state.top(ScaFlow.self)?.step }

  private func boxes(_ state: State) -> (challenge: ScaChallenge, note: ScaFlow.Note?)? {
    guard case .code(let challenge, let input, let note) = step(state), input.count == 0 else {
      return nil
    }
    return (challenge, note)
  }

  /// We've sent you a code by SMS.
  private func asked() -> (State, ScaChallenge) {
    var state = remoteState().typing("p")
    state.requestCode(.pin(EscapeTests.id), EscapeTests.event)
    return (state, Fixture.challenge(EscapeTests.event))
  }

  @Test func choosingAnotherWayKeepsTheSentCode() {
    var (state, challenge) = asked()
    state.press(Key(.tab))
    #expect(step(state) == .choose(0))
    state.press(Key(.escape))
    #expect(boxes(state)?.challenge == challenge)
    // Esc in the code field does not lead in a circle.
    state.press(Key(.escape), Key(.escape))
    #expect(state.view.overlays.isEmpty)
  }

  @Test func aRefusedOtherWayKeepsTheSentCode() {
    var (state, challenge) = asked()
    state.pass(seconds: 2)
    state.press(Key(.tab))
    state.type("2")
    let refusal = WalletError(.rateLimited, .authentication(.codeJustSent), retryAfter: 28)
    _ = reduce(&state, .challenged(EscapeTests.event.id, .failure(refusal)))
    #expect(boxes(state)?.challenge == challenge && boxes(state)?.note == .tooSoon)
    #expect(screen(state).contains("You can get a new code in 0:28."))
    state.pass(seconds: 1)
    #expect(screen(state).contains("You can get a new code in 0:27."), "it counts down")
    state.pass(seconds: 27)
    #expect(!screen(state).contains("You can get a new code"))
    #expect(state.type("123456").isEmpty)
    #expect(state.press(Key(.enter)).count == 1, "the code is tried")
  }

  @Test(arguments: [ErrorCode.netOffline, .netTimeout, .unavailable])
  func anUnreachableServerKeepsTheSentCode(_ code: ErrorCode) {
    var (state, challenge) = asked()
    state.submit("123456")
    _ = reduce(&state, .attempted(EscapeTests.event.id, .failure(WalletError(code))))
    #expect(boxes(state)?.challenge == challenge && boxes(state)?.note != nil)
  }

  /// A right code would be used up, and another way may have replaced it.
  @Test(arguments: [ErrorCode.netTimeout, .netLost, .unavailable])
  func aCodeThatMayHaveArrivedIsNotKept(_ code: ErrorCode) {
    let lost = Fixture.lost(code)
    var (state, _) = asked()
    state.submit("123456")
    _ = reduce(&state, .attempted(EscapeTests.event.id, .failure(lost)))
    #expect(step(state) == .failed(lost, again: nil))

    (state, _) = asked()
    state.press(Key(.tab))
    state.type("2")
    #expect(state.press(Key(.escape)) == [.cancel(.codes)])
    #expect(step(state) == .choose(1))
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty, "the code by SMS is not gone back to")
  }

  @Test func anExpiredCodeIsNotOfferedAgain() {
    var (state, _) = asked()
    state.settings.idleSeconds = 900
    state.press(Key(.tab))
    state.pass(seconds: 180)
    state.type("2")
    let refusal = WalletError(.challengeLimit, retryAfter: 600)
    _ = reduce(&state, .challenged(EscapeTests.event.id, .failure(refusal)))
    #expect(step(state) == .failed(refusal, again: state.clock.wall.adding(seconds: 600)))
    #expect(screen(state).contains("Try again in 10:00."))
    state.pass(seconds: 1)
    #expect(screen(state).contains("Try again in 9:59."), "it counts down")
    #expect(state.nextDeadline == state.clock.after(seconds: 1))
    state.pass(seconds: 599)
    #expect(!screen(state).contains("Try again in") && step(state) != nil)
    state.input.idle.lastActivity = state.clock.now
    #expect(state.nextDeadline.map { $0 > state.clock.after(seconds: 1) } ?? true, "no wake-ups")
  }

  @Test func signingIn() throws {
    var state = remoteState()
    state.press(.control("l"))
    #expect(state.submit("secret").count == 1)
    #expect(state.press(Key(.escape)) == [.cancel(.opening)])
    let gate = try #require(state.gate.passphrase)
    #expect(!gate.isBusy && gate.input.count == 6 && state.view.work.isEmpty)
  }
}

@Suite struct ConflictTests {
  @Test func aConflictNamesBothVersions() {
    var state = remoteState().typing("l")
    let error = WalletError(.versionConflict)
    let effects = reduce(&state, .performed(lockEveryday, .failure(error)))
    #expect(effects == [.loadRow(Fixture.cards[0].id)])
    #expect(state.focusedRow?.status == .active)
    state.row(Fixture.card(0, .suspended, version: 4))
    #expect(state.focusedRow?.status == .suspended && state.focusedRow?.version == 4)
    let detail = state.toasts.current?.detail ?? ""
    #expect(
      detail.contains("you saw Active (version 1), now it's Suspended (version 4)"), "\(detail)")
  }

  @Test func aDialogClosesWhenItsCardChanges() {
    var state = remoteState()
    state.submit("X4821")
    let intent = AnyIntent.setStatus(Fixture.cards[0].id, .cancel, version: 1, undoable: false)
    state.fail(intent, .versionConflict)
    #expect(state.view.overlays.isEmpty)
    _ = reduce(&state, .row(Fixture.cards[0].id, .failure(WalletError(.netOffline))))
    #expect(state.toasts.current?.detail?.contains("you saw Active (version 1)") == true)
  }
}
