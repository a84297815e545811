import Issuer
import Secrets
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

  private func perform<O: WalletOperation>(_ operation: O, _ sca: ScaReference? = nil)
    async throws -> O.Response
  {
    var context = backend.context
    context.sca = sca
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

  private func refusal(_ question: CardAuthentication, _ sca: ScaReference? = nil)
    async -> WalletError?
  {
    do {
      _ = try await perform(
        ConfirmPayment(question.id, question.money, at: question.merchant), sca)
      return nil
    } catch {
      return error as? WalletError
    }
  }

  @Test func theOwnerIsAskedForACode() async throws {
    #expect(await refusal(try await question(amount: 2490))?.code == .scaRequired)
  }

  @Test func noCodeIsAskedWhereTheBankDoesNotWaitForTheOwner() async throws {
    #expect(await refusal(try await question(amount: 9110))?.code == .authenticationOver)
    let left = try await question(amount: 2490)
    _ = try await perform(AnswerAuthentication(left.id, attempt: 1, .cancel))
    #expect(await refusal(left)?.code == .authenticationOver)
  }

  @Test func theConsentIsAudited() async throws {
    func entries() throws -> [AuditEntry] {
      try ledger.read { reader throws(WalletError) in
        try reader.page(AuditEntry.self, of: ledger.owner, LedgerQuery()).items
      }.filter { $0.action == "CONFIRM_PAYMENT" }
    }
    let asked = try await question(amount: 2490)
    let event = try #require(await refusal(asked)?.scaEvent)
    let sms = ScaVerification(method: .otp, channel: .sms)
    _ = try await perform(CreateChallenge(event.reference, sms))
    let messages = try await backend.perform(ListPhoneMessages(), backend.context)
    let code = try #require(messages.first?.code)
    _ = try await perform(SubmitAttempt(event.reference, code: code))
    #expect(try entries().isEmpty)
    #expect(await refusal(asked, event.reference) == nil)
    #expect(try entries().map(\.lastFour) == [String(asked.maskedCard.suffix(4))])
    #expect(try entries().map(\.note) == ["CONFIRMED"])
  }
}
