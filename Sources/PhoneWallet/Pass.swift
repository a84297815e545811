package import Secrets
import WalletAPI
package import WalletModel

/// The data of a card that is sealed for the phone (Apple Pay) and for its card network.
package struct Pass: Sendable {
  /// The caller has to wipe it.
  package var pan: Secret
  package var expiry: CardExpiry
  package var holderName: String
  package var walletType: MobileWalletType
  /// For the network: the reference that the phone gets from it.
  package var dpanRef: String?
  /// For a phone: the nonce that it sent.
  package var nonce: String?
  package var nonceSignature: String?

  package init(
    pan: Secret, expiry: CardExpiry, holderName: String, walletType: MobileWalletType,
    dpanRef: String? = nil, nonce: String? = nil, nonceSignature: String? = nil
  ) {
    self.pan = pan
    self.expiry = expiry
    self.holderName = holderName
    self.walletType = walletType
    self.dpanRef = dpanRef
    self.nonce = nonce
    self.nonceSignature = nonceSignature
  }

  /// Seals it as JSON; nil: that failed.
  package func sealed(for key: PassKey) -> SealedPass? {
    var fields: [(name: String, value: JSON)] = [
      ("primaryAccountNumber", .secret(pan)), ("expiration", .string(expiry.short)),
      ("name", .string(holderName)), ("walletType", .string(walletType.rawValue)),
    ]
    for (name, text) in [
      ("dpanRef", dpanRef), ("nonce", nonce), ("nonceSignature", nonceSignature),
    ] {
      if let text { fields.append((name, .string(text))) }
    }
    let message = JSON.object(fields).sealed()
    defer { message.wipe() }
    return key.seal(message)
  }

  /// Opens a sealed pass; nil: it was sealed for another key, or is invalid.
  init?(_ box: SealedPass?, with key: PassKeyPair) {
    guard let message = box.flatMap(key.open) else { return nil }
    defer { message.wipe() }
    do throws(WireMalformed) {
      var fields = try JSONFields(try JSON.read(.secret(message)))
      let expiration: String = try fields.get("expiration")
      guard let month = Int(expiration.prefix(2)), let year = Int(expiration.suffix(2)) else {
        return nil
      }
      self.init(
        pan: try fields.secret("primaryAccountNumber"),
        expiry: CardExpiry(month: month, year: 2000 + year), holderName: try fields.get("name"),
        walletType: try fields.get("walletType"), dpanRef: try fields.optional("dpanRef"),
        nonce: try fields.optional("nonce"),
        nonceSignature: try fields.optional("nonceSignature"))
    } catch {
      return nil
    }
  }
}
