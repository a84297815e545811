import Canvas
import ScreenKit
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import WalletUI

/// The further fields of the forms that pay and save.
@Suite struct PaymentFieldsTests {
  private func opened(
    _ command: Character, brands: [String] = ["VI", "MC"], switch: SavingSwitch = .off,
    label: PayLabel = .pay
  ) -> State {
    var state = Fixture.state(Size(120, 40))
    state.settings.savingSwitch = `switch`
    state.settings.payLabel = label
    state.press(.character(command == "w" ? "4" : "3"))
    state.answerShop(takes: brands)
    state.type(String(command))
    return state
  }

  private func go(_ state: inout State, to id: String) throws {
    for _ in 0..<40 {
      let form = try #require(state.top(Dialog.self)).form
      if form.fields[form.focus].id == id { return }
      state.press(Key(.tab))
    }
    Issue.record("there is no field \(id)")
  }

  private func type(_ state: inout State, _ texts: [(String, String)]) throws {
    for (id, text) in texts {
      try go(&state, to: id)
      state.type(text)
    }
  }

  private static let card = [
    (CardField.number.rawValue, "4111111111111111"), (CardField.expiry.rawValue, "0929"),
    (CardField.cvv.rawValue, "123"),
  ]

  // MARK: Paying (D24, D35, D36)

  @Test func thePayerIsFoldedAway() throws {
    var state = opened("w")
    #expect(screen(state).contains("More options") && !screen(state).contains("E-mail"))
    try type(&state, Self.card + [(CardField.name.rawValue, "Ana Petrova")])
    let plain = try #require(state.press(.control("s")).intent(NewPayment.self))
    #expect(plain.request.options.profile == nil && plain.request.options.billing == nil)
  }

