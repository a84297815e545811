import Canvas
import Glibc
import Log
import WalletModel

/// Tells of a failure on standard error: what happened, why, what to do, and the code.
enum Report {
  static func failure(_ error: WalletError, json: Bool) -> ExitCode {
    let exit = ExitCode(error.code)
    Log.error(error)
    if json {
      try? Output.json(error)
    } else {
      try? Output.text(text(error), to: STDERR_FILENO)
    }
    return exit
  }

  static func text(_ error: WalletError) -> String {
    var text = "walletui: " + sentence(error.message) + "\n"
    for detail in error.details { text += "  " + sentence(detail) + "\n" }
    for field in error.fieldErrors { text += "  \(field.field) \(period(field.error))" + "\n" }
    if let seconds = error.retryAfter { text += "  Try again in \(duration(seconds)).\n" }
    if !error.advice.isEmpty { text += "  " + sentence(error.advice) + "\n" }
    return text + "  Code: \(error.code.rawValue) (exit \(ExitCode(error.code).rawValue))\n"
  }

  /// A capital first, except where a quoted word or an option begins it, and a full stop last.
  private static func sentence(_ text: String) -> String {
    period(text.prefix(1).uppercased() + text.dropFirst())
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
