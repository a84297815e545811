import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// Each operation of the contract with a server that was written only from the published samples
/// and the document.
@Suite struct StubContractTests {
  private let stub: HelperProcess
  private let backend: RemoteBackend

  init() async throws {
    stub = try HelperProcess.stub()
    backend = try await stub.signIn()
  }

  private static let address = DeliveryAddress(
    address1: "12 Vitosha Blvd", city: "Sofia", countryCode: "BG", postalCode: "1000")

  /// Confirms an operation with a way, and carries it out.
  private func confirmed<O: WalletOperation>(
    _ operation: O, _ channel: ScaChannel = .sms, code: String = "123456"
  ) async throws -> O.Response {
    let event = try #require(await backend.failure(operation)?.scaEvent)
    let way = ScaVerification(method: .otp, channel: channel)
    let challenge = try await backend.perform(CreateChallenge(event.reference, way))
    #expect(challenge.verification.channel == channel)
    #expect(challenge.currentChallenges == 1 && challenge.allowableChallenges == 3)
    let attempt = try await backend.perform(SubmitAttempt(event.reference, code: secret(code)))
    #expect(attempt.status == .verified)
    var context = backend.context
    context.sca = event.reference
    return try await backend.perform(operation, context)
  }

  @Test func cardsAreCreatedAndListedInPages() async throws {
    let request = CardRequest(programName: "BRAND-VIRTUAL-MC", currency: "EUR")
    for number in 1...24 {
      let card = try await backend.change(CreateCard(request), key: "create \(number)")
      #expect(card.status == .active && card.cardType == .virtual)
      // The same request again, as after a lost answer.
      #expect(try await backend.change(CreateCard(request), key: "create \(number)") == card)
    }
    var ids: [CardID] = []
    for offset in stride(from: 0, to: 30, by: 10) {
      let list = try await backend.perform(ListCards(CardQuery(limit: 10, offset: offset)))
      #expect(list.meta.numberOfRecords == 25)
      #expect(list.meta.page == offset / 10 + 1)
      ids += list.cards.map(\.id)
    }
    #expect(ids.count == 25 && Set(ids).count == 25)
    let locked = try await backend.perform(ListCards(CardQuery(statuses: [.locked, .cancelled])))
    #expect(locked.cards.isEmpty && locked.meta.numberOfRecords == 0)
    let physical = try await backend.perform(ListCards(CardQuery(cardType: .physical)))
    #expect(physical.cards.isEmpty)
  }

  @Test func aCardIsActivatedLockedUnlockedAndCancelled() async throws {
    let request = CardRequest(
      programName: "BRAND-PHYSICAL-VISA", currency: "EUR", deliveryAddress: Self.address)
    let issued = try await backend.change(CreateCard(request), key: "a")
    #expect(issued.status == .issued && issued.activationDate == nil)
    var data = CardActivationRequest(lastFourDigits: issued.lastFour, cvv: secret("999"))
    let wrong = await backend.failure(ActivateCard(issued.id, data))
    #expect(wrong?.code == .fieldErrors && wrong?.fieldErrors.map(\.field) == ["cvv"])
    data = CardActivationRequest(lastFourDigits: issued.lastFour, cvv: secret("233"))
    #expect(try await backend.change(ActivateCard(issued.id, data), key: "b").status == .active)
    // An error with an unknown code: the status gives its kind.
    let again = await backend.failure(ActivateCard(issued.id, data))
    #expect(again?.code == .actionRefused && again?.codeText == "5100")
    for (key, status) in [("c", CardStatus.locked), ("d", .active), ("e", .cancelled)] {
      let change = SetCardStatus(issued.id, status, reason: "Test")
      #expect(try await backend.change(change, key: key).status == status)
    }
    let late = await backend.failure(SetCardStatus(issued.id, .active, reason: "Test"))
    #expect(late?.code == .fieldErrors)
  }

  @Test func aPinCanBeSetAndShown() async throws {
    let change = SetCardPin(stubCard, pin: secret("4711"))
    #expect(try await confirmed(change).isPinSet)
    let pin = try await confirmed(GetPin(stubCard), .email, code: "654321")
    #expect(pin.matches(secret("4711")))
  }

  @Test(arguments: [
    (ScaChannel.sms, "123456"), (.email, "654321"), (.authenticator, "111111"),
  ])
  func detailsAreRevealedWithEveryChannel(_ channel: ScaChannel, _ code: String) async throws {
    let details = try await confirmed(GetSecureDetails(stubCard), channel, code: code)
    #expect(details.pan.matches(secret("4748365822915043")))
  }

