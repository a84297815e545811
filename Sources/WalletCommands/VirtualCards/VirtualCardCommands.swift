import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import WalletUI
import Words

struct VirtualShowCommand: WalletCommand {
  let path = "virtual show"
  let summary = "Show a virtual card, without number and CVV."
  let arguments: [CommandArgument] = [.virtualCard]
  let answer: String? = VirtualChangeCommands.answer

  func run(_ invocation: Invocation) async throws(WalletError) {
    let cards = try await invocation.wallet(readOnly: true).virtualCards
    guard let result = try await cards.get(invocation.arguments[0]) else {
      throw WalletError(.virtualCardNotFound)
    }
    try VirtualCardText.print(result, invocation)
  }
}

struct VirtualRevealCommand: WalletCommand {
  let path = "virtual reveal"
  let summary = "Show a virtual card's number, CVV and expiry for a short while."
  let arguments: [CommandArgument] = [.virtualCard]
  let options: [CommandOption] = [ScreenOptions.panSeparator] + Verification.options
  let answer: String? = "`SecureDetails`"
  let notes: [String] = [
    Verification.note,
    """
    This needs the key of the card on this device. The digits are shown on the terminal and erased \
    after 30 seconds, or at any key. With --json they go to standard output instead, where nothing \
    erases them: you have to protect them.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let console = Console.open()
    defer { console?.close() }
    if !invocation.wantsJSON { try Console.checkErasing(console) }
    let wallet = try await invocation.wallet()
    guard let result = try await wallet.virtualCards.get(invocation.arguments[0]) else {
      throw WalletError(.virtualCardNotFound)
    }
    let verification = Verification(invocation, wallet)
    let details = try await verification.around { wallet throws(WalletError) in
      try await wallet.virtualCards.secureDetails(result.card)
    }
    defer { details.conceal() }
    guard !invocation.wantsJSON, let console else { return try SecretJSON.write(details) }
    try RevealDisplay(
      console, title: VirtualCardText.title(result), lastFour: result.card.lastFour,
      invocation.words
    ).show(details, ScreenOptions.panSeparator(invocation))
  }
}

struct VirtualUpdateCommand: WalletCommand {
  let path = "virtual update"
  let summary = "Change a virtual card. What isn't named stays as it is."
  let arguments: [CommandArgument] = [.virtualCard]
  let options: [CommandOption] =
    [
      CommandOption("holder", .text("NAME"), "the name on the card", field: "cardHolder"),
      CommandOption("alias", .text("NAME"), "your own name for it"),
      CommandOption("no-alias", "remove it"),
      VirtualOptions.metadata,
      CommandOption("no-metadata", "remove them"),
      CommandOption("edit-metadata", "open them in $VISUAL or $EDITOR"),
    ] + VirtualOptions.address + [
      CommandOption("no-billing-address", "remove it"),
      VirtualOptions.merchant,
      CommandOption("no-merchant", "it pays everywhere"),
      VirtualOptions.onePayment,
      CommandOption("no-one-payment", "it pays as often as you like"),
      VirtualOptions.monthlyLimit,
      CommandOption("no-monthly-limit", "without a limit"),
      VirtualChangeCommands.expectedVersion,
    ]
  let answer: String? = VirtualChangeCommands.answer
  let notes: [String] = [
    """
    Only an ISSUED card can be changed. The address is changed as a whole. A device without the key \
    of the card can change it, but not read what was sealed before.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    var update = VirtualCardUpdate()
    update.cardHolder = patch(invocation.name("holder"))
    update.alias = try patch(invocation, "alias", invocation.name("alias"))
    update.metadata = try patch(
      invocation, "metadata", try VirtualOptions.metadata(invocation))
    update.billingAddress = try patch(
      invocation, "billing-address", VirtualOptions.billingAddress(invocation))
    update.merchantID = try patch(invocation, "merchant", invocation.text("merchant"))
    update.isSingleUse = try patch(
      invocation, "one-payment", invocation.has("one-payment") ? true : nil)
    update.monthlyLimit = try patch(
      invocation, "monthly-limit",
      try VirtualOptions.monthlyLimit(invocation, Currency("USD")))
    if invocation.has("edit-metadata") { return try await edit(update, invocation) }
    guard update != VirtualCardUpdate() else {
      throw WalletError.usage("nothing to change was named", "es fehlt, was sich ändern soll")
    }
    try await VirtualChangeCommands.make(update, invocation)
  }

