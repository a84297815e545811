import Arguments
import CardEntry
import FrontEnd
import Secrets
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletService
import Words

struct PayCreateCommand: WalletCommand {
  let path = "pay create"
  let summary = "Turn a card into a payment handle, which a shop can charge once."
  let arguments: [CommandArgument] = [.amount]
  let options: [CommandOption] =
    [
      CommandOption("at", .text("MERCHANT"), "the shop, one of `shop merchants` (required)"),
      CommandOption("card", .text("ID"), "pay with this card of the wallet", field: "cardId"),
      CommandOption(
        "saved", .text("ID"), "pay with this saved card, one of `saved list`",
        field: "savedCardId"),
    ] + CardPrompt.options + [
      CardPrompt.nameOption, .shopCurrency,
      CommandOption(
        "order", .text("REF"), "the shop's own reference (default: a new UUID)",
        field: "merchantRefNum"),
      CommandOption(
        "type", .choice("TYPE", PaymentTransactionType.allCases.map(\.rawValue)),
        "the kind of transaction (PAYMENT)", field: "transactionType"),
      CommandOption("account", .text("DIGITS"), "the shop's account, one of `pay methods`"),
      CommandOption("descriptor", .text("TEXT"), "what stands on the statement"),
      CommandOption("merchant-phone", .text("NUMBER"), "the shop's number on the statement"),
      CommandOption("first-name", .text("NAME"), "of the person who pays"),
      CommandOption("last-name", .text("NAME"), "of the person who pays"),
      CommandOption("email", .text("ADDRESS"), "of the person who pays"),
      CommandOption("phone", .text("NUMBER"), "of the person who pays"),
      CommandOption("street", .text("TEXT"), "where the bill goes"),
      CommandOption(
        "zip", .text("POSTCODE"), "where the bill goes", field: "billingDetails.zip"),
      CommandOption("city", .text("NAME"), "where the bill goes"),
      CommandOption(
        "country", .text("CODE"), "where the bill goes: two letters, with --zip",
        field: "billingDetails.country"),
      CommandOption(
        "simulator", .choice("KIND", ["external", "internal"]),
        "external: test numbers decide, then amounts; internal: only amounts"),
      .render,
      CommandOption(
        "challenge", .choice("WISH", ["mandated", "requested"]),
        "ask the bank to ask the person"),
    ] + BankPrompt.options
  let answer: String? = "`PaymentHandle`"
  let notes: [String] = [
    CardPrompt.note, BankPrompt.note,
    """
    Without a terminal and without an answer, the handle is INITIATED, and `pay confirm` answers the \
    bank. Test numbers and amounts are in docs/payments.md.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let choices = ["card", "saved", "number-file"].filter(invocation.has)
    if choices.count > 1 { throw WalletError.together(choices[0], choices[1]) }
    let wallet = try await invocation.wallet()
    let merchant = try await merchant(invocation, wallet)
    let currency = invocation.text(CommandOption.shopCurrency.name).map { Currency($0) }
    let money = try Money(argument: invocation.arguments[0], currency ?? merchant.currency)
    let card = try await card(invocation, wallet, merchant, money.currency)
    defer { card.wipe() }
    var handle = try await wallet.createPaymentHandle(request(invocation, card, merchant, money))
    if handle.needsRedirect {
      let shown = try await BankPrompt(invocation: invocation, wallet: wallet).ask(handle.id)
      handle = try await wallet.send(GetPaymentHandle(handle.id))
      if !shown.isOver {
        Output.note(invocation.words.payments.answerLater(BankPrompt.command(handle.id)))
      }
    }
    if let failure = PaymentHandleText.failure(handle) { throw failure }
    try PaymentHandleText.print(handle, wallet.time(local: .now), invocation)
  }

  private func merchant(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> Merchant
  {
    guard let id = invocation.text("at") else {
      throw WalletError.missing("at MERCHANT")
    }
    let merchants = try await wallet.send(ListMerchants())
    guard let merchant = merchants.first(where: { $0.id == id && !$0.isDamaged }) else {
      throw WalletError(.shopMerchant)
    }
    return merchant
  }

  // MARK: The card

  /// The card that pays. What can be refused without it is refused before anything is typed.
  private func card(
    _ invocation: Invocation, _ wallet: WalletService, _ merchant: Merchant,
    _ currency: Currency
  ) async throws(WalletError) -> PayingCard {
    if let id = invocation.text("card") { return .own(CardID(id)) }
    if let id = invocation.text("saved") { return try await saved(id, invocation, wallet) }
    let rules = CardEntryRules(.payment(try await accepted(wallet, merchant, currency)))
    return .entered(
      try CardPrompt(rules: rules, words: invocation.words).ask(given: CardPrompt.given(invocation))
    )
  }

  private func accepted(_ wallet: WalletService, _ merchant: Merchant, _ currency: Currency)
    async throws(WalletError) -> AcceptedBrands
  {
    let methods = try await wallet.send(ListPaymentMethods())
    do throws(PaymentError) {
      guard currency == merchant.currency else { throw PaymentError(.currency) }
      guard let method = methods.first(where: { $0.currency == currency }) else {
        throw PaymentError(.account, "CARD")
      }
      return try AcceptedBrands(
        currency: currency.code, account: method.accountID, methods: methods.map(\.offered))
    } catch {
      throw error.walletError
    }
  }

  /// A saved card, with its CVV if it needs one (E14, E33).
  private func saved(_ id: String, _ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> PayingCard
  {
    if let cvv = try CardPrompt.givenCVV(invocation) { return .saved(id, cvv: cvv) }
    guard let card = try await wallet.send(ListSavedCards()).first(where: { $0.id == id }),
      card.use == .easy
    else { return .saved(id, cvv: nil) }
    let words = invocation.words
    let console = try Console.needed("--cvv-file FILE")
    defer { console.close() }
    let cvv = try console.typed(words.payments.askSecurityCode, words) { typed in
      CardEntryRules.cvvError(count: typed.count, card.brand).map { [FieldError("cvv", $0.reason)] }
        ?? []
    }
    return .saved(id, cvv: cvv)
  }

  // MARK: The request

  /// nil: no option of it was given. The issuer says what is missing.
  private func billing(_ invocation: Invocation) -> BillingDetails? {
    guard ["street", "zip", "city", "country"].contains(where: invocation.has) else { return nil }
    return BillingDetails(
      country: invocation.name("country") ?? "", zip: invocation.name("zip") ?? "",
      city: invocation.name("city"), street: invocation.name("street"))
  }

  private func request(
    _ invocation: Invocation, _ card: PayingCard, _ merchant: Merchant, _ money: Money
  ) -> PaymentHandleRequest {
    var threeDS: ThreeDSRequest?
    // A verification has no amount, which only 3-D Secure 2 allows (H03).
    if invocation.has("challenge") || money.minorUnits == 0 {
      var asked = ThreeDSRequest(merchantURL: "https://shop.example/")
      asked.useThreeDSecureVersion2 = true
      asked.requestorChallengePreference = invocation.text("challenge").map {
        $0 == "mandated" ? .mandated : .requested
      }
      threeDS = asked
    }
    var profile: PaymentProfile?
    let person = PaymentProfile(
      firstName: invocation.name("first-name"), lastName: invocation.name("last-name"),
      email: invocation.text("email"), phone: invocation.text("phone"))
    if person != PaymentProfile() { profile = person }
    let options = PaymentOptions(
      amount: money.paymentServiceUnits, currency: money.currency,
      transactionType: invocation.text("type").flatMap { PaymentTransactionType(rawValue: $0) }
        ?? .payment,
      merchantRefNum: invocation.text("order") ?? MerchantReference.make(),
      accountID: invocation.text("account") ?? "",
      dynamicDescriptor: invocation.text("descriptor"),
      merchantPhone: invocation.text("merchant-phone"), profile: profile,
      billing: billing(invocation),
      usesThreeDSecure2: threeDS?.useThreeDSecureVersion2 ?? false)
    return PaymentHandleRequest(
      card, at: merchant.id, options, threeDS: threeDS,
      simulator: invocation.text("simulator") == "internal" ? .internal : .external,
      render: invocation.render)
  }
}

extension CommandOption {
  static let render = CommandOption(
    "render", .choice("FORM", ["native", "html", "both"]),
    "how the bank may ask: native, on its page, or both (default)", field: "renderType")
}

extension Invocation {
  var render: RenderType {
    text(CommandOption.render.name).flatMap { RenderType(rawValue: $0.uppercased()) } ?? .both
  }
}
