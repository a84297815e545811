import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct VirtualTransactionsCommand: WalletCommand {
  let path = "virtual transactions"
  let summary = "List the payments with a virtual card, and wait for new ones."
  let arguments: [CommandArgument] = [.virtualCard]
  let options: [CommandOption] =
    [
      CommandOption(
        "type", .choice("TYPE", TransactionType.allCases.map(\.rawValue)),
        "only payments of this type")
    ] + TransactionsCommand.rangeOptions + [
      CommandOption(
        "limit", .number("N", 1...TransactionQuery.maximumLimit),
        "the number of payments (default \(TransactionQuery.defaultLimit))"),
      CommandOption("follow", "wait for new and changed payments, and show them"),
    ] + ExportOptions.all
  let answer: String? = "a list of `Transaction`; with --follow one of them a line"
  let notes: [String] =
    [
      TransactionsCommand.timeNote,
      """
      With --follow the payments that are there come first, the oldest at the top. A payment that has \
      changed comes again. If the server can't be reached, that is said, and what was missed comes \
      afterwards.
      """,
    ] + ExportOptions.notes

  func run(_ invocation: Invocation) async throws(WalletError) {
    var query = try TransactionsCommand.query(invocation)
    query.type = invocation.text("type").flatMap { TransactionType(rawValue: $0) }
    query.limit = invocation.number("limit") ?? query.limit
    let export = try ExportOptions(invocation)
    let wallet = try await invocation.wallet(readOnly: true)
    if let export {
      try await export.run(invocation, wallet, query) { (query) throws(WalletError) in
        try await wallet.send(ListVirtualTransactions(invocation.arguments[0], query))
      }
      return
    }
    if invocation.has("follow") {
      try await follow(query, wallet, invocation)
      return
    }
    let page = try await wallet.send(ListVirtualTransactions(invocation.arguments[0], query))
    try TransactionsCommand.show(
      page.transactions.sortedByTime(query.order), hasMore: page.nextToken != nil, invocation)
  }

  /// Shows payments after each news of the card, until the sign-in ends or somebody stops it.
  private func follow(
    _ query: TransactionQuery, _ wallet: WalletService, _ invocation: Invocation
  ) async throws(WalletError) {
    var query = query
    // The newest ones, of which the new ones are written.
    query.order = .descending
    let id = invocation.arguments[0]
    let events = wallet.events()
    var seen: [TransactionID: Int] = [:]
    try show(try await wallet.send(ListVirtualTransactions(id, query)), &seen, invocation)
    try await NewsFollower(words: invocation.words).follow(events, [.virtualCards]) {
      (_, ids) throws(WalletError) in
      if ids?.contains(id) == false { return }
      try show(try await wallet.send(ListVirtualTransactions(id, query)), &seen, invocation)
    }
  }

  /// Writes what is new or has changed, the oldest first.
  private func show(
    _ page: TransactionPage, _ seen: inout [TransactionID: Int], _ invocation: Invocation
  ) throws(WalletError) {
    let words = invocation.words
    for item in page.transactions.reversed().sortedByTime(.ascending)
    where seen[item.id] != item.version {
      if item.isDamaged { continue }
      seen[item.id] = item.version
      if invocation.wantsJSON {
        let bytes = JSONWriter.bytes(item)
        try Output.json(
          piece: Output.head + String(decoding: bytes, as: UTF8.self) + Output.tail)
        continue
      }
      try Output.line(
        [
          CardText.date(item.transactedAt), words.money(item.signedAmount),
          words.commandLine.paymentState(item), Text.clean(item.description),
        ].joined(separator: "  "))
    }
  }
}
