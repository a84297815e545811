import Canvas
import CardEntry
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// Closing the bank's question leads back to the form with what was typed (E03).
@Suite struct ClosedQuestionTests {
  /// What the form is for.
  enum Purpose: String, CaseIterable { case paying, saving, funding }

  /// The typed number and CVV of the form.
  private static func typed(_ state: State) -> [Secret] {
    let forms = state.view.overlays.compactMap { ($0.base as? Dialog)?.form.card }
    return forms.flatMap { [$0.line(.number).secret, $0.line(.cvv).secret] }
  }

  /// A form that was filled and sent, in a wallet on a server.
  private static func sent(_ purpose: Purpose) throws -> (state: State, intent: AnyIntent) {
    var state = remoteState()
    state.press(.character(purpose == .paying ? "4" : "3"))
    state.answerShop()
    switch purpose {
    case .paying: state.type("w")
    case .saving: state.type("S")
    case .funding: _ = FundingUse.open(&state)
    }
    state.typeFields("4000000000001109", "0929", "123")
    if purpose == .paying {
      state.press(Key(.tab))
      state.type("Ana Petrova")
    }
    let intent = try #require(send(&state))
    return (state, intent)
  }

  private static func send(_ state: inout State) -> AnyIntent? {
    state.press(.control("s")).compactMap(\.intent).first
  }

  /// The answer to the intent: the bank asks.
  private static func asks(_ intent: AnyIntent) -> Action? {
    switch intent.base {
    case let intent as NewPayment:
      .done(intent, WebPaymentsTests.handle("1048", .initiated, redirect: true))
    case let intent as SavingCard:
      .done(
        intent,
        CardRegistration(
          id: "1048", orderNumber: "n", use: .easy, needsRedirect: true, createdAt: Fixture.now))
    case let intent as FundingSetUp:
      .done(
        intent,
        ProvisionalFundingSource(
          id: "1048", owner: CustomerID("ana"), state: .pending, lastFour: "1109",
          createdAt: Fixture.now, updatedAt: Fixture.now))
    default: nil
    }
  }

  /// The same with the question above the form.
  private static func asked(_ purpose: Purpose) throws -> (state: State, inquiry: BankInquiry) {
    var (state, intent) = try sent(purpose)
    let effects = reduce(&state, try #require(asks(intent)))
    let inquiry = try #require(effects.intent(BankInquiry.self))
    state.done(inquiry, WebPaymentsTests.question())
    _ = try #require(state.top(BankQuestion.self))
    return (state, inquiry)
  }

  @Test(arguments: Purpose.allCases) func theFormComesBackWithWhatWasTyped(_ purpose: Purpose)
    throws
  {
    var (state, _) = try Self.asked(purpose)
    #expect(!screen(state).contains("Valid until"), "the question takes its place")
    let cancel = try #require(state.press(Key(.escape)).query(AnswerQuery.self))
    #expect(cancel.reply == .cancel, "the bank is told")
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy && dialog.form.card?.areAllFieldsValid == true)
    #expect(screen(state).contains("Valid until") && state.view.overlays.count == 1)
    // What the bank says of the closed question does not close the form.
    let over = state.answer(cancel, WebPaymentsTests.over)
    #expect(!over.isEmpty && state.top(Dialog.self)?.form.card?.areAllFieldsValid == true)
    // It is sent again, as something new.
    let again = try #require(Self.send(&state))
    #expect(Self.asks(again) != nil && state.top(Dialog.self)?.isBusy == true)
    #expect(Self.typed(state).allSatisfy { !$0.isEmpty })
  }

  /// An answer that comes late belongs to the closed question, and not to the next one.
  @Test(arguments: Purpose.allCases) func aLateAnswerClosesNothing(_ purpose: Purpose) throws {
    var (state, _) = try Self.asked(purpose)
    let cancel = try #require(state.press(Key(.escape)).query(AnswerQuery.self))
    let again = try #require(Self.send(&state))
    state.answer(cancel, WebPaymentsTests.over)
    let dialog = try #require(state.top(Dialog.self))
    #expect(dialog.sent == again && dialog.isBusy)
  }

  /// The control: the bank's last answer closes the form, and nothing secret stays.
  @Test(arguments: Purpose.allCases) func theLastAnswerClosesTheForm(_ purpose: Purpose) throws {
    var (state, _) = try Self.asked(purpose)
    let typed = Self.typed(state)
    #expect(typed.count == 2 && typed.allSatisfy { !$0.isEmpty })
    let answer = try #require(state.submit("123456").query(AnswerQuery.self))
    state.answer(answer, WebPaymentsTests.over)
    #expect(state.view.overlays.isEmpty && typed.allSatisfy { $0.isEmpty })
  }

