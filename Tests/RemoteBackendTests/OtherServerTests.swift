import Testing
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// Servers that implement the published contract in another way, or incorrectly.
@Suite struct OtherServerTests {
  /// The published sample of a card has no scheme.
  @Test func aPublishedCardIsListed() async throws {
    let stub = try HelperProcess.stub()
    defer { withExtendedLifetime(stub) {} }
    let backend = try await stub.signIn()
    let list = try await backend.perform(ListCards(CardQuery()))
    #expect(list.cards.map(\.id) == [stubCard] && list.cards.first?.scheme == .unspecified)
  }

  @Test func anUnreadableCardHidesNoOtherCard() async throws {
    let stub = try HelperProcess.stub("--broken-card")
    defer { withExtendedLifetime(stub) {} }
    let backend = try await stub.signIn()
    let list = try await backend.perform(ListCards(CardQuery()))
    #expect(list.cards.map(\.id) == [stubCard])
    #expect(list.damaged == [DamagedRecord(id: CardID("broken"), position: 0)])
  }

  /// No token is renewed, and the request is not sent again.
  @Test func anUnreadableConfirmationDoesNotEndTheSignIn() async throws {
    let stub = try HelperProcess.stub("--garbled")
    let backend = try await stub.signIn()
    #expect(await backend.failure(GetSecureDetails(stubCard))?.code == .netAnswer)
    let log = try await stub.log()
    #expect(log.filter { $0.hasSuffix("/token") }.count == 1)
    #expect(log.filter { $0.hasSuffix("/details") }.count == 1)
  }

  /// Each answer of a server whose texts are all hostile, and each of its errors.
  @Test(arguments: [[], ["--error", "400"], ["--error", "401"], ["--error", "500"]])
  func noAnswerOfAServerEndsTheProgram(_ options: [String]) async throws {
    let server = try HelperProcess.answers(options)
    defer { withExtendedLifetime(server) {} }
    let backend = try await server.signIn()
    let reference = ScaReference(
      eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"))
    let payment = PresentedCard.card(stubCard)
    func ask<O: WalletOperation>(_ operation: O) async -> ErrorCode? {
      await backend.failure(operation)?.code
    }
    let codes = [
      await ask(ListCards(CardQuery())), await ask(GetCard(stubCard)),
      await ask(SetCardStatus(stubCard, .locked, reason: "x")), await ask(GetPrograms()),
      await ask(GetAccount(AccountID("a"))), await ask(ListAllTransactions(TransactionQuery())),
      await ask(CreateChallenge(reference, ScaVerification(method: .otp, channel: .sms))),
      await ask(SubmitAttempt(reference, code: secret("123456"))), await ask(GetProfile()),
      await ask(GetPin(stubCard)), await ask(GetSecureDetails(stubCard)),
      await ask(ListPhoneMessages()), await ask(ListMerchants()), await ask(ListRates()),
      await ask(Authorize(payment, at: "m", ShopAmount(1))), await ask(GetAuthenticator()),
      await ask(
        UpdateTokenization(
          stubCard,
          MobileWalletTokenization(
            dpanRef: "d", walletType: .googlePay, status: .completed))),
    ]
    // Any text is read. The kind of an error depends on the status.
    let expected: ErrorCode? =
      switch options.last {
      case "400": .fieldErrors
      case "401": .unauthorized
      case "500": .internalError
      default: nil
      }
    #expect(codes.allSatisfy { $0 == expected }, "\(codes)")
  }

  /// An error of the sign-in is read like any other error.
  @Test func hostileTextsOfARefusedSignInAreSanitised() async throws {
    let server = try HelperProcess.answers(["--error-sign-in", "403"])
    let error = await #expect(throws: WalletError.self) { try await server.signIn() }
    #expect(error?.code == .scopeMissing)
  }
}
