import Issuer
import Testing
import ThreeDSecure
import VaultLedger
import WalletAPI
import WalletModel

/// The consent of a card's owner to a payment.
struct PaymentConsentTests {
  private let ledger: VaultLedger
  private let backend: LocalBackend

  init() throws {
    ledger = try Vault.demo()
    backend = LocalBackend(ledger: ledger)
  }

  private func perform<O: WalletOperation>(_ operation: O) async throws -> O.Response {
    var context = backend.context
    context.idempotencyKey = "\(UInt64.random(in: 0...UInt64.max))"
    return try await backend.perform(operation, context)
  }

  /// A payment of 91.10, for which the bank asks for a code, or of another amount, for which it waits
  /// for the owner.
  private func question(amount: Int64) async throws -> CardAuthentication {
    let list = try await backend.perform(ListCards(CardQuery(limit: 1)), backend.context)
    let card = try #require(list.cards.first)
    let handle = try await perform(
      CreatePaymentHandle(
        PaymentHandleRequest(
          .own(card.id), at: "zalando",
          PaymentOptions(
            amount: amount, currency: Currency("EUR"), merchantRefNum: "a", accountID: ""))))
    return try await backend.perform(GetAuthentication(handle.id), backend.context)
  }

  private func refusal(_ question: CardAuthentication) async -> ErrorCode? {
    do {
      _ = try await perform(ConfirmPayment(question.id, question.money, at: question.merchant))
      return nil
    } catch {
      return (error as? WalletError)?.code
    }
  }

  @Test func theOwnerIsAskedForACode() async throws {
    #expect(await refusal(try await question(amount: 2490)) == .scaRequired)
  }

  @Test func noCodeIsAskedWhereTheBankDoesNotWaitForTheOwner() async throws {
    #expect(await refusal(try await question(amount: 9110)) == .authenticationOver)
    let left = try await question(amount: 2490)
    _ = try await perform(AnswerAuthentication(left.id, attempt: 1, .cancel))
    #expect(await refusal(left) == .authenticationOver)
  }

  @Test func theConsentIsAudited() async throws {
    let asked = try await question(amount: 2490)
    let consent = ConfirmPayment(asked.id, asked.money, at: asked.merchant)
    let error = await #expect(throws: WalletError.self) { try await perform(consent) }
    let event = try #require(error?.scaEvent)
    let sms = ScaVerification(method: .otp, channel: .sms)
    _ = try await perform(CreateChallenge(event.reference, sms))
    let code = try #require(try await perform(ListPhoneMessages()).first?.code)
    _ = try await perform(SubmitAttempt(event.reference, code: code))
    #expect(try ledger.auditLog().allSatisfy { $0.note != "CONFIRMED" })
    var context = backend.context
    context.sca = event.reference
    _ = try await backend.perform(consent, context)
    let entry = try #require(try ledger.auditLog().last)
    #expect(entry.action == "CONFIRM_PAYMENT" && entry.note == "CONFIRMED")
    #expect(asked.maskedCard.hasSuffix(entry.lastFour) && entry.lastFour.count == 4)
  }
}
