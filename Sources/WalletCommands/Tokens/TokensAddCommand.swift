import Arguments
import FrontEnd
import PhoneWallet
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words

struct TokensAddCommand: WalletCommand {
  let path = "tokens add"
  let summary = "Put a card into a phone (the phone and its network are simulated)."
  let arguments: [CommandArgument] = [.cardID]
  let options: [CommandOption] =
    [
      CommandOption(
        "wallet", .choice("WALLET", ["apple", "google", "samsung"]),
        "the phone's wallet (default apple, or the device's own)"),
      CommandOption(
        "device", .text("DEVICE"), "a device of `tokens devices list`: its id, or its kind"),
      CommandOption(
        "phone", .text("NAME"),
        "or a phone by a name; each name is another one (default: this installation's)"),
    ] + Verification.options
  let answer: String? = "`Tokenization`, with `state` and the id of the `device`"
  let notes: [String] = [
    """
    The phone sends X.509 certificates of its manufacturer and signs a nonce (Apple Pay), or sends \
    its ids. The issuer checks them and seals the card for the phone. The phone opens it, asks its \
    card network, and the token is COMPLETED. A device makes a wallet that it does not have yet. The \
    network does not know a Google wallet in which no card can pay yet: its token is INITIATED until \
    `tokens verify`.
    """, Verification.note,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet()
    let id = invocation.cardID
    let device = try await device(invocation, wallet)
    let phone = try SimulatedPhone(
      named: device?.id ?? invocation.text("phone") ?? DeviceID.forInstallation())
    let type = try walletType(invocation, device)
    let request = try phone.request(type)
    let words = invocation.words
    let name = words.phoneWallet(request.walletType)
    func tell(_ step: String) throws(WalletError) {
      if !invocation.wantsJSON { try Output.line(step) }
    }
    if let device {
      let known = try await wallet.cards.get(id, include: [.tokenizations]).tokenizations ?? []
      try check(WalletOffer(known, in: type, of: device), words)
    }
    if let device, device.missing.contains(type) {
      _ = try await wallet.phones.makeWallet(type, on: device)
      try tell(words.stepWallet(name) + ".")
    }
    try tell(words.phoneShows(device: request.clientDeviceID, for: name))
    let sealed = try await Verification(invocation, wallet).around { sca throws(WalletError) in
      try await wallet.cards.tokenize(id, request, sca: sca)
    }
    try tell(words.issuerSealed(Text.clean(sealed.cardLastDigits)))
    let waits = device?.asksWhoPays(with: type) == true
    var token =
      if let device {
        try await wallet.phones.add(
          sealed, to: request, in: device, waits ? .needsIdentityVerification : .active)
      } else {
        try phone.add(sealed, to: request)
      }
    try tell(words.phoneGaveToken)
    if !waits { token = try await wallet.cards.updateTokenization(id, token) }
    let text = try await TokenText.read(id, wallet)
    token = try text.token(token.dpanRef)
    if invocation.wantsJSON {
      try Output.json(text.row(token))
    } else {
      try tell(waits ? words.waitsForVerification(name) : words.cardIsIn(name))
      try text.print([token], invocation)
    }
    return .ok
  }

  /// C07, C09, C11: what the screen offers.
  private func check(_ offer: WalletOffer, _ words: Words) throws(WalletError) {
    switch offer {
    case .push, .makeWallet: return
    case .verify(let token):
      throw WalletError(
        .actionRefused,
        .text(
          "The card waits for identity verification",
          "Die Karte wartet darauf, dass Sie sich ausweisen"
        ),
        advice: .text(
          "Use `walletui tokens verify ID \(token.reference)`.",
          "Nehmen Sie `walletui tokens verify ID \(token.reference)`."))
    case .refused(let refusal):
      throw WalletError(.actionRefused, details: [.verbatim(words.refusal(refusal))])
    }
  }

  private func device(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> SimulatedDevice?
  {
    guard let text = invocation.text("device") else { return nil }
    guard invocation.text("phone") == nil else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "use --device or --phone, not both",
            "nehmen Sie --device oder --phone, nicht beide")
        ])
    }
    return try DeviceText.find(text, try await wallet.phones.devices())
  }

  private func walletType(_ invocation: Invocation, _ device: SimulatedDevice?)
    throws(WalletError) -> MobileWalletType
  {
    let own = device?.kind.wallets ?? MobileWalletType.allCases
    let type: MobileWalletType =
      switch invocation.text("wallet") {
      case "google": .googlePay
      case "samsung": .samsungPay
      case nil: own[0]
      default: .applePay
      }
    if own.contains(type) { return type }
    throw WalletError(
      .usage,
      details: [
        .text("the device doesn't have this wallet", "das Gerät hat diese Wallet nicht")
      ])
  }
}
