import PhoneWallet
import Secrets
import Synchronization
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletService

@testable import WalletUI

/// A backend that refuses every request.
private final class RefusingBackend: WalletBackend {
  /// Why; `isConfirmed`: whether the request names the event of the fixture.
  private let why: @Sendable (_ isConfirmed: Bool) -> WalletError
  let requests = Mutex((all: 0, confirmed: 0, decided: 0))

  init(_ why: @escaping @Sendable (_ isConfirmed: Bool) -> WalletError) { self.why = why }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    let isConfirmed = context.sca == Fixture.event().reference
    requests.withLock {
      $0.all += 1
      if isConfirmed { $0.confirmed += 1 }
      if case .notRecorded = O.contract.lostAnswer { return }
      $0.decided += 1
    }
    throw why(isConfirmed)
  }

  func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}

/// A backend that answers one request, and refuses the next ones.
private final class OneAnswerBackend: WalletBackend {
  private static let answers: [any Sendable] = [
    Fixture.handles[1],
    CardRegistration(
      id: "r-1", orderNumber: "1", use: .easy, needsRedirect: true, createdAt: Fixture.now),
    ProvisionalFundingSource(
      id: "p-1", owner: CustomerID("ana"), state: .pending, lastFour: "4242",
      createdAt: Fixture.now, updatedAt: Fixture.now),
  ]
  private let requests = Mutex(0)

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    let isFirst = requests.withLock { count -> Bool in
      count += 1
      return count == 1
    }
    let answers = Self.answers.compactMap { $0 as? O.Response }
    guard isFirst, let answer = answers.first else { throw WalletError(.unauthorized) }
    return answer
  }

  func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}

/// What holds for every intent. Each has a sample here.
@Suite struct IntentTests {
  private static var samples: [any Intent] {
    let card = Fixture.cards[0]
    let row = CardRow(card, Fixture.settings.words)
    let euro = Currency("EUR")
    func typed() -> EnteredCard {
      EnteredCard(
        number: secret("4000000000001109"), expiry: CardExpiry(month: 9, year: 2029),
        cvv: secret("123"))
    }
    let options = PaymentOptions(
      amount: 2490, currency: euro, merchantRefNum: "1", accountID: "")
    let order = VirtualCardOrder(
      personaID: "p-1", fundingSourceID: "f-1", cardHolder: "ANA PETROVA", reference: "ref")
    let virtual = Fixture.virtualCards[0]
    return [
      StatusChange(id: card.id, action: .lock, version: 1, isUndoable: true),
      CardsChange(.lock, [CardTarget(card.id)], isUndoable: true),
      UnlockForAWhile(id: card.id, seconds: 60, version: 1),
      AutoLock(id: card.id, days: 3, before: nil, version: 1),
      CardLimits(
        id: card.id, update: CardControlsUpdate(from: SpendingRules(), to: Fixture.rules),
        before: nil, version: 1),
      CardReplace(id: card.id, reason: .lost, version: 1),
      BudgetsChange(changes: [BudgetChange(.groceries, nil)], before: []),
      CardRename(id: card.id, alias: "A", before: "B", version: 1),
      CardCreation(
        request: CardRequest(programName: "VIRTUAL", currency: "EUR", cardPin: secret("4711"))),
      CardActivation(
        id: card.id, request: CardActivationRequest(lastFourDigits: "4821", cvv: secret("123"))),
      PinChange(id: card.id, pin: secret("4711")), PinReveal(id: card.id),
      DetailsReveal(id: card.id),
      Payment(card.id, at: Fixture.merchant.id, ShopAmount(420)),
      AccountTopUp(id: card.id, amount: ShopAmount(5000)),
      NoteChange(id: TransactionID("p"), note: "A", before: nil, version: 1),
      ShopChange(
        step: .debit, payment: Fixture.transactions(card)[0], kind: .prepaid,
        amount: ShopAmount(420)),
      AuthenticatorSetUp(),
      NewPayment(
        PaymentHandleRequest(.entered(typed()), at: "zalando", options), saves: true, at: 1),
      AlsoRegistering(
        payment: Fixture.handles[0], request: SavedCardRequest(typed(), .easy, currency: euro)),
      BankInquiry(subject: .payment(Fixture.handles[1])),
      PaymentConsent(
        asked: WebPaymentsTests.question(isOwnCard: true, type: .outOfBand),
        subject: .payment(Fixture.handles[1])),
      PaymentCharge(handle: Fixture.handles[0]), TokenReveal(handle: Fixture.handles[0]),
      SavingCard(request: SavedCardRequest(typed(), .easy, currency: euro), id: 2),
      RemovingSaved(card: Fixture.savedCards[0]),
      Tokenization(
        adding: 1, card: row, request: CardTokenizationRequest(walletType: .googlePay)),
      TokenVerification(adding: 1, card: row, wallet: .googlePay, dpanRef: "d"),
      TokenActivation(
        adding: 1, card: row,
        token: MobileWalletTokenization(
          dpanRef: "t", walletType: .googlePay, status: .completed)),
      TokenIntent(
        id: card.id, dpanRef: "d", action: .freeze, name: "Apple Pay", version: 1,
        opposite: .resume),
      DeviceDeletion(device: SimulatedDevice(.iPhone), name: "iPhone"),
      PersonaCreation(name: "Travel"), PersonaDeletion(persona: Fixture.personas[0]),
      NoticeRulesChange(rules: []),
      FundingSetUp(request: FundingSourceRequest(.entered(typed())), id: 3),
      FundingRefresh(source: "f-1", request: FundingSourceRequest(.entered(typed())), id: 4),
      FundingReview(source: Fixture.sources[0]), FundingCancellation(source: Fixture.sources[0]),
      VirtualCardProof(order: order),
      VirtualCardProvision(
        order: order, proof: OwnershipProof(proof: "proof", expiresAt: Fixture.now)),
      VirtualCardChange(
        card: virtual, opened: nil, name: "A",
        update: VirtualCardUpdate(isPaused: .value(true)), version: 1),
      VirtualChange(id: virtual.id, kind: .pause, version: 1, isUndoable: true),
      VirtualReveal(card: virtual),
    ]
  }

