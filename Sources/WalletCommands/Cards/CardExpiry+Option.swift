import FrontEnd
import TextLayout
import WalletModel

extension CardExpiry {
  /// The value of `--expiry`.
  ///
  /// - Throws: `.usage` if it is no month with a year.
  init(option text: String) throws(WalletError) {
    guard let expiry = CardExpiry(written: text) else {
      throw WalletError.usage(
        "--expiry must be a month and a year, not \(Text.clean(text))",
        "--expiry muss Monat und Jahr sein, nicht \(Text.clean(text))",
        advice: .text("Write it like 09/29 or 09/2029.", "Schreiben Sie etwa 09/29 oder 09/2029."))
    }
    self = expiry
  }
}
