import Languages
package import WalletModel

/// Failures in the person's language. Codes stay.
package struct ErrorWords: FeatureWords {
  package let words: Words

  /// What happened, why, and when it makes sense to try again.
  package func sentence(_ error: WalletError) -> String {
    let details = error.details.map(text)
    // A detail with a full stop is a sentence of its own. Other words follow a colon.
    let why =
      details.filter { !$0.hasSuffix(".") }
      + error.fieldErrors.map { "\($0.field): \(text($0.error))" }
    let wait = error.retryAfter.map { $0 > 0 ? [tryAgain(in: $0)] : [] } ?? []
    let first = message(error) + (why.isEmpty ? "." : ": " + why.joined(separator: "; ") + ".")
    return ([first] + details.filter { $0.hasSuffix(".") } + wait).joined(separator: " ")
  }

  package func tryAgain(in seconds: Int) -> String {
    say(
      "Try again in \(countdown(seconds)).", "Nächster Versuch in \(countdown(seconds)).")
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

  /// A reason as people read it. Statuses are named on the wire; people know them by their words.
  package func text(_ reason: Reason) -> String {
    switch reason {
    case .coded(let coded):
      let statuses = coded.values.map(CardStatus.init(rawValue:))
      switch coded.code {
      case .card(.cannotBecome): return words.cards.cannotBecome(statuses[1], from: statuses[0])
      case .card(.hasStatus): return words.cards.hasStatus(statuses[0])
      // These two are published words, which only programs should read.
      case .message(.fieldErrors): return say("Check what you entered", coded.text.german)
      case .message(.notFound): return say("Not found", coded.text.german)
      default: return coded.text[language]  // Every reason has a text in its table.
      }
    case .local, .verbatim: return reason.text[language]
    }
  }
}
