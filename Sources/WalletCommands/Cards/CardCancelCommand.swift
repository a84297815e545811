import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardCancelCommand: CardChangeCommand {
  let path = "card cancel"
  let summary = "Cancel a card for good."
  let options: [CommandOption] = [.confirmLastFour] + Verification.options

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let card = try await wallet.cards.get(invocation.cardID)
    if let refusal = card.refusal(of: .cancel) {
      throw WalletError(.transitionRefused, detail: refusal.reason)
    }
    try invocation.confirm(
      lastFour: card.lastFour, invocation.words.commandLine.willBeCancelled(Text.clean(card.title)))
    try await invocation.change(
      wallet, SetCardStatus.cancel(card.id), expectedVersion: card.version)
  }
}
