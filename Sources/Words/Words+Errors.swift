import Languages
package import WalletModel

/// Failures in the person's language. Codes stay.
extension Words {
  /// What happened, why, and when it makes sense to try again.
  package func sentence(_ error: WalletError) -> String {
    // Some details are sentences with a full stop of their own.
    let details = error.details.map { detail in
      let text = text(detail)
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
    let why = details + error.fieldErrors.map { "\($0.field) \(text($0.error))" }
    let wait = error.retryAfter.map { $0 > 0 ? " " + tryAgain(in: $0) : "" } ?? ""
    return message(error) + (why.isEmpty ? "." : ": " + why.joined(separator: "; ") + ".") + wait
  }

  package func tryAgain(in seconds: Int) -> String {
    say(
      "Try again in \(countdown(seconds)).", "Neuer Versuch in \(countdown(seconds)) möglich.")
  }

  /// What happened.
  package func message(_ error: WalletError) -> String { text(error.message) }

  /// What to do; empty when there is nothing to say.
  package func advice(_ error: WalletError) -> String { error.advice.map(text) ?? "" }

  /// What happened, and until when to wait where that is known, else the advice.
  package func short(_ error: WalletError) -> String {
    let wait = error.retryAfter ?? 0
    return message(error) + ". " + (wait > 0 ? tryAgain(in: wait) : advice(error))
  }

  package func message(_ code: ErrorCode) -> String { code.message[language] }

  /// A reason as people read it. Statuses are named on the wire; people know them by their words.
  package func text(_ reason: Reason) -> String {
    switch reason {
    case .coded(let coded):
      if coded.code == .card(.cannotBecome), coded.values.count == 2 {
        let (from, to) = (coded.values[0], coded.values[1])
        return cannotBecome(CardStatus(rawValue: to), from: CardStatus(rawValue: from))
      }
      return coded.text[language]
    case .local, .verbatim: return reason.text[language]
    }
  }
}
