import Arguments
import FrontEnd
import PhoneWallet
import Secrets
import WalletAPI
import WalletModel
import WalletService

struct ShopAuthorizeCommand: WalletCommand {
  let path = "shop authorize"
  let summary = "Pay with a card: reserve an amount."
  let arguments: [CommandArgument] = [.merchant, .amount]
  let options: [CommandOption] =
    [
      CommandOption("card", .text("ID"), "the card, as `cards` or `virtual list` shows it"),
      CommandOption(
        "phone", .text("DEVICE"),
        "pay with a device of `tokens devices list`; --card says which of its cards",
        field: "dpanRef"),
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

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let merchant = invocation.arguments[0]
    let money = try await invocation.shopAmount { () throws(WalletError) in
      try await wallet.send(ListMerchants()).first { $0.id == merchant && !$0.isDamaged }?.currency
    }
    let card = try await presented(invocation, wallet)
    defer {
      if case .number(let number, _, let csc, _) = card {
        number.wipe()
        csc?.wipe()
      }
    }
    let receipt = try await Verification(invocation, wallet).send(
      Authorize(card, at: merchant, money))
    try ReceiptText.print(receipt, invocation)
  }

  private func presented(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> PresentedCard
  {
    if let phone = invocation.text("phone") {
      let devices = try await wallet.devices { $0.isMeant(by: phone) }
      let device = try DeviceRow.find(phone, devices)
      return try presented(device, invocation.text("card").map { CardID($0) })
    }
    if let id = invocation.text("card") { return .card(CardID(id)) }
    guard let file = invocation.text("number-file") else {
      throw WalletError.usage(
        "use --card ID or --number-file FILE", "nehmen Sie --card ID oder --number-file FILE")
    }
    guard let text = invocation.text("expiry") else {
      throw WalletError.usage(
        "a number takes --expiry MM/YY, too", "zu einer Nummer gehört --expiry MM/YY")
    }
    let expiry = try CardExpiry(option: text)
    let csc = try invocation.digits("csc-file", .verbatim("CVV"))
    return .number(
      try SecretFile.digits(
        of: file, what: .text("card number", "Kartennummer"), invocation.words),
      expiry: expiry, csc: csc,
      postalCode: invocation.text("postal-code"))
  }

  /// What a device shows: a token that can pay, else one whose decline says why not.
  ///
  /// - Parameter card: nil: the only one that is in it.
  private func presented(_ device: SimulatedDevice, _ card: CardID?)
    throws(WalletError) -> PresentedCard
  {
    let tokens = device.present.filter { $0.card != nil }
    let cards = Set(tokens.compactMap(\.card))
    guard card != nil || cards.count < 2 else {
      throw WalletError.usage(
        "the device has several cards: add --card ID",
        "das Gerät hat mehrere Karten: nehmen Sie --card ID dazu")
    }
    let own = tokens.filter { card == nil || $0.card == card }
    guard let token = own.first(where: { $0.state == .active }) ?? own.first, let id = token.card
    else {
      throw WalletError(
        .notFound,
        detail: .text("The card isn't in this device.", "Die Karte ist nicht in diesem Gerät."),
        advice: .text(
          "`walletui tokens add ID --phone DEVICE` puts it there.",
          "`walletui tokens add ID --phone DEVICE` nimmt sie dort auf."))
    }
    return .token(id, dpanRef: token.reference)
  }
}
