import Arguments
import FrontEnd
import WalletModel
import WalletService
import Words

struct TokensFreezeCommand: TokenChangeCommand {
  let path = "tokens freeze"
  let summary = "Freeze a card in a phone: it can't pay there until you resume it."
  let action: TokenAction? = .freeze
}

struct TokensResumeCommand: TokenChangeCommand {
  let path = "tokens resume"
  let summary = "Resume a card in a phone: ends a freeze, or takes a removal back."
  let notes: [String] = [
    "A removal can be taken back for ten minutes.", Verification.noteAboutCodes,
  ]
  let action: TokenAction? = .resume
}

struct TokensRemoveCommand: TokenChangeCommand {
  let path = "tokens remove"
  let summary = "Remove a card from a phone; `tokens resume` takes that back for ten minutes."
  let action: TokenAction? = .remove
}

struct TokensVerifyCommand: TokenChangeCommand {
  let path = "tokens verify"
  let summary = "Prove who you are, so that a card which waits for that in a phone can pay."
  let notes: [String] = [Verification.note]
  let action: TokenAction? = nil
}

/// A command that changes the token which its second argument names.
protocol TokenChangeCommand: CardChangeCommand {
  /// nil: the token is completed by the code that proves who its owner is.
  var action: TokenAction? { get }
}

extension TokenChangeCommand {
  var arguments: [CommandArgument] { [.cardID, .token] }

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let (id, words) = (invocation.cardID, invocation.words)
    let text = try await TokenText.read(id, wallet)
    let token = try text.token(invocation.arguments[1])
    let card = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
      if let action {
        return try await wallet.cards.changeToken(
          id, token.dpanRef, action, expectedVersion: text.card.version)
      }
      return try await wallet.cards.verifyToken(
        id, token.dpanRef, expectedVersion: text.card.version)
    }
    if try !invocation.writeJSON(card) {
      let name = text.name(token, words)
      try Output.line(
        (action.map { words.phones.done($0, name) } ?? words.phones.verified(name)) + ".")
    }
  }
}
