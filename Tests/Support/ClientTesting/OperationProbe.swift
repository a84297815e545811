import Conformance
import Issuer
import PhoneWallet
import Secrets
import Synchronization
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// An operation of the contract that can be carried out now, and a function that counts its
/// effects.
struct OperationProbe: Sendable {
  /// Carries the operation out with an idempotency key. Returns the answer as a text.
  let run: @Sendable (_ key: String) async throws(WalletError) -> String
  /// The number of effects; nil: it has no visible effect.
  let effects: @Sendable () async throws -> Int?
}

/// An operation that can be carried out now, with its grant, and the count of its effects.
struct Prepared<O: WalletOperation>: Sendable {
  let operation: O
  let sca: ScaReference?
  let effects: @Sendable () async throws -> Int?

  init(
    _ operation: O, sca: ScaReference? = nil,
    _ effects: @escaping @Sendable () async throws -> Int? = { nil }
  ) {
    self.operation = operation
    self.sca = sca
    self.effects = effects
  }
}

/// The number of currencies that were made up.
private let currencies = Atomic(0)

/// One operation of the contract, and how to make a probe of it.
struct OperationProbeKind: Sendable, CustomTestStringConvertible {
  enum Nature: Sendable {
    /// Changes nothing and can be repeated.
    case read
    /// Changes something once for each key.
    case change
    /// Uses a grant: it is sent once, whatever happens.
    case once
  }
  let name: String
  let nature: Nature
  let retry: Contract.Retry
  let method: String
  let make: @Sendable (Person) async throws -> OperationProbe
  var testDescription: String { name }

  init<O: WalletOperation>(
    _ type: O.Type, _ nature: Nature, variant: String = "",
    _ make: @escaping @Sendable (Person) async throws -> Prepared<O>
  ) {
    name = O.contract.name + variant
    self.nature = nature
    retry = O.contract.retry
    method = O.contract.method.rawValue
    self.make = { person in
      let prepared = try await make(person)
      let isChange = nature != .read
      return OperationProbe(
        run: { (key: String) async throws(WalletError) -> String in
          var context = person.wallet.context
          context.sca = prepared.sca
          if isChange { context.idempotencyKey = key }
          let answer = try await person.wallet.perform(prepared.operation, context)
          return "\(answer)"
        }, effects: prepared.effects)
    }
  }

  static func read<O: WalletOperation>(
    _ type: O.Type, _ make: @escaping @Sendable (Person) async throws -> O
  ) -> OperationProbeKind {
    OperationProbeKind(O.self, .read) { Prepared(try await make($0)) }
  }

  private static func reveal<O: WalletOperation>(
    _ type: O.Type, _ make: @escaping @Sendable (CardID) -> O
  ) -> OperationProbeKind {
    OperationProbeKind(O.self, .once) { person in
      let card = try await person.card()
      if O.self == GetPin.self {
        let set = SetCardPin(card.id, pin: secret("4711"))
        _ = try await person.perform(set, sca: try await person.permission(for: set))
      }
      let operation = make(card.id)
      return Prepared(operation, sca: try await person.permission(for: operation))
    }
  }

  /// A change of a card. Each effect raises the version by one.
  private static func change<O: WalletOperation>(
    _ type: O.Type, _ variant: String = "", card kind: CardType = .virtual,
    _ make: @escaping @Sendable (Person, Card) async throws -> O
  ) -> OperationProbeKind {
    OperationProbeKind(O.self, .change, variant: variant) { person in
      let card = try await person.card(kind)
      let operation = try await make(person, card)
      let sca = O.contract.needsSCA ? try await person.permission(for: operation) : nil
      let before = try await person.perform(GetCard(card.id)).version
      return Prepared(operation, sca: sca) {
        try await person.perform(GetCard(card.id)).version - before
      }
    }
  }

  /// A step of a payment. Each effect moves `moved` of the account's ten euros.
  private static func payment<O: WalletOperation>(
    _ type: O.Type, moves moved: Int64 = 1,
    _ make: @escaping @Sendable (Person, CardID, String) async throws -> O
  ) -> OperationProbeKind {
    OperationProbeKind(O.self, .change) { person in
      let card = try await person.card()
      try person.place.fund(card)
      let sale = try await person.perform(Authorize(.card(card.id), at: "shell", ShopAmount(10)))
      let operation = try await make(person, card.id, sale.id)
      let before = try await person.perform(GetAccount(card.accountID))
      return Prepared(operation) {
        let after = try await person.perform(GetAccount(card.accountID))
        func change(_ balance: KeyPath<Account, Money>) -> Int64 {
          abs(after[keyPath: balance].minorUnits - before[keyPath: balance].minorUnits)
        }
        return Int(max(change(\.totalBalance), change(\.availableBalance)) / moved)
      }
    }
  }

