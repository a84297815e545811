import Canvas
import Languages
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// What a card may pay for, on the screen.
@Suite struct CardLimitsTests {
  private static func limited(
    _ size: Size = Size(120, 40), to rules: SpendingRules = Fixture.rules, spent: Int64 = 160_85
  ) -> State {
    var state = Fixture.state(size, focus: 0)
    Fixture.limit(&state, to: rules, spent: spent)
    return state
  }

  @Test func theFormSendsWhatWasTypedAndCanBeTakenBack() throws {
    var state = Fixture.state(focus: 0)
    #expect(state.type("L").isEmpty)
    #expect(screen(state).contains("Limits of Everyday"))
    for amount in ["50", "80", "200"] {
      state.submit(amount)
    }
    state.press(Key(.right), Key(.enter))
    #expect(screen(state).contains("groceries, eating out, transport"), "what can be typed")
    state.type("Travel, eating  out")
    state.press(Key(.enter), Key(.left), Key(.enter))
    state.submit("us")
    state.type(" ")
    state.press(Key(.enter), Key(.enter), Key(.enter))
    let limits = try #require(state.press(Key(.enter)).intent(CardLimits.self))
    var rules = SpendingRules(monthlyLimit: 200_00)
    rules.paymentLimit = 50_00
    rules.dailyLimit = 80_00
    rules.categories = RuleList(allowed: ["EATING_OUT", "TRAVEL"])
    rules.countries = RuleList(blocked: ["US"])
    rules.switchedOff = [.online]
    #expect(limits.update == CardControlsUpdate(from: SpendingRules(), to: rules))
    #expect(limits.version == Fixture.cards[0].version)
    var card = Fixture.cards[0]
    card.version += 1
    card.rules = rules
    state.done(limits, card)
    #expect(state.view.overlays.isEmpty)
    #expect(state.toasts.current?.text == "Limits of Everyday are set")
    let back = try #require(state.type("z").intent(CardLimits.self))
    #expect(back.update == CardControlsUpdate(from: rules, to: SpendingRules()))
    #expect(back.version == card.version)
  }

  @Test func anEmptyFieldTakesALimitAway() throws {
    var state = Self.limited().typing("L")
    for _ in "50.00" { state.press(Key(.backspace)) }
    for _ in 0..<10 { state.press(Key(.enter)) }
    let limits = try #require(state.press(Key(.enter)).intent(CardLimits.self))
    var update = CardControlsUpdate()
    update.paymentLimit = .null
    #expect(limits.update == update, "only what has changed")
  }

  @Test func theFormSaysWhatIsWrong() {
    var state = Fixture.state(focus: 0).typing("L0")
    for _ in 0..<3 { state.press(Key(.enter)) }
    state.press(Key(.right), Key(.enter))
    state.type("shoes")
    state.press(Key(.enter), Key(.right), Key(.enter))
    for _ in 0..<4 { state.press(Key(.enter)) }
    #expect(state.press(Key(.enter)).isEmpty)
    let text = screen(state)
    #expect(text.contains("Up to €1,000,000.00"))
    #expect(text.contains("shoes is none of these"))
    #expect(text.contains("Give 1 to 50 values"))
  }

  @Test func nothingIsSentThatHasNotChanged() {
    var state = Self.limited().typing("L")
    for _ in 0..<10 { state.press(Key(.enter)) }
    #expect(state.press(Key(.enter)).isEmpty)
    #expect(screen(state).contains(state.words.virtualForms.nothingChangedYet))
  }

  @Test func whatAllowsMoreAsksForACodeAndSaysWhy() throws {
    var state = Self.limited()
    let update = CardControlsUpdate(from: Fixture.rules, to: SpendingRules())
    let intent = CardLimits(
      id: Fixture.cards[0].id, update: update, before: Fixture.rules, version: 1)
    let event = Fixture.event([.sms])
    state.requestCode(AnyIntent(intent), event)
    #expect(screen(state).contains("The card may pay for more."))
  }

