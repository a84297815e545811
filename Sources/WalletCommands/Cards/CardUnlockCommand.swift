import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel

struct CardUnlockCommand: CardChangeCommand {
  let path = "card unlock"
  let summary = "Unlock a card."
  let options =
    [
      CommandOption("for", .text("TIME"), "lock it again after this time, such as 30m, 2h or 1d")
    ] + Verification.options
  let notes: [String] = [
    """
    With --for the issuer locks the card again, whether or not walletui runs. The time is 1m to 7d; \
    without --for such a card stays unlocked.
    """,
    Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let seconds = try Self.seconds(invocation.text("for"))
    let wallet = try await invocation.wallet()
    let id = invocation.cardID
    guard let seconds else { return try await invocation.change(wallet, SetCardStatus.unlock(id)) }
    try await invocation.change(wallet, UnlockCardFor(id, seconds: seconds))
  }

  /// nil: it was not given.
  private static func seconds(_ written: String?) throws(WalletError) -> Int? {
    guard let written else { return nil }
    let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
    if let unit = written.last.flatMap({ units[$0] }), let number = Int(written.dropLast()),
      (1...10_080).contains(number), CardControls.unlockSeconds.contains(number * unit)
    {
      return number * unit
    }
    let word = Text.clean(written)
    throw WalletError.usage(
      "--for must be 1m to 7d, not \(word)", "--for muss 1m bis 7d sein, nicht \(word)",
      advice: .text("Write it like 30m, 2h or 1d.", "Schreiben Sie etwa 30m, 2h oder 1d."))
  }
}