  @Test(arguments: Purpose.allCases) func timeThatIsOverClosesTheForm(_ purpose: Purpose) throws {
    var (state, _) = try Self.asked(purpose)
    let typed = Self.typed(state)
    state.settings.idleSeconds = 900
    for _ in 0..<5 { state.pass(seconds: 60) }
    #expect(state.view.overlays.isEmpty && typed.allSatisfy { $0.isEmpty })
  }

  /// The request has copies of its own, which end with it; those of the form end with the form.
  @Test(arguments: Purpose.allCases) func eachSecretEndsWithItsOwner(_ purpose: Purpose) throws {
    for end in ["closed", "suspended", "locked"] {
      var (state, _) = try Self.asked(purpose)
      let typed = Self.typed(state)
      switch end {
      case "closed":
        state.press(Key(.escape), Key(.escape), Key(.enter))
        #expect(state.view.overlays.isEmpty)
      case "suspended":
        _ = reduce(&state, .conceal)
        #expect(state.top(BankQuestion.self) != nil)
      default: _ = Gate.lock(.idle, &state)
      }
      #expect(typed.count == 2 && typed.allSatisfy { $0.isEmpty }, "\(end)")
    }
  }

  /// The payment may still be made: a form that came back after a lock would make a second one.
  @Test(arguments: Purpose.allCases) func aLockUnderTheQuestionKeepsNoForm(_ purpose: Purpose)
    throws
  {
    var (state, _) = try Self.asked(purpose)
    _ = Gate.lock(.idle, &state)
    #expect(state.view.draft?.dialog == nil)
    // The control: the question was closed, and the bank knows it.
    (state, _) = try Self.asked(purpose)
    state.press(Key(.escape))
    _ = Gate.lock(.idle, &state)
    #expect(state.view.draft?.dialog != nil)
  }

  /// Before its answer, and while the question is read.
  @Test func aPaymentUnderWayKeepsNoForm() throws {
    var (state, intent) = try Self.sent(.paying)
    var locked = state
    _ = Gate.lock(.idle, &locked)
    #expect(locked.view.draft?.dialog == nil)
    _ = reduce(&state, try #require(Self.asks(intent)))
    _ = Gate.lock(.idle, &state)
    #expect(state.view.draft?.dialog == nil)
  }

  @Test func theRequestsCopiesEndWithTheRequest() throws {
    var (state, intent) = try Self.sent(.paying)
    let card = try #require((intent.base as? NewPayment)?.request.card.entered)
    #expect(card.number?.isEmpty == false, "the control")
    _ = reduce(&state, try #require(Self.asks(intent)))
    #expect(card.number?.isEmpty == true && card.cvv?.isEmpty == true)
    #expect(Self.typed(state).allSatisfy { !$0.isEmpty })
  }

  /// A question that cannot be read is said in the form, which sends again what it has.
  @Test(arguments: Purpose.allCases) func aQuestionThatCannotBeReadIsSaidInTheForm(
    _ purpose: Purpose
  ) throws {
    var (state, intent) = try Self.sent(purpose)
    let effects = reduce(&state, try #require(Self.asks(intent)))
    let inquiry = try #require(effects.compactMap(\.intent).first)
    #expect(state.top(Dialog.self)?.sent == inquiry && state.top(Dialog.self)?.isBusy == true)
    state.fail(inquiry, .internalError)
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy && dialog.failure?.code == .internalError)
    // The rule of the form after each failure: the CVV is typed again.
    #expect(dialog.form.card?.invalidFields == [.cvv])
  }

  /// A sign-in that ends between the request and the question: the form is still there, whether one
  /// signs in or not.
  @Test(arguments: Purpose.allCases, [true, false]) func aSignInInBetweenKeepsTheForm(
    _ purpose: Purpose, _ signsIn: Bool
  ) throws {
    var (state, intent) = try Self.sent(purpose)
    let effects = reduce(&state, try #require(Self.asks(intent)))
    let inquiry = try #require(effects.compactMap(\.intent).first)
    state.fail(inquiry, .unauthorized)
    #expect(state.top(SignInAgain.self)?.intents == [inquiry])
    if signsIn {
      state.submit("right")
      #expect(reduce(&state, .signedInAgain(nil)).contains(.perform(inquiry, nil)))
      let read = try #require(inquiry.base as? BankInquiry)
      state.done(read, WebPaymentsTests.question())
      #expect(state.top(BankQuestion.self) != nil)
    }
    state.press(Key(.escape))
    let dialog = try #require(state.top(Dialog.self))
    #expect(!dialog.isBusy && dialog.form.card?.areAllFieldsValid == true)
  }
}
