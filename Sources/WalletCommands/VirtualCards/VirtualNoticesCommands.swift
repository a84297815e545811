import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct VirtualNoticesListCommand: WalletCommand {
  let path = "virtual notices list"
  let summary = "List the rules about push messages, and the newest messages."
  let answer: String? = NoticeText.answer
  let notes: [String] = [NoticeText.order, "With --json only the rules; `phone` has the messages."]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet(readOnly: true)
    let rules = try await wallet.send(GetNoticeRules())
    try NoticeText.print(rules, invocation)
    if invocation.wantsJSON { return }
    let messages = try await wallet.send(ListPhoneMessages())
    for message in messages.lazy.filter({ $0.payload != nil }).prefix(NoticeText.newest) {
      try PhoneText.write(message, invocation.words)
    }
  }
}

struct VirtualNoticesSetCommand: WalletCommand {
  let path = "virtual notices set"
  let summary = "Say whether the phone gets a kind of push message about virtual cards."
  let arguments: [CommandArgument] = [
    CommandArgument("ON|OFF", "whether messages that match are sent")
  ]
  let options: [CommandOption] = [
    CommandOption(
      "type",
      .choice("TYPE", [VirtualCardNotice.fundingSourceType, VirtualCardNotice.transactionType]),
      "only messages of this type"),
    CommandOption(
      "transaction-type", .choice("TYPE", TransactionType.allCases.map(\.rawValue)),
      "only payments of this type", field: "transactionType"),
    CommandOption(
      "card", .text("VIRTUAL"), "only payments with this virtual card", field: "cardId"),
    CommandOption(
      "source-type", .choice("TYPE", FundingSourceType.allCases.map(\.rawValue)),
      "only funding sources of this type", field: "fundingSourceType"),
    CommandOption(
      "state", .choice("STATE", FundingSourceState.allCases.map(\.rawValue)),
      "only funding sources in this state"),
    CommandOption(
      "flag", .choice("FLAG", FundingSourceFlag.allCases.map(\.rawValue)),
      "only funding sources with this flag"),
    CommandOption("owner", .text("CUSTOMER"), "only messages about this customer's"),
    CommandOption(
      "at", .number("N", 1...NoticeRules.maximum),
      "put the rule at this place (default: after all others)"),
  ]
  let answer: String? = NoticeText.answer
  let notes: [String] = [
    NoticeText.order,
    "Without options the rule matches every message. The same rule is moved, not added twice.",
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let rule = try rule(invocation)
    let wallet = try await invocation.wallet()
    var rules = try await wallet.send(GetNoticeRules()).rules
    rules.removeAll { known in
      // It matches the same messages.
      var same = rule
      same.status = known.status
      return same == known
    }
    let place = (invocation.number("at") ?? .max) - 1
    rules.insert(rule, at: min(place, rules.count))
    try NoticeText.print(try await wallet.send(SetNoticeRules(NoticeRules(rules))), invocation)
  }

  private func rule(_ invocation: Invocation) throws(WalletError) -> NoticeRule {
    let word = invocation.arguments[0]
    guard word == "on" || word == "off" else {
      throw WalletError.usage(
        "“\(Text.clean(word))” is neither on nor off",
        "„\(Text.clean(word))“ ist weder on noch off")
    }
    return NoticeRule(
      word == "on" ? .enable : .disable, type: invocation.text("type"),
      owner: invocation.text("owner"),
      fundingSourceType: invocation.text("source-type").map { Word(rawValue: $0) },
      state: invocation.text("state").flatMap { FundingSourceState(rawValue: $0) },
      flag: invocation.text("flag").flatMap { FundingSourceFlag(rawValue: $0) },
      cardID: invocation.text("card"),
      transactionType: invocation.text("transaction-type").flatMap {
        TransactionType(rawValue: $0)
      })
  }
}

struct VirtualNoticesRemoveCommand: WalletCommand {
  let path = "virtual notices remove"
  let summary = "Remove a rule about push messages."
  let arguments: [CommandArgument] = [
    CommandArgument("N", "the rule's number, as `virtual notices list` shows it")
  ]
  let answer: String? = NoticeText.answer

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    var rules = try await wallet.send(GetNoticeRules()).rules
    let word = invocation.arguments[0]
    guard let number = Int(word), rules.indices.contains(number - 1) else {
      throw WalletError.usage(
        "there is no rule \(Text.clean(word))", "es gibt keine Regel \(Text.clean(word))")
    }
    rules.remove(at: number - 1)
    try NoticeText.print(try await wallet.send(SetNoticeRules(NoticeRules(rules))), invocation)
  }
}

/// Rules about push messages for people.
enum NoticeText {
  static let answer = "`NotificationRules`"
  static let order = "The first rule that matches decides; without one the message is sent."
  /// Messages that are shown below the rules.
  static let newest = 5

  static func print(_ rules: NoticeRules, _ invocation: Invocation) throws(WalletError) {
    if try invocation.writeJSON(rules) { return }
    let words = invocation.words
    guard !rules.rules.isEmpty else { return try Output.line(words.virtualCards.noNoticeRules) }
    let titles = words.virtualCards
    var table = Table([titles.ruleNumber, titles.messagesColumn, titles.ruleMatches], right: [0])
    for (index, rule) in rules.rules.enumerated() {
      table.add([
        "\(index + 1)", Text.clean(words.virtualCards.ruleStatus(rule.status)),
        Text.clean(conditions(rule, words)),
      ])
    }
    try Output.text(table.text)
  }

  /// As the options name them.
  private static func conditions(_ rule: NoticeRule, _ words: Words) -> String {
    let parts: [(String, String?)] = [
      ("type", rule.type), ("transaction-type", rule.transactionType?.rawValue),
      ("card", rule.cardID), ("source-type", rule.fundingSourceType?.rawValue),
      ("state", rule.state?.rawValue), ("flag", rule.flag?.rawValue), ("owner", rule.owner),
    ]
    let texts = parts.compactMap { name, value in value.map { "\(name) \($0)" } }
    return texts.isEmpty ? words.virtualCards.everyMessage : texts.joined(separator: ", ")
  }
}
