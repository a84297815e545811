import Arguments
import Canvas
import FrontEnd
import Secrets
import WalletModel
import WalletService
import Words

/// What changes cards.
extension Commands {
  static let changing = [create, activate, lock, unlock, cancel, setPin]

  private static let create = Subcommand(
    "card create", "Create a card.",
    options: [
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
    ] + Verification.options,
    answer: "`Card`",
    notes: [Verification.noteWhereAsked]
  ) { invocation throws(WalletError) in
    var request = CardRequest(
      programName: invocation.text("program") ?? "", currency: invocation.text("currency") ?? "")
    request.mobile = invocation.text("mobile")
    request.externalID = invocation.text("external-id")
    request.alias = invocation.text("alias")
    request.deliveryAddress = address(invocation)
    if invocation.has("accept-terms") { request.termsAndConditionsAccepted = true }
    if invocation.has("accept-e-disclosure") { request.eDisclosureAccepted = true }
    if let path = invocation.text("pin-file") {
      request.cardPin = try SecretFile.firstLine(of: path, what: "PIN", invocation.words)
    }
    defer { request.cardPin?.wipe() }
    let asked = request
    return try await change(invocation, invocation.wallet()) { cards, sca throws(WalletError) in
      try await cards.create(asked, sca: sca)
    }
  }

  /// Changes a card, with a one-time code where the server asks for one, and prints it.
  private static func change(
    _ invocation: Invocation, _ wallet: WalletService,
    _ change: (CardService, ScaReference?) async throws(WalletError) -> Card
  ) async throws(WalletError) -> ExitCode {
    let card = try await Verification(invocation, wallet).around { sca throws(WalletError) in
      try await change(wallet.cards, sca)
    }
    try CardText.print(card, invocation)
    return .ok
  }

