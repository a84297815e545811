import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardReplaceCommand: CardChangeCommand {
  let path = "card replace"
  let summary = "Report a card as lost, stolen or damaged, and get a new one."
  let options: [CommandOption] =
    [
      CommandOption(
        "reason", .choice("REASON", ReplacementReason.allCases.map(\.word)),
        "why; `lost` if it isn't given"),
      .confirmLastFour,
    ] + Verification.options
  let answer: String? = "`Card`: the new one"
  let notes: [String] = [
    """
    The card ends now, in phones too. Its name, limits, days without use and PIN go to the new \
    one, which has a new number. A physical card comes by post and is activated as any other. A \
    card that was locked is replaced by a locked one.
    """,
    Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let card = try await wallet.cards.get(invocation.cardID)
    let word = invocation.text("reason")?.uppercased() ?? ReplacementReason.lost.rawValue
    let reason = ReplacementReason(rawValue: word) ?? .lost
    guard ReplacementReason.possible(for: card.status).contains(reason) else {
      throw WalletError(.actionRefused, detail: ActionRefusal.hasStatus(card.status).reason)
    }
    try invocation.confirm(
      lastFour: card.lastFour, invocation.words.cardForms.willBeReplaced(Text.clean(card.title)))
    try await invocation.change(
      wallet, ReplaceCard(card.id, reason), expectedVersion: card.version)
  }
}
