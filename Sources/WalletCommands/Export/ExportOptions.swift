import Arguments
import FrontEnd
import TextLayout
import WalletModel
import WalletService
import Words

/// The options of commands that write payments for other programs.
struct ExportOptions {
  let format: ExportFormat
  let accounts: ExportAccounts
  /// Whether accounting programs get pending payments.
  let hasPending: Bool

  static let all: [CommandOption] = [
    CommandOption(
      "format", .choice("FORMAT", ExportFormat.allCases.map(\.rawValue)),
      "write all payments for another program"),
    CommandOption(
      "account", .text("ACCOUNT"),
      "the cards' account in beancount and ledger (default \(ExportAccounts.cards):LAST-FOUR)"),
    CommandOption(
      "expenses", .text("ACCOUNT"),
      "the account above those of the categories (default \(ExportAccounts().expenses))"),
    CommandOption("pending", "with --format: also pending payments in beancount, ledger and ofx"),
  ]

  static let notes: [String] = [
    """
    With --format all pages are read, the oldest payment first, and --limit doesn't apply. csv and \
    json have all payments with their state; beancount, ledger and ofx have those that are booked. \
    Of a declined one csv and json have `declineReason` and, if a rule of the card forbade it, \
    `declineRule`, such as `MONTHLY_LIMIT 200.00 EUR` or `COUNTRY US`. \
    A payment's id is the same in every export and every format. In csv and json a pending payment \
    keeps it when it is complete. In beancount, ledger and ofx a pending payment has an id of its \
    own: remove it before you read a later export.
    """
  ]

  /// nil: the command is not to write for another program.
  init?(_ invocation: Invocation) throws(WalletError) {
    guard let word = invocation.text("format"), let format = ExportFormat(rawValue: word) else {
      for name in ["account", "expenses", "pending"] where invocation.has(name) {
        throw WalletError.usage("--\(name) needs --format", "--\(name) braucht --format")
      }
      return nil
    }
    for name in ["follow", "json", "limit"] where invocation.has(name) {
      throw WalletError.usage(
        "--\(name) can't be used with --format", "--\(name) geht nicht zusammen mit --format")
    }
    for name in ["account", "expenses"] {
      guard let account = invocation.text(name) else { continue }
      guard format.hasAccounts, ExportAccounts.isName(account, for: format) else {
        throw WalletError.usage(
          "--\(name): \(Text.clean(account)) isn't an account in \(word)",
          "--\(name): \(Text.clean(account)) ist kein Konto in \(word)",
          advice: .text(
            "Write it like \(ExportAccounts.cards):Everyday.",
            "Schreiben Sie etwa \(ExportAccounts.cards):Everyday."))
      }
    }
    self.format = format
    var accounts = ExportAccounts()
    accounts.card = invocation.text("account")
    accounts.expenses = invocation.text("expenses") ?? accounts.expenses
    self.accounts = accounts
    hasPending = invocation.has("pending")
  }

  /// Reads all payments of the query and writes them.
  func run(
    _ invocation: Invocation, _ wallet: WalletService, _ query: TransactionQuery,
    page read: (TransactionQuery) async throws(WalletError) -> TransactionPage
  ) async throws(WalletError) {
    // The ids depend on payments before and after the range.
    let payments = try await TransactionQuery(order: .ascending).pages(read).payments
    let damaged = payments.count(where: \.isDamaged)
    if damaged > 0 { Output.note(invocation.words.activity.notExported(damaged)) }
    let cards = try await cards(wallet)
    var accounts = accounts
    accounts.names = ExportAccounts.names(cards)
    let lastFour = Dictionary(cards.map { ($0.id, $0.lastFour) }, uniquingKeysWith: { $1 })
    let entries = ExportEntry.entries(payments, lastFour: lastFour).filter {
      let payment = $0.payment
      return (query.from.map { $0 <= payment.sortDate } ?? true)
        && (query.to.map { payment.sortDate <= $0 } ?? true)
        && (query.type.map { $0 == payment.type } ?? true)
        && (!format.isForAccounting
          || $0.isBooked && (hasPending || payment.type != .pending))
    }
    let text = format.text(entries, accounts)
    if format == .json { try Output.json(piece: text) } else { try Output.text(text) }
  }

  /// All cards, prepaid and virtual: the oldest first, those without a time last.
  private func cards(_ wallet: WalletService) async throws(WalletError)
    -> [(id: CardID, lastFour: String, made: Timestamp?)]
  {
    var cards = try await wallet.cards.all().cards.map {
      (id: $0.id, lastFour: $0.lastFour, made: $0.createdDate)
    }
    cards += try await wallet.allVirtualCards().map {
      (id: CardID($0.id), lastFour: $0.lastFour, made: Optional($0.createdAt))
    }
    let last = Timestamp(milliseconds: .max)
    cards.sort { ($0.made ?? last, $0.id.rawValue) < ($1.made ?? last, $1.id.rawValue) }
    return cards
  }
}
