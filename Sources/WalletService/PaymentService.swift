package import Secrets
package import ThreeDSecure
package import WalletAPI
package import WalletModel

/// Payments with a handle, the bank's questions, and saved cards. Only where the issuer simulates
/// them.
package struct PaymentService: Sendable {
  let session: WalletSession

  // MARK: Payments

  package func methods() async throws(WalletError) -> [PaymentMethod] {
    try await simulated { () throws(WalletError) in try await session.read(ListPaymentMethods()) }
  }

  package func handles(_ query: PaymentHandleQuery = PaymentHandleQuery())
    async throws(WalletError) -> PaymentHandlePage
  {
    try await simulated { () throws(WalletError) in
      try await session.read(ListPaymentHandles(query))
    }
  }

  package func handle(_ id: String) async throws(WalletError) -> PaymentHandle {
    try await session.read(GetPaymentHandle(id))
  }

  /// D18. The secrets of the card stay the caller's to wipe.
  ///
  /// - Throws: `.paymentInProgress` if another one is being made (9136).
  package func create(_ request: PaymentHandleRequest)
    async throws(WalletError) -> PaymentHandle
  {
    let operation = CreatePaymentHandle(request)
    do throws(WalletError) {
      return try await session.alone(
        CreatePaymentHandle.contract.name, busy: WalletError(.paymentInProgress)
      ) { () throws(WalletError) in try await session.change(operation) }
    } catch { throw error.withPaymentCode }
  }

  /// What the shop receives.
  package func token(of id: String) async throws(WalletError) -> Secret {
    try await session.read(GetPaymentToken(id))
  }

  /// The shop charges the handle.
  package func use(_ token: Secret) async throws(WalletError) -> PaymentHandle {
    try await change(UsePaymentHandle(token), "")
  }

  // MARK: The bank's questions

  package func questions() async throws(WalletError) -> [CardAuthentication] {
    try await simulated { () throws(WalletError) in try await session.read(ListAuthentications()) }
  }

  package func authentication(_ id: String) async throws(WalletError) -> CardAuthentication {
    try await session.read(GetAuthentication(id))
  }

  package func answer(_ id: String, attempt: Int, _ reply: ChallengeReply)
    async throws(WalletError) -> CardAuthentication
  { try await change(AnswerAuthentication(id, attempt: attempt, reply), id) }

  /// The owner of a card of this wallet agrees to a payment.
  package func confirm(_ question: CardAuthentication)
    async throws(WalletError) -> CardAuthentication
  {
    try await change(
      ConfirmPayment(question.id, question.money, at: question.merchant), question.id)
  }

  // MARK: Saved cards

  package func savedCards() async throws(WalletError) -> [SavedCard] {
    try await simulated { () throws(WalletError) in try await session.read(ListSavedCards()) }
  }

  /// The secrets of the card stay the caller's to wipe.
  package func register(_ request: SavedCardRequest) async throws(WalletError) -> CardRegistration {
    try await change(RegisterSavedCard(request), request.use.rawValue)
  }

  package func registration(_ id: String) async throws(WalletError) -> CardRegistration {
    try await session.read(GetCardRegistration(id))
  }

  /// Saves a card whose owner was authenticated.
  package func process(_ id: String) async throws(WalletError) -> CardRegistration {
    try await change(ProcessSavedCard(id), id)
  }

  package func rollBack(_ id: String) async throws(WalletError) -> CardRegistration {
    try await change(RollBackSavedCard(id), id)
  }

  package func remove(_ id: String) async throws(WalletError) -> SavedCard {
    try await change(RemoveSavedCard(id), id)
  }

  private func change<O: WalletOperation>(
    _ operation: O, _ detail: String
  ) async throws(WalletError) -> O.Response {
    try await session.change(operation, detail: detail)
  }

  private func simulated<Response>(_ ask: () async throws(WalletError) -> Response)
    async throws(WalletError) -> Response
  {
    try await session.simulated(
      .text(
        "This server doesn't simulate payments", "Dieser Server simuliert keine Zahlungen"),
      advice: .text("`walletui --demo` does.", "`walletui --demo` tut es."), ask)
  }
}
