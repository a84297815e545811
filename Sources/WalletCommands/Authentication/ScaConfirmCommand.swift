import Arguments
import FrontEnd
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

struct ScaConfirmCommand: WalletCommand {
  let path = "sca confirm"
  let summary = "Finish setting up the app with a code from it."
  let options: [CommandOption] = [
    CommandOption("code-file", .text("FILE"), "read the code from a file; - is stdin")
  ]
  let answer: String? = "`Authenticator`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let code: Secret
    if let path = invocation.text("code-file") {
      code = try SecretFile.digits(of: path, what: .text("code", "Code"), invocation.words)
    } else {
      let console = try Console.needed("--code-file FILE")
      defer { console.close() }
      code = try console.digits(invocation.words.commandLine.askAppCode)
    }
    defer { code.wipe() }
    try AuthenticatorText.print(
      try await wallet.send(ConfirmAuthenticator(code: code)), invocation)
  }
}
