import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct TokensFreezeCommand: WalletCommand {
  let path = "tokens freeze"
  let summary = "Freeze a card's token: the card pays no longer with this phone."
  let arguments: [CommandArgument] = [.cardID, .token]
  let answer: String? = "`Card`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.changeToken(.freeze)
  }
}

struct TokensUnfreezeCommand: WalletCommand {
  let path = "tokens unfreeze"
  let summary = "Unfreeze a card's token: the card pays with this phone again."
  let arguments: [CommandArgument] = [.cardID, .token]
  let answer: String? = "`Card`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.changeToken(.unfreeze)
  }
}

struct TokensDeleteCommand: WalletCommand {
  let path = "tokens delete"
  let summary = "Delete a card's token: the card is removed from this phone."
  let arguments: [CommandArgument] = [.cardID, .token]
  let answer: String? = "`Card`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.changeToken(.delete)
  }
}

extension Invocation {
  fileprivate func changeToken(_ action: TokenAction) async throws(WalletError) -> ExitCode {
    let wallet = try await wallet()
    let text = try await TokenText.read(cardID, wallet)
    let token = try text.token(arguments[1])
    let card = try await wallet.changeToken(
      cardID, token.dpanRef, action, expectedVersion: text.card.version)
    if wantsJSON {
      try Output.json(compact: JSONWriter.bytes(card))
    } else {
      try Output.line(words.done(action, text.name(token, words)) + ".")
    }
    return .ok
  }
}
