import Canvas
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

@Suite struct SignInAgainTests {
  private static let refused = WalletError(.unauthorized)

  @Test(arguments: [ErrorCode.unauthorized, .signInIdle])
  func theOperationIsRepeatedAfterASignIn(_ code: ErrorCode) throws {
    var state = remoteState().typing("l")
    state.fail(lockEveryday, code)
    #expect(state.focusedRow?.status == .active && state.cards.pending.isEmpty)

    let signIn = state.submit("wrong")
    #expect(signIn.contains(typed: "wrong") { .signInAgain(password: $0) })
    let wrong = WalletError(.unauthorized, .verbatim("The name or password is wrong"))
    _ = reduce(&state, .signedInAgain(wrong))
    let again = try #require(state.top(SignInAgain.self))
    #expect(again.failure != nil && !again.isBusy && again.input.count == 0)
    state.submit("right")
    let effects = reduce(&state, .signedInAgain(nil))
    #expect(
      effects == [.loadPage(offset: 0, limit: 200), .loadChanges, .perform(lockEveryday, nil)])
    #expect(state.view.overlays.isEmpty && state.backend.connection == .up)
    #expect(state.cards.pending[Fixture.cards[0].id] != nil)
  }

  /// Pausing and revealing a virtual card: asked once, even after another refusal, and sent again.
  @Test(
    "F35 an operation with a virtual card continues after one question",
    arguments: ["s", "r"] as [Unicode.Scalar])
  func virtualCardsContinue(_ key: Unicode.Scalar) throws {
    var state = remoteState()
    state.showVirtual()
    let intent = try #require(state.press(.character(key)).first?.intent)
    #expect(intent.base is VirtualChange || intent.base is VirtualReveal)
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    #expect(state.virtual.pending.isEmpty && state.virtual.list.focused?.card?.isPaused == false)
    _ = reduce(&state, .answer(PersonasQuery(), .failure(SignInAgainTests.refused)))
    _ = reduce(&state, .answer(VirtualCardPageQuery(), .failure(SignInAgainTests.refused)))
    #expect(state.view.overlays.count == 1 && state.top(SignInAgain.self) != nil, "asked once")
    let signIn = state.submit("right")
    #expect(signIn.contains(typed: "right") { .signInAgain(password: $0) })
    let effects = reduce(&state, .signedInAgain(nil))
    #expect(effects.filter { $0.intent != nil } == [.perform(intent, nil)])
    #expect(state.view.overlays.isEmpty && state.backend.connection == .up)
    #expect(state.virtual.pending.isEmpty == (intent.base is VirtualReveal))
    guard let change = intent.base as? VirtualChange else { return }
    state.done(change, Fixture.opened(Fixture.pausedVirtual()))
    #expect(state.virtual.list.focused?.card?.isPaused == true && state.virtual.pending.isEmpty)
  }

  @Test("F36 a virtual card is as it was when the sign-in is cancelled")
  func cancellingLeavesVirtualCards() throws {
    var state = remoteState()
    state.showVirtual()
    let intent = try #require(state.press(.character("s")).first?.intent)
    #expect(state.virtual.pending["v-1"] == .pause)
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty && state.virtual.pending.isEmpty)
    #expect(state.virtual.list.focused?.card?.isPaused == false)
  }

  @Test func escStaysInTheSamePlace() {
    var state = remoteState(focus: 3).typing("l")
    let intent = AnyIntent.setStatus(Fixture.cards[3].id, .lock, version: 1, undoable: true)
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    state.press(Key(.escape))
    #expect(
      state.view.overlays.isEmpty && state.cards.list.selected == 3 && state.cards.list.count == 6)
    #expect(state.backend.connection == .signedOut)
    _ = reduce(&state, .row(Fixture.cards[3].id, .failure(SignInAgainTests.refused)))
    #expect(state.view.overlays.isEmpty, "asked once; ^R asks again")
    #expect(reduce(&state, .settle).isEmpty)
    state.press(.control("r"))
    #expect(state.view.overlays.count == 1)
  }

  @Test func aFormIsNotInterruptedAndKeepsItsText() throws {
    var state = remoteState().typing("P4711")
    _ = reduce(&state, .row(Fixture.cards[0].id, .failure(SignInAgainTests.refused)))
    #expect(state.view.overlays.count == 1)
    state.press(Key(.tab))
    let intent = try #require(state.submit("4711").first?.intent)
    let pin = try #require(intent.pin)
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    #expect(!pin.isEmpty, "it is needed once more")
    state.submit("right")
    #expect(reduce(&state, .signedInAgain(nil)).contains(.perform(intent, nil)))
  }

  @Test func cancellingTheSignInEndsWaitingOperations() throws {
    var state = remoteState()
    state.typeFields("P4711", "4711")
    let intent = try #require(state.press(Key(.enter)).first?.intent)
    let pin = try #require(intent.pin)
    _ = reduce(&state, .performed(intent, .failure(SignInAgainTests.refused)))
    state.press(Key(.escape))
    #expect(pin.isEmpty)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy)
  }

  @Test func aCodeStartsAgainAfterASignIn() {
    var state = remoteState()
    let event = Fixture.event()
    let id = Fixture.cards[0].id
    state.type("p")
    _ = reduce(&state, .performed(.pin(id), .failure(.scaRequired(event))))
    state.press(Key(.enter))
    _ = reduce(&state, .challenged(event.id, .failure(WalletError(.signInIdle))))
    state.submit("right")
    #expect(reduce(&state, .signedInAgain(nil)).contains(.perform(.pin(id), nil)))
  }

  @Test func anUnknownNameIsRequested() {
    var state = remoteState()
    state.wallet.user = nil
    state.gate = .passphrase(
      PassphraseState(path: "", name: "https://wallet.example", reason: .start, asksUser: true))
    state.press(Key(.enter))
    state.submit("ana")
    let signIn = state.submit("secret")
    #expect(signIn.contains(typed: "secret") { .signIn(user: "ana", password: $0) })
  }

  @Test func aRateLimitShowsItsDuration() {
    var state = remoteState()
    _ = reduce(&state, .performed(lockEveryday, .failure(SignInAgainTests.refused)))
    state.submit("secret")
    _ = reduce(&state, .signedInAgain(WalletError(.rateLimited, retryAfter: 12)))
    #expect(screen(state).contains("Try again in 0:12."))
    state.press(.control("l"))
    state.submit("secret")
    _ = reduce(&state, .opened(state.wallet, WalletError(.rateLimited, retryAfter: 12)))
    #expect(screen(state).contains("Try again in 0:12."))
  }

  /// Only a wrong password has to be typed again.
  @Test(arguments: [
    (ErrorCode.netOffline, 6), (.netTimeout, 6), (.rateLimited, 6), (.cancelled, 6),
    (.unauthorized, 0),
  ])
  func whatWasTypedIsKeptUnlessItIsWrong(_ code: ErrorCode, _ kept: Int) throws {
    var state = remoteState()
    _ = reduce(&state, .performed(lockEveryday, .failure(SignInAgainTests.refused)))
    state.submit("secret")
    _ = reduce(&state, .signedInAgain(WalletError(code)))
    let again = try #require(state.top(SignInAgain.self))
    #expect(again.input.count == kept && !again.isBusy)
    state.press(Key(.escape))
    #expect(again.input.secret.isEmpty)

    state.press(.control("l"))
    state.submit("secret")
    _ = reduce(&state, .opened(state.wallet, WalletError(code)))
    let gate = try #require(state.gate.passphrase)
    #expect(gate.input.count == kept && !gate.isBusy && gate.failure?.code == code)
    #expect(state.press(Key(.enter)).isEmpty == (kept == 0), "Enter tries it again")
    _ = reduce(&state, .opened(state.wallet, nil))
    #expect(gate.input.secret.isEmpty)
  }

  /// A server ends a sign-in after five minutes without a request. So keys must cause requests
  /// (S11).
  @Test(arguments: [1, 40, 100, 119]) func keysPreventSigningOff(_ pause: Int) {
    for (state, isRemote) in [(remoteState(), true), (Fixture.state(focus: 0), false)] {
      var state = state
      var (quiet, longest) = (0, 0)
      for _ in 0..<(1200 / pause) {
        state.pass(seconds: pause)
        #expect(state.gate == .open)
        quiet += pause
        longest = max(longest, quiet)
        // Both cards were read before.
        let asked = state.press(Key(quiet % 2 == 0 ? .down : .up)) + reduce(&state, .settle)
        #expect(asked.allSatisfy { $0 == .loadProfile })
        if !asked.isEmpty { quiet = 0 }
      }
      #expect(isRemote ? longest < 290 : longest >= 1190)
    }
  }

  @Test func idleOrOfflineWalletsConcealSecrets() {
    var state = remoteState()
    #expect(state.pass(seconds: 119).isEmpty && reduce(&state, .settle).isEmpty)
    state.press(Key(.down))
    _ = reduce(&state, offline)
    state.pass(seconds: 100)
    #expect(state.press(Key(.up)).isEmpty)
    _ = reduce(&state, .event(.connectionRestored))
    #expect(state.press(Key(.down)) == [.loadProfile])
  }
}
