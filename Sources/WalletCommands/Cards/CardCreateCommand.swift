import Arguments
import FrontEnd
import Secrets
import WalletModel
import WalletService
import Words

struct CardCreateCommand: WalletCommand {
  let path = "card create"
  let summary = "Order a card."
  let options: [CommandOption] =
    [
      CommandOption(
        "program", .text("NAME"), "the programme, as `programs` lists it", field: "programName"),
      CommandOption(
        "wallet", .text("NAME"), "of several wallets (--wallets) the one that has the programme"),
      CommandOption("currency", .text("CODE"), "one of the programme's currencies, such as EUR"),
      CommandOption("alias", .text("NAME"), "what to call the card"),
      CommandOption(
        "per-payment", .text("AMOUNT"), "the most in one payment, such as 50.00",
        field: "paymentLimit"),
      CommandOption(
        "per-month", .text("AMOUNT"), "the most in a calendar month (UTC)", field: "monthlyLimit"),
      CommandOption(
        "cardholder", .text("ID"),
        "at a card issuer: the cardholder or account; needed if there are several"),
      CommandOption("mobile", .text("NUMBER"), "such as \"+359 888123456\""),
      CommandOption("external-id", .text("ID"), "your own id for it", field: "externalId"),
      CommandOption(
        "address1", .text("TEXT"), "delivery address, for physical cards",
        field: "deliveryAddress.address1"),
      CommandOption("address2", .text("TEXT"), "second line", field: "deliveryAddress.address2"),
      CommandOption("address3", .text("TEXT"), "third line", field: "deliveryAddress.address3"),
      CommandOption("city", .text("TEXT"), "city", field: "deliveryAddress.city"),
      CommandOption(
        "postal-code", .text("TEXT"), "postal code", field: "deliveryAddress.postalCode"),
      CommandOption("state", .text("CODE"), "state", field: "deliveryAddress.state"),
      CommandOption(
        "country", .text("CODE"), "country, such as BG", field: "deliveryAddress.countryCode"),
      CommandOption(
        "pin-file", .text("FILE"), "read a first PIN from a file; - is stdin", field: "cardPin"),
      CommandOption(
        "accept-terms", "accept the terms and conditions (US)", field: "termsAndConditionsAccepted"),
      CommandOption(
        "accept-e-disclosure", "accept electronic disclosure (US)", field: "eDisclosureAccepted"),
    ] + Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [Verification.noteAboutCodes]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let program = invocation.text("program") ?? ""
    let wallet = invocation.text("wallet")
    if let wallet, !invocation.list("wallets").contains(wallet) {
      throw WalletError(
        .usage,
        details: [
          .text(
            "--wallet must name one of --wallets, or of the profile's list",
            "--wallet muss eine von --wallets oder aus der Liste des Profils nennen")
        ])
    }
    var request = CardRequest(
      programName: wallet.map { CardProgram.fullName(program, in: $0) } ?? program,
      currency: invocation.text("currency") ?? "")
    request.mobile = invocation.text("mobile")
    request.externalID = invocation.text("external-id")
    request.alias = invocation.text("alias")
    request.paymentLimit = try limit("per-payment", invocation)
    request.monthlyLimit = try limit("per-month", invocation)
    request.cardholder = invocation.text("cardholder")
    request.deliveryAddress = address(invocation)
    if invocation.has("accept-terms") { request.termsAndConditionsAccepted = true }
    if invocation.has("accept-e-disclosure") { request.eDisclosureAccepted = true }
    if let path = invocation.text("pin-file") {
      request.cardPin = try SecretFile.firstLine(of: path, what: .verbatim("PIN"), invocation.words)
    }
    defer { request.cardPin?.wipe() }
    let asked = request
    return try await invocation.change(invocation.wallet()) { cards, sca throws(WalletError) in
      try await cards.create(asked, sca: sca)
    }
  }

  /// In minor units of the card's currency; nil: no limit was given.
  private func limit(_ name: String, _ invocation: Invocation) throws(WalletError) -> Int64? {
    guard let text = invocation.text(name) else { return nil }
    return try Money(argument: text, Currency(invocation.text("currency") ?? "")).minorUnits
  }

  /// nil: no part of the address was given.
  private func address(_ invocation: Invocation) -> DeliveryAddress? {
    let parts = [
      "address1", "address2", "address3", "city", "postal-code", "state", "country",
    ]
    guard parts.contains(where: invocation.has) else { return nil }
    return DeliveryAddress(
      address1: invocation.text("address1") ?? "", address2: invocation.text("address2"),
      address3: invocation.text("address3"), city: invocation.text("city") ?? "",
      countryCode: invocation.text("country") ?? "", state: invocation.text("state"),
      postalCode: invocation.text("postal-code") ?? "")
  }
}
