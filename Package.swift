// swift-tools-version: 6.2
import PackageDescription

/// Swift settings of every target. A debug build, which the tests use, has no warnings.
let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error, .when(configuration: .debug)),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(
    [
      // Each function can be left out, or placed beside others, by the linker.
      "-Xfrontend", "-function-sections",
      // The tests check that no value is changed while it is read. Each check of a class's field
      // costs more than the field.
      "-enforce-exclusivity=unchecked",
      // A type such as `[Key: Command.ID]` is made from its parts. From its mangled name, the
      // runtime would search all conformances for that of `Key`: 30 times before the first frame.
      "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
    ], .when(configuration: .release)),
]

/// The same for Sources, which walletui and walletd consist of. The module for regular expressions,
/// which the compiler imports unasked, would be a large part of both programs.
let sources =
  swift + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

/// - Parameters:
///   - optimised: For a library in which a debug build spends most of the time of the tests.
///   - specialised: Whether other modules get code of their own for its generic types in a release
///     build. `ListPane`, the lists of fields of records, and locked values are slow without it.
///   - fast: Whether a release build favours speed; all others favour size.
func library(
  _ name: String, at path: String? = nil, uses dependencies: Target.Dependency...,
  exclude: [String] = [], resources: [Resource] = [], optimised: Bool = false,
  specialised: Bool = false, fast: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
    swiftSettings: (path == nil ? sources : swift)
      + (specialised
        ? [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))] : [])
      + (optimised ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])
      + (fast || specialised || optimised
        ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .release))]))
}

func tests(
  _ name: String, at path: String? = nil, uses dependencies: Target.Dependency...,
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: swift)
}

func program(
  _ name: String, at path: String? = nil, uses dependencies: Target.Dependency...,
  exclude: [String] = [], linked: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude,
    swiftSettings: path == nil ? sources : swift, linkerSettings: linked)
}

/// A program in C: a baseline of the benchmarks.
func baseline(_ name: String, at path: String, libraries: String...) -> Target {
  .executableTarget(
    name: name, path: path, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A C library of Debian as a module: a module map and a shim header, no logic.
func system(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)")
}

/// C source of our own. In release builds, calls of the C library that write to memory are checked.
func ours(
  _ name: String, uses dependencies: Target.Dependency..., defines: [CSetting] = [],
  libraries: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/System/\(name)",
    cSettings: [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))] + defines,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// Files in `themes/`; each is in the program as well.
let builtinThemes = [
  "dark", "light", "terminal", "high-contrast", "colour-blind", "nord", "gruvbox", "dracula",
  "catppuccin", "everforest", "solarized-light", "rose-pine-dawn",
]

/// Files in `docs/scripts/`; each is in the program as well.
let builtinScripts = [
  "tour", "lock-and-decline", "reveal-pin", "new-card", "pay-3ds", "card-for-one-shop",
  "limits", "lost-card", "lost-key", "phone-wallet", "small-screen",
]

