import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService

struct CardLimitsCommand: WalletCommand {
  let path = "card limits"
  let summary = "Show what a card may pay for, or change it."
  let arguments: [CommandArgument] = [.cardID]
  let options: [CommandOption] = Self.changes + Verification.options
  let answer: String? = "`Card`"
  let notes: [String] = [
    """
    Amounts are in the card's currency; days and months are those of UTC. Without options it shows \
    the limits, and what was spent of them. A code is needed only if the card may pay for more \
    than before. WORDS and CODES have commas between them.
    """,
    Verification.noteAboutCodes,
  ]

  private static let off = "off"

  private static let changes: [CommandOption] = [
    CommandOption(
      "per-payment", .text("AMOUNT"), "the most in one payment, such as 50.00, or `off`",
      field: "paymentLimit"),
    CommandOption(
      "per-day", .text("AMOUNT"), "the most in a day, or `off`", field: "dailyLimit"),
    CommandOption(
      "per-month", .text("AMOUNT"), "the most in a calendar month, or `off`",
      field: "monthlyLimit"),
    CommandOption(
      "categories", .list("WORDS"),
      "the only kinds of shop, or `off`: " + MerchantCategory.words, field: "categories"),
    CommandOption(
      "not-categories", .list("WORDS"), "kinds of shop that are blocked, or `off`",
      field: "categories"),
    CommandOption(
      "countries", .list("CODES"), "the only countries of shops, two letters each, or `off`",
      field: "countries"),
    CommandOption(
      "not-countries", .list("CODES"), "countries that are blocked, or `off`",
      field: "countries"),
    CommandOption(
      "switch-off", .choices("WORDS", SpendingSwitch.allCases.map(\.word)),
      "what the card can't be used for", field: "switchedOff"),
    CommandOption(
      "switch-on", .choices("WORDS", SpendingSwitch.allCases.map(\.word)),
      "what it can be used for again", field: "switchedOff"),
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let isChange = Self.changes.contains { invocation.text($0.name) != nil }
    let wallet = try await invocation.wallet(readOnly: !isChange)
    var card = try await wallet.cards.get(invocation.cardID)
    if isChange {
      let update = try update(of: card, invocation)
      card = try await Verification(invocation, wallet).send(
        SetCardControls(invocation.cardID, update))
    }
    try CardText.print(card, invocation, saysNoRules: true)
  }

  private func update(of card: Card, _ invocation: Invocation) throws(WalletError)
    -> CardControlsUpdate
  {
    func amount(_ name: String) throws(WalletError) -> Patch<Int64> {
      guard let text = invocation.text(name) else { return .absent }
      if text == Self.off { return .null }
      return .value(try Money(argument: text, card.currency).minorUnits)
    }
    /// Both lists together are refused as those of one request.
    func list(_ name: String, _ word: (String) -> String) -> Patch<RuleList> {
      func values(_ option: String) -> [String]? {
        // Not `has`: for it `no`, which is Norway here, is a flag that is turned off.
        invocation.text(option) == nil ? nil : invocation.list(option)
      }
      let (allowed, blocked) = (values(name), values("not-" + name))
      if allowed == nil, blocked == nil { return .absent }
      if [allowed, blocked].contains([Self.off]) { return .null }
      return .value(RuleList(allowed: allowed?.map(word), blocked: blocked?.map(word)))
    }
    var update = CardControlsUpdate()
    update.paymentLimit = try amount("per-payment")
    update.dailyLimit = try amount("per-day")
    update.monthlyLimit = try amount("per-month")
    update.categories = list("categories") { MerchantCategory(word: $0)?.rawValue ?? $0 }
    update.countries = list("countries") { $0.uppercased() }
    func switches(_ name: String) -> Set<SpendingSwitch> {
      Set(invocation.list(name).compactMap { SpendingSwitch(rawValue: $0.uppercased()) })
    }
    let off = card.rules.switchedOff.union(switches("switch-off"))
      .subtracting(switches("switch-on"))
    if off != card.rules.switchedOff {
      update.switchedOff = .value(SpendingSwitch.allCases.filter(off.contains).map { Word($0) })
    }
    return update
  }
}