  /// Opens the metadata in the editor, and sends them with the other changes. The card must not have
  /// changed meanwhile.
  private func edit(_ update: VirtualCardUpdate, _ invocation: Invocation)
    async throws(WalletError)
  {
    guard update.metadata == .absent else {
      throw WalletError.usage(
        "--edit-metadata doesn't go together with --metadata and --no-metadata",
        "--edit-metadata geht nicht zusammen mit --metadata und --no-metadata")
    }
    let cards = try await invocation.wallet().virtualCards
    guard let result = try await cards.get(invocation.arguments[0]) else {
      throw WalletError(.virtualCardNotFound)
    }
    guard let opened = result.opened else {
      throw WalletError(
        result.card.isDamaged ? .damagedRecord : .deviceKeyMissing)
    }
    var update = update
    let edited = try edit(Array((opened.metadata ?? "").utf8), invocation.words)
    if let edited {
      update.metadata =
        edited.isEmpty ? .null : .value(String(decoding: edited, as: UTF8.self))
    }
    if update == VirtualCardUpdate() {
      try VirtualCardText.print(result, invocation)
      return
    }
    let version =
      invocation.number(VirtualChangeCommands.expectedVersion.name) ?? result.card.version
    let changed: VirtualCardResult
    do throws(WalletError) {
      changed = try await cards.update(result.id, update, expectedVersion: version)
    } catch {
      // What was written can be sent again.
      throw edited.map { MetadataDraft.kept($0, error) } ?? error
    }
    try VirtualCardText.print(changed, invocation)
  }

  /// Opens the editor until the text is correct. Mistakes are reported, with the question
  /// whether to go on. Otherwise, and without a terminal to ask on, the text is kept in a file.
  ///
  /// - Returns: nil: nothing has changed.
  private func edit(_ original: [UInt8], _ words: Words) throws(WalletError) -> [UInt8]? {
    var text = original
    while true {
      guard let written = try MetadataDraft.edit(text), written != original else { return nil }
      text = written
      guard let mistake = MetadataMistake.of(text) else { return text }
      let lines = mistake.lines(in: text, words)
      for line in lines { Output.note("  " + line) }
      let console = Console.open()
      defer { console?.close() }
      let answer = try? console?.line(words.virtualForms.askEditAgain)
      guard let answer, !answer.lowercased().hasPrefix("n") else {
        throw MetadataDraft.kept(
          text,
          WalletError(.fieldErrors, fieldErrors: [FieldError("metadata", .verbatim(lines[0]))]))
      }
    }
  }

  private func patch<Value>(_ value: Value?) -> Patch<Value> {
    value.map { .value($0) } ?? .absent
  }

  private func patch<Value>(_ invocation: Invocation, _ name: String, _ value: Value?)
    throws(WalletError) -> Patch<Value>
  {
    guard invocation.has("no-" + name) else { return patch(value) }
    if value == nil { return .null }
    throw WalletError.together(name, "no-" + name)
  }
}

struct VirtualPauseCommand: WalletCommand {
  let path = "virtual pause"
  let summary = "Pause a virtual card: it pays nothing until it is resumed."
  let arguments: [CommandArgument] = [.virtualCard]
  let options: [CommandOption] = [VirtualChangeCommands.expectedVersion]
  let answer: String? = VirtualChangeCommands.answer

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await VirtualChangeCommands.make(VirtualCardUpdate(isPaused: .value(true)), invocation)
  }
}

