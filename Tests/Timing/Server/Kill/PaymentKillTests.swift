import Glibc
import Secrets
import Testing
import ThreeDSecure
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting

/// The server is killed in each step of a payment and of saving a card. The client settles its key
/// and goes on, as `walletui` does. Nothing happens twice, and nothing is left half done.
struct PaymentKillTests {
  /// When the server is killed.
  private enum Moment: CaseIterable { case before, meanwhile, after }

  /// A person whose server is killed in each step.
  private final class Person {
    private let file: VaultFileOfAna
    private var server: WalletdProcess
    private let token: Secret
    private var steps = 0
    /// How many steps were carried out although their answer was lost.
    private var doneWithoutAnswer = 0
    let card: CardID

    init() throws {
      file = try VaultFileOfAna()
      server = try WalletdProcess(file, isSimulator: true)
      token = try server.signIn().accessToken
      let cards = try server.perform(ListCards(CardQuery(statuses: [.active])), token).cards
      card = try #require(cards.first { $0.alias == "Everyday" }).id
      // Each payment of this test is made.
      _ = try perform(TopUp(card, ShopAmount(1_000_000)))
    }

    func perform<O: WalletOperation>(_ operation: O, key: String? = nil) throws -> O.Response {
      try server.perform(operation, token) { $0.idempotencyKey = key }
    }

    /// A step during which the server is killed.
    func step<O: WalletOperation>(_ operation: O, _ moment: Moment) throws -> O.Response
    where O.Response: Equatable {
      steps += 1
      let key = "step-\(steps)"
      let first = try answer(to: operation, key, moment)
      server = try WalletdProcess(file, isSimulator: true)
      if let first {
        #expect(try perform(operation, key: key) == first)
        return first
      }
      if case .done = try perform(SettleChange(key)) {
        doneWithoutAnswer += 1
        return try perform(operation, key: key)
      }
      let late = #expect(throws: WalletError.self) { try perform(operation, key: key) }
      #expect(late?.code == .keyClosed)
      return try perform(operation, key: key + "-again")
    }

    /// nil: the server was killed before it had answered.
    private func answer<O: WalletOperation>(to operation: O, _ key: String, _ moment: Moment)
      throws -> O.Response?
    {
      let running = server
      if moment == .meanwhile { return try running.answerWhileKilled(to: operation, token, key) }
      if moment == .before { running.end(SIGKILL) }
      defer { if moment == .after { running.end(SIGKILL) } }
      return try? perform(operation, key: key)
    }

    /// What is there: payments, those of the card, saved cards, questions that wait.
    func counts() throws -> Counts {
      let handles = try perform(ListPaymentHandles(PaymentHandleQuery(limit: 1000))).handles
      return Counts(
        handles: handles.count, completed: handles.count { $0.status == .completed },
        transactions: try perform(
          ListTransactions(card, TransactionQuery(limit: 1000))
        ).transactions.count, saved: try perform(ListSavedCards()).count,
        questions: try perform(ListAuthentications()).count)
    }

    func end() throws {
      // Some kills hit the moment between the commit and its answer.
      if Effort.current == .torture { #expect(doneWithoutAnswer > 0) }
      server.end(SIGTERM)
      #expect(try file.findings() == [])
      server = try WalletdProcess(file, isSimulator: true)
    }

    deinit { server.end(SIGTERM) }
  }

  private struct Counts: Equatable {
    var handles, completed, transactions, saved, questions: Int
  }

  private static let code = ChallengeReply.code(secret("123456"))
  /// The bank asks for a code.
  private static let amount: Int64 = 9110

  private static func handle(_ person: Person) -> CreatePaymentHandle {
    CreatePaymentHandle(
      PaymentHandleRequest(
        .own(person.card), at: "zalando",
        PaymentOptions(
          amount: amount, currency: Currency("EUR"), merchantRefNum: "order-1", accountID: "")))
  }

  private static func registration(_ brand: CardBrand) -> RegisterSavedCard {
    RegisterSavedCard(
      SavedCardRequest(
        EnteredCard(
          number: secret(Scenario.oneTimeCode.testNumber(brand) ?? ""),
          expiry: CardExpiry(month: 9, year: 2035),
          cvv: secret(brand == .amex ? "1234" : "123")), .easy, currency: Currency("EUR")))
  }

  private static let rounds = Effort.pick(long: 4, torture: 100)

  /// Every step at each moment, and then all at random ones.
  private static func moments(_ round: Int) -> () -> Moment {
    { round < 3 ? Moment.allCases[round] : Moment.allCases.randomElement() ?? .meanwhile }
  }

  @Test func aPaymentIsMadeOnce() throws {
    let person = try Person()
    for round in 0..<Self.rounds + 2 {
      let moment = Self.moments(round)
      let before = try person.counts()
      let handle = try person.step(Self.handle(person), moment())
      #expect(handle.status == .initiated)
      _ = try person.step(AnswerAuthentication(handle.id, attempt: 1, Self.code), moment())
      let token = try person.perform(GetPaymentToken(handle.id))
      #expect(try person.step(UsePaymentHandle(token), moment()).status == .completed)
      var expected = before
      expected.handles += 1
      expected.completed += 1
      expected.transactions += 1
      #expect(try person.counts() == expected)
    }
    try person.end()
  }

  @Test func aCardIsSavedOnce() throws {
    let person = try Person()
    let brands: [CardBrand] = [.visa, .mastercard, .amex]
    for round in 0..<Self.rounds + 2 {
      let moment = Self.moments(round)
      let before = try person.counts()
      let id = try person.step(Self.registration(brands[round % brands.count]), moment()).id
      _ = try person.step(AnswerAuthentication(id, attempt: 1, Self.code), moment())
      #expect(try person.counts().saved == before.saved)
      let done = try person.step(ProcessSavedCard(id), moment())
      #expect(done.state == .tokenized)
      #expect(try person.perform(GetCardRegistration(id)) == done)
      var expected = before
      expected.saved += 1
      #expect(try person.counts() == expected)
      _ = try person.step(RemoveSavedCard(try #require(done.savedCardID)), moment())
      #expect(try person.counts() == before)
    }
    try person.end()
  }

  /// The control: a client that sends a step again with another key is found out.
  @Test func aClientThatDoesNotSettleIsFoundOut() throws {
    let person = try Person()
    let before = try person.counts()
    for key in ["one", "another"] {
      let handle = try person.perform(Self.handle(person), key: key)
      _ = try person.perform(AnswerAuthentication(handle.id, attempt: 1, Self.code))
      let token = try person.perform(GetPaymentToken(handle.id))
      _ = try person.perform(UsePaymentHandle(token))
      // A handle is used once, whatever the key.
      let again = #expect(throws: WalletError.self) { try person.perform(UsePaymentHandle(token)) }
      #expect(again?.code == .paymentHandleStatus)
      _ = try person.perform(Self.registration(.visa), key: key + "-card")
    }
    let after = try person.counts()
    #expect(after.handles == before.handles + 2)
    #expect(after.transactions == before.transactions + 2)
    #expect(after.questions == before.questions + 2)
  }
}
