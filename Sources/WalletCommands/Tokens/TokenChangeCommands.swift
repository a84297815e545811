import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct TokensFreezeCommand: WalletCommand {
  let path = "tokens freeze"
  let summary = "Freeze a card in a phone: it can't pay there until you resume it."
  let arguments: [CommandArgument] = [.cardID, .token]
  let options = Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.changeToken(.freeze)
  }
}

struct TokensResumeCommand: WalletCommand {
  let path = "tokens resume"
  let summary = "Resume a card in a phone: ends a freeze, or takes a removal back."
  let arguments: [CommandArgument] = [.cardID, .token]
  let options = Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [
    "A removal can be taken back for ten minutes.", Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.changeToken(.resume)
  }
}

struct TokensRemoveCommand: WalletCommand {
  let path = "tokens remove"
  let summary = "Remove a card from a phone; `tokens resume` takes that back for ten minutes."
  let arguments: [CommandArgument] = [.cardID, .token]
  let options = Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.changeToken(.remove)
  }
}

struct TokensVerifyCommand: WalletCommand {
  let path = "tokens verify"
  let summary = "Prove who you are, so that a card which waits for that in a phone can pay."
  let arguments: [CommandArgument] = [.cardID, .token]
  let options = Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [Verification.note]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await invocation.changeToken(nil)
  }
}

extension Invocation {
  /// Changes the token that the second argument names.
  ///
  /// - Parameter action: nil: the token is completed by the code that proves who its owner is.
  fileprivate func changeToken(_ action: TokenAction?) async throws(WalletError) -> ExitCode {
    let wallet = try await wallet()
    let text = try await TokenText.read(cardID, wallet)
    let token = try text.token(arguments[1])
    let card = try await Verification(self, wallet).around { wallet throws(WalletError) in
      if let action {
        return try await wallet.cards.changeToken(
          cardID, token.dpanRef, action, expectedVersion: text.card.version)
      }
      return try await wallet.cards.verifyToken(
        cardID, token.dpanRef, expectedVersion: text.card.version)
    }
    if try !writeJSON(card) {
      let name = text.name(token, words)
      try Output.line((action.map { words.done($0, name) } ?? words.verified(name)) + ".")
    }
    return .ok
  }
}
