import Canvas
import ScreenKit
import Secrets
import Testing
import WalletModel

@testable import WalletService
@testable import WalletUI

@Suite struct RevealTests {
  /// A state with a visible PIN.
  static func revealed(_ size: Size = Size(120, 40)) -> (State, Secret) {
    var state = Fixture.state(size, focus: 0)
    let id = Fixture.cards[0].id
    let event = Fixture.event()
    #expect(state.type("p") == [.perform(.pin(id), nil)])
    state.requestCode(.pin(id), event)
    state.submit("123456")
    _ = reduce(&state, .attempted(event.id, .success(Fixture.attempt(event, .verified))))
    let pin = secret("4711")
    let clock = Fixture.revealClock
    let view = SecretView(pin, lifetime: .seconds(10), clock: clock)
    state.done(.pin(id), .pin(view))
    return (state, pin)
  }

  /// B06: if an event names no way, the wallet chooses.
  @Test func anEventWithoutWaysOffersAllThatTheWalletHas() throws {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    let event = Fixture.event([])
    state.type("r")
    _ = reduce(&state, .performed(.details(id), .failure(.scaRequired(event))))
    let ways = [ScaChannel.sms, .email, .authenticator].map {
      ScaVerification(method: .otp, channel: $0)
    }
    #expect(event.ways == ways)
    #expect(state.press(Key(.down), Key(.enter)) == [.challenge(event.reference, ways[1])])
    var named = event
    named.availableVerifications = ways
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(named))))
    let attempt = try #require(state.type("123456").last ?? state.press(Key(.enter)).last)
    let query = try #require(attempt.query(AttemptQuery.self))
    #expect(query.event == event.reference)
    #expect(query.code.matches(secret("123456")))
    let again = reduce(&state, .attempted(event.id, .success(Fixture.attempt(event, .verified))))
    #expect(again == [.perform(.details(id), event.reference)])
  }

  /// B10: password, PIN, passkeys and biometrics are read and not offered. If there is nothing
  /// else, the reason is shown and nothing is sent.
  @Test func anEventWithoutAUsableWayIsExplained() {
    var state = Fixture.state(focus: 0)
    var event = Fixture.event([])
    event.availableVerifications = [
      ScaVerification(method: .passkeys), ScaVerification(method: .biometric),
      ScaVerification(method: .otp, channel: .other("PIGEON")),
    ]
    #expect(event.ways.isEmpty)
    state.type("r")
    _ = reduce(
      &state, .performed(.details(Fixture.cards[0].id), .failure(.scaRequired(event))))
    let shown = screen(state)
    #expect(shown.contains("You can't confirm this here"))
    #expect(shown.contains("PASSKEYS, BIOMETRIC, OTP"))
    #expect(state.press(Key(.enter)).isEmpty)
    #expect(state.view.overlays.isEmpty, "the explanation was closed")
  }

  @Test func detailsAreRevealedAfterACodeAndHidden() throws {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    let event = Fixture.event()
    state.type("r")
    _ = reduce(&state, .performed(.details(id), .failure(.scaRequired(event))))
    let sent = state.press(Key(.down), Key(.enter))
    #expect(sent == [.challenge(event.reference, event.availableVerifications[1])])
    _ = reduce(&state, .challenged(event.id, .success(Fixture.challenge(event))))
    #expect(state.type("12345").isEmpty)
    #expect(state.press(Key(.enter)).isEmpty, "five digits are no code")
    let attempt = state.submit("6")
    let query = try #require(attempt.query(AttemptQuery.self))
    #expect(query.event == event.reference)
    #expect(query.code.matches(secret("123456")))
    let again = reduce(&state, .attempted(event.id, .success(Fixture.attempt(event, .verified))))
    #expect(again == [.perform(.details(id), event.reference)], "the same request, authorised")
    let clock = Fixture.revealClock
    let pan = secret("5555555555554444")
    let cvv = secret("123")
    let view = SecureDetailsView(
      pan: SecretView(pan, lifetime: .seconds(30), clock: clock),
      cvv: SecretView(cvv, lifetime: .seconds(30), clock: clock),
      expiry: CardExpiry(month: 9, year: 2029), holderName: "ANA PETROVA")
    state.done(.details(id), .details(view))
    #expect(state.view.overlays.isEmpty)
    #expect(state.secrets.reveal?.seconds == 30)
    state.pass(seconds: 29)
    #expect(state.secrets.reveal != nil)
    state.pass(seconds: 1)
    #expect(state.secrets.reveal == nil)
    #expect(pan.isEmpty && cvv.isEmpty)
  }

  @Test(arguments: [
    ("moving", Action.input(.key(.character("j")))),
    ("an overlay", .input(.key(.character("?")))),
    ("losing the focus", .input(.focus(false))),
    ("a window below the guard", .input(.resize(Size(39, 40)))),
    ("a suspension", .input(.key(.control("z")))),
    ("locking the wallet", .input(.key(.control("l")))),
    ("Esc", .input(.key(Key(.escape)))),
    ("quitting", .input(.key(.character("q")))),
    ("a signal", .conceal),
    ("another reveal", .input(.key(.character("r")))),
    ("filtering", .input(.key(.character("/")))),
    ("the mouse, on or off", .input(.key(.character("M")))),
    ("reading again", .input(.key(.control("r")))),
    ("moving where nothing moves", .input(.key(.character("g")))),
  ])
  func concealedBy(_ what: String, _ action: Action) {
    var (state, pin) = RevealTests.revealed()
    #expect(state.secrets.reveal != nil && !pin.isEmpty, "shown before")
    _ = reduce(&state, action)
    #expect(state.secrets.reveal == nil, "gone after \(what)")
    #expect(pin.isEmpty, "wiped after \(what)")
  }

  @Test func aPinIsShownForTenSeconds() {
    var (state, pin) = RevealTests.revealed()
    #expect(state.secrets.reveal?.seconds == 10)
    state.pass(seconds: 9)
    #expect(!pin.isEmpty)
    state.pass(seconds: 1)
    #expect(pin.isEmpty)
  }

  @Test func aLateAnswerIsWiped() {
    var state = Fixture.state(focus: 0)
    let pin = secret("4711")
    let view = SecretView(pin, lifetime: .seconds(10), clock: Fixture.revealClock)
    state.done(.pin(Fixture.cards[0].id), .pin(view))
    #expect(state.secrets.reveal == nil && pin.isEmpty)
  }

  @Test func wrongCodesAreCountedDown() throws {
    var state = Fixture.state(focus: 0)
    let id = Fixture.cards[0].id
    let event = Fixture.event()
    state.type("p")
    state.requestCode(.pin(id), event)
    for used in 1...5 {
      state.submit("000000")
      let status: ScaAttemptStatus = used == 5 ? .failed : .rejected
      _ = reduce(
        &state, .attempted(event.id, .success(Fixture.attempt(event, status, used: used))))
      let flow = try #require(state.top(ScaFlow.self))
      if used < 5, case .code(let challenge, let input, let note) = flow.step {
        #expect(challenge.attemptsLeft == 5 - used)
        #expect(input.count == 0 && note != nil)
      } else if case .failed(let error, _) = flow.step {
        #expect(error.code == .scaBlocked && used == 5)
      } else {
        Issue.record("\(flow.step)")
      }
    }
  }

  @Test func lettersNeverQuitFromACode() {
    var state = Fixture.state(focus: 0)
    let event = Fixture.event()
    state.type("p")
    state.requestCode(.pin(Fixture.cards[0].id), event)
    state.type("q")
    #expect(state.program.exit == nil)
  }
}
