import Arguments
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
  func change<O: WalletOperation>(
    _ wallet: WalletService, _ operation: O, expectedVersion: Int? = nil
  ) async throws(WalletError) where O.Response == Card {
    let card = try await Verification(self, wallet).send(
      operation, expectedVersion: expectedVersion)
    try CardText.print(card, self)
  }
}
