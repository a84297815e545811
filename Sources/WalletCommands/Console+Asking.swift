import Arguments
import FrontEnd
import Secrets
import Threads
import WalletModel
import Words

extension Console {
  /// Asks for digits until `check` finds no mistake in them.
  func typed(_ question: String, _ words: Words, check: (Secret) -> [FieldError])
    throws(WalletError) -> Secret
  {
    try asked(words, { () throws(WalletError) in try digits(question) }, check: check)
  }

  /// Writes a text and waits for a key on a thread of its own, so that other work goes on.
  ///
  /// - Returns: nil: `isOver` was true before a key came.
  func awaitKey(_ text: String, orUntil isOver: @escaping @Sendable () -> Bool)
    async throws(WalletError) -> UInt8?
  {
    let answer: Result<UInt8?, WalletError> = await withCheckedContinuation { continuation in
      startThread {
        do throws(WalletError) {
          continuation.resume(returning: .success(try key(text, orUntil: isOver)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try answer.get()
  }

  /// Asks until `check` finds no mistake in the answer.
  func asked<Answer>(
    _ words: Words, _ ask: () throws(WalletError) -> Answer, check: (Answer) -> [FieldError]
  ) throws(WalletError) -> Answer {
    while true {
      let answer = try ask()
      guard let problem = check(answer).first else { return answer }
      say(words.errors.text(problem.error) + ".\n")
    }
  }
}

extension Invocation {
  /// A secret from the file that the option names, otherwise from the terminal.
  func secret(
    _ option: String, _ what: Reason = .text("passphrase", "Passphrase"), asking question: String
  ) throws(WalletError) -> Secret {
    try Console.secret(text(option), option: option, what, asking: question, words)
  }

  /// Digits from the file that the option names; nil: it names none.
  func digits(_ option: String, _ what: Reason) throws(WalletError) -> Secret? {
    guard let path = text(option) else { return nil }
    return try SecretFile.digits(of: path, what: what, words)
  }

  /// `secret` for a new passphrase.
  func newPassphrase(_ option: CommandOption, asking question: String) throws(WalletError) -> Secret
  {
    try Console.newPassphrase(
      text(option.name), option: option.name, asking: question, words)
  }
}
