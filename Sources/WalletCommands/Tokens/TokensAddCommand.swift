import Arguments
import FrontEnd
import PhoneWallet
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct TokensAddCommand: WalletCommand {
  let path = "tokens add"
  let summary = "Put a card into a phone (the phone and its network are simulated)."
  let arguments: [CommandArgument] = [.cardID]
  let options: [CommandOption] =
    [
      CommandOption(
        "wallet", .choice("WALLET", ["apple", "google", "samsung"]),
        "the phone's wallet (default apple)"),
      CommandOption(
        "phone", .text("NAME"),
        "which phone; each name is another one (default: this installation's)"),
    ] + Verification.options
  let answer: String? = "`Tokenization`"
  let notes: [String] = [
    """
    The phone sends X.509 certificates of its manufacturer and signs a nonce (Apple Pay), or sends \
    its ids. The issuer checks them and seals the card for the phone. The phone opens it, asks its \
    card network, and the token is COMPLETED.
    """, Verification.note,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet()
    let id = invocation.cardID
    let phone = try SimulatedPhone(
      named: invocation.text("phone") ?? DeviceID.forInstallation())
    let request = try phone.request(walletType(invocation))
    let words = invocation.words
    let name = words.phoneWallet(request.walletType)
    func tell(_ step: String) throws(WalletError) {
      if !invocation.wantsJSON { try Output.line(step) }
    }
    try tell(words.phoneShows(device: request.clientDeviceID, for: name))
    let sealed = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
      try await wallet.cards.tokenize(id, request)
    }
    try tell(words.issuerSealed(Text.clean(sealed.cardLastDigits)))
    let token = try phone.add(sealed, to: request)
    try tell(words.phoneGaveToken)
    let done = try await Verification(invocation, wallet).around { wallet throws(WalletError) in
      try await wallet.cards.updateTokenization(id, token)
    }
    if try !invocation.writeJSON(done) {
      try tell(words.cardIsIn(name))
      try TokenText.print([done], invocation)
    }
    return .ok
  }

  private func walletType(_ invocation: Invocation) -> MobileWalletType {
    switch invocation.text("wallet") {
    case "google": .googlePay
    case "samsung": .samsungPay
    default: .applePay
    }
  }
}
