import Arguments
import FrontEnd
import PhoneWallet
import Secrets
import WalletModel
import WalletService
import Words

struct ShopAuthorizeCommand: WalletCommand {
  let path = "shop authorize"
  let summary = "Pay with a card: reserve an amount."
  let arguments: [CommandArgument] = [.merchant, .amount]
  let options: [CommandOption] =
    [
      CommandOption("card", .text("ID"), "the card, as `cards` or `virtual list` shows it"),
      CommandOption(
        "device", .text("DEVICE"),
        "with a card: the phone that pays, as `tokens devices list` shows it", field: "dpanRef"),
      CommandOption(
        "number-file", .text("FILE"), "or read a number from a file; - is stdin",
        field: "cardNumber"),
      CommandOption(
        "expiry", .text("MM/YY"), "with a number: its expiry, the year with two digits or four"),
      CommandOption(
        "csc-file", .text("FILE"), "with a number: read the CVV from a file", field: "csc"),
      CommandOption(
        "postal-code", .text("CODE"), "with a number: the cardholder's",
        field: "billingAddress.postalCode"),
      .shopCurrency,
    ] + Verification.options
  let answer: String? = "`Receipt`"
  let notes: [String] = [
    "A decline isn't an error: the receipt says why.", Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let wallet = try await invocation.wallet()
    let shop = wallet.shop
    let merchant = invocation.arguments[0]
    let money = try await invocation.shopAmount { () throws(WalletError) in
      try await shop.merchants().first { $0.id == merchant && !$0.isDamaged }?.currency
    }
    let card = try await presented(invocation, wallet)
    defer {
      if case .number(let number, _, let csc, _) = card {
        number.wipe()
        csc?.wipe()
      }
    }
    let receipt = try await Verification(invocation, wallet).around { sca throws(WalletError) in
      try await shop.authorize(card, at: merchant, money, sca: sca)
    }
    try ReceiptText.print(receipt, invocation)
    return .ok
  }

  private func presented(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> PresentedCard
  {
    if let id = invocation.text("card").map({ CardID($0) }) {
      guard let device = invocation.text("device") else { return .card(id) }
      return try await presented(id, in: device, wallet)
    }
    guard invocation.text("device") == nil else {
      throw WalletError(
        .usage,
        details: [.text("--device takes --card ID, too", "zu --device gehört --card ID")])
    }
    guard let file = invocation.text("number-file") else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "use --card ID or --number-file FILE",
            "nehmen Sie --card ID oder --number-file FILE")
        ])
    }
    guard let text = invocation.text("expiry") else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "a number takes --expiry MM/YY, too",
            "zu einer Nummer gehört --expiry MM/YY")
        ])
    }
    let expiry = try CardExpiry(option: text)
    let csc = try invocation.text("csc-file").map { path throws(WalletError) in
      try SecretFile.firstLine(of: path, what: .verbatim("CVV"), invocation.words)
    }
    return .number(
      try SecretFile.firstLine(
        of: file, what: .text("card number", "Kartennummer"), invocation.words),
      expiry: expiry, csc: csc,
      postalCode: invocation.text("postal-code"))
  }

  /// The card in a phone: the token that can pay, else the first one, whose decline says why.
  private func presented(_ id: CardID, in device: String, _ wallet: WalletService)
    async throws(WalletError) -> PresentedCard
  {
    let device = try DeviceText.find(device, try await wallet.phones.devices())
    let card = try await wallet.cards.get(id, include: [.tokenizations])
    let tokens = (card.tokenizations ?? []).filter { device.tokens.contains($0.dpanRef) }
    guard
      let token = tokens.first(where: { $0.state(on: card.status) == .active }) ?? tokens.first
    else {
      throw WalletError(
        .notFound,
        details: [.text("The card isn't in this device.", "Die Karte ist nicht in diesem Gerät.")])
    }
    return .token(id, dpanRef: token.dpanRef)
  }
}