  /// These ask no backend here: the device has what they need, or lacks the key without which no code
  /// is asked for.
  private static let local: Set<String> = ["DeviceDeletion", "VirtualReveal"]

  private static func name(_ intent: any Intent) -> String { "\(type(of: intent))" }

  /// The types that a source declares as intents, in any of the ways that Swift has for it.
  private static func intents(in source: String) -> [String] {
    let conformance =
      /(?m)^[\w ]*(?:struct|enum|class|extension) (?:\w+\.)*(\w+)[^:{\n]*:\s+(?:[^{]*[,&:]\s*)?\w*Intent\s*[,&{]/
    return source.matches(of: conformance).map { String($0.1) }
  }

  @Test func everyIntentHasASample() throws {
    let declared = try ScreenListTests.sources().values.flatMap { Self.intents(in: $0) }
    #expect(declared.sorted() == Self.samples.map(Self.name).sorted())
  }

  /// The control: an intent that is declared in another way needs a sample, too.
  @Test func everyWayToDeclareAnIntentIsFound() {
    let source = """
      package struct A: Intent {
      private struct B: Timed, Intent {
      final class C<Value>: Intent, Timed {
      extension Outer.D: Intent {}
      struct E: TimedIntent {
      struct F: AnyIntentHolder { let base: any Intent }
      /// struct G: Intent {
      extension Intent {
      """
    #expect(Self.intents(in: source) == ["A", "B", "C", "D", "E"])
  }

  /// Why an intent that was carried out may be sent once more.
  private static let harmless = [
    "it changes nothing": "BankInquiry DetailsReveal PinReveal TokenReveal VirtualCardProof",
    "it names the version that was seen, which is another one now": """
    AutoLock CardLimits NoteChange TokenIntent UnlockForAWhile VirtualCardChange VirtualChange
    """,
    "it sets what is set already": """
    BudgetsChange FundingRefresh FundingReview NoticeRulesChange PaymentConsent TokenActivation \
    TokenVerification
    """,
    "what it ends has ended, or is not found":
      "FundingCancellation PersonaDeletion RemovingSaved",
    "an unfinished one is replaced": "AuthenticatorSetUp Tokenization",
    "its order makes one card": "VirtualCardProvision",
  ]

  /// The contract says what becomes of a lost answer, or the intent handles it itself. Of those that
  /// are harmless it is a failure like any other: Enter may send them twice.
  @Test func eachIntentDecidesOnALostAnswer() async {
    var others: Set<String> = []
    for sample in Self.samples where !Self.local.contains(Self.name(sample)) {
      let backend = RefusingBackend { _ in WalletError(.actionRefused) }
      _ = await AnyIntent(sample).perform(by: RequiredCodeTests.service(backend), nil)
      let isDecided = backend.requests.withLock { $0.decided > 0 }
      var state = Fixture.state()
      if !isDecided, sample.handleLostAnswer(&state) == nil { others.insert(Self.name(sample)) }
    }
    let harmless = Self.harmless.values.flatMap { $0.split(separator: " ").map(String.init) }
    #expect(others.sorted() == harmless.sorted())
  }

  /// A server may require a code for any request. It is asked for once, and every request that is
  /// sent again names the event, also if the server demands the same one without end.
  @Test(arguments: [false, true]) func aCodeIsAskedForOnce(_ isDemandedAgain: Bool) async {
    for intent in Self.samples where !Self.local.contains(Self.name(intent)) {
      let name = Self.name(intent)
      let backend = RefusingBackend { isConfirmed in
        isConfirmed && !isDemandedAgain
          ? WalletError(.actionRefused) : .scaRequired(Fixture.event())
      }
      var state = Fixture.state()
      let sent = AnyIntent(intent).send(&state)
      let codes = await RequiredCodeTests.run(sent, &state, backend)
      let requests = backend.requests.withLock { $0 }
      #expect(codes == 1, "\(name)")
      #expect(requests.confirmed > 0 && requests.all - requests.confirmed == 1, "\(name)")
    }
  }

  /// The question for the code closes when the intent was carried out, for every answer.
  @Test func theQuestionForACodeClosesWithItsIntent() {
    for intent in Self.samples.map({ AnyIntent($0) }) {
      var state = Fixture.state()
      var flow = ScaFlow(intent: intent, event: Fixture.event(), subject: "")
      flow.step = .repeating
      _ = state.push(flow)
      let done = AnswerHandler(run: { _ in [] }, isInvisible: { _ in false })
      _ = reduce(&state, .performed(intent, .success(done)))
      #expect(state.view.overlays.isEmpty, "\(Self.name(intent.base))")
    }
  }

  /// The same request is sent again after a sign-in, with what was typed. Then it is overwritten.
  @Test func typedSecretsLiveUntilTheIntentHasEnded() async {
    var names: Set<String> = []
    for sample in Self.samples {
      let (name, typed) = (Self.name(sample), Self.secrets(in: sample))
      if typed.isEmpty { continue }
      names.insert(name)
      let intent = AnyIntent(sample)
      var state = remoteState()
      _ = intent.send(&state)
      let refused = await intent.perform(
        by: RequiredCodeTests.service(RefusingBackend { _ in WalletError(.unauthorized) }), nil)
      _ = reduce(&state, refused)
      #expect(state.top(SignInAgain.self)?.intents == [intent], "\(name)")
      state.submit("right")
      let again = reduce(&state, .signedInAgain(nil))
      #expect(again.contains(.perform(intent, nil)), "\(name)")
      #expect(typed.allSatisfy { !$0.isEmpty }, "\(name): it is sent without what was typed")
      state.fail(intent, .internalError)
      #expect(typed.allSatisfy { $0.isEmpty }, "\(name): it has ended")
    }
    #expect(
      names == [
        "AlsoRegistering", "CardActivation", "CardCreation", "FundingRefresh", "FundingSetUp",
        "NewPayment", "PinChange", "SavingCard",
      ])
  }

  /// A sign-in between two requests: only the second one is sent again, with what it needs.
  @Test(arguments: ["FundingSetUp", "NewPayment", "SavingCard"])
  func whatWasMadeIsNotMadeTwice(_ name: String) async throws {
    let sample = try #require(Self.samples.first { Self.name($0) == name })
    let (intent, service) = (AnyIntent(sample), RequiredCodeTests.service(OneAnswerBackend()))
    var state = remoteState()
    _ = intent.send(&state)
    let effects = reduce(&state, await intent.perform(by: service, nil))
    let second = try #require(effects.compactMap(\.intent).first)
    #expect(second.base is BankInquiry || second.base is AlsoRegistering)
    #expect(Self.secrets(in: sample).allSatisfy { $0.isEmpty }, "it has ended")
    _ = reduce(&state, await second.perform(by: service, nil))
    #expect(state.top(SignInAgain.self)?.intents == [second])
    #expect(Self.secrets(in: second.base).allSatisfy { !$0.isEmpty })
  }

  /// What is answered after the lock asks for nothing, and leaves no secret in memory.
  @Test(arguments: [WalletError(.unauthorized), .scaRequired(Fixture.event())])
  func nothingIsAskedAboveALockedWallet(_ error: WalletError) {
    for sample in Self.samples {
      var state = remoteState()
      _ = AnyIntent(sample).send(&state)
      _ = Gate.lock(.idle, &state)
      _ = reduce(&state, .performed(AnyIntent(sample), .failure(error)))
      #expect(state.view.overlays.isEmpty, "\(Self.name(sample))")
      #expect(Self.secrets(in: sample).allSatisfy { $0.isEmpty }, "\(Self.name(sample))")
    }
  }

  /// Nor is anything shown: the key of an authenticator app, a question of the bank, a toast.
  @Test func aSuccessAfterTheLockShowsNothing() throws {
    let key = AuthenticatorEnrolment(
      uri: secret("otpauth://totp/ana"), secret: secret("JBSWY3DPEHPK3PXP"))
    let successes: [Action] = [
      .done(AuthenticatorSetUp(), key),
      .done(
        BankInquiry(subject: .payment(Fixture.handles[1])), WebPaymentsTests.question()),
    ]
    for success in successes {
      var state = remoteState()
      _ = reduce(&state, success)
      #expect(state.view.overlays.count == 1, "the control: it is open")
      state = remoteState()
      _ = Gate.lock(.idle, &state)
      #expect(reduce(&state, success).isEmpty && state.view.overlays.isEmpty)
    }
    let payment = try #require(Self.samples.compactMap { $0 as? NewPayment }.first)
    var state = remoteState()
    _ = Gate.lock(.idle, &state)
    #expect(state.done(payment, Fixture.handles[0]).isEmpty)
    #expect(state.toasts.current == nil && state.view.work.isEmpty)
    #expect(Self.secrets(in: payment).allSatisfy { $0.isEmpty })
  }

  /// The secrets anywhere in a value.
  private static func secrets(in value: Any) -> [Secret] {
    if let secret = value as? Secret { return [secret] }
    return Mirror(reflecting: value).children.flatMap { secrets(in: $0.value) }
  }
}
