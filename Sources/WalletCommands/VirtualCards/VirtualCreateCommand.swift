import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct VirtualCreateCommand: WalletCommand {
  let path = "virtual create"
  let summary = "Make a virtual card, and wait until it is made."
  let options: [CommandOption] =
    [
      CommandOption(
        "persona", .text("ID"),
        "who owns it, one of `virtual personas list` (default: the only one)"
      ),
      CommandOption(
        "source", .text("ID"),
        "where its money comes from, one of `virtual sources list` (default: the only active one)",
        field: "fundingSourceId"),
      CommandOption(
        "holder", .text("NAME"), "the name on the card (required)", field: "cardHolder"),
      CommandOption("alias", .text("NAME"), "your own name for it"),
      VirtualOptions.metadata, VirtualOptions.merchant, VirtualOptions.onePayment,
      VirtualOptions.monthlyLimit,
    ] + VirtualOptions.address + [
      CommandOption(
        "reference", .text("ID"), "your own id of this order: the same one makes one card",
        field: "clientRefId")
    ]
  let answer: String? = VirtualChangeCommands.answer
  let notes: [String] = [
    """
    The card is sealed to this device: number, CVV, alias, metadata and address can be read only \
    here, and where its keys were imported (`virtual keys export`). Without an address the issuer \
    sets one.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    guard let holder = invocation.name("holder") else {
      throw WalletError.missing("holder NAME")
    }
    let currency = Currency("USD")
    let limit = try VirtualOptions.monthlyLimit(invocation, currency)
    let metadata = try VirtualOptions.metadata(invocation)
    let wallet = try await invocation.wallet()
    let order = VirtualCardOrder(
      personaID: try await persona(invocation, wallet),
      fundingSourceID: try await source(invocation, wallet), cardHolder: holder,
      alias: invocation.name("alias"), billingAddress: VirtualOptions.billingAddress(invocation),
      currency: currency, metadata: metadata,
      rules: SpendingRules(
        merchantID: invocation.text("merchant"), isSingleUse: invocation.has("one-payment"),
        monthlyLimit: limit),
      reference: invocation.text("reference") ?? IdempotencyKey.make())
    let cards = wallet.virtualCards
    let begun = try await cards.provision(order)
    let made = try await cards.waitForProvisioning(begun.id) { now in
      if !invocation.wantsJSON {
        Output.note(invocation.words.virtualCards.provisioning(now.state.rawValue, now.id))
      }
    }
    try VirtualCardText.print(try await cards.open([try made.finished()])[0], invocation)
  }

  private func persona(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> String
  {
    if let id = invocation.text("persona") { return id }
    let all = try await wallet.send(ListPersonas()).filter { !$0.isDamaged }
    guard all.count == 1 else {
      throw WalletError.missing("persona ID", listedBy: "virtual personas list")
    }
    return all[0].id
  }

  private func source(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> String
  {
    if let id = invocation.text("source") { return id }
    let active = try await wallet.send(ListFundingSources()).filter { $0.state == .active }
    guard active.count == 1 else {
      throw WalletError.missing("source ID", listedBy: "virtual sources list")
    }
    return active[0].id
  }
}
