import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct TransactionsCommand: WalletCommand {
  let path = "transactions"
  let summary = "List the payments with one card, or with `all`."
  let arguments: [CommandArgument] = [.cardOrAll]
  static let rangeOptions = [
    CommandOption(
      "from", .text("TIME"), "not before this day or moment (UTC)", field: "startDate"),
    CommandOption("to", .text("TIME"), "not after this day or moment", field: "endDate"),
    CommandOption(
      "order", .choice("ORDER", ["newest", "oldest"]), "which payments come first (default newest)"),
  ]
  static let timeNote = "TIME is a day (`2026-03-03`) or a moment (`2026-03-03T12:41:00Z`)."

  let options: [CommandOption] =
    rangeOptions + [
      CommandOption(
        "limit", .number("N", 1...1_000_000),
        "the number of payments (default \(TransactionQuery.defaultLimit))")
    ] + ExportOptions.all
  let answer: String? = "a list of `Transaction`"
  let notes: [String] = [timeNote] + ExportOptions.notes

  func run(_ invocation: Invocation) async throws(WalletError) {
    let query = try Self.query(invocation)
    let export = try ExportOptions(invocation)
    let wallet = try await invocation.wallet(readOnly: true)
    let word = invocation.arguments.first ?? ""
    func read(_ query: TransactionQuery) async throws(WalletError) -> TransactionPage {
      try await wallet.cards.transactions(word == "all" ? nil : CardID(word), query)
    }
    if let export {
      try await export.run(invocation, wallet, query, page: read)
      return
    }
    let (list, hasMore) = try await query.pages(
      most: invocation.number("limit") ?? TransactionQuery.defaultLimit, read)
    try Self.show(list.sortedByTime(query.order), hasMore: hasMore, invocation)
  }

  /// What `rangeOptions` ask for.
  static func query(_ invocation: Invocation) throws(WalletError) -> TransactionQuery {
    TransactionQuery(
      from: try time(invocation, "from"), to: try time(invocation, "to", endOfDay: true),
      order: invocation.text("order") == "oldest" ? .ascending : .descending)
  }

  /// Writes payments, and says whether there are none or more.
  static func show(_ list: [Transaction], hasMore: Bool, _ invocation: Invocation)
    throws(WalletError)
  {
    if invocation.wantsJSON {
      try Output.json(compact: JSONWriter.bytes(list, capacity: 512 * list.count))
    } else {
      let words = invocation.words
      try Output.text(Table(list, words).text)
      if list.isEmpty { Output.note(words.shop.noPaymentsThen) }
      if hasMore { Output.note(words.shop.morePayments(than: list.count)) }
    }
  }

  /// The option as a moment; nil: it was not given.
  private static func time(_ invocation: Invocation, _ name: String, endOfDay: Bool = false)
    throws(WalletError) -> Timestamp?
  {
    guard let text = invocation.text(name) else { return nil }
    if let time = Timestamp(text) { return time }
    if text.utf8.count == 10, let day = Timestamp(text + "T00:00:00Z") {
      return endOfDay ? Timestamp(milliseconds: day.milliseconds + 86_400_000 - 1) : day
    }
    throw WalletError.usage(
      "--\(name) must be a day or a moment, not \(Text.clean(text))",
      "--\(name) muss ein Tag oder Zeitpunkt sein, nicht \(Text.clean(text))",
      advice: .text(
        "Write it like 2026-03-03 or 2026-03-03T12:41:00Z.",
        "Schreiben Sie etwa 2026-03-03 oder 2026-03-03T12:41:00Z."))
  }
}

extension Transaction: ListRecord {
  static func columns(_ words: Words) -> [TableColumn<Transaction>] {
    [
      .init(words.date + " (UTC)") { CardText.date($0.transactedAt) },
      .init(words.merchant, ifDamaged: .word) { Text.clean($0.description) },
      .init(words.amount, right: true) { words.money($0.signedAmount) },
      .init(words.vault.state) { words.commandLine.paymentState($0) },
    ]
  }

  /// Negative if the card has paid it.
  var signedAmount: Money { type == .refund ? billedAmount : -billedAmount }
}

extension TransactionQuery {
  /// Reads page after page, until there are no more or `most` payments.
  func pages(
    most: Int = .max, _ read: (TransactionQuery) async throws(WalletError) -> TransactionPage
  ) async throws(WalletError) -> (payments: [Transaction], hasMore: Bool) {
    var query = self
    var payments: [Transaction] = []
    repeat {
      query.limit = min(most - payments.count, Self.maximumLimit)
      let page = try await read(query)
      payments += page.transactions
      // A page without payments is the last one, even if it has a token.
      query.nextToken = page.transactions.isEmpty ? nil : page.nextToken
    } while query.nextToken != nil && payments.count < most
    return (payments, query.nextToken != nil)
  }
}
