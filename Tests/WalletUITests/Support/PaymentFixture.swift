import Canvas
import CardEntry
import ScreenKit
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// A use of the card form that sends its card to a query.
struct SampleUse: CardUse {
  /// nil: the card is saved.
  var amount: Money? = Money(2490, Currency("EUR"))

  func errors(_ form: Form, _ state: State) -> [FieldError] {
    form["order"] == nil || form.text("order") != nil
      ? [] : [FieldError("order", .verbatim(state.words.isNeeded))]
  }

  func submit(_ card: PayingCard, _ form: Form, _ state: inout State) -> Submission? {
    .intent(CardIntent(card: card))
  }

  func submitLabel(_ form: Form, _ state: State) -> String? {
    amount.map(state.words.shop.pay)
  }
}

/// Represents the operations that get a card.
struct CardIntent: Intent {
  let card: PayingCard
  func title(_ words: Words) -> String { words.shop.paying }
  func request(_ service: WalletService) async throws(WalletError) {}
  func succeed(_ answer: Void, _ state: inout State) -> [Effect] {
    Dialog.close(of: AnyIntent(self), &state)
    return []
  }
}

/// Answers of a question as effects that tests can read.
struct SampleAnswering: QuestionAnswering {
  func answer(_ reply: ChallengeReply, _ state: inout State) -> [Effect] {
    [.read(ReplyQuery(reply: ReplyQuery.Reply(reply)))]
  }
  func cancelled(_ state: inout State) -> [Effect] { [.read(ReplyQuery(reply: .cancelled))] }
  func timedOut(_ state: inout State) -> [Effect] { [.read(ReplyQuery(reply: .timedOut))] }
}

struct ReplyQuery: Query {
  enum Reply: Sendable, Equatable {
    case code(Secret)
    case options([String])
    case confirmation(ChallengeReply.Confirmation)
    case cancelled, timedOut

    init(_ reply: ChallengeReply) {
      switch reply {
      case .code(let code): self = .code(code)
      case .options(let ids): self = .options(ids)
      case .confirmation(let word): self = .confirmation(word)
      case .cancel: self = .cancelled
      }
    }
  }

  let reply: Reply
  func request(_ service: WalletService) async throws(WalletError) {}
  func answered(_ result: Result<Void, WalletError>, _ state: inout State) -> [Effect] { [] }
}

extension PayingCard {
  /// The card that was typed.
  var entered: EnteredCard? {
    if case .entered(let card) = self { card } else { nil }
  }
}

extension Fixture {
  static let accepted = AcceptedBrands([.visa: .both, .mastercard: .credit, .amex: .both])

  /// The form of a payment. It accepts Visa, Mastercard and American Express.
  static func payForm(
    _ state: State, rules: CardEntryRules = CardEntryRules(.payment(accepted))
  ) -> Dialog {
    let words = state.words
    return CardForm(use: SampleUse(), ownCards: state.cards.list.rows.isEmpty ? [] : Array(ownRows))
      .dialog(
        state, title: words.shop.pay(Money(2490, Currency("EUR"))), rules: rules,
        further: [.text("order", words.merchant, "Spotify", limit: 20)],
        submitLabel: words.shop.pay)
  }

  /// The form that saves a card. It leaves out American Express and Maestro.
  static func saveForm(
    _ state: State,
    rules: CardEntryRules = CardEntryRules(.saving(excluding: [.amex, .maestro]))
  ) -> Dialog {
    CardForm(use: SampleUse(amount: nil), ownCards: [])
      .dialog(
        state, title: state.words.cardEntry.anotherCard, rules: rules,
        submitLabel: state.words.cardForms.create)
  }

  private static var ownRows: [CardRow] {
    cards.prefix(2).map { CardRow($0, Words(language)) }
  }

  static func matter(amount: Money? = Money(2490, Currency("EUR"))) -> BankMatter {
    BankMatter(
      bank: "ÖBB Sofia", programme: "Visa Secure", version: "2.2.0", merchant: "Spotify",
      amount: amount, title: "Spotify", cardName: "Visa", lastFour: "4242", time: now)
  }

