import Arguments
import FrontEnd
import Secrets
import WalletAPI
import WalletModel
import Words

struct CardSetPinCommand: CardChangeCommand {
  let path = "card set-pin"
  let summary = "Change a card's PIN."
  let options: [CommandOption] =
    [
      CommandOption("pin-file", .text("FILE"), "read the PIN from a file; - is stdin", field: "pin")
    ]
    + Verification.options
  let notes: [String] = [Verification.note]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let pin = try newPin(invocation)
    defer { pin.wipe() }
    if let error = WalletError.invalid(CardUpdateRequest.pin(pin).fieldErrors) { throw error }
    try await invocation.change(wallet, SetCardPin(invocation.cardID, pin: pin))
  }

  /// The new PIN, from the file or typed twice.
  private func newPin(_ invocation: Invocation) throws(WalletError) -> Secret {
    if let pin = try invocation.digits("pin-file", .verbatim("PIN")) { return pin }
    let console = try Console.needed("--pin-file FILE")
    defer { console.close() }
    let words = invocation.words
    while true {
      let first = try console.typed(words.commandLine.askNewPin, words) {
        CardUpdateRequest.pin($0).fieldErrors
      }
      let second = try console.digits(words.commandLine.onceMore)
      defer { second.wipe() }
      if first.matches(second) { return first }
      first.wipe()
      console.say(words.start.notTheSame + ".\n")
    }
  }
}
