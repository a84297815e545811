import Arguments
import FrontEnd
import WalletModel
import WalletService

struct CardRevealCommand: WalletCommand {
  let path = "card reveal"
  let summary = "Show a card's number, CVV and expiry, or its PIN, for a short while."
  let arguments: [CommandArgument] = [.cardID]
  let options: [CommandOption] =
    [
      CommandOption("pin", "show the PIN instead of the details"), ScreenOptions.panSeparator,
    ] + Verification.options
  let answer: String? = "`SecureDetails`; with --pin `Pin`"
  let notes: [String] = [
    Verification.note,
    """
    The digits are shown on the terminal and erased after 30 seconds (a PIN after 10), or at any \
    key. With --json they go to standard output instead, where nothing erases them: you have to \
    protect them.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let console = Console.open()
    defer { console?.close() }
    if !invocation.wantsJSON { try Console.checkErasing(console) }
    let wallet = try await invocation.wallet()
    let id = invocation.cardID
    let card = try await wallet.cards.get(id)
    let verification = Verification(invocation, wallet)
    if invocation.has("pin") {
      let pin = try await verification.around { wallet throws(WalletError) in
        try await wallet.cards.pin(id)
      }
      defer { pin.conceal() }
      guard !invocation.wantsJSON, let console else { return try SecretJSON.write("pin", pin) }
      return try RevealDisplay(console, card, invocation.words).show(pin: pin)
    }
    let details = try await verification.around { wallet throws(WalletError) in
      try await wallet.cards.secureDetails(id)
    }
    defer { details.conceal() }
    guard !invocation.wantsJSON, let console else { return try SecretJSON.write(details) }
    try RevealDisplay(console, card, invocation.words)
      .show(details, ScreenOptions.panSeparator(invocation))
  }
}
