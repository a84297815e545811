import Canvas
import ScreenKit
import Secrets
import Testing
import Themes
import ThreeDSecure
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// What the shop receives of a payment, shown by a key for a short time.
@Suite struct TokenRevealTests {
  private static let sizes = Activity.sizes + [Size(200, 60)]

  private static func token() -> Secret {
    secret("1047-0af61ec0df6e44eb90f0ebb5e4ef3563.903240b9c796a9b9e846c435")
  }

  private func revealed(_ size: Size = Size(120, 40)) -> (State, Secret) {
    var state = Fixture.state(size)
    state.showPayments(Fixture.handles)
    let token = Self.token()
    state.revealToken(token)
    return (state, token)
  }

  private func drawn(_ state: State) -> Int {
    render(state, .plain).secrets.reduce(0) { $0 + $1.bytes.count }
  }

  @Test(arguments: sizes) func theWholeTokenIsDrawnFromLockedMemory(_ size: Size) {
    let (state, token) = revealed(size)
    #expect(drawn(state) == token.count)
    let text = screen(state)
    #expect(!text.contains("0af61ec0"))
    #expect(text.contains("hides in 30 s"), "\(text)")
  }

  @Test(arguments: sizes) func aTokenIsHiddenUntilItsKeyIsPressed(_ size: Size) {
    var state = Fixture.state(size)
    state.showPayments(Fixture.handles)
    if size.width < 100 { state.press(Key(.enter)) }
    #expect(drawn(state) == 0)
    #expect(screen(state).contains("t show the token"), "\(screen(state))")
  }

  /// Leaving the payment in any way erases its token.
  @Test(arguments: ["time", "escape", "down", "screen", "dialog", "lock", "idle", "charged", "end"])
  func itIsErased(_ way: String) {
    var (state, token) = revealed()
    #expect(!token.isEmpty)
    switch way {
    case "time": state.pass(seconds: 30)
    case "escape": state.press(Key(.escape))
    case "down": state.press(Key(.down))
    case "screen": state.press(.character("1"))
    case "dialog": state.press(.character("?"))
    case "lock": state.press(.control("l"))
    case "idle": state.pass(seconds: 121)
    case "charged":
      var handles = Fixture.handles
      handles[0].status = .completed
      state.answer(HandlesQuery(), PaymentHandlePage(handles))
    default: _ = reduce(&state, .conceal)
    }
    #expect(state.secrets.reveal == nil && token.isEmpty)
    #expect(drawn(state) == 0)
  }

  /// Esc hides it before it leads back.
  @Test func escapeHidesItFirst() {
    var (state, _) = revealed(Size(80, 24))
    state.press(Key(.escape))
    #expect(state.screen(PaymentsScreen.self)?.pane == .details)
    state.press(Key(.escape))
    #expect(state.screen(PaymentsScreen.self)?.pane == .list)
  }

  @Test func aTokenThatComesTooLateIsNotShown() {
    var state = Fixture.state(Size(120, 40))
    state.showPayments(Fixture.handles)
    let intents = state.press(.character("t")).compactMap { $0.intent?.base as? TokenReveal }
    #expect(intents.count == 1)
    state.press(Key(.down))
    let token = Self.token()
    for intent in intents { state.done(intent, token) }
    #expect(state.secrets.reveal == nil && token.isEmpty)
  }

  @Test func onlyAReadyPaymentHasOne() {
    var state = Fixture.state(Size(120, 40))
    state.showPayments(Fixture.handles)
    state.press(Key(.down))
    #expect(state.press(.character("t")).isEmpty)
    #expect(state.command("payment.token")?.disabled(state) == state.words.payments.noTokenYet)
  }

  /// A payment with less time left than a reveal takes.
  @Test func itIsNotShownLongerThanItIsGood() {
    var state = Fixture.state(Size(120, 40))
    var handle = Fixture.handles[0]
    handle.createdAt = Fixture.now.adding(seconds: -290)
    state.showPayments([handle])
    state.revealToken(Self.token())
    #expect(state.secrets.reveal?.seconds == 10)
  }

  /// The number of a card stays in sight when the list of payments changes behind it.
  @Test func otherSecretsDoNotDependOnPayments() {
    var state = Fixture.revealed()
    state.answer(HandlesQuery(), PaymentHandlePage(Fixture.handles))
    #expect(state.secrets.reveal != nil)
  }

  // MARK: What became of a payment

  @Test func aResultSaysWhatTheBankSaid() {
    var state = Fixture.state(Size(120, 40))
    state.showPayments(Fixture.handles)
    #expect(screen(state).contains("Y · confirmed") && screen(state).contains("ECI"))
    // It is read once for each status.
    #expect(reduce(&state, .settle).isEmpty)
    var handles = Fixture.handles
    handles[0].status = .completed
    state.answer(HandlesQuery(), PaymentHandlePage(handles))
    #expect(reduce(&state, .settle).compactMap { $0.query(VerdictQuery.self) }.count == 1)
  }

  /// In line mode nobody sees the signs.
  @Test func stepsSayTheirStageInLineMode() {
    var state = Fixture.state(Size(100, 60)).linear
    state.showPayments(Fixture.handles)
    state.press(Key(.enter))
    let text = screen(state)
    #expect(text.contains("Done: The card became a payment"), "\(text)")
    #expect(text.contains("Now: The shop charges it, once"), "\(text)")
  }

  /// A word of a server that is not known is shown, but not more of it than a letter needs.
  @Test func anUnknownVerdictIsShort() {
    var state = Fixture.state(Size(120, 40))
    state.showPayments(Fixture.handles)
    let handle = Fixture.handles[0]
    state.paying.web.verdicts.take(.other(String(repeating: "Z", count: 500)), of: handle)
    let text = screen(state)
    #expect(text.contains("ZZZZZZZZ · unknown") && !text.contains("ZZZZZZZZZ"))
  }
}
