package import WalletModel

extension WalletService {
  /// Freezes, unfreezes or deletes a token. A device of this installation does not keep a deleted
  /// one. The answer has the card's tokens.
  package func changeToken(
    _ id: CardID, _ dpanRef: String, _ action: TokenAction, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    let card = try await cards.changeToken(id, dpanRef, action, expectedVersion: expectedVersion)
    if action == .delete { try await phones.remove(dpanRef) }
    return card
  }

  /// C11: completes a token that waits for a proof of identity, at the issuer and then in the device
  /// of this installation that has it. The answer has the card's tokens.
  ///
  /// - Parameter sca: The event whose code was the proof.
  /// - Throws: `.scaRequired` without it.
  package func verifyToken(
    _ id: CardID, _ dpanRef: String, sca: ScaReference? = nil, expectedVersion: Int? = nil
  ) async throws(WalletError) -> Card {
    let card = try await cards.verifyToken(
      id, dpanRef, sca: sca, expectedVersion: expectedVersion)
    _ = try await phones.activate(dpanRef)
    return card
  }
}
