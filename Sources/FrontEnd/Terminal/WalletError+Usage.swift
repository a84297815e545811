package import WalletModel

extension WalletError {
  /// What was typed on the command line cannot be done.
  package static func usage(_ english: String, _ german: String, advice: Reason? = nil)
    -> WalletError
  { WalletError(.usage, detail: .text(english, german), advice: advice) }

  /// Two options exclude each other.
  package static func together(_ one: String, _ other: String) -> WalletError {
    usage(
      "--\(one) and --\(other) don't go together", "--\(one) und --\(other) gehen nicht zusammen")
  }

  /// An option was not given.
  ///
  /// - Parameter command: The command that lists what can be given; nil: none does.
  package static func missing(_ option: String, listedBy command: String? = nil) -> WalletError {
    usage(
      "--\(option) is missing", "--\(option) fehlt",
      advice: command.map {
        .text("`walletui \($0)` lists them.", "`walletui \($0)` listet sie auf.")
      })
  }
}
