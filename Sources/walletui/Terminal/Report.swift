import Canvas
import Glibc
import Log
import TerminalRuntime
import WalletModel
import Words

/// Tells of a failure on standard error: what happened, why, what to do, and the code.
enum Report {
  static func failure(_ error: WalletError, json: Bool, _ words: Words) -> ExitCode {
    let exit = ExitCode(error.code)
    Log.error(error)
    if json {
      try? Output.json(error)
    } else {
      try? Output.text(text(error, words), to: STDERR_FILENO)
    }
    return exit
  }

  /// What ends a program that takes the terminal; its exit status.
  static func failure(_ error: any Error, _ words: Words) -> Int32 {
    switch error {
    case let error as TerminalError:
      Output.note("walletui: \(words.translated(error.description)).")
      return TerminalError.exitCode
    case let error as WalletError: return failure(error, json: false, words).rawValue
    default: return ExitCode.internalError.rawValue
    }
  }

  static func text(_ error: WalletError, _ words: Words) -> String {
    var text = "walletui: " + sentence(words.message(error)) + "\n"
    for detail in error.details { text += "  " + sentence(words.translated(detail)) + "\n" }
    for field in error.fieldErrors {
      text += "  \(field.field) \(period(words.translated(field.error)))\n"
    }
    if let seconds = error.retryAfter {
      text += "  " + words.tryAgain(after: duration(seconds)) + "\n"
    }
    let advice = words.advice(error)
    if !advice.isEmpty { text += "  " + sentence(advice) + "\n" }
    return text + "  " + words.code(error.code.rawValue, exit: ExitCode(error.code).rawValue) + "\n"
  }

  /// A capital first, except where a quoted word, an option or a file begins it, and a full stop
  /// last, except where a file is all there is: it is copied whole.
  private static func sentence(_ text: String) -> String {
    let first = text.prefix { $0 != " " }
    let isFile = first.contains("/") || first.dropLast().contains(".")
    if isFile && first.count == text.count { return Text.clean(text) }
    return period(isFile ? text : text.prefix(1).uppercased() + text.dropFirst())
  }

  private static func period(_ text: String) -> String {
    let clean = Text.clean(text)
    return clean.hasSuffix(".") || clean.hasSuffix("?") ? clean : clean + "."
  }

  static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
