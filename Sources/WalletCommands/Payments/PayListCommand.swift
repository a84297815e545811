import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct PayListCommand: WalletCommand {
  let path = "pay list"
  let summary = "List the payment handles, the newest first."
  let options: [CommandOption] = [
    CommandOption(
      "limit", .number("N", 1...PaymentHandleQuery.maximumLimit),
      "the number of handles (default 20)")
  ]
  let answer: String? = "`PaymentHandles`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let query = PaymentHandleQuery(limit: invocation.number("limit") ?? 20)
    let wallet = try await invocation.wallet(readOnly: true)
    let page = try await wallet.send(ListPaymentHandles(query))
    if try invocation.writeJSON(page) { return }
    let words = invocation.words
    if page.handles.isEmpty {
      try Output.line(words.payments.noHandles)
      return
    }
    let columns = PaymentHandleText.columns(wallet.time(local: .now), words)
    let table = Table(page.handles, columns, words)
    try Output.text(table.text + (page.nextToken == nil ? "" : words.payments.moreWith + "\n"))
  }
}
