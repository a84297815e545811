import Arguments
import FrontEnd
import Glibc
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct BudgetsCommand: WalletCommand {
  let path = "budgets"
  let summary = "Show what was spent of your budgets, and each category beside the month before."
  let options: [CommandOption] = [
    CommandOption("month", .text("MONTH"), "the month, such as 2026-11 (default: this month)")
  ]
  let answer: String? = """
    `month`, `currency`, `lastDay`, `otherCurrencies` (the number of payments that are in no sum), \
    `budgets` (a list of `category`, `budget`, `spent`, `left`, `percent`, `level`: `within`, \
    `near` from 80 % or `over`) and `categories` (a list of `category`, `spent`, `before`, \
    `difference`; `before` is what was spent up to the same day of the month before)
    """
  let notes: [String] = [
    """
    Budgets are the setting `budgets:` of your configuration, in whole units of the currency of most \
    payments. The issuer does not know them, and no payment is declined for them. The sums are those \
    of the screen: pending and complete payments less refunds, by the clock of this place.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let now = LocalTime.now
    let month = try Self.month(invocation) ?? CalendarMonth(now.time, offset: now.offset)
    let wallet = try await invocation.wallet(readOnly: true)
    let payments = try await Self.payments(wallet, upTo: month, now.offset)
    let summary = SpendingSummary(payments, of: month, now: now.time, offset: now.offset)
    let budgets = Budgets(invocation.text("budgets") ?? "")
    if invocation.wantsJSON {
      try Output.json(BudgetsAnswer(summary, budgets))
    } else {
      try show(summary, budgets, invocation.words)
    }
    return .ok
  }

  /// All of six months: the currency of most of them is that of the screen.
  private static func payments(_ wallet: WalletService, upTo month: CalendarMonth, _ offset: Int)
    async throws(WalletError) -> [Transaction]
  {
    let first = month.adding(1 - SpendingSummary.monthCount)
    var query = TransactionQuery(
      from: first.start(offset: offset),
      to: Timestamp(milliseconds: month.adding(1).start(offset: offset).milliseconds - 1),
      limit: TransactionQuery.maximumLimit)
    var found: [Transaction] = []
    repeat {
      let page = try await wallet.cards.transactions(nil, query)
      found += page.transactions
      query.nextToken = page.transactions.isEmpty ? nil : page.nextToken
    } while query.nextToken != nil && found.count < 1_000_000
    return found
  }

  private static func month(_ invocation: Invocation) throws(WalletError) -> CalendarMonth? {
    guard let text = invocation.text("month") else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]), (1970...9999).contains(year),
      (1...12).contains(month)
    {
      return CalendarMonth(year: year, month: month)
    }
    throw WalletError(
      .usage,
      details: [
        .text(
          "--month must be a month, not \(Text.clean(text))",
          "--month muss ein Monat sein, nicht \(Text.clean(text))")
      ],
      advice: .text("Write it like 2026-11.", "Schreiben Sie etwa 2026-11."))
  }

  private func show(_ summary: SpendingSummary, _ budgets: Budgets, _ words: Words)
    throws(WalletError)
  {
    let uses = summary.uses(of: budgets)
    if uses.isEmpty {
      try Output.line(words.noBudgetsYet)
    } else {
      try Output.line("\(words.budgets) · \(words.month(summary.month))")
      var table = Table([
        .init(title: words.category), .init(title: words.spent, right: true),
        .init(title: words.budget, right: true), .init(title: "%", right: true),
        .init(title: words.left, right: true),
      ])
      for use in uses {
        table.add([
          words.category(use.category), words.money(use.spent), words.money(use.limit),
          "\(use.percent)", words.rest(use),
        ])
      }
      try Output.text(table.text)
    }
    if let changes = summary.changes {
      try Output.line("")
      try Output.line(words.comparing(summary.month, upTo: summary.lastDay))
      var table = Table([
        .init(title: words.category), .init(title: words.monthName(summary.month), right: true),
        .init(title: words.monthName(summary.month.adding(-1)), right: true),
        .init(title: words.difference, right: true),
      ])
      for change in changes + [summary.change].compactMap({ $0 }) {
        table.add([
          words.name(change), words.money(change.spent), words.money(change.before),
          words.difference(change),
        ])
      }
      try Output.text(table.text)
    }
    if summary.others > 0 { Output.note(words.otherCurrencies(summary.others)) }
  }
}

/// The time here.
private struct LocalTime {
  let time: Timestamp
  /// Seconds east of UTC.
  let offset: Int

  static var now: LocalTime {
    var seconds = time_t()
    Glibc.time(&seconds)
    var local = tm()
    localtime_r(&seconds, &local)
    return LocalTime(
      time: Timestamp(milliseconds: Int64(seconds) * 1000), offset: Int(local.tm_gmtoff))
  }
}

private struct BudgetsAnswer: Encodable {
  struct Use: Encodable {
    let category: String
    let budget: String
    let spent: String
    let left: String
    let percent: Int
    let level: String
  }

  struct Change: Encodable {
    let category: String?
    let spent: String
    let before: String
    let difference: String
  }

  let month: String
  let currency: String
  let lastDay: Int
  let otherCurrencies: Int
  let budgets: [Use]
  let categories: [Change]

  init(_ summary: SpendingSummary, _ budgets: Budgets) {
    let number = summary.month.month
    month = "\(summary.month.year)-\(number < 10 ? "0" : "")\(number)"
    currency = summary.spent.currency.code
    lastDay = summary.lastDay
    otherCurrencies = summary.others
    self.budgets = summary.uses(of: budgets).map {
      Use(
        category: $0.category.word, budget: $0.limit.signedDecimal,
        spent: $0.spent.signedDecimal, left: $0.left.signedDecimal, percent: $0.percent,
        level: $0.level.rawValue)
    }
    categories = (summary.changes ?? []).map {
      Change(
        category: $0.category?.word, spent: $0.spent.signedDecimal,
        before: $0.before.signedDecimal, difference: $0.difference.signedDecimal)
    }
  }
}
