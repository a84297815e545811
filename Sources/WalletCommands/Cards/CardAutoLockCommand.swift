import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel

struct CardAutoLockCommand: CardChangeCommand {
  let path = "card auto-lock"
  let summary = "Lock a card by itself after some days without use."
  let arguments: [CommandArgument] = [
    .cardID,
    CommandArgument(
      "DAYS",
      "\(CardControls.autoLockDays.lowerBound) to \(CardControls.autoLockDays.upperBound), or `off`"
    ),
  ]
  let notes: [String] = [
    """
    The days are counted from the last payment or change of status, and from now on at the \
    earliest.
    """,
    Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let word = invocation.arguments[1]
    let days = Int(word)
    guard word == "off" || days.map(CardControls.autoLockDays.contains) == true else {
      let (least, most) = (
        CardControls.autoLockDays.lowerBound, CardControls.autoLockDays.upperBound
      )
      let given = Text.clean(word)
      throw WalletError.usage(
        "DAYS must be \(least) to \(most) or off, not \(given)",
        "DAYS muss \(least) bis \(most) oder off sein, nicht \(given)")
    }
    let update = CardControlsUpdate(autoLockAfter: days)
    try await invocation.change(
      invocation.wallet(), SetCardControls(invocation.cardID, update))
  }
}