  @Test func unknownWaysAreAccepted() async throws {
    let event = try #require(await backend.failure(GetSecureDetails(stubCard))?.scaEvent)
    #expect(
      event.availableVerifications.map(\.method) == [
        .otp, .otp, .otp, .passkeys, .biometric, .other("SMOKE_SIGNAL"),
      ])
    #expect(event.availableVerifications.last?.channel == .other("HILL"))
  }

  @Test func wrongCodesAreCounted() async throws {
    let event = try #require(await backend.failure(GetSecureDetails(stubCard))?.scaEvent)
    for _ in 0..<3 { _ = try await backend.perform(CreateChallenge(event.reference, .sms)) }
    let limit = await backend.failure(CreateChallenge(event.reference, .sms))
    #expect(limit?.code == .rateLimited && limit?.retryAfter == 900)
    for number in 1...5 {
      let attempt = try await backend.perform(
        SubmitAttempt(event.reference, code: secret("000000")))
      #expect(attempt.status == (number < 5 ? .rejected : .failed))
    }
    let unknown = ScaReference(
      eventID: ScaEventID("no such"), walletOperationID: event.walletOperationID)
    #expect(await backend.failure(CreateChallenge(unknown, .sms))?.code == .notFound)
  }

  @Test func anAuthenticatorAppIsEnrolled() async throws {
    #expect(try await backend.perform(GetAuthenticator()) == .none)
    let enrolment = try await confirmed(EnrolAuthenticator())
    #expect(enrolment.secret.matches(secret("GEZDGNBV")))
    #expect(try await backend.perform(GetAuthenticator()) == .pending)
    let confirm = ConfirmAuthenticator(code: secret("111111"))
    #expect(try await backend.perform(confirm) == .enrolled)
  }

  @Test(arguments: [MobileWalletType.applePay, .googlePay, .samsungPay])
  func aCardIsPutIntoAPhone(_ type: MobileWalletType) async throws {
    let bare = CardTokenizationRequest(walletType: type)
    let error = await backend.failure(Tokenize(stubCard, bare))
    #expect(error?.fieldErrors.count == (type == .applePay ? 4 : 2))
    let request = CardTokenizationRequest(
      walletType: type, clientDeviceID: "WNkcsfZPiKfa5PrH3jilkQYT",
      clientWalletAccountID: "40exmLiWV1iV55ZVstOAiMf7", leafCertificate: "MIIB",
      subordinateCertificate: "MIIB", nonce: "w1koQg==", nonceSignature: "QF7l")
    let answer = try await confirmed(Tokenize(stubCard, request))
    #expect(answer.cardNetwork == .known(.visa) && answer.tokenProvider == .known(.visa))
    #expect(answer.cardLastDigits == "5043" && answer.customer.address?.city == "London")
    #expect((answer.encryptedPassData == nil) == (type != .applePay))
    #expect((answer.opaquePaymentCard == nil) == (type != .googlePay))
    let begun = try #require(
      try await backend.perform(GetCard(stubCard, include: [.tokenizations])).tokenizations?.last)
    #expect(begun.status == .initiated && begun.walletType == type)
    let token = MobileWalletTokenization(
      dpanRef: begun.dpanRef, walletID: type == .googlePay ? "NMZlGi8-DezZZKaU06orvl0f" : nil,
      walletType: type, status: .completed)
    #expect(try await backend.perform(UpdateTokenization(stubCard, token)) == token)
  }

  @Test func otherOperationsAreRead() async throws {
    let programs = try await backend.perform(GetPrograms())
    // A33: missing members have a default.
    #expect(programs.map(\.allowableCards) == [1, 3])
    #expect(programs.map(\.isDigital) == [false, true])
    #expect(try await backend.perform(GetPrograms(cardType: .virtual)).count == 1)
    let card = try await backend.perform(
      GetCard(stubCard, include: [.availableActions, .tokenizations]))
    #expect(card.availableActions?.map(\.action) == [.lock, .other("GILD")])
    #expect(card.tokenizations?.first?.walletType == .applePay)
    #expect(try await backend.perform(GetAccount(card.accountID)).availableBalance.minorUnits == 90)
    let short = TransactionQuery(limit: 2)
    #expect(try await backend.perform(ListTransactions(stubCard, short)).transactions.count == 2)
    #expect(try await backend.perform(GetProfile()).market == .eu)
    #expect(try await backend.perform(ListPhoneMessages()).first?.code?.count == 6)
    // Another server may not support settlement. The answer shows this.
    #expect(await backend.failure(SettleChange("key"))?.code == .notFound)
  }

  @Test func errorsHaveThePublishedForm() async throws {
    let missing = await backend.failure(GetCard(CardID("none")))
    #expect(missing?.code == .notFound && missing?.message.english == "Entity not found")
    let request = CardRequest(programName: "NONE", currency: "EUR")
    let wrong = await backend.failure(CreateCard(request))
    #expect(wrong?.fieldErrors == [FieldError("programName", .verbatim("Unknown"))])
  }
}
