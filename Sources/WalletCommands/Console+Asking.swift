import FrontEnd
import Secrets
import Threads
import WalletModel
import Words

extension Console {
  /// Opens the terminal. The caller has to close it.
  ///
  /// - Parameter option: The option that replaces the terminal: `--pin-file FILE`.
  /// - Throws: `.usage` if there is no terminal.
  static func needed(_ option: String) throws(WalletError) -> Console {
    try needed(open(), option)
  }

  /// The same for a terminal that may be open already.
  static func needed(_ console: Console?, _ option: String) throws(WalletError) -> Console {
    if let console { return console }
    throw WalletError(
      .usage,
      details: [
        .text(
          "there's no terminal to ask on, so this takes \(option)",
          "es gibt kein Terminal zum Fragen, darum braucht es \(option)")
      ],
      advice: .text("Give \(option).", "Geben Sie \(option) an."))
  }

  /// Asks for a secret until `check` finds no mistake in it.
  func typed(_ question: String, _ words: Words, check: (Secret) -> [FieldError])
    throws(WalletError) -> Secret
  {
    let ask = { () throws(WalletError) in
      try secret(question, echo: .dots, capacity: 16)
    }
    return try asked(words, ask, check: check)
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
      say(words.text(problem.error) + ".\n")
    }
  }
}
