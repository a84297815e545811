import Arguments
import FrontEnd
import Secrets
import WalletAPI
import WalletModel
import Words

struct CardActivateCommand: CardChangeCommand {
  let path = "card activate"
  let summary = "Activate a physical card that has arrived."
  let options: [CommandOption] =
    [
      CommandOption(
        "last-four", .text("DIGITS"), "the last four digits on the card", field: "lastFourDigits"),
      CommandOption(
        "cvv-file", .text("FILE"), "read the CVV from a file; - is stdin", field: "cvv"),
    ] + Verification.options

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let console = Console.open()
    defer { console?.close() }
    let lastFour: String
    if let given = invocation.text("last-four") {
      lastFour = given.withoutSeparators
    } else {
      let console = try Console.needed(console, "--last-four DIGITS")
      let nothing = Secret(capacity: 1)
      lastFour = try console.asked(invocation.words) { () throws(WalletError) in
        try console.line(invocation.words.commandLine.askLastFour).withoutSeparators
      } check: {
        CardActivationRequest(lastFourDigits: $0, cvv: nothing).fieldErrors
          .filter { $0.field == "lastFourDigits" }
      }
    }
    let cvv: Secret
    if let path = invocation.text("cvv-file") {
      cvv = try SecretFile.digits(of: path, what: .verbatim("CVV"), invocation.words)
    } else {
      let console = try Console.needed(console, "--cvv-file FILE")
      cvv = try console.typed(invocation.words.commandLine.askCvv, invocation.words) {
        CardActivationRequest(lastFourDigits: lastFour, cvv: $0).fieldErrors
          .filter { $0.field == "cvv" }
      }
    }
    defer { cvv.wipe() }
    let request = CardActivationRequest(lastFourDigits: lastFour, cvv: cvv)
    try await invocation.change(wallet, ActivateCard(invocation.cardID, request))
  }
}
