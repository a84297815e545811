import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct ScaStatusCommand: WalletCommand {
  let path = "sca status"
  let summary = "Show whether an authenticator app is set up."
  let answer: String? = "`Authenticator`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    try AuthenticatorText.print(
      try await invocation.wallet(readOnly: true).send(GetAuthenticator()), invocation)
  }
}
