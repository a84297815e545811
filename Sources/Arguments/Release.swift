package enum Release {
  /// The version of walletui and walletd.
  package static let version = "0.1.0"
  /// The date of the version, for the manual.
  package static let date = "2026-11-21"
}
