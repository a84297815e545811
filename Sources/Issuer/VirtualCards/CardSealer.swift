import Secrets
import WalletAPI
import WalletModel

/// Seals the fields of one virtual card to the key of its device. The issuer keeps nothing of them
/// in clear.
struct CardSealer {
  let cardID: String
  private let key: SealingKey

  /// nil: it is no public key.
  init?(_ cardID: String, publicKey: [UInt8]) {
    guard let key = SealingKey(publicKey) else { return nil }
    self.cardID = cardID
    self.key = key
  }

  func seal(_ value: Secret, _ field: SealedFields.Field) throws(WalletError) -> [UInt8] {
    guard let box = key.seal(value, about: SealedFields.label(cardID, field)) else {
      throw WalletError(.internalError)
    }
    return box
  }

  /// A value that came in a request, or is made for the card.
  func seal(_ bytes: [UInt8], _ field: SealedFields.Field) throws(WalletError) -> [UInt8] {
    let value = bytes.withUnsafeBytes { Secret(copying: $0) }
    defer { value.wipe() }
    return try seal(value, field)
  }

  func seal(_ text: String, _ field: SealedFields.Field) throws(WalletError) -> [UInt8] {
    try seal(Array(text.utf8), field)
  }

  func seal(_ address: VirtualBillingAddress) throws(WalletError) -> [UInt8] {
    try seal(JSONWriter.bytes(address), .billingAddress)
  }

  func seal(_ expiry: CardExpiry) throws(WalletError) -> [UInt8] {
    let month = expiry.month < 10 ? "0\(expiry.month)" : "\(expiry.month)"
    return try seal(#"{"mm":"\#(month)","yyyy":"\#(expiry.year)"}"#, .expiry)
  }
}