  /// nil when no part of it was given.
  private static func address(_ invocation: Invocation) -> DeliveryAddress? {
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

  private static let activate = Subcommand(
    "card activate", "Activate a physical card that has arrived.", arguments: [cardID],
    options: [
      CommandOption(
        "last-four", .text("DIGITS"), "the last four digits on the card", field: "lastFourDigits"),
      CommandOption(
        "cvv-file", .text("FILE"), "read the CVV from a file; - is stdin", field: "cvv"),
    ] + Verification.options,
    answer: "`Card`",
    notes: [Verification.noteWhereAsked]
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet()
    let console = Console.open()
    defer { console?.close() }
    let lastFour: String
    if let given = invocation.text("last-four") {
      lastFour = given
    } else {
      let console = try needed(console, "--last-four DIGITS")
      let nothing = Secret(capacity: 1)
      lastFour = try asked(console, invocation.words) { () throws(WalletError) in
        try console.line(invocation.words.askLastFour)
      } check: {
        CardActivationRequest(lastFourDigits: $0, cvv: nothing).fieldErrors
          .filter { $0.field == "lastFourDigits" }
      }
    }
    let cvv: Secret
    if let path = invocation.text("cvv-file") {
      cvv = try SecretFile.firstLine(of: path, what: "CVV", invocation.words)
    } else {
      let console = try needed(console, "--cvv-file FILE")
      cvv = try typed(invocation.words.askCvv, console, invocation.words) {
        CardActivationRequest(lastFourDigits: lastFour, cvv: $0).fieldErrors
          .filter { $0.field == "cvv" }
      }
    }
    defer { cvv.wipe() }
    let request = CardActivationRequest(lastFourDigits: lastFour, cvv: cvv)
    return try await change(invocation, wallet) { cards, sca throws(WalletError) in
      try await cards.activate(invocation.cardID, request, sca: sca)
    }
  }

  private static let lock = Subcommand(
    "card lock", "Lock a card: it pays nothing until it is unlocked.", arguments: [cardID],
    options: Verification.options, answer: "`Card`", notes: [Verification.noteWhereAsked]
  ) { invocation throws(WalletError) in
    try await change(invocation, invocation.wallet()) { cards, sca throws(WalletError) in
      try await cards.lock(invocation.cardID, sca: sca)
    }
  }

  private static let unlock = Subcommand(
    "card unlock", "Unlock a card.", arguments: [cardID], options: Verification.options,
    answer: "`Card`", notes: [Verification.noteWhereAsked]
  ) { invocation throws(WalletError) in
    try await change(invocation, invocation.wallet()) { cards, sca throws(WalletError) in
      try await cards.unlock(invocation.cardID, sca: sca)
    }
  }

  private static let cancel = Subcommand(
    "card cancel", "Cancel a card for good.", arguments: [cardID],
    options: [
      CommandOption("confirm", .text("DIGITS"), "its last four digits, so as not to be asked")
    ] + Verification.options,
    answer: "`Card`",
    notes: [Verification.noteWhereAsked]
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet()
    let card = try await wallet.cards.get(invocation.cardID)
    if let refusal = card.refusal(of: .cancel) {
      throw WalletError(.transitionRefused, details: [refusal.reason])
    }
    let typed: String
    if let given = invocation.text("confirm") {
      typed = given
    } else {
      let console = try needed(Console.open(), "--confirm DIGITS")
      defer { console.close() }
      console.say(invocation.words.willBeCancelled(Text.clean(card.title)) + "\n")
      typed = try console.line(invocation.words.askToCancel)
    }
    guard typed == card.lastFour else {
      throw WalletError(
        .cancelled, typed.isEmpty ? "The card was kept" : "Those are not its last four digits",
        advice: "Nothing was changed.")
    }
    return try await change(invocation, wallet) { cards, sca throws(WalletError) in
      try await cards.cancel(card.id, sca: sca, expectedVersion: card.version)
    }
  }

  private static let setPin = Subcommand(
    "card set-pin", "Change a card's PIN.", arguments: [cardID],
    options: [
      CommandOption("pin-file", .text("FILE"), "read the PIN from a file; - is stdin", field: "pin")
    ]
      + Verification.options,
    answer: "`Card`",
    notes: [Verification.note]
  ) { invocation throws(WalletError) in
    let wallet = try await invocation.wallet()
    let pin = try newPin(invocation)
    defer { pin.wipe() }
    if let error = WalletError.invalid(CardUpdateRequest.pin(pin).fieldErrors) { throw error }
    let id = invocation.cardID
    return try await change(invocation, wallet) { cards, sca throws(WalletError) in
      try await cards.setPin(id, pin, sca: sca)
    }
  }

  /// From the file, or typed twice.
  private static func newPin(_ invocation: Invocation) throws(WalletError) -> Secret {
    if let path = invocation.text("pin-file") {
      return try SecretFile.firstLine(of: path, what: "PIN", invocation.words)
    }
    let console = try needed(Console.open(), "--pin-file FILE")
    defer { console.close() }
    let words = invocation.words
    while true {
      let first = try typed(words.askNewPin, console, words) {
        CardUpdateRequest.pin($0).fieldErrors
      }
      let second = try console.secret(words.onceMore, echo: .dots, capacity: 16)
      defer { second.wipe() }
      if first.matches(second) { return first }
      first.wipe()
      console.say(words.translated("The two PINs differ") + ".\n")
    }
  }

  /// Asks until there is nothing wrong with it.
  private static func typed(
    _ question: String, _ console: Console, _ words: Words, check: (Secret) -> [FieldError]
  ) throws(WalletError) -> Secret {
    let ask = { () throws(WalletError) in
      try console.secret(question, echo: .dots, capacity: 16)
    }
    return try asked(console, words, ask, check: check)
  }

  /// Asks again while something is wrong with the answer.
  private static func asked<Answer>(
    _ console: Console, _ words: Words, _ ask: () throws(WalletError) -> Answer,
    check: (Answer) -> [FieldError]
  ) throws(WalletError) -> Answer {
    while true {
      let answer = try ask()
      guard let problem = check(answer).first else { return answer }
      console.say(words.translated(problem.error) + ".\n")
    }
  }

  /// The terminal, or which option does without one.
  static func needed(_ console: Console?, _ option: String) throws(WalletError) -> Console {
    if let console { return console }
    throw WalletError(
      .usage, details: ["\(option) is needed: there is no terminal to ask on"],
      advice: "Give \(option).")
  }
}