  @Test func thePayerIsSent() throws {
    var state = opened("w")
    try type(&state, Self.card + [(CardField.name.rawValue, "Ana Petrova"), ("more", " ")])
    #expect(screen(state).contains("E-mail"))
    try type(
      &state,
      [
        ("profile.email", "ana"), ("profile.firstName", "Ana"), ("profile.lastName", "Petrova"),
        ("billingDetails.city", "Sofia"),
      ])
    #expect(state.press(.control("s")).isEmpty)
    let form = try #require(state.top(Dialog.self)).form
    #expect(
      form.fields.filter { $0.error != nil }.map(\.id) == [
        "profile.email", "billingDetails.zip", "billingDetails.country",
      ])
    try type(
      &state,
      [
        ("profile.email", "@example.com"), ("billingDetails.zip", "1000"),
        ("billingDetails.country", "bg"),
      ])
    let payment = try #require(state.press(.control("s")).intent(NewPayment.self))
    #expect(
      payment.request.options.profile
        == PaymentProfile(firstName: "Ana", lastName: "Petrova", email: "ana@example.com"))
    #expect(
      payment.request.options.billing
        == BillingDetails(country: "BG", zip: "1000", city: "Sofia"))
  }

  /// D04: the brands are those of the shop's account.
  @Test func aBrandThatTheShopDoesNotTakeIsRefused() throws {
    let state = opened("w", brands: ["MC"]).typing("4")
    #expect(screen(state).contains("▲ This card is not supported"))
  }

  /// 9085.
  @Test func aShopThatTakesNoKnownCardSaysSo() throws {
    for brands in [["XX"], []] {
      var state = opened("w", brands: brands)
      try type(&state, Self.card + [(CardField.name.rawValue, "Ana Petrova")])
      #expect(state.press(.control("s")).isEmpty)
      #expect(screen(state).contains("This shop takes no cards that walletui knows"))
    }
  }

  // MARK: Paying and saving at once (E36)

  @Test(arguments: SavingSwitch.allCases) func theSwitchIsPresetOrGone(_ setting: SavingSwitch)
    throws
  {
    var state = opened("w", switch: setting)
    let field = try #require(state.top(Dialog.self)).form["save"]
    #expect(field == (setting == .hidden ? nil : .toggle(setting == .on)))
    #expect(screen(state).contains("Save it, too") == (setting != .hidden))
    try type(&state, Self.card + [(CardField.name.rawValue, "Ana Petrova")])
    let payment = try #require(state.press(.control("s")).intent(NewPayment.self))
    #expect(payment.saves == (setting == .on))
    let effects = state.done(payment, WebPaymentsTests.handle("1", .payable))
    let registering = effects.intent(AlsoRegistering.self)
    #expect((registering != nil) == (setting == .on))
    guard let saving = registering?.request else { return }
    let paying = try #require(payment.request.card.entered)
    #expect(saving.use == .easy && saving.card.number?.matches(secret("4111111111111111")) == true)
    #expect(paying.number?.isEmpty == true && saving.card.cvv?.isEmpty == false, "copies")
  }

  /// E34.
  @Test(arguments: PayLabel.allCases) func theButtonPaysOrReserves(_ label: PayLabel) {
    let state = opened("w", label: label)
    #expect(screen(state).contains("^S reserve") == (label == .reserve))
    #expect(screen(state).contains("^S pay") == (label == .pay))
  }

  /// One of the own cards is in the wallet already.
  @Test func anOwnCardIsNotSaved() {
    var state = opened("w", switch: .on)
    state.press(.control("o"))
    #expect(!screen(state).contains("Save it, too"))
    let payment = state.press(.control("s")).intent(NewPayment.self)
    let effects = payment.map {
      state.done($0, WebPaymentsTests.handle("1", .payable))
    }
    #expect(effects?.allSatisfy { $0.intent == nil } == true)
  }

  private static let registration = CardRegistration(
    id: "reg", orderNumber: "1", use: .easy, needsRedirect: true, createdAt: Fixture.now)

  private func paid(
    _ status: PaymentHandleStatus, _ saving: Result<CardRegistration, WalletError>
  ) throws -> (State, [Effect]) {
    var state = opened("w", switch: .on)
    try type(&state, Self.card + [(CardField.name.rawValue, "Ana Petrova")])
    let payment = try #require(state.press(.control("s")).intent(NewPayment.self))
    let handle = WebPaymentsTests.handle("1", status, code: status == .failed ? 9131 : nil)
    let effects = state.done(payment, handle)
    guard let registering = effects.intent(AlsoRegistering.self) else { return (state, effects) }
    let answered = state.done(registering, saving)
    return (state, answered)
  }

  @Test func theCardIsSavedAfterThePayment() throws {
    var (state, effects) = try paid(.payable, .success(Self.registration))
    let asks = try #require(effects.query(SavingQuestionQuery.self))
    #expect(asks.registration.id == "reg" && state.paying.web.alsoSaving == nil)
    state.answer(asks, WebPaymentsTests.question())
    #expect(state.top(BankQuestion.self) != nil)
  }

  @Test func nothingIsSavedIfThePaymentFails() throws {
    let (_, refused) = try paid(.failed, .success(Self.registration))
    #expect(refused.allSatisfy { $0.intent == nil }, "it is not even registered")
    var (state, _) = try paid(.initiated, .success(Self.registration))
    let failed = WebPaymentsTests.handle("1", .failed, code: 9131)
    let effects = state.answer(FinishedPaymentQuery(id: "1"), failed)
    let finish = try #require(effects.query(FinishSavingQuery.self))
    #expect(finish.id == "reg" && !finish.isWanted)
  }

  @Test func aPaymentIsMadeAlsoIfTheCardCannotBeSaved() throws {
    let (state, effects) = try paid(.payable, .failure(WalletError(.savedCardLimit)))
    #expect(effects.allSatisfy { $0.query(FinishSavingQuery.self) == nil })
    #expect(screen(state).contains("is ready") || screen(state).contains("not saved"))
  }

  // MARK: Saving (E05–E08, E13)

  @Test func aCardIsSavedForEasyPayment() throws {
    var state = opened("S")
    try type(&state, Self.card)
    let request = try #require(state.press(.control("s")).intent(SavingCard.self)).request
    #expect(request.use == .easy && request.recurringExpiry == nil)
    #expect(request.recurringFrequency == nil && request.excludedSchemes == [])
    #expect(!request.isSBusiness && request.currency == Currency("EUR"))
  }

  @Test func recurringPaymentHasDaysAndAnEnd() throws {
    var state = opened("S")
    #expect(!screen(state).contains("Until"))
    try type(&state, Self.card + [("recurringType", " "), ("recurringFrequency", "28")])
    for wrong in ["2029-02-29", "2029-13-01", "20290228", "2029-2-2"] {
      try type(&state, [("recurringExpiryDate", wrong)])
      #expect(state.press(.control("s")).isEmpty, "\(wrong)")
      #expect(screen(state).contains("▲ A day, like 2029-12-31"))
      state.press(.control("u"))
    }
    state.type("2028-02-29")
    let request = try #require(state.press(.control("s")).intent(SavingCard.self)).request
    #expect(request.use == .recurring && request.recurringFrequency == 28)
    #expect(request.recurringExpiry == "20280229")
  }

  @Test func schemesAreLeftOut() throws {
    var state = opened("S").typing("4111")
    #expect(!screen(state).contains("This card is not supported"))
    try type(&state, [("more", " "), ("takesVisa", " ")])
    #expect(screen(state).contains("▲ This card is not supported"), "at once, and again later")
    try type(&state, [("takesVisa", " ")])
    #expect(!screen(state).contains("This card is not supported"))
  }

  /// E07, E08.
  @Test func dankortAndSBusinessAreChosen() throws {
    var state = opened("S")
    try type(&state, [(CardField.number.rawValue, "4571000000000001")])
    #expect(screen(state).contains("Visa"))
    try type(&state, [("more", " "), ("takesDankort", " ")])
    #expect(screen(state).contains("▲ This card is not supported"), "it counts as Dankort")
    try type(&state, [("coBrandedDankort", " ")])
    #expect(!screen(state).contains("This card is not supported"), "now as Visa")
    try type(&state, [("sBusiness", " ")])
    try type(&state, Array(Self.card.dropFirst()))
    let request = try #require(state.press(.control("s")).intent(SavingCard.self)).request
    #expect(request.excludedSchemes == [.dankort, .coBrandedDankort] && request.isSBusiness)
  }
}