  static let all: [OperationProbeKind] = reads + changes + virtualReads + virtualChanges

  /// An operation for each rule about sending a request again: a read, a read with a grant, changes
  /// with each kind of key, and one that is never sent again.
  static let ofEachRetryRule: [OperationProbeKind] = [
    GetCard.contract.name, GetSecureDetails.contract.name, SetCardStatus.contract.name + " lock",
    CreateChallenge.contract.name, LinkSecureDetails.contract.name,
  ].compactMap { name in all.first { $0.name == name } }

  static let reads: [OperationProbeKind] = [
    read(ListCards.self) { person in
      _ = try await person.card()
      return ListCards(CardQuery(limit: 5))
    },
    read(GetCard.self) { GetCard(try await $0.card().id) },
    read(GetPrograms.self) { _ in GetPrograms() },
    read(GetAccount.self) { GetAccount(try await $0.card().accountID) },
    read(ListTransactions.self) { ListTransactions(try await $0.card().id) },
    read(ListAllTransactions.self) { _ in ListAllTransactions() },
    read(ListMerchants.self) { _ in ListMerchants() },
    read(ListRates.self) { _ in ListRates() },
    read(GetAuthenticator.self) { _ in GetAuthenticator() },
    read(ListPhoneMessages.self) { _ in ListPhoneMessages() },
    read(GetProfile.self) { _ in GetProfile() },
    read(ListBudgets.self) { _ in ListBudgets() },
    read(ListPaymentMethods.self) { _ in ListPaymentMethods() },
    read(ListPaymentHandles.self) { _ in ListPaymentHandles() },
    read(GetPaymentHandle.self) { GetPaymentHandle(try await $0.handle().id) },
    read(GetAuthentication.self) { GetAuthentication(try await $0.handle().id) },
    read(ListAuthentications.self) { person in
      _ = try await person.handle()
      return ListAuthentications()
    },
    read(ListSavedCards.self) { _ in ListSavedCards() },
    read(GetCardRegistration.self) { GetCardRegistration(try await $0.registration().id) },
    // A repetition gets the same answer, so this is like a read.
    read(SettleChange.self) { _ in SettleChange("never-sent") },
  ]

