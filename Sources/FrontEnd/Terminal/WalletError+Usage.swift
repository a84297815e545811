package import WalletModel

extension WalletError {
  /// What was typed on the command line cannot be done.
  package static func usage(_ english: String, _ german: String, advice: Reason? = nil)
    -> WalletError
  { WalletError(.usage, details: [.text(english, german)], advice: advice) }

  /// Two options exclude each other.
  package static func together(_ one: String, _ other: String) -> WalletError {
    usage(
      "--\(one) and --\(other) don't go together", "--\(one) und --\(other) gehen nicht zusammen")
  }
}
