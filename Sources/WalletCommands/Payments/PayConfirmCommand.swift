import Arguments
import FrontEnd
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletService
import Words

struct PayConfirmCommand: WalletCommand {
  let path = "pay confirm"
  let summary = "Answer a question of the bank that began elsewhere, or consent to a payment."
  let arguments: [CommandArgument] = [
    CommandArgument(
      CommandArgument.paymentQuestion.name,
      "its id, as `pay questions` lists it; without it, the only one", isOptional: true)
  ]
  let options: [CommandOption] = BankPrompt.options
  let answer: String? = "`CardAuthentication`"
  let notes: [String] = [BankPrompt.note]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet()
    let shown = try await question(invocation, wallet)
    guard let question = shown.question else { throw WalletError(.authenticationOver) }
    let bank = BankPrompt(invocation: invocation, wallet: wallet)
    let words = invocation.words
    let answered: CardAuthentication
    if question.type.value == .outOfBand {
      Output.note(
        words.payments.bankAsks(shown.merchant, shown.money, "··" + shown.maskedCard.suffix(4)))
      answered = try await bank.consent(to: shown)
    } else {
      answered = try await bank.ask(shown.id)
      if !answered.isOver {
        _ = try Console.needed("--answer-file FILE")
      }
    }
    if answered.isOver, answered.errorCode != nil {
      throw WalletError(
        .paymentHandleStatus,
        detail: .verbatim("\(answered.errorCode ?? 0): \(answered.status.rawValue)"))
    }
    try invocation.show(answered)
  }

  /// The question with the id, or the only one that waits.
  private func question(_ invocation: Invocation, _ wallet: WalletService)
    async throws(WalletError) -> CardAuthentication
  {
    if let id = invocation.arguments.first { return try await wallet.send(GetAuthentication(id)) }
    let waiting = try await wallet.send(ListAuthentications()).filter { !$0.isDamaged }
    guard let only = waiting.first else { throw WalletError(.authenticationOver) }
    guard waiting.count > 1 else { return only }
    throw WalletError.usage(
      "\(waiting.count) questions wait, so this takes an ID",
      "es warten \(waiting.count) Fragen, darum braucht es eine ID",
      advice: .text("See `walletui pay questions`.", "Siehe `walletui pay questions`."))
  }
}
