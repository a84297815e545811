import Secrets
import WalletAPI
package import WalletModel

extension VirtualCardService {
  /// Number and CVV, after a one-time code. The views' lifetime begins with the answer.
  ///
  /// - Parameter remembersCode: Whether an earlier code of this sign-in is enough, and a new one counts
  ///   for all virtual cards, for five minutes.
  /// - Throws: `.deviceKeyMissing` and `.virtualCardSealed`, before a code is asked for.
  package func secureDetails(_ card: VirtualCard, remembersCode: Bool = false)
    async throws(WalletError) -> SecureDetailsView
  {
    let opener = VirtualCardOpener(ring: try await keyring.ring(with: [card.sealed.keyID]))
    guard let expiry = try opener.opened(card).expiry else {
      throw WalletError(.virtualCardSealed)
    }
    var card = card
    card.sealed = try await session.send(
      GetVirtualCardDetails(card.id, memory: remembersCode ? .signIn : nil))
    let number = try opener.secret(.number, of: card)
    let csc: Secret
    do throws(WalletError) {
      csc = try opener.secret(.csc, of: card)
    } catch {
      number.wipe()
      throw error
    }
    let lifetime = session.policy.details
    return SecureDetailsView(
      pan: SecretView(number, lifetime: lifetime, clock: session.clock),
      cvv: SecretView(csc, lifetime: lifetime, clock: session.clock), expiry: expiry,
      holderName: card.cardHolder)
  }
}
