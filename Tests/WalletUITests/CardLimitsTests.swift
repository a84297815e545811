import Canvas
import Languages
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// What a card may pay for, on the screen.
@Suite struct CardLimitsTests {
  private static let limits = SpendingLimits(
    paymentLimit: 50_00, monthlyLimit: 200_00, categories: [.groceries, .eatingOut],
    countries: ["BG", "DE"])

  private static func limits(_ effects: [Effect]) -> CardLimits? {
    for effect in effects {
      if case .perform(let intent, _) = effect, let limits = intent.base as? CardLimits {
        return limits
      }
    }
    return nil
  }

  /// The first card with limits, of whose month so much is spent.
  private static func limited(_ spent: Int64, _ size: Size = Size(120, 40)) -> State {
    var state = Fixture.state(size, focus: 0)
    var card = Fixture.cards[0]
    card.limits = limits
    card.spentThisMonth = spent
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    return state
  }

  @Test func theFormSendsWhatWasTyped() throws {
    var state = Fixture.state(focus: 0)
    #expect(state.type("L").isEmpty)
    #expect(screen(state).contains("Limits of Everyday"))
    #expect(screen(state).contains("groceries, eating out, transport"), "what can be typed")
    state.type("50")
    state.press(Key(.enter))
    state.type("200")
    state.press(Key(.enter))
    state.type("Travel, eating  out")
    state.press(Key(.enter))
    state.type("bg,de")
    let limits = try #require(Self.limits(state.press(Key(.enter))))
    #expect(
      limits.update
        == CardControlsUpdate(
          paymentLimit: .value(50_00), monthlyLimit: .value(200_00),
          categories: .value([.travel, .eatingOut]), countries: .value(["BG", "DE"])))
    #expect(limits.version == Fixture.cards[0].version)
    var card = Fixture.cards[0]
    card.version += 1
    _ = reduce(&state, .done(limits, card))
    #expect(state.overlays.isEmpty)
    #expect(state.toasts.current?.text == "Limits of Everyday are set")
  }

  @Test func anEmptyFieldTakesALimitAway() throws {
    var state = Self.limited(0)
    state.type("L")
    for _ in 0..<5 { state.press(Key(.backspace)) }
    for _ in 0..<3 { state.press(Key(.enter)) }
    let limits = try #require(Self.limits(state.press(Key(.enter))))
    #expect(limits.update == CardControlsUpdate(paymentLimit: .null), "only what has changed")
  }

  @Test func theFormSaysWhatIsWrong() {
    var state = Fixture.state(focus: 0)
    state.type("L")
    state.type("0")
    for _ in 0..<2 { state.press(Key(.enter)) }
    state.type("shoes")
    state.press(Key(.enter))
    state.type("XX")
    #expect(state.press(Key(.enter)).isEmpty)
    let text = screen(state)
    #expect(text.contains("Up to €1,000,000.00"))
    #expect(text.contains("shoes is none of these"))
  }

  @Test func nothingIsSentThatHasNotChanged() {
    var state = Self.limited(0)
    state.type("L")
    for _ in 0..<3 { state.press(Key(.enter)) }
    #expect(state.press(Key(.enter)).isEmpty)
    #expect(screen(state).contains(state.words.nothingChangedYet))
  }

  @Test(arguments: [Size(200, 60), Size(120, 40)])
  func theCardShowsItsLimits(_ size: Size) {
    let text = screen(Self.limited(96_30, size))
    for part in ["up to €50", "€96.30 of €200", "BG, DE"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func theBarOfTheMonthHasRoomOnAWideScreen() {
    let text = screen(Self.limited(96_30, Size(200, 60)))
    #expect(text.contains("€103.70 left") && text.contains("up to €200"))
  }

  @Test func theBarOfTheMonthIsOneLineWhereThereIsLittleRoom() {
    var state = Self.limited(96_30)
    func hasBar(_ state: State) -> Bool {
      state.text.contains { $0.contains("Nov  ") && $0.contains("━━━") }
    }
    #expect(hasBar(state), "\(state.text.joined(separator: "\n"))")
    var card = Fixture.cards[0]
    card.limits = SpendingLimits(paymentLimit: 50_00)
    state.details.store(CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
    #expect(!hasBar(state), "the control: no limit of the month, no bar")
  }

  @Test(arguments: [Language.english, .german])
  func aLongListIsCutAtItsEnd(_ language: Language) {
    Fixture.$language.withValue(language) {
      var state = Self.limited(0)
      var card = Fixture.cards[0]
      card.limits = SpendingLimits(categories: MerchantCategory.allCases)
      state.details.store(
        CardDetails(card: card, account: nil, transactions: []), at: Fixture.now)
      let label = state.words.categoriesLabel
      let line = state.text.first { $0.contains(label + " ") } ?? ""
      let first = state.words.categories(Array(MerchantCategory.allCases.prefix(1)))
      #expect(line.contains(first) && line.contains(" +") && !line.contains("…"), "\(line)")
    }
  }

  @Test func bothLabelsAreNamedAlike() {
    var state = Self.limited(0)
    state.type("L")
    #expect(state.shows("Per payment") && state.shows("Per month"))
    Fixture.$language.withValue(.german) {
      var state = Self.limited(0)
      state.type("L")
      #expect(state.shows("Je Zahlung") && state.shows("Je Monat"))
    }
  }

  /// Line mode reads these, too.
  @Test func theLimitsAreFactsOfTheCard() throws {
    let state = Self.limited(96_30)
    let details = try #require(state.details[Fixture.cards[0].id])
    let row = CardRow(details.card, state.words)
    let facts = CardFacts(state: state).primary(row, details).map(\.value)
    for fact in ["up to €50", "€96.30 of €200", "groceries, eating out", "BG, DE"] {
      #expect(facts.contains(fact), "\(fact)")
    }
  }

  @Test func aCardThatHasEndedHasNone() {
    var state = Fixture.state(focus: 0)
    var card = Fixture.cards[0]
    card.status = .cancelled
    card.version += 1
    _ = reduce(&state, .loaded(card.id, .success(Fixture.details(card))))
    state.type("L")
    #expect(state.overlays.isEmpty && state.toasts.current != nil)
  }

  @Test func aDeclinedPaymentNamesTheLimitAndTheKey() {
    var state = Fixture.state(focus: 0)
    let payment = Payment(Fixture.cards[0].id, at: nil, ShopAmount(60_00))
    let receipt = ShopReceipt(
      id: "t", billedAmount: Money(60_00, Currency("EUR")), declineReason: .velocityExceeded,
      declineLimit: DeclineLimit(.perPayment, amount: Money(50_00, Currency("EUR"))),
      createdAt: Fixture.now, updatedAt: Fixture.now)
    _ = reduce(&state, .done(payment, Payment.Answer(receipt, at: Fixture.merchant)))
    #expect(state.toasts.current?.text == "Declined: over €50 per payment")
    #expect(state.toasts.current?.detail == "L changes the limits")
  }

  @Test func limitsAreNamedInBothLanguages() {
    let euros = Money(200_00, Currency("EUR"))
    let cases: [(DeclineLimit, String, String)] = [
      (DeclineLimit(.perPayment, amount: euros), "over €200 per payment", "über 200 € je Zahlung"),
      (DeclineLimit(.perMonth, amount: euros), "over €200 in November", "über 200 € im November"),
      (DeclineLimit(.perDay, amount: euros), "over €200 a day", "über 200 € am Tag"),
      (DeclineLimit(.category, values: ["GROCERIES"]), "groceries only", "nur Lebensmittel"),
      (DeclineLimit(.country, values: ["US"]), "not in US", "nicht in US"),
      (DeclineLimit(.merchant, values: ["ÖBB"]), "only at ÖBB", "nur bei ÖBB"),
      (DeclineLimit(.singleUse), "for one payment only", "nur für eine Zahlung"),
      // Of another server.
      (DeclineLimit(.other("NEW")), "merchant blocked", "Händler gesperrt"),
      (DeclineLimit(.perDay), "merchant blocked", "Händler gesperrt"),
    ]
    for (limit, english, german) in cases {
      var payment = Fixture.transactions(Fixture.cards[0])[0]
      payment.transactedAt = Fixture.now
      payment.declineReason = .merchantBlocked
      payment.declineLimit = limit
      #expect(Words(.english).declined(payment) == english)
      #expect(Words(.german).declined(payment) == german)
    }
  }
}