  static func question(
    _ type: ChallengeType, render: RenderType = .native, clock: Clock, amount: Money? = nil
  ) -> BankQuestion {
    let challenge = Challenge(type, render: render)
    return BankQuestion(
      "auth-1", amount == nil ? matter() : matter(amount: amount), challenge,
      target: challenge.asksForCode ? "+359 ••• ••• 412" : "",
      address: challenge.isPage ? "https://wallet.example/ana/cards" : nil,
      steps: [
        ProgressStep(.done, "Visa", note: "0.2 s"), ProgressStep(.now, "Spotify"),
        ProgressStep(.later, "Billa"),
      ], clock: clock, by: SampleAnswering())
  }
}

extension Fixture {
  /// A payment in each state, the newest first.
  static let handles: [PaymentHandle] = {
    func handle(
      _ number: Int, _ units: Int64, _ status: PaymentHandleStatus, _ brand: CardBrand,
      _ digits: String, _ shop: String, ago: Int64, code: Int? = nil
    ) -> PaymentHandle {
      PaymentHandle(
        id: "h-\(number)", merchantRefNum: "\(number)", money: Money(units, Currency("EUR")),
        transactionType: .payment, status: status, needsRedirect: status == .initiated,
        createdAt: now.adding(seconds: -ago), accountID: "1000010",
        card: PaymentHandleCard(
          bin: "400000", lastDigits: digits, brand: brand,
          expiry: CardExpiry(month: 9, year: 2029), holderName: "Ana Petrova"),
        merchantID: shop.lowercased(), merchantName: shop, errorCode: code)
    }
    return [
      handle(1047, 3200, .payable, .mastercard, "4821", "Zalando", ago: 40),
      handle(1046, 12000, .initiated, .visa, "1109", "Shell", ago: 90),
      handle(1045, 5800, .processing, .visa, "0093", "ÖBB", ago: 250),
      handle(1044, 1250, .completed, .mastercard, "4821", "Café Lumière", ago: 1200),
      handle(1043, 21000, .failed, .visa, "1026", "Spotify", ago: 2400, code: 3022),
      handle(1042, 999, .payable, .amex, "1007", "Billa", ago: 3600),
    ]
  }()

  static let savedCards = [
    SavedCard(
      id: "s-1", maskedNumber: "400000******1109", scheme: .visa,
      expiry: CardExpiry(month: 9, year: 2029), use: .easy, savedAt: now.adding(seconds: -7200)),
    SavedCard(
      id: "s-2", maskedNumber: "520000******1104", scheme: .masterCard,
      expiry: CardExpiry(month: 3, year: 2030), use: .recurring, recurringExpiry: "20290930",
      recurringFrequency: 28, savedAt: now),
  ]
}

extension State {
  mutating func showPayments(_ handles: [PaymentHandle]) {
    press(.character("4"))
    answer(HandlesQuery(), PaymentHandlePage(handles))
    readVerdicts()
  }

  /// Each bank that was asked has agreed, but for payments that failed.
  private mutating func readVerdicts() {
    for query in reduce(&self, .settle).compactMap({ $0.query(VerdictQuery.self) }) {
      let handle = query.handle
      let answer = CardAuthentication(
        id: handle.id, status: .completed, merchant: handle.merchantName, money: handle.money,
        maskedCard: "", brand: handle.card.brand, result: .succeeded, createdAt: Fixture.now)
      self.answer(query, answer)
    }
  }

  /// The shop of the forms is read. It takes cards of these brands.
  mutating func answerShop(takes brands: [String] = ["VI", "MC", "AM"]) {
    let method = PaymentMethod(
      accountID: "1", currency: Currency("EUR"),
      cardTypes: Dictionary(uniqueKeysWithValues: brands.map { ($0, "BOTH") }))
    answer(PaymentMethodsQuery(), brands.isEmpty ? [] : [method])
    answer(MerchantsQuery(), [WebPaymentsTests.merchant])
  }

  mutating func showSaved(_ cards: [SavedCard]) {
    press(.character("3"))
    answer(SavedCardsQuery(), cards)
  }

  /// Presses the key that shows a token, and answers with this one.
  mutating func revealToken(_ token: Secret) {
    for intent in press(.character("t")).compactMap({ $0.intent?.base as? TokenReveal }) {
      done(intent, token)
    }
  }
}
