import Arguments
import Canvas
import FrontEnd
import PhoneWallet
import WalletAPI
import WalletModel
import WalletService
import Words

/// Cards in phones.
extension Commands {
  static let tokens = [listTokens, addToken, tokenStatus]

  private static let reference = CommandArgument(
    "REF", "the token's reference, as `tokens list` lists it")

  private static let wallets = ["apple", "google", "samsung"]

  private static let listTokens = Subcommand(
    "tokens list", "List the phones' wallets that a card is in.", arguments: [cardID],
    answer: "a list of `Tokenization`"
  ) { invocation throws(WalletError) in
    let list = try await tokens(of: invocation.cardID, invocation.wallet(readOnly: true).cards)
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list))
    } else if list.isEmpty {
      try Output.line(invocation.words.isInNoPhone)
    } else {
      try print(list, invocation)
    }
    return .ok
  }

  private static let addToken = Subcommand(
    "tokens add", "Put a card into a phone; the phone and its card network are simulated.",
    arguments: [cardID],
    options: [
      CommandOption("wallet", .choice("WALLET", wallets), "the phone's wallet (default apple)"),
      CommandOption(
        "phone", .text("NAME"), "which phone: each name is one (default: this installation's)"),
    ] + Verification.options,
    answer: "`Tokenization`",
    notes: [
      """
      The phone shows X.509 certificates of its maker and signs a nonce (Apple Pay) or says who it \
      is; the issuer checks that and seals the card for it; the phone opens it, asks its network, \
      and the token is COMPLETED.
      """, Verification.note,
    ]
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet()
    let id = invocation.cardID
    let phone = try SimulatedPhone(
      named: invocation.text("phone") ?? DeviceID.ofInstallation())
    let request = try phone.request(walletType(invocation))
    let words = invocation.words
    let name = words.phoneWallet(request.walletType)
    func tell(_ step: String) throws(WalletError) {
      if !invocation.wantsJSON { try Output.line(step) }
    }
    try tell(words.phoneShows(device: request.clientDeviceID, for: name))
    let answer = try await Verification(invocation, wallet).around { sca throws(WalletError) in
      try await wallet.cards.tokenize(id, request, sca: sca)
    }
    try tell(words.issuerSealed(Text.clean(answer.cardLastDigits)))
    let token = try phone.add(answer, to: request)
    try tell(words.phoneGaveToken)
    let done = try await wallet.cards.updateTokenization(id, token)
    if invocation.wantsJSON {
      try Output.json(done)
    } else {
      try tell(words.cardIsIn(name))
      try print([done], invocation)
    }
    return .ok
  }

  private static func walletType(_ invocation: Invocation) -> MobileWalletType {
    switch invocation.text("wallet") {
    case "google": .googlePay
    case "samsung": .samsungPay
    default: .applePay
    }
  }

  private static let tokenStatus = Subcommand(
    "tokens status", "Say how far a card's way into a phone is, or that the phone has it.",
    arguments: [cardID, reference],
    options: [CommandOption("completed", "the phone has taken the card up")],
    answer: "`Tokenization`"
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet(readOnly: !invocation.has("completed"))
    let wanted = invocation.arguments.last ?? ""
    let known = try await tokens(of: invocation.cardID, wallet.cards)
    guard var token = known.first(where: { $0.dpanRef == wanted }) else {
      throw WalletError(
        .notFound, details: ["The card has no token with this reference."],
        advice: "`walletui tokens list ID` lists them.")
    }
    if invocation.has("completed") {
      if token.walletType != .googlePay { token.walletID = nil }
      token.status = .completed
      token = try await wallet.cards.updateTokenization(invocation.cardID, token)
    }
    if invocation.wantsJSON { try Output.json(token) } else { try print([token], invocation) }
    return .ok
  }

  private static func tokens(of id: CardID, _ cards: CardService) async throws(WalletError)
    -> [MobileWalletTokenization]
  {
    try await cards.get(id, include: [.tokenizations]).tokenizations ?? []
  }

  private static func print(_ list: [MobileWalletTokenization], _ invocation: Invocation)
    throws(WalletError)
  {
    let words = invocation.words
    var table = Table([
      .init(title: words.wallet), .init(title: words.statusLabel), .init(title: words.reference),
    ])
    for token in list {
      if token.isDamaged {
        table.add([words.damagedEntry, "", token.dpanRef])
        continue
      }
      table.add([
        words.phoneWallet(token.walletType), words.tokenization(token.status), token.dpanRef,
      ])
    }
    try Output.text(table.text)
  }
}
