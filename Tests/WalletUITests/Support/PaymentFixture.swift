import Canvas
import CardEntry
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
    amount.map(state.words.pay)
  }
}

/// Stands for the operations that get a card.
struct CardIntent: Intent {
  let card: PayingCard
  func title(_ words: Words) -> String { words.paying }
  func request(_ service: WalletService, _ sca: ScaReference?) async throws(WalletError) {}
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
  func resend(_ state: inout State) -> [Effect] { [.read(ReplyQuery(reply: .resend))] }
  func cancelled(_ state: inout State) -> [Effect] { [.read(ReplyQuery(reply: .cancelled))] }
  func timedOut(_ state: inout State) -> [Effect] { [.read(ReplyQuery(reply: .timedOut))] }
}

struct ReplyQuery: Query {
  enum Reply: Sendable, Equatable {
    case code(Secret)
    case options([String])
    case confirmation(ChallengeReply.Confirmation)
    case resend, cancelled, timedOut

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

extension Fixture {
  static let accepted = AcceptedBrands([.visa: .both, .mastercard: .credit, .amex: .both])

  /// The form of a payment. It accepts Visa, Mastercard and American Express.
  static func payForm(
    _ state: State, rules: CardEntryRules = CardEntryRules(.payment(accepted))
  ) -> Dialog {
    let words = state.words
    return CardForm(use: SampleUse(), ownCards: state.list.rows.isEmpty ? [] : Array(ownRows))
      .dialog(
        state, title: words.pay(Money(2490, Currency("EUR"))), rules: rules,
        further: [.text("order", words.merchant, "Spotify", limit: 20)],
        submitLabel: words.pay)
  }

  /// The form that saves a card. It leaves out American Express and Maestro.
  static func saveForm(
    _ state: State,
    rules: CardEntryRules = CardEntryRules(.saving(excluding: [.amex, .maestro]))
  ) -> Dialog {
    CardForm(use: SampleUse(amount: nil), ownCards: [])
      .dialog(
        state, title: state.words.anotherCard, rules: rules, submitLabel: state.words.create)
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
      resend: challenge.asksForCode ? 21 : nil,
      steps: [
        ProgressStep(.done, "Visa", note: "0.2 s"), ProgressStep(.now, "Spotify"),
        ProgressStep(.later, "Billa"),
      ], clock: clock, by: SampleAnswering())
  }
}
