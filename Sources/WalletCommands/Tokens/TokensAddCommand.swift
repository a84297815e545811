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
        "the phone's wallet (default apple, or the device's own)"),
      CommandOption(
        "phone", .text("PHONE"),
        """
        a device of `tokens devices list`, or any other name: each is another phone \
        (default: this installation's)
        """),
      CommandOption(
        "own-app", "begin in the phone's own wallet app: the card then waits for `tokens verify`"),
    ] + Verification.options
  let answer: String? = "`Tokenization`"
  let notes: [String] = [
    """
    The phone sends X.509 certificates of its manufacturer and signs a nonce (Apple Pay), or sends \
    its ids. The issuer checks them and seals the card for the phone. The phone opens it, asks its \
    card network, and the token is COMPLETED.
    """,
    """
    A device of `tokens devices list` makes a Google Pay or Samsung Pay wallet when it needs one. A \
    new Google Pay wallet asks who you are: the card waits there for `tokens verify`. Of several \
    devices of a kind, those that have the card are left out.
    """, Verification.note,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let id = invocation.cardID
    let words = invocation.words
    func tell(_ step: String) throws(WalletError) {
      if !invocation.wantsJSON { try Output.line(step) }
    }
    let device = try await device(invocation, wallet)
    let type = try walletType(invocation, device)
    let name = words.cards.phoneWallet(type)
    if let device, device.missing.contains(type) {
      _ = try await wallet.phones.makeWallet(type, on: device)
      try tell(words.phones.stepWallet(name) + ".")
    }
    let asks = invocation.has("own-app") || (device?.asksWhoPays(with: type) ?? false)
    let phone = device?.id ?? invocation.text("phone") ?? DeviceID.forInstallation()
    let request =
      if let device {
        try await wallet.phones.request(type, of: device)
      } else {
        try SimulatedPhone(named: phone).request(type)
      }
    try tell(words.phones.phoneShows(device: request.clientDeviceID, for: name))
    let sealed = try await Verification(invocation, wallet).send(Tokenize(id, request))
    try tell(words.phones.issuerSealed(Text.clean(sealed.cardLastDigits)))
    let token =
      if let device {
        try await wallet.phones.add(sealed, to: request, of: id, in: device)
      } else {
        try SimulatedPhone(named: phone).add(sealed, to: request)
      }
    try tell(words.phones.phoneGaveToken)
    if !asks {
      _ = try await Verification(invocation, wallet).send(UpdateTokenization(id, token))
    }
    let text = try await TokenText.read(id, wallet)
    let done = text.card.token(token.dpanRef) ?? token
    if try !invocation.writeJSON(done) {
      try tell(asks ? words.phones.waitsForVerification(name) : words.phones.cardIsIn(name))
      try text.print([done], words)
    }
  }

  /// The device of this id or kind; nil: it is a phone of another name.
  private func device(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> SimulatedDevice?
  {
    guard let text = invocation.text("phone") else { return nil }
    // Without devices, the name is that of a phone.
    guard let devices = try? await wallet.phones.devices(),
      devices.contains(where: { $0.isMeant(by: text) })
    else { return nil }
    let free = devices.filter { device in
      let type = named(invocation) ?? device.kind.wallets[0]
      return device.kind.rawValue == text
        && WalletOffer(invocation.cardID, nil, in: type, of: device) != .hasCard
    }
    return try DeviceRow.find(text, free.isEmpty ? devices : free)
  }

  private func walletType(_ invocation: Invocation, _ device: SimulatedDevice?)
    throws(WalletError) -> MobileWalletType
  {
    let own = device?.kind.wallets ?? MobileWalletType.allCases
    let type = named(invocation) ?? own[0]
    if own.contains(type) { return type }
    throw WalletError.usage(
      "the device doesn't have this wallet", "das Gerät hat diese Wallet nicht")
  }

  /// nil: the device's own.
  private func named(_ invocation: Invocation) -> MobileWalletType? {
    switch invocation.text("wallet") {
    case "apple": .applePay
    case "google": .googlePay
    case "samsung": .samsungPay
    default: nil
    }
  }
}