  static let changes: [OperationProbeKind] = [
    reveal(GetSecureDetails.self) { GetSecureDetails($0) },
    reveal(GetPin.self) { GetPin($0) },
    reveal(LinkSecureDetails.self) { LinkSecureDetails($0) },
    OperationProbeKind(OpenSecureDetails.self, .once) { person in
      let link = LinkSecureDetails(try await person.card().id)
      let url = try await person.perform(link, sca: try await person.permission(for: link))
      let ticket = url.withBytes { String(decoding: $0.suffix(64), as: UTF8.self) }
      return Prepared(OpenSecureDetails(ticket))
    },
    change(SetCardStatus.self, " lock") { SetCardStatus($1.id, .locked, reason: "Test") },
    change(SetCardStatus.self, " cancel") { SetCardStatus($1.id, .cancelled, reason: "Test") },
    change(SetCardPin.self) { SetCardPin($1.id, pin: secret("4711")) },
    change(RenameCard.self) { RenameCard($1.id, alias: "Probe") },
    change(UnlockCardFor.self) { person, card in
      _ = try await person.perform(SetCardStatus(card.id, .locked, reason: "Test"))
      return UnlockCardFor(card.id, seconds: 600)
    },
    change(SetCardControls.self) { person, card in
      var update = CardControlsUpdate()
      update.paymentLimit = .value(1_00)
      _ = try await person.perform(SetCardControls(card.id, update))
      // It allows more, so it needs a code.
      update.paymentLimit = .value(2_00)
      return SetCardControls(card.id, update)
    },
    change(ReplaceCard.self) { ReplaceCard($1.id, .lost) },
    change(ActivateCard.self, card: .physical) { person, card in
      let cvv = try await person.code(.email)
      return ActivateCard(
        card.id, CardActivationRequest(lastFourDigits: card.lastFour, cvv: cvv))
    },
    change(Tokenize.self) { _, card in
      Tokenize(card.id, try SimulatedPhone(named: "probe").request(.googlePay))
    },
    change(UpdateTokenization.self) { person, card in
      UpdateTokenization(card.id, try await person.begunToken(card.id))
    },
    change(ChangeToken.self) { person, card in
      ChangeToken(card.id, try await person.begunToken(card.id).dpanRef, .remove)
    },
    change(VerifyToken.self) { person, card in
      VerifyToken(card.id, try await person.begunToken(card.id).dpanRef)
    },
    payment(Authorize.self) { _, card, _ in Authorize(.card(card), at: "shell", ShopAmount(1)) },
    payment(IncrementAuthorization.self) { _, _, sale in IncrementAuthorization(sale, ShopAmount(1))
    },
    payment(ReverseAuthorization.self) { _, _, sale in ReverseAuthorization(sale, ShopAmount(1)) },
    payment(ExpireAuthorization.self, moves: 10) { _, _, sale in ExpireAuthorization(sale) },
    payment(DebitAuthorization.self) { _, _, sale in DebitAuthorization(sale, ShopAmount(1)) },
    payment(RefundDebit.self) { person, _, authorization in
      let debit = try await person.perform(DebitAuthorization(authorization, ShopAmount(5)))
      return RefundDebit(debit.id, ShopAmount(1))
    },
    payment(TopUp.self) { _, card, _ in TopUp(card, ShopAmount(1)) },
    OperationProbeKind(NotePayment.self, .change) { person in
      let card = try await person.card()
      try person.place.fund(card)
      let sale = try await person.perform(Authorize(.card(card.id), at: "shell", ShopAmount(10)))
      let id = TransactionID(sale.id)
      return Prepared(NotePayment(id, PaymentNote("Probe"))) {
        try await person.perform(GetTransaction(id)).version - 1
      }
    },
    OperationProbeKind(SetBudgets.self, .change) { person in
      _ = try await person.perform(SetBudgets([BudgetChange(.cash, nil)]))
      return Prepared(SetBudgets([BudgetChange(.cash, Money(1, Currency("EUR")))])) {
        try await person.perform(ListBudgets())[.cash] == nil ? 0 : 1
      }
    },
    OperationProbeKind(CreatePaymentHandle.self, .change) { person in
      var request = try await person.paymentRequest()
      let reference = "\(UInt64.random(in: 0...UInt64.max))"
      request.options.merchantRefNum = reference
      return Prepared(CreatePaymentHandle(request)) {
        let handles = try await person.perform(
          ListPaymentHandles(PaymentHandleQuery(limit: 1000))
        ).handles
        return handles.count { $0.merchantRefNum == reference }
      }
    },
    OperationProbeKind(GetPaymentToken.self, .read) { person in
      let handle = try await person.handle(.frictionless)
      return Prepared(GetPaymentToken(handle.id))
    },
    OperationProbeKind(UsePaymentHandle.self, .change) { person in
      let handle = try await person.handle(.frictionless)
      let token = try await person.perform(GetPaymentToken(handle.id))
      return Prepared(UsePaymentHandle(token)) {
        try await person.perform(GetPaymentHandle(handle.id)).status == .completed ? 1 : 0
      }
    },
    OperationProbeKind(AnswerAuthentication.self, .change) { person in
      let handle = try await person.handle(.oneTimeCode)
      return Prepared(AnswerAuthentication(handle.id, attempt: 1, .code(secret("000000")))) {
        let asked = try await person.perform(GetAuthentication(handle.id))
        return (asked.question?.attempt ?? 1) - 1
      }
    },
    OperationProbeKind(ConfirmPayment.self, .change) { person in
      let handle = try await person.handle()
      let operation = ConfirmPayment(handle.id, handle.money, at: handle.merchantName)
      let sca = try await person.permission(for: operation)
      return Prepared(operation, sca: sca) {
        try await person.perform(GetPaymentHandle(handle.id)).status == .payable ? 1 : 0
      }
    },
    OperationProbeKind(RegisterSavedCard.self, .change) { person in
      // Renews the sign-in, if it is over.
      _ = try await person.perform(ListSavedCards())
      var request = person.savedCardRequest(.oneTimeCode)
      // A currency of its own, so that it is found among the bank's questions.
      let number = currencies.add(1, ordering: .relaxed).oldValue
      let letters = [676, 26, 1].map { UInt8(0x41 + number / $0 % 26) }
      request.currency = Currency(String(decoding: letters, as: UTF8.self))
      let currency = request.currency
      return Prepared(RegisterSavedCard(request)) {
        let asked = try await person.perform(ListAuthentications())
        return asked.count { $0.money.currency == currency }
      }
    },
    OperationProbeKind(ProcessSavedCard.self, .change) { person in
      let registration = try await person.registration(.frictionless)
      return Prepared(ProcessSavedCard(registration.id)) {
        let state = try await person.perform(GetCardRegistration(registration.id)).state
        return state == .tokenized ? 1 : 0
      }
    },
    OperationProbeKind(RollBackSavedCard.self, .change) { person in
      let id = try await person.registration(.oneTimeCode).id
      return Prepared(RollBackSavedCard(id)) {
        try await person.perform(GetCardRegistration(id)).state == .cancelled ? 1 : 0
      }
    },
    OperationProbeKind(RemoveSavedCard.self, .change) { person in
      let registration = try await person.registration(.frictionless)
      let saved = try await person.perform(ProcessSavedCard(registration.id))
      return Prepared(RemoveSavedCard(saved.savedCardID ?? "")) {
        let left = try await person.perform(ListSavedCards())
        return left.contains { $0.id == saved.savedCardID } ? 0 : 1
      }
    },
    OperationProbeKind(CreateCard.self, .change) { person in
      let count: @Sendable () async throws -> Int = {
        try await person.perform(ListCards(CardQuery(limit: 1))).meta.numberOfRecords
      }
      let before = try await count()
      let request = CardRequest(programName: "V", currency: "EUR")
      return Prepared(CreateCard(request)) { try await count() - before }
    },
    OperationProbeKind(CreateChallenge.self, .change) { person in
      let event = try await person.event(of: GetSecureDetails(try await person.card().id))
      let ids: @Sendable () async throws -> Set<String> = {
        Set(try await person.perform(ListPhoneMessages()).map(\.id))
      }
      let before = try await ids()
      return Prepared(CreateChallenge(event.reference, .sms)) {
        let new = try await ids().subtracting(before).count
        // A right code resets the count of codes that were sent.
        if new > 0 {
          _ = try await person.perform(
            SubmitAttempt(event.reference, code: try await person.code()))
        }
        return new
      }
    },
    // A right code: after it was counted it is used, and is refused without being counted.
    OperationProbeKind(SubmitAttempt.self, .change, variant: " right") { person in
      let card = try await person.card()
      let (reference, code) = try await person.challenged(GetSecureDetails(card.id))
      return Prepared(SubmitAttempt(reference, code: code)) {
        try await person.perform(SubmitAttempt(reference, code: code)).status == .verified ? 0 : 1
      }
    },
    // A wrong code: each is counted. A right one at the end resets the count.
    OperationProbeKind(SubmitAttempt.self, .change, variant: " wrong") { person in
      let card = try await person.card()
      let (reference, code) = try await person.challenged(GetSecureDetails(card.id))
      let wrong = code.withBytes { digits in
        Secret(count: 6) { space in
          for place in 0..<6 { space[place] = (digits[place] - 0x30 + 1) % 10 + 0x30 }
        }
      }
      return Prepared(SubmitAttempt(reference, code: wrong)) {
        let next = try await person.perform(SubmitAttempt(reference, code: wrong))
        _ = try await person.perform(SubmitAttempt(reference, code: code))
        return next.currentAttempts - 1
      }
    },
    OperationProbeKind(EnrolAuthenticator.self, .once) { person in
      let permission = try await person.permission(for: EnrolAuthenticator())
      return Prepared(EnrolAuthenticator(), sca: permission) {
        try await person.perform(GetAuthenticator()) == .pending ? 1 : 0
      }
    },
    OperationProbeKind(ConfirmAuthenticator.self, .change) { person in
      let permission = try await person.permission(for: EnrolAuthenticator())
      let enrolment = try await person.perform(EnrolAuthenticator(), sca: permission)
      let code = Totp.code(secret: base32Decoded(enrolment.secret), now: person.place.clock.now)
      return Prepared(ConfirmAuthenticator(code: code)) {
        try await person.perform(GetAuthenticator()) == .enrolled ? 1 : 0
      }
    },
  ]
}