/// What only `make check-…` and `make bench` need. `make test` does not build it.
let checks: [Target] = [
  // Baselines of the benchmarks: a list in ncurses, and a server on libmicrohttpd with plain commits.
  baseline("listfloor", at: "Tests/Benchmark/Floor", libraries: "ncursesw", "tinfo"),
  baseline("serverfloor", at: "Tests/Benchmark/ServerFloor", libraries: "microhttpd", "sqlite3"),

  // A small program for the tests on a pty.
  program(
    "terminalprobe", at: "Tests/TerminalProbe", uses: "TerminalRuntime", "Threads", "Canvas",
    "Secrets", "CScrub"),
  // A server with the simulator on a vault, for tests that kill it and for the benchmark.
  program(
    "simulatorserver", at: "Tests/SimulatorServer", uses: "WalletServer", "VaultLedger",
    "WalletModel", "Secrets", "CScrub"),
  // A client whose descriptors, threads and memory are counted by tests.
  program(
    "networker", at: "Tests/Timing/NetWorker", uses: "RemoteBackend", "WalletAPI", "WalletModel",
    "Secrets", "CHarden", "SeededGenerator"),

  tests(
    "ServerTimingTests", at: "Tests/Timing/Server", uses: "ServerTesting", "Waiting",
    "WalletServer", "WalletAPI", "WalletModel", "Secrets", "VaultLedger", "Issuer", "Languages",
    "ThreeDSecure", "Threads", "ChildProcess", "walletd", "simulatorserver"),
  tests(
    "ClientTimingTests", at: "Tests/Timing/Client", uses: "ClientTesting", "Waiting", "Conformance",
    "RemoteBackend", "Secrets", "WalletAPI", "WalletModel", "WalletServer", "networker"),
  tests(
    "VaultTimingTests", at: "Tests/Timing/Vault", uses: "VaultTesting", "Waiting", "VaultLedger",
    "Issuer", "WalletAPI", "WalletModel", "Secrets", "Threads", "vaultworker"),
  tests(
    "CommandTimingTests", at: "Tests/Timing/Commands", uses: "CommandTesting", "Waiting",
    "WalletCommands", "WalletModel", "walletui", "walletd"),
  tests(
    "ScreenTimingTests", at: "Tests/Timing/Screen", uses: "KioskTesting", "Waiting", "ScreenApp",
    "TerminalRuntime", "Arguments", "Canvas", "CHarden", "Script", "Secrets", "SeededGenerator",
    "FileWatching", "terminalprobe"),
]

