import Languages
package import WalletModel

/// Failures in the person's language. They travel in English, as on the wire; here they are put
/// into words for people. Codes stay.
extension Words {
  /// What happened, why, and when it makes sense to try again.
  package func sentence(_ error: WalletError) -> String {
    // Some details are sentences with a full stop of their own.
    let details = error.details.map { detail in
      let text = translated(detail)
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
    let why = details + error.fieldErrors.map { "\($0.field) \(translated($0.error))" }
    let wait = error.retryAfter.map { $0 > 0 ? " " + tryAgain(in: $0) : "" } ?? ""
    return message(error) + (why.isEmpty ? "." : ": " + why.joined(separator: "; ") + ".") + wait
  }

  package func tryAgain(in seconds: Int) -> String {
    say(
      "Try again in \(countdown(seconds)).", "Neuer Versuch in \(countdown(seconds)) möglich.")
  }

  /// What happened.
  package func message(_ error: WalletError) -> String {
    error.message == error.code.englishMessage ? message(error.code) : translated(error.message)
  }

  /// What to do; empty when there is nothing to say.
  package func advice(_ error: WalletError) -> String {
    error.advice == error.code.englishAdvice ? advice(error.code) : translated(error.advice)
  }

  /// What happened, and until when to wait where that is known, else the advice.
  package func short(_ error: WalletError) -> String {
    let wait = error.retryAfter ?? 0
    return message(error) + ". " + (wait > 0 ? tryAgain(in: wait) : advice(error))
  }

  package func message(_ code: ErrorCode) -> String { code.message[language] }
  package func advice(_ code: ErrorCode) -> String { code.advice?[language] ?? "" }
}
