import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

extension Invocation {
  /// Changes a card, with a one-time code where the server asks for one, and prints it.
  func change(
    _ wallet: WalletService,
    _ change: (CardService, ScaReference?) async throws(WalletError) -> Card
  ) async throws(WalletError) -> ExitCode {
    let card = try await Verification(self, wallet).around { sca throws(WalletError) in
      try await change(wallet.cards, sca)
    }
    try CardText.print(card, self)
    return .ok
  }
}
