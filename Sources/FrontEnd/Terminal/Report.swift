import Glibc
import Languages
import Log
import TerminalRuntime
package import WalletModel
package import Words

/// Reports an error on standard error: what happened, why, what to do, and the code.
package enum Report {
  /// Reports an error as text or as JSON. Returns the exit status.
  package static func failure(_ error: WalletError, json: Bool, _ words: Words) -> ExitCode {
    let exit = error.code.exit
    Log.error(error)
    if json {
      try? Output.json(error)
    } else {
      for line in lines(error, words) { try? Output.line(line, to: Streams.current.error) }
    }
    return exit
  }

  /// Reports an error that ends a program on the terminal. Returns its exit status.
  package static func failure(_ error: any Error, _ words: Words) -> Int32 {
    switch error {
    case let error as TerminalError:
      Output.note("walletui: \(error.text[words.language]).")
      return TerminalError.exitCode
    case let error as WalletError: return failure(error, json: false, words).rawValue
    default: return ExitCode.internalError.rawValue
    }
  }

  static func lines(_ error: WalletError, _ words: Words) -> [String] {
    var lines = ["walletui: " + sentence(words.errors.message(error))]
    lines += error.details.map { "  " + sentence(words.errors.text($0)) }
    lines += error.fieldErrors.map { "  \($0.field): \(period(words.errors.text($0.error)))" }
    if let seconds = error.retryAfter {
      lines.append("  " + words.vault.tryAgain(after: duration(seconds)))
    }
    let advice = words.errors.advice(error)
    if !advice.isEmpty { lines.append("  " + sentence(advice)) }
    let exit = error.code.exit.rawValue
    return lines + ["  " + words.vault.code(error.codeText, exit: exit)]
  }

  /// Adds a capital letter at the beginning and a full stop at the end. Not before a quoted word,
  /// an option or a file; and not after a file that is the whole text, because it is copied.
  private static func sentence(_ text: String) -> String {
    let first = text.prefix { $0 != " " }
    let isFile = first.contains("/") || first.dropLast().contains(".")
    if isFile && first.count == text.count { return text }
    return period(isFile ? text : text.prefix(1).uppercased() + text.dropFirst())
  }

  private static func period(_ text: String) -> String {
    text.hasSuffix(".") || text.hasSuffix("?") ? text : text + "."
  }

  /// Seconds in a readable form: `45 s`, `2 min 5 s`.
  package static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
