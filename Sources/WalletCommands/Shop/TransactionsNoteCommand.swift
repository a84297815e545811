import Arguments
import FrontEnd
import WalletAPI
import WalletModel
import WalletService
import Words

struct TransactionsNoteCommand: WalletCommand {
  let path = "transactions note"
  let summary = "Write a note on a payment, change it or remove it."
  let arguments: [CommandArgument] = [
    CommandArgument("PAYMENT", "the payment's id, as `transactions --json` lists it"),
    CommandArgument(
      "NOTE", "at most \(Transaction.longestNote) characters; an empty note (`\"\"`) removes it"),
  ]
  let answer: String? = "`Transaction`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let note = PaymentNote(String(typed: invocation.arguments[1]))
    let operation = NotePayment(TransactionID(invocation.arguments[0]), note)
    let payment = try await invocation.wallet().send(operation)
    if try invocation.writeJSON(payment) { return }
    try Output.line("\(payment.description): \(invocation.words.activity.noted(payment.note))")
  }
}
