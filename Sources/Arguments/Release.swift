package enum Release {
  /// Of walletui and walletd, which are one.
  package static let version = "0.1.0"
  /// When that was, for the manual.
  package static let date = "2026-11-21"
}
