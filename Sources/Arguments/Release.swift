package enum Release {
  /// Of walletui and walletd, which are one.
  package static let version = "0.1.0"
}
