import Arguments
import FrontEnd
import TextLayout
import ThreeDSecure
import WalletAPI
import WalletModel
import WalletService
import Words

/// The steps after a card was registered: the bank's question, then the verification that saves it
/// (E02, E19).
struct CardSaving {
  let invocation: Invocation
  let wallet: WalletService

  private static func command(_ id: String) -> String { "walletui saved resume \(Text.clean(id))" }

  /// Finishes a registration and prints it. Whatever goes wrong, it is rolled back. Only if an answer
  /// was lost it is left, because the card may be saved.
  func finish(_ registration: CardRegistration) async throws(WalletError) {
    let id = registration.id
    do throws(WalletError) {
      let answered = try await answered(registration)
      if answered.needsRedirect { return try later(answered) }
      if let refusal = refusal(answered) { throw refusal }
      try await show(try await wallet.send(ProcessSavedCard(id)))
    } catch {
      guard error.mayHaveHappened else {
        _ = try? await wallet.send(RollBackSavedCard(id))
        throw error
      }
      var error = error
      let command = "`\(Self.command(id))`"
      error.advice = .text("Finish it with \(command).", "\(command) schließt es ab.")
      throw error
    }
  }

  private func answered(_ registration: CardRegistration)
    async throws(WalletError) -> CardRegistration
  {
    guard registration.needsRedirect else { return registration }
    _ = try await BankPrompt(invocation: invocation, wallet: wallet).ask(registration.id)
    return try await wallet.send(GetCardRegistration(registration.id))
  }

  /// There is nobody to ask. The registration waits until its time is over.
  private func later(_ registration: CardRegistration) throws(WalletError) {
    let words = invocation.words
    Output.note(words.payments.answerLater(BankPrompt.command(registration.id)))
    Output.note(words.payments.unansweredSave(Self.command(registration.id)))
    if invocation.wantsJSON { try Output.json(compact: JSONWriter.bytes(registration)) }
  }

  /// Why nothing can be saved (E30); nil: it can. The numbers are for developers, so they come
  /// after the text (E32).
  private func refusal(_ registration: CardRegistration) -> WalletError? {
    guard registration.state == .cancelled else { return nil }
    guard let code = registration.errorCode else {
      return WalletError(
        .authenticationCancelled,
        advice: .text(
          "Start again. Nothing was saved.", "Beginnen Sie neu. Gespeichert wurde nichts."))
    }
    let text = NetsError(code: code)?.message.map { ": " + $0 } ?? ""
    return WalletError(.registrationState, detail: .verbatim("\(code)\(text)"))
  }

  func show(_ registration: CardRegistration) async throws(WalletError) {
    if try invocation.writeJSON(registration) { return }
    guard registration.savedCardID != nil else {
      return try Output.line(invocation.words.payments.nothingSaved)
    }
    let cards = try await wallet.send(ListSavedCards())
    let saved = cards.filter { $0.id == registration.savedCardID }
    try Output.text(Table(saved, invocation.words).text)
  }
}
