import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct BudgetsCommand: WalletCommand {
  let path = "budgets"
  let summary = "Show what was spent of your budgets in a month."
  let options: [CommandOption] = [
    CommandOption("month", .text("MONTH"), "the month, such as 2026-11 (default: this month)")
  ]
  let answer: String? = """
    a list of `category`, `month`, `currency`, `budget`, `spent`, `left`, `percent` and `level` \
    (`within`, `near` from \(BudgetUse.near) % on, or `over`)
    """
  let notes: [String] = [
    """
    The sums are those of the screen: pending and complete payments with all cards, less refunds. \
    A month begins at midnight UTC, on the screen at midnight of its clock.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let written = invocation.text("month")
    let given = written.flatMap { $0.utf8.count == 7 ? Timestamp($0 + "-01T00:00:00Z") : nil }
    if let written, given == nil {
      throw WalletError.usage(
        "--month must be a month like 2026-11, not \(Text.clean(written))",
        "--month muss ein Monat wie 2026-11 sein, nicht \(Text.clean(written))")
    }
    let wallet = try await invocation.wallet(readOnly: true)
    let now = wallet.time(local: .now)
    let month = CalendarMonth(given ?? now, in: .utc)
    let budgets = try await wallet.send(ListBudgets())
    let payments = try await wallet.payments(from: month.start(in: .utc))
    let uses = SpendingSummary(payments, of: month, now: now, in: .utc).uses(of: budgets)
    if invocation.wantsJSON {
      try Output.json(.array(uses.map { $0.json(month) }))
      return
    }
    let words = invocation.words
    if uses.isEmpty { Output.note(words.activity.noBudgetsYet) }
    try Output.text(BudgetText.table(uses, words))
  }
}

struct BudgetsSetCommand: WalletCommand {
  let path = "budgets set"
  let summary = "Set what you mean to spend in a month on a category."
  let arguments: [CommandArgument] = [
    .category, CommandArgument("AMOUNT", "such as 200 or 12.50"),
  ]
  let options: [CommandOption] = [
    CommandOption(
      "currency", .text("CODE"),
      "the currency (default: that of your budgets, otherwise of your first card)")
  ]
  let answer: String? = BudgetText.answer
  let notes: [String] = BudgetText.notes

  func run(_ invocation: Invocation) async throws(WalletError) {
    let category = try invocation.category
    let wallet = try await invocation.wallet()
    let currency =
      if let code = invocation.text("currency") {
        Currency(code)
      } else {
        try await usual(category, wallet)
      }
    let amount = try Money(argument: invocation.arguments[1], currency)
    if let error = WalletError.invalid(ShopAmount.fieldErrors(written: amount)) { throw error }
    try await BudgetText.set(BudgetChange(category, amount), wallet, invocation)
  }

  private func usual(_ category: MerchantCategory, _ wallet: WalletService)
    async throws(WalletError) -> Currency
  {
    let budgets = try await wallet.send(ListBudgets())
    if let known = budgets[category] ?? budgets.all.first?.amount { return known.currency }
    return try await wallet.cards.getAll(CardQuery(limit: 1)).cards.first?.currency
      ?? Currency("EUR")
  }
}

struct BudgetsRemoveCommand: WalletCommand {
  let path = "budgets remove"
  let summary = "Remove the budget of a category."
  let arguments: [CommandArgument] = [.category]
  let answer: String? = BudgetText.answer
  let notes: [String] = BudgetText.notes

  func run(_ invocation: Invocation) async throws(WalletError) {
    let category = try invocation.category
    try await BudgetText.set(
      BudgetChange(category, nil), try await invocation.wallet(), invocation)
  }
}

extension BudgetUse {
  fileprivate func json(_ month: CalendarMonth) -> JSON {
    [
      "category": .string(category.word),
      "month": .string("\(month.year)-\(month.month < 10 ? "0" : "")\(month.month)"),
      "currency": .string(amount.currency.code), "budget": .string(amount.signedDecimal),
      "spent": .string(spent.signedDecimal), "left": .string(left.signedDecimal),
      "level": .string(level.rawValue), "percent": .count(percent),
    ]
  }
}

/// What the commands for budgets say.
private enum BudgetText {
  static let answer = "`Budgets`"
  static let notes: [String] = [
    """
    CATEGORY is one of \(MerchantCategory.words). Budgets are kept in the wallet. No payment is \
    declined for them.
    """
  ]

  static func table(_ uses: [BudgetUse], _ words: Words) -> String {
    let columns: [TableColumn<BudgetUse>] = [
      .init(words.activity.category) { words.activity.category($0.category) },
      .init(words.activity.spent, right: true) { words.money($0.spent) },
      .init(words.activity.budget, right: true) { words.money($0.amount) },
      .init("%", right: true) { "\($0.percent)" },
      .init(words.left) { words.activity.rest($0) },
    ]
    return Table(of: uses, columns).text
  }

  /// Changes one, and shows all.
  static func set(_ change: BudgetChange, _ wallet: WalletService, _ invocation: Invocation)
    async throws(WalletError)
  {
    let budgets = try await wallet.send(SetBudgets([change]))
    if try invocation.writeJSON(budgets) { return }
    for (category, amount) in budgets.all {
      let words = invocation.words
      try Output.line("\(words.activity.category(category)): \(words.money(amount))")
    }
    if budgets.isEmpty { try Output.line(invocation.words.activity.noBudgetsYet) }
  }
}

extension CommandArgument {
  fileprivate static let category = CommandArgument("CATEGORY", "a kind of shops, see below")
}

extension Invocation {
  /// The first argument.
  fileprivate var category: MerchantCategory {
    get throws(WalletError) {
      let text = arguments.first ?? ""
      if let category = MerchantCategory(word: text) { return category }
      let (word, words) = (Text.clean(text), MerchantCategory.words)
      throw WalletError.usage(
        "there's no category \(word): \(words)", "es gibt keine Kategorie \(word): \(words)")
    }
  }
}

extension WalletService {
  /// The payments with all cards, newest first.
  ///
  /// - Parameters:
  ///   - from: None is older.
  ///   - most: No more are read.
  func payments(from: Timestamp? = nil, most: Int = 100_000)
    async throws(WalletError) -> [Transaction]
  {
    try await TransactionQuery(from: from).pages(most: most) { query throws(WalletError) in
      try await cards.transactions(nil, query)
    }.payments
  }
}
