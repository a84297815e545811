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
    let wallet = try await invocation.wallet()
    let words = invocation.words
    let text = try await TokenText.read(invocation.cardID, wallet)
    let token = try text.token(invocation.arguments[1])
    let card = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
      try await wallet.cards.verifyToken(
        invocation.cardID, token.dpanRef, expectedVersion: text.card.version)
    }
    if try !invocation.writeJSON(card) {
      try Output.line(words.verified(text.name(token, words)) + ".")
    }
    return .ok
  }
}

extension Invocation {
  /// Changes the token that the second argument names.
  fileprivate func changeToken(_ action: TokenAction) async throws(WalletError) -> ExitCode {
    let wallet = try await wallet()
    let text = try await TokenText.read(cardID, wallet)
    let token = try text.token(arguments[1])
    let card = try await Verification(self, wallet).around { wallet throws(WalletError) in
      try await wallet.cards.changeToken(
        cardID, token.dpanRef, action, expectedVersion: text.card.version)
    }
    if try !writeJSON(card) {
      try Output.line(words.done(action, text.name(token, words)) + ".")
    }
    return .ok
  }
}
