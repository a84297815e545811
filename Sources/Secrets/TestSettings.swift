#if DEBUG
  import Glibc

  /// What a test that starts a program sets in its environment, to save time. Release builds have
  /// none of it.
  package enum TestSettings {
    /// How many seconds the issuer needs to make a virtual card; nil: as many as usual.
    package static let makingSeconds = value("WALLETUI_TEST_MAKING_SECONDS").flatMap { Int64($0) }
      .flatMap { (0...60).contains($0) ? $0 : nil }

    /// Whether new vaults and files with keys take the lowest cost for their passphrase.
    package static let takesLowestCost = value("WALLETUI_TEST_KDF") == "minimum"

    /// How many times slower the clocks of the screen run, from 1 to 1000: messages stay and secrets
    /// are shown so many times as long as usual, so that a test that is late still sees them.
    package static let clockRate: UInt64 =
      value("WALLETUI_TEST_CLOCK_RATE").flatMap { UInt64($0) }
      .flatMap { (1...1000).contains($0) ? $0 : nil } ?? 1

    private static func value(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }
    }
  }
#endif
