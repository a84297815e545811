#if DEBUG
  import Glibc

  /// What a test sets in the environment of a program or of a command, to save time. Release builds
  /// have none of it.
  package struct TestSettings: Sendable {
    /// How many seconds the issuer needs to make a virtual card; nil: as many as usual.
    package let makingSeconds: Int64?

    /// Whether new vaults and files with keys take the lowest cost for their passphrase.
    package let takesLowestCost: Bool

    /// Those of the process, or of a command that a test runs in its own process.
    @TaskLocal package static var current = TestSettings(processVariable)

    package init(_ environment: (String) -> String?) {
      makingSeconds = environment("WALLETUI_TEST_MAKING_SECONDS").flatMap { Int64($0) }
        .flatMap { (0...60).contains($0) ? $0 : nil }
      takesLowestCost = environment("WALLETUI_TEST_KDF") == "minimum"
    }

    /// How many times slower the clocks of the screen run, from 1 to 1000: messages stay and secrets
    /// are shown so many times as long as usual, so that a test that is late still sees them.
    package static let clockRate: UInt64 =
      processVariable("WALLETUI_TEST_CLOCK_RATE").flatMap { UInt64($0) }
      .flatMap { (1...1000).contains($0) ? $0 : nil } ?? 1

    /// Whether the screen says when its frame is complete.
    package static let wantsMarkers = processVariable("WALLETUI_TEST_MARKERS") == "1"

    private static func processVariable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }
    }
  }
#endif
