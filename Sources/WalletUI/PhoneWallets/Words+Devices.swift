package import PhoneWallet
import WalletModel
package import Words

extension Words {
  /// Why a wallet does not take a card (C07, C09).
  package func refusal(_ refusal: WalletOffer.Refusal) -> String {
    switch refusal {
    case .isPass: isPass
    case .isRemotePass: isRemotePass
    case .isInWallet: isInThisWallet
    case .noRoom: walletIsFull
    }
  }
}
