import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardLimitsCommand: WalletCommand {
  let path = "card limits"
  let summary = "Show what a card may pay for, or change it."
  let arguments: [CommandArgument] = [.cardID]
  let options: [CommandOption] =
    [
      CommandOption(
        "per-payment", .text("AMOUNT"), "the most in one payment, such as 50.00, or `off`",
        field: "paymentLimit"),
      CommandOption(
        "per-month", .text("AMOUNT"), "the most in a calendar month (UTC), or `off`",
        field: "monthlyLimit"),
      CommandOption(
        "categories", .list("WORDS"),
        "the only kinds of shops, with commas between, or `off`: "
          + MerchantCategory.words,
        field: "allowedCategories"),
      CommandOption(
        "countries", .list("CODES"),
        "the only countries of shops: two letters each, with commas between, or `off`",
        field: "allowedCountries"),
    ] + Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [
    """
    Amounts are in the card's currency. Without options it shows the limits, and what was spent of \
    the one for the month. A code is needed only if the card may pay for more than before.
    """,
    Verification.noteAboutCodes,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let names = ["per-payment", "per-month", "categories", "countries"]
    let isChange = names.contains { invocation.has($0) }
    let wallet = try await invocation.wallet(readOnly: !isChange)
    var card = try await wallet.cards.get(invocation.cardID)
    if isChange {
      let update = try update(invocation, card.currency)
      card = try await Verification(invocation, wallet).around { sca throws(WalletError) in
        try await wallet.cards.setControls(invocation.cardID, update, sca: sca)
      }
    }
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(card))
    } else {
      try print(card, invocation.words)
    }
    return .ok
  }

  private func print(_ card: Card, _ words: Words) throws(WalletError) {
    var table = Table([.init(title: words.limitsLabel), .init(title: Text.clean(card.title))])
    CardText.addLimits(of: card, to: &table, words)
    if card.limits.isEmpty { table.add([words.limitsLabel, words.noLimit]) }
    if let left = card.leftThisMonth {
      table.add([words.eachMonth, words.leftOfLimit(words.money(left))])
    }
    table.add(["ID", card.id.rawValue])
    try Output.text(table.text)
  }

  private func update(_ invocation: Invocation, _ currency: Currency) throws(WalletError)
    -> CardControlsUpdate
  {
    let off = "off"
    func amount(_ name: String) throws(WalletError) -> Patch<Int64> {
      guard let text = invocation.text(name) else { return .absent }
      return text == off ? .null : .value(try Money(argument: text, currency).minorUnits)
    }
    func list(_ name: String) -> Patch<[String]> {
      guard let text = invocation.text(name) else { return .absent }
      return text == off ? .null : .value(text.split(separator: ",").map(String.init))
    }
    var update = CardControlsUpdate(
      paymentLimit: try amount("per-payment"), monthlyLimit: try amount("per-month"))
    switch list("categories") {
    case .absent: break
    case .null: update.categories = .null
    case .value(let words): update.categories = .value(try words.map(category))
    }
    update.countries = list("countries")
    return update
  }

  private func category(_ word: String) throws(WalletError) -> Word<MerchantCategory> {
    guard let category = MerchantCategory(word: word) else {
      throw WalletError(
        .fieldErrors,
        fieldErrors: [FieldError("allowedCategories", .field(.oneOf, MerchantCategory.words))])
    }
    return Word(category)
  }
}
