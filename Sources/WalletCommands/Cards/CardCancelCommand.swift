import Arguments
import FrontEnd
import TextLayout
import WalletModel
import WalletService
import Words

struct CardCancelCommand: WalletCommand {
  let path = "card cancel"
  let summary = "Cancel a card for good."
  let arguments: [CommandArgument] = [.cardID]
  let options: [CommandOption] =
    [
      CommandOption("confirm", .text("DIGITS"), "its last four digits, instead of asking")
    ] + Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet()
    let card = try await wallet.cards.get(invocation.cardID)
    if let refusal = card.refusal(of: .cancel) {
      throw WalletError(.transitionRefused, details: [refusal.reason])
    }
    let typed: String
    if let given = invocation.text("confirm") {
      typed = given
    } else {
      let console = try Console.needed("--confirm DIGITS")
      defer { console.close() }
      console.say(invocation.words.willBeCancelled(Text.clean(card.title)) + "\n")
      typed = try console.line(invocation.words.askToCancel)
    }
    guard typed == card.lastFour else {
      throw WalletError(
        .cancelled,
        typed.isEmpty
          ? .text("You kept the card", "Sie behalten die Karte")
          : .text("Those aren't its last four digits", "Das sind nicht ihre letzten vier Ziffern"),
        advice: .text("Nothing has changed.", "Geändert wurde nichts."))
    }
    return try await invocation.change(wallet) { cards, sca throws(WalletError) in
      try await cards.cancel(card.id, sca: sca, expectedVersion: card.version)
    }
  }
}
