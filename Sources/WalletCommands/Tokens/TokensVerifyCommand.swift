import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct TokensVerifyCommand: WalletCommand {
  let path = "tokens verify"
  let summary = "Verify that it is you, so that a card's token can pay."
  let arguments: [CommandArgument] = [.cardID, .token]
  let options = Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [
    """
    A card network that doesn't know a phone's wallet yet lets its token wait. The code proves \
    that it is you: the token becomes COMPLETED and keeps its reference. Only a token that is \
    INITIATED waits.
    """, Verification.note,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet()
    let words = invocation.words
    let id = invocation.cardID
    let text = try await TokenText.read(id, wallet)
    let token = try text.token(invocation.arguments[1])
    let card = try await Verification(invocation, wallet).around { sca throws(WalletError) in
      try await wallet.verifyToken(
        id, token.dpanRef, sca: sca, expectedVersion: text.card.version)
    }
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(card))
    } else {
      try Output.line(words.verified(text.name(token, words)) + ".")
    }
    return .ok
  }
}
