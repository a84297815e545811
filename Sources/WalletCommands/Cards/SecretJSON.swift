import FrontEnd
import WalletModel
import WalletService

/// The published answers with secrets (A36), written from locked memory without an encoder.
enum SecretJSON {
  static func write(_ details: SecureDetailsView) throws(WalletError) {
    let expiry = details.expiry
    let name = Output.quoted(details.holderName)
    try Output.json(piece: "\(Output.head){\"cardHolderName\": \(name), \"cvv\": \"")
    try digits(details.cvv)
    let year = "{\"month\": \(expiry.month), \"year\": \(expiry.year)}"
    try Output.json(piece: "\", \"expiry\": \(year), \"pan\": \"")
    try digits(details.pan)
    try Output.json(piece: "\"}\(Output.tail)")
  }

  /// An object with one member.
  static func write(_ name: String, _ secret: SecretView) throws(WalletError) {
    try Output.json(piece: "\(Output.head){\"\(name)\": \"")
    try digits(secret)
    try Output.json(piece: "\"}\(Output.tail)")
  }

  private static func digits(_ view: SecretView) throws(WalletError) {
    guard let secret = view.secret else { throw WalletError(.scaExpired) }
    try Output.json(secret: secret)
  }
}
