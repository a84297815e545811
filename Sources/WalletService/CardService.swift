import Secrets
import WalletAPI
package import WalletModel

/// What reading and changing cards needs beside the request: devices hear of their tokens, and secrets
/// have a lifetime (A01). Every method asks the backend; nothing is kept.
package struct CardService: Sendable {
  let session: WalletSession
  /// The simulated devices hear what is read of tokens.
  let phones: PhoneService

  /// A02.
  package func getAll(_ query: CardQuery = CardQuery()) async throws(WalletError) -> CardList {
    let list = try await session.send(ListCards(query))
    if query.include.contains(.tokenizations) { await phones.learn(list.cards) }
    return list
  }

  /// A15.
  package func get(_ id: CardID, include: Set<CardInclude> = []) async throws(WalletError) -> Card {
    await learned(try await session.send(GetCard(id, include: include)))
  }

  /// Passes on to the devices what an answer says of the card's tokens.
  private func learned(_ card: Card) async -> Card {
    if card.tokenizations != nil { await phones.learn([card]) }
    return card
  }

  /// A26: PAN, CVV, expiry and holder. The views' lifetime begins with the answer.
  package func secureDetails(_ id: CardID) async throws(WalletError) -> SecureDetailsView {
    let details = try await session.send(GetSecureDetails(id))
    return SecureDetailsView(
      pan: view(details.pan, session.policy.details),
      cvv: view(details.cvv, session.policy.details),
      expiry: details.expiry, holderName: details.holderName)
  }

  /// A31.
  package func pin(_ id: CardID) async throws(WalletError) -> SecretView {
    view(try await session.send(GetPin(id)), session.policy.pin)
  }

  /// A page of the payments with a card, or with all of them (F26).
  package func transactions(_ id: CardID?, _ query: TransactionQuery = TransactionQuery())
    async throws(WalletError) -> TransactionPage
  {
    guard let id else { return try await session.send(ListAllTransactions(query)) }
    return try await session.send(ListTransactions(id, query))
  }

  /// C16: freezes, resumes or removes a token. The answer has the card's tokens.
  package func changeToken(
    _ id: CardID, _ dpanRef: String, _ action: TokenAction, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    await learned(
      try await session.send(
        ChangeToken(id, dpanRef, action), expectedVersion: expectedVersion))
  }

  /// C11: completes a token that waits for a proof of identity. The answer has the card's tokens.
  package func verifyToken(
    _ id: CardID, _ dpanRef: String, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    await learned(
      try await session.send(VerifyToken(id, dpanRef), expectedVersion: expectedVersion))
  }

  private func view(_ secret: Secret, _ lifetime: Duration) -> SecretView {
    SecretView(secret, lifetime: lifetime, clock: session.clock)
  }
}
