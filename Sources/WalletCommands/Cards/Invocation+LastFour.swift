import Arguments
import FrontEnd
import WalletModel
import Words

extension CommandOption {
  /// Ends a card without a question.
  static let confirmLastFour = CommandOption(
    "confirm", .text("DIGITS"), "its last four digits, instead of asking")
  /// Ends something else without a question.
  static let endsWithoutAsking = CommandOption("yes", "do it without asking")
}

extension Invocation {
  /// Makes sure that a card may be ended: its last four digits are in `--confirm`, or are typed after
  /// `warning`.
  ///
  /// - Throws: `.cancelled` for other digits.
  func confirm(lastFour: String, _ warning: String) throws(WalletError) {
    let typed: String
    if let given = text(CommandOption.confirmLastFour.name) {
      typed = given
    } else {
      let console = try Console.needed("--confirm DIGITS")
      defer { console.close() }
      console.say(warning + "\n")
      typed = try console.line(words.commandLine.askToCancel)
    }
    guard typed.withoutSeparators == lastFour else {
      throw WalletError(
        .cancelled,
        typed.isEmpty
          ? .text("You kept the card", "Sie behalten die Karte")
          : .text("Those aren't its last four digits", "Das sind nicht ihre letzten vier Ziffern"),
        advice: .text("Nothing has changed.", "Geändert wurde nichts."))
    }
  }

  /// Makes sure that something may be ended or replaced: `--yes` was given, or "yes" is typed after
  /// `warning`.
  ///
  /// - Throws: `.cancelled` for another answer.
  func confirm(_ warning: String) throws(WalletError) {
    if has(CommandOption.endsWithoutAsking.name) { return }
    let console = try Console.needed("--yes")
    defer { console.close() }
    console.say(warning + "\n")
    guard try console.line(words.vault.typeYes) == words.yes else {
      throw WalletError(
        .cancelled, detail: .text("Nothing was changed.", "Geändert wurde nichts."))
    }
  }
}
