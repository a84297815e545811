import Arguments
import FrontEnd
import Secrets
import WalletAPI
import WalletModel

struct CardCreateCommand: WalletCommand {
  let path = "card create"
  let summary = "Order a card."
  let options: [CommandOption] =
    [
      CommandOption(
        "program", .text("NAME"), "the programme, as `programs` lists it", field: "programName"),
      CommandOption("currency", .text("CODE"), "one of the programme's currencies, such as EUR"),
      CommandOption("alias", .text("NAME"), "what to call the card"),
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

  func run(_ invocation: Invocation) async throws(WalletError) {
    var request = CardRequest(
      programName: invocation.text("program") ?? "", currency: invocation.text("currency") ?? "")
    request.mobile = invocation.text("mobile")
    request.externalID = invocation.text("external-id")
    request.alias = invocation.name("alias")
    request.deliveryAddress = address(invocation)
    if invocation.has("accept-terms") { request.termsAndConditionsAccepted = true }
    if invocation.has("accept-e-disclosure") { request.eDisclosureAccepted = true }
    request.cardPin = try invocation.digits("pin-file", .verbatim("PIN"))
    defer { request.cardPin?.wipe() }
    try await invocation.change(invocation.wallet(), CreateCard(request))
  }

  /// nil: no part of the address was given.
  private func address(_ invocation: Invocation) -> DeliveryAddress? {
    let parts = [
      "address1", "address2", "address3", "city", "postal-code", "state", "country",
    ]
    guard parts.contains(where: invocation.has) else { return nil }
    return DeliveryAddress(
      address1: invocation.name("address1") ?? "", address2: invocation.name("address2"),
      address3: invocation.name("address3"), city: invocation.name("city") ?? "",
      countryCode: invocation.name("country") ?? "", state: invocation.name("state"),
      postalCode: invocation.name("postal-code") ?? "")
  }
}
