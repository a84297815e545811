package import Secrets
package import WalletModel
package import Words

// Secrets that come from a file, or are asked on the terminal.
extension Console {
  /// Opens the terminal. The caller has to close it.
  ///
  /// - Parameter option: The option that replaces the terminal: `--pin-file FILE`.
  /// - Throws: `.usage` if there is no terminal.
  package static func needed(_ option: String) throws(WalletError) -> Console {
    try needed(open(), option)
  }

  /// The same for a terminal that may be open already.
  package static func needed(_ console: Console?, _ option: String) throws(WalletError) -> Console {
    if let console { return console }
    throw WalletError.usage(
      "there's no terminal to ask on, so this takes \(option)",
      "es gibt kein Terminal zum Fragen, darum braucht es \(option)",
      advice: .text("Give \(option).", "Geben Sie \(option) an."))
  }

  /// A passphrase or another secret. The caller wipes it.
  ///
  /// - Parameters:
  ///   - file: The value of `option`; nil: it is asked.
  ///   - what: What it is, for errors.
  package static func secret(
    _ file: String?, option: String, _ what: Reason = .text("passphrase", "Passphrase"),
    asking question: String, _ words: Words
  ) throws(WalletError) -> Secret {
    if let file { return try SecretFile.firstLine(of: file, what: what, words) }
    let console = try needed("--\(option) FILE")
    defer { console.close() }
    return try console.secret(question, echo: .nothing, capacity: SecretFile.longest)
  }

  /// A passphrase for something new. On the terminal it is typed twice, until it is right.
  ///
  /// - Throws: `.usage` if that of the file is too short, besides the errors of `secret`.
  package static func newPassphrase(
    _ file: String?, option: String, asking question: String, _ words: Words
  ) throws(WalletError) -> Secret {
    if file != nil {
      let passphrase = try secret(file, option: option, asking: question, words)
      if PassphraseStrength.isLongEnough(passphrase) { return passphrase }
      passphrase.wipe()
      let least = PassphraseStrength.leastCharacters
      throw WalletError(
        .usage, .text("The new passphrase is too short", "Die neue Passphrase ist zu kurz"),
        advice: .text(
          "Use at least \(least) characters.", "Nehmen Sie mindestens \(least) Zeichen."))
    }
    let console = try needed("--\(option) FILE")
    defer { console.close() }
    while true {
      let first = try console.secret(question, echo: .nothing, capacity: SecretFile.longest)
      if PassphraseStrength.isLongEnough(first) {
        let second = try console.secret(
          words.commandLine.onceMore, echo: .nothing, capacity: SecretFile.longest)
        defer { second.wipe() }
        if first.matches(second) { return first }
        console.say(words.start.notTheSame + ".\n")
      } else {
        console.say(words.vault.atLeast(PassphraseStrength.leastCharacters) + ".\n")
      }
      first.wipe()
    }
  }
}