extension Person {
  /// A token of the card that its phone has not reported.
  func begunToken(_ card: CardID) async throws -> MobileWalletTokenization {
    let phone = try SimulatedPhone(named: "probe")
    let request = try phone.request(.googlePay)
    let tokenize = Tokenize(card, request)
    let answer = try await perform(tokenize, sca: try await permission(for: tokenize))
    return try phone.add(answer, to: request)
  }

  func paymentRequest(_ scenario: Scenario? = nil) async throws -> PaymentHandleRequest {
    let card: PayingCard
    if let scenario {
      card = .entered(Self.typed(scenario))
    } else {
      card = .own(try await self.card().id)
    }
    return PaymentHandleRequest(
      card, at: "shell",
      PaymentOptions(
        amount: 1, currency: Currency("EUR"), merchantRefNum: "probe", accountID: ""))
  }

  private static func typed(_ scenario: Scenario) -> EnteredCard {
    EnteredCard(
      number: secret(scenario.testNumber(.visa) ?? ""), expiry: CardExpiry(month: 9, year: 2035),
      cvv: secret("123"), holderName: "Ana Petrova")
  }

  /// A payment handle; without a scenario one that waits for the card's owner.
  func handle(_ scenario: Scenario? = nil) async throws -> PaymentHandle {
    try await perform(CreatePaymentHandle(try await paymentRequest(scenario)))
  }

  func savedCardRequest(_ scenario: Scenario) -> SavedCardRequest {
    SavedCardRequest(Self.typed(scenario), .easy, currency: Currency("EUR"))
  }

  func registration(_ scenario: Scenario = .oneTimeCode) async throws -> CardRegistration {
    try await perform(RegisterSavedCard(savedCardRequest(scenario)))
  }
}