  @Test(arguments: [Size(120, 40), Size(80, 24), Size(40, 15)])
  func thePageListsEachRule(_ size: Size) throws {
    var state = Self.limited(size)
    state.press(Key(.enter))
    let section = try #require(PageOutline(state).section(.limits))
    #expect(section.lines == 6)
    var seen = ""
    while let page = state.screen(CardsScreen.self)?.page, page.selected < section.stops.upperBound
    {
      if section.stops.contains(page.selected) { seen += screen(state) }
      state.press(Key(.down))
      if state.screen(CardsScreen.self)?.page == page { break }
    }
    for part in ["up to €50", "€12.00 of €80", "eating out", "US", "online"] {
      #expect(seen.contains(part), "\(part) at \(size)")
    }
  }

  @Test func enterOnARuleOpensTheForm() throws {
    var state = Self.limited()
    state.press(Key(.enter))
    let first = try #require(PageOutline(state).section(.limits)?.stops.lowerBound)
    while let page = state.screen(CardsScreen.self)?.page, page.selected < first {
      state.press(Key(.down))
    }
    state.press(Key(.enter))
    #expect(screen(state).contains("Limits of Everyday"))
  }

  @Test func lineModeReadsEachRule() {
    var state = Self.limited(Size(120, 60)).linear
    state.press(Key(.enter))
    let text = screen(state)
    for part in ["up to €50", "€160.85 of €400", "eating out, groceries", "online"] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
  }

  @Test func aCardThatHasEndedHasNone() {
    let state = Fixture.state(focus: 5).typing("L")
    #expect(state.view.overlays.isEmpty && state.toasts.current != nil)
  }

  @Test func aDeclinedPaymentNamesTheRuleAndTheKey() {
    var state = Fixture.state(focus: 0)
    let payment = Payment(Fixture.cards[0].id, at: Fixture.merchant.id, ShopAmount(60_00))
    let rule = DeclineRule(.paymentLimit, amount: Money(50_00, Currency("EUR")))
    let receipt = Fixture.receipt(.velocityExceeded, rule, amount: 60_00)
    state.done(payment, Payment.Answer(receipt: receipt, merchant: Fixture.merchant))
    #expect(state.toasts.current?.text == "Declined: over €50 a payment")
    #expect(state.toasts.current?.detail == "L changes the limits")
  }

  @Test func rulesAreNamedInBothLanguages() {
    let euros = Money(200_00, Currency("EUR"))
    let cases: [(DeclineRule, String, String)] = [
      (DeclineRule(.paymentLimit, amount: euros), "over €200 a payment", "über 200 € je Zahlung"),
      (DeclineRule(.dailyLimit, amount: euros), "over €200 a day", "über 200 € am Tag"),
      (
        DeclineRule(.monthlyLimit, amount: euros), "over €200 in November",
        "über 200 € im November"
      ),
      (DeclineRule(.category, value: "EATING_OUT"), "not for eating out", "nicht für Essen gehen"),
      (DeclineRule(.category, value: "NEW"), "not for NEW", "nicht für NEW"),
      (DeclineRule(.country, value: "US"), "not in US", "nicht in US"),
      (DeclineRule(.merchant, value: "ÖBB"), "only at ÖBB", "nur bei ÖBB"),
      (DeclineRule(.singleUse), "for one payment only", "nur für eine Zahlung"),
      (DeclineRule(.switchedOff(.online)), "not online", "nicht online"),
      (DeclineRule(.switchedOff(.abroad)), "not abroad", "nicht im Ausland"),
      (DeclineRule(.switchedOff(.cash)), "not for cash", "nicht für Bargeld"),
      (DeclineRule(.switchedOff(.phone)), "not by phone", "nicht per Handy"),
      // Of another server.
      (DeclineRule(.other("NEW")), "merchant blocked", "Händler gesperrt"),
      (DeclineRule(.dailyLimit), "merchant blocked", "Händler gesperrt"),
    ]
    for (rule, english, german) in cases {
      var payment = Fixture.transactions(Fixture.cards[0])[0]
      payment.declineReason = .merchantBlocked
      payment.declineRule = rule
      #expect(Words(.english).limits.declined(payment) == english)
      #expect(Words(.german).limits.declined(payment) == german)
    }
  }
}
