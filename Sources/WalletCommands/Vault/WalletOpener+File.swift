import FrontEnd
import WalletModel

extension WalletOpener {
  /// The path of the vault, which need not be there. Refuses options that name a wallet without a
  /// file on this machine.
  var filePath: String {
    get throws(WalletError) {
      if demo {
        throw WalletError.usage(
          "the demo wallet has no file", "die Demo-Wallet hat keine Datei",
          advice: .text("Leave --demo out.", "Lassen Sie --demo weg."))
      }
      if remote != nil {
        throw WalletError.usage(
          "a server's wallet has no file here", "die Wallet eines Servers hat hier keine Datei",
          advice: .text("Leave --server out.", "Lassen Sie --server weg."))
      }
      return try path
    }
  }
}
