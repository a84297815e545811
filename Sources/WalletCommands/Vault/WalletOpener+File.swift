import FrontEnd
import WalletModel

extension WalletOpener {
  /// Refuses options that name a wallet without a file on this machine.
  func refuseWithoutFile() throws(WalletError) {
    if demo {
      throw WalletError(
        .usage, details: ["the demo wallet has no file"], advice: "Leave --demo out.")
    }
    if remote != nil {
      throw WalletError(
        .usage, details: ["a server's wallet has no file here"], advice: "Leave --server out.")
    }
  }
}
