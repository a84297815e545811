import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

/// A command that changes a card and prints it.
protocol CardChangeCommand: WalletCommand {}

extension CardChangeCommand {
  var arguments: [CommandArgument] { [.cardID] }
  var options: [CommandOption] { Verification.options }
  var answer: String? { "`Card`" }
  var notes: [String] { [Verification.noteAboutCodes] }
}

extension Invocation {
  /// Changes a card and prints it. Asks for a one-time code if the server requires one.
  func change(
    _ wallet: WalletService,
    _ change: (CardService) async throws(WalletError) -> Card
  ) async throws(WalletError) -> ExitCode {
    let card = try await Verification(self, wallet).around { wallet throws(WalletError) in
      try await change(wallet.cards)
    }
    try CardText.print(card, self)
    return .ok
  }
}