struct VirtualResumeCommand: WalletCommand {
  let path = "virtual resume"
  let summary = "Let a paused virtual card pay again."
  let arguments: [CommandArgument] = [.virtualCard]
  let options: [CommandOption] = [VirtualChangeCommands.expectedVersion]
  let answer: String? = VirtualChangeCommands.answer

  func run(_ invocation: Invocation) async throws(WalletError) {
    try await VirtualChangeCommands.make(VirtualCardUpdate(isPaused: .value(false)), invocation)
  }
}

struct VirtualCancelCommand: WalletCommand {
  let path = "virtual cancel"
  let summary = "Close a virtual card for good."
  let arguments: [CommandArgument] = [.virtualCard]
  let options: [CommandOption] = [.confirmLastFour]
  let answer: String? = VirtualChangeCommands.answer

  func run(_ invocation: Invocation) async throws(WalletError) {
    let cards = try await invocation.wallet().virtualCards
    guard let result = try await cards.get(invocation.arguments[0]) else {
      throw WalletError(.virtualCardNotFound)
    }
    if result.card.state != .closed {
      let title = Text.clean(VirtualCardText.title(result))
      try invocation.confirm(
        lastFour: result.card.lastFour, invocation.words.virtualCards.willBeClosed(title))
    }
    try VirtualCardText.print(try await cards.cancel(result.id), invocation)
  }
}

/// What the commands that change a card have in common.
enum VirtualChangeCommands {
  static let expectedVersion = CommandOption(
    "expected-version", .number("N", 1...999_999_999),
    "refuse if the card has another version by now")
  static let answer =
    "`success` with the card, or `partial` with what is readable of it and `cause`"

  static func make(_ update: VirtualCardUpdate, _ invocation: Invocation)
    async throws(WalletError)
  {
    let cards = try await invocation.wallet().virtualCards
    let result = try await cards.update(
      invocation.arguments[0], update,
      expectedVersion: invocation.number(expectedVersion.name))
    try VirtualCardText.print(result, invocation)
  }
}

struct VirtualConfigCommand: WalletCommand {
  let path = "virtual config"
  let summary = "Show what virtual cards cost and how many are allowed."
  let answer: String? = "`VirtualCardsConfig`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let config = try await invocation.wallet(readOnly: true).send(GetVirtualCardsConfig())
    if try invocation.writeJSON(config) { return }
    let words = invocation.words
    func joined(_ list: [String]) -> String { list.joined(separator: ", ") }
    var table = Table([words.virtualCards.allowedTitle, words.virtualCards.atMost])
    table.add([words.virtualCards.newCards, joined(config.maxCardCreationVelocity)])
    table.add([words.virtualCards.newSources, joined(config.maxFundingSourceVelocity)])
    table.add([words.virtualCards.failedSources, joined(config.maxFundingSourceFailureVelocity)])
    table.add([words.virtualCards.pendingSources, joined(config.maxFundingSourcePendingVelocity)])
    for entry in config.maxTransactionVelocity {
      table.add([words.virtualCards.spending(entry.currency.code), joined(entry.velocity)])
    }
    for amount in config.maxTransactionAmount {
      table.add([words.virtualCards.onePaymentOf(amount.currency.code), words.money(amount)])
    }
    table.add([words.currency, joined(config.virtualCardCurrencies.map(\.code))])
    for support in config.fundingSourceSupport {
      table.add([
        words.virtualCards.fundedBy,
        support.network.rawValue + ": " + joined(support.cardTypes.map(\.rawValue)),
      ])
    }
    let currency = config.virtualCardCurrencies.first ?? Currency("USD")
    for tier in config.pricingPolicy {
      table.add([
        words.virtualCards.costs(from: words.money(Money(tier.minThreshold, currency))),
        words.virtualCards.markup(percent(tier.percent), words.money(Money(tier.flat, currency))),
      ])
    }
    try Output.text(table.text)
  }

  /// `2.99` for 2990.
  private func percent(_ thousandths: Int) -> String {
    let rest = String("00\(thousandths % 1000)".suffix(3))
    var text = "\(thousandths / 1000).\(rest)"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