let package = Package(
  name: "walletui",
  products: [
    .executable(name: "walletui", targets: ["walletui"]),
    .executable(name: "walletd", targets: ["walletd"]),
  ],
  targets: [
    // Layer 0: C libraries and the small C sources of our own.
    system("CSQLite"), system("CSodium"), system("COath"), system("CQREncode"), system("CYaml"),
    system("CWidth"),
    ours("CMicroHTTPD", libraries: ["microhttpd", "gnutls"]),
    ours("CHarden"),
    ours("CScrub", defines: [.define("SCRUB_ON_FREE")]),
    ours("CTerminal", uses: "CHarden", libraries: ["ncursesw", "tinfo"]),
    ours("CVaultFile", libraries: ["sqlite3"]),
    // Loaded when they are first used; only their headers are needed to build.
    ours("CCurl"), ours("CPass"), ours("CUnistring"),

    // Layer 1: values and rules without I/O.
    library("Threads", uses: "CHarden", specialised: true),
    library("FileWatching", uses: "Threads"),
    library("Languages"),
    library("Spelling", uses: "Languages"),
    library("Yaml", uses: "Languages", "Spelling", "CYaml"),
    library("Secrets", uses: "CHarden", "CSodium", "CUnistring", fast: true),
    library("DeviceKeys", uses: "WalletModel", "Secrets", "CSodium"),
    library("Programs", uses: "CHarden", "Secrets"),
    library("WalletModel", uses: "Languages", "Secrets", "TextLayout", specialised: true),
    library("ThreeDSecure", uses: "Languages", "Secrets", "WalletModel"),
    library("QRCode", uses: "Secrets", "CHarden", "CQREncode"),
    library("TextLayout", uses: "CWidth", "CUnistring", optimised: true),
    library("Canvas", uses: "Languages", "Secrets", "TextLayout", optimised: true),

    // Layer 2: the contract.
    library("WalletAPI", uses: "ThreeDSecure", "WalletModel", "Secrets", specialised: true),
    library("CardEntry", uses: "WalletModel", "Secrets"),
    library("CardScan", uses: "CardEntry", "Programs", "WalletModel", "Secrets"),
    library("PhoneWallet", uses: "WalletAPI", "WalletModel", "Secrets", "CPass", "CSodium"),
    library("Arguments", uses: "WalletModel", "TextLayout", "Spelling"),
    library("Log", uses: "WalletModel", "TextLayout"),
    library("Words", uses: "Languages", "ThreeDSecure", "WalletModel"),
    library("TextOutput", uses: "TextLayout", "Secrets", fast: true),
    library("Pictures", uses: "TextOutput", "TextLayout", "Canvas"),
    library(
      "Script", uses: "Languages", "TextLayout", "Canvas", "Yaml", "Spelling",
      resources: builtinScripts.map { .embedInCode("Builtin/\($0).walletscript") }),

    // Layer 3: the configuration, the engine, and what front ends call.
    library("Configuration", uses: "Arguments", "Languages", "WalletModel", "Yaml", "Spelling"),
    library(
      "Issuer", uses: "Threads", "DeviceKeys", "FileWatching", "PhoneWallet", "CardEntry",
      "ThreeDSecure", "WalletAPI", "WalletModel", "Secrets", "CSodium", "COath",
      specialised: true),
    library(
      "WalletService", uses: "DeviceKeys", "PhoneWallet", "Threads", "WalletAPI", "WalletModel",
      "Secrets"),

    // Layer 4: storage and looks.
    library(
      "VaultLedger", uses: "Threads", "FileWatching", "Issuer", "WalletAPI", "WalletModel",
      "Secrets", "CSQLite", "CSodium", "CVaultFile", fast: true),
    library(
      "RemoteBackend", uses: "DeviceKeys", "Threads", "Log", "WalletAPI", "WalletModel",
      "WalletService", "Secrets", "CCurl"),
    library(
      "WalletServer", uses: "Programs", "Threads", "FileWatching", "Languages", "ThreeDSecure",
      "Issuer", "WalletAPI", "WalletModel", "Secrets", "TextLayout", "CMicroHTTPD", "CSodium",
      "CCurl", fast: true),
    library(
      "Themes", uses: "Canvas", "Languages", "Yaml", "Spelling",
      resources: builtinThemes.map { .embedInCode("Builtin/\($0).yaml") }, optimised: true),

    // Layer 5: the application without a terminal.
    library(
      "ScreenKit", uses: "CardEntry", "WalletModel", "Secrets", "TextLayout", "Canvas", "Themes",
      "Words", specialised: true),
    library(
      "WalletUI", uses: "ScreenKit", "WalletService", "WalletAPI", "WalletModel", "CardEntry",
      "PhoneWallet", "ThreeDSecure", "Secrets", "TextLayout", "Canvas", "Themes", "QRCode",
      "Words"),

    // Layer 6: the terminal, and a player of scripts without one.
    library(
      "TerminalRuntime", uses: "Languages", "TextOutput", "TextLayout", "Canvas", "Secrets",
      "CTerminal", "CHarden", fast: true),
    library(
      "Player", uses: "ScreenKit", "Script", "TextLayout", "Canvas", "Secrets", "Themes",
      "WalletAPI", "WalletModel", "WalletUI"),
    library("Clipboard", uses: "Programs", "Secrets", "CSodium"),
    library("Notifications", uses: "Programs", "Secrets", "TextOutput"),

    // Layer 7: front ends.
    library(
      "FrontEnd", uses: "Arguments", "CHarden", "CTerminal", "TextLayout", "Canvas",
      "Configuration", "Issuer", "Languages", "Log", "PhoneWallet", "RemoteBackend", "Secrets",
      "Spelling", "TerminalRuntime", "TextOutput", "Themes", "Threads", "VaultLedger", "WalletAPI",
      "WalletModel", "WalletService", "WalletUI", "Words", "Yaml"),
    library(
      "ScreenApp", uses: "Arguments", "CardEntry", "CardScan", "CHarden", "TextLayout", "Canvas",
      "Clipboard", "FrontEnd", "Issuer", "Languages", "Log", "Notifications", "PhoneWallet",
      "Player", "RemoteBackend", "ScreenKit", "Script", "Secrets", "Spelling", "TerminalRuntime",
      "Themes", "Threads", "VaultLedger", "WalletAPI", "WalletModel", "WalletService", "WalletUI",
      "Words", "Yaml"),
    library(
      "KioskApp", uses: "Arguments", "TextLayout", "Canvas", "FrontEnd", "Player", "ScreenApp",
      "ScreenKit", "Script", "Secrets", "TerminalRuntime", "Themes", "WalletModel", "WalletUI",
      "Words"),
    library(
      "WalletCommands", uses: "Arguments", "CHarden", "TextLayout", "Canvas", "CardEntry",
      "CardScan", "Clipboard", "Configuration", "FileWatching", "FrontEnd", "KioskApp", "Languages",
      "Log", "Notifications", "PhoneWallet", "Pictures", "Player", "QRCode", "RemoteBackend",
      "ScreenApp", "Script", "Secrets", "TerminalRuntime", "TextOutput", "Themes", "ThreeDSecure",
      "Threads", "VaultLedger", "WalletAPI", "WalletModel", "WalletService", "WalletUI", "Words",
      "Yaml"),

    // Layer 8: the programs.
    program(
      "walletui", uses: "CScrub", "RemoteBackend", "TerminalRuntime", "VaultLedger",
      "WalletCommands", exclude: ["functions.order"]),
    program(
      "walletd", uses: "WalletServer", "VaultLedger", "Issuer", "WalletAPI", "WalletModel",
      "Secrets", "CHarden", "CScrub", "Arguments", "TextLayout", "Threads", "TextOutput"),

    // A process that the tests of the vault start several times, or kill. SQLite calls its
    // `fdatasync`, which can be made to fail.
    program(
      "vaultworker", at: "Tests/Timing/VaultWorker", uses: "VaultLedger", "Issuer", "WalletService",
      "DeviceKeys", "WalletAPI", "WalletModel", "Secrets",
      linked: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=fdatasync"])]),

    // Helpers that several test targets share.
    library(
      "ServerTesting", at: "Tests/Support/ServerTesting", uses: "WalletServer", "WalletAPI",
      "WalletModel", "Secrets", "Issuer", "VaultLedger", "ThreeDSecure", "Threads", "ChildProcess",
      "Conformance", "SeededGenerator", "Waiting"),
    library(
      "ClientTesting", at: "Tests/Support/ClientTesting", uses: "ChildProcess", "Conformance",
      "Issuer", "PhoneWallet", "RemoteBackend", "Secrets", "ThreeDSecure", "VaultLedger", "Waiting",
      "WalletAPI", "WalletModel", "WalletServer", exclude: ["stub"]),
    library(
      "VaultTesting", at: "Tests/Support/VaultTesting", uses: "VaultLedger", "Issuer", "WalletAPI",
      "WalletModel", "ThreeDSecure", "Secrets", "Threads", "CSQLite", "Waiting"),
    library(
      "CommandTesting", at: "Tests/Support/CommandTesting", uses: "Waiting", "COath", "FrontEnd",
      "Secrets", "TextOutput", "Threads", "ThreeDSecure", "VaultLedger", "WalletModel",
      "WalletCommands"),
    library(
      "KioskTesting", at: "Tests/Support/KioskTesting", uses: "KioskApp", "ScreenApp", "Arguments",
      "Canvas", "Languages", "Player", "Script", "Secrets", "TerminalRuntime", "WalletUI", "Words",
      "SeededGenerator", "Waiting"),
    // The only waits of the tests.
    library("Waiting", at: "Tests/Timing/Waiting", uses: "Threads"),
    // The test suite that every backend must pass.
    library(
      "Conformance", at: "Tests/Conformance", uses: "Issuer", "PhoneWallet", "Threads",
      "ThreeDSecure", "Waiting", "WalletAPI", "WalletModel", "Secrets"),
    // Runs a program beside tests that have many connections open.
    library("ChildProcess", at: "Tests/ChildProcess"),
    library("SeededGenerator", at: "Tests/SeededGenerator"),

    tests("SecretsTests", uses: "Secrets"),
    tests("FileWatchingTests", uses: "Waiting", "FileWatching"),
    tests("DeviceKeysTests", uses: "DeviceKeys", "Secrets", "CSodium", "SeededGenerator"),
    tests("WalletModelTests", uses: "WalletModel", "Languages", "Secrets", "SeededGenerator"),
    tests(
      "RemoteBackendTests", uses: "ClientTesting", "Conformance", "DeviceKeys", "Issuer",
      "RemoteBackend", "Secrets", "Threads", "VaultLedger", "Waiting", "WalletAPI", "WalletModel",
      "WalletServer", "WalletService"),
    tests(
      "WalletServerTests", uses: "ServerTesting", "Waiting", "WalletServer", "WalletAPI",
      "WalletModel", "Secrets", "VaultLedger", "Issuer", "ThreeDSecure", "Threads", "ChildProcess",
      "CMicroHTTPD", "Conformance", "SeededGenerator", "walletd"),
    tests(
      "WireTests", uses: "Waiting", "ThreeDSecure", "WalletAPI", "WalletModel", "Secrets",
      "SeededGenerator", exclude: ["Goldens", "Published"]),
    tests("TextLayoutTests", uses: "TextLayout", "CWidth"),
    tests("CanvasTests", uses: "Canvas", "Secrets"),
    tests(
      "IssuerTests", uses: "Waiting", "Issuer", "Conformance", "VaultLedger", "PhoneWallet",
      "SeededGenerator"),
    tests(
      "VaultLedgerTests", uses: "VaultTesting", "VaultLedger", "Issuer", "Conformance", "Threads",
      "WalletAPI", "WalletModel", "Secrets", "CSQLite", "Waiting", "vaultworker"),
    tests(
      "WalletServiceTests", uses: "Waiting", "WalletService", "WalletAPI", "WalletModel", "Secrets",
      "VaultLedger", "Issuer", "RemoteBackend", "DeviceKeys", "Conformance", "PhoneWallet",
      "SeededGenerator", "Threads"),
    tests(
      "CommandLineTests", uses: "CommandTesting", "WalletCommands", "walletui", "walletd",
      "Arguments", "FrontEnd", "Issuer", "Languages", "Secrets", "ThreeDSecure", "Threads",
      "VaultLedger", "Waiting", "WalletAPI", "WalletModel", "Words"),
    tests(
      "KioskTests", uses: "KioskTesting", "ServerTesting", "KioskApp", "ScreenApp", "ScreenKit",
      "TerminalRuntime", "WalletUI", "WalletAPI", "WalletModel", "WalletService", "Secrets",
      "Canvas", "Arguments", "Player", "Script"),
    tests(
      "FrontEndTests", uses: "FrontEnd", "Arguments", "Languages", "PhoneWallet", "Themes",
      "WalletModel", "WalletUI", "Words"),
    tests(
      "CardEntryTests", uses: "CardEntry", "WalletModel", "Secrets", "CHarden", "SeededGenerator"),
    tests(
      "CardScanTests", uses: "Waiting", "CardScan", "CardEntry", "Programs", "WalletModel",
      "Secrets", "Words", "Languages", "SeededGenerator", exclude: ["Support/draw-card"]),
    tests("LogTests", uses: "Log", "WalletModel"),
    tests("WordsTests", uses: "Words", "Languages", "WalletModel"),
    tests("ArgumentsTests", uses: "Arguments", "Spelling", "WalletModel"),
    tests(
      "ConfigurationTests", uses: "Configuration", "Arguments", "Languages", "WalletModel", "Yaml",
      "SeededGenerator"),
    tests("ThemesTests", uses: "Themes", "Languages", "Yaml"),
    tests("TextOutputTests", uses: "TextOutput", "TextLayout", "Secrets"),
    tests("PicturesTests", uses: "Pictures", "TextOutput", "Canvas", "Secrets"),
    tests("ScriptTests", uses: "Script", "Canvas", "Languages", "Yaml"),
    tests("ClipboardTests", uses: "Waiting", "Clipboard", "Programs", "Secrets"),
    tests("NotificationsTests", uses: "Notifications", "Secrets", "TextOutput"),
    tests(
      "ThreeDSecureTests", uses: "ThreeDSecure", "Languages", "Secrets", "WalletModel",
      "SeededGenerator"),
    tests("QRCodeTests", uses: "QRCode", "Secrets"),
    tests(
      "WalletUITests", uses: "ScreenKit", "WalletUI", "WalletService", "WalletAPI", "WalletModel",
      "CardEntry", "PhoneWallet", "ThreeDSecure", "Secrets", "TextLayout", "Canvas", "Themes",
      "Words", "Languages", "SeededGenerator", "Waiting", exclude: ["Goldens"]),
    tests(
      "TerminalRuntimeTests", uses: "TerminalRuntime", "Canvas", "Secrets", "Themes", "CTerminal"),
  ] + (Context.environment["WALLETUI_CHECKS"] == nil ? [] : checks),
  swiftLanguageModes: [.v6]
)
