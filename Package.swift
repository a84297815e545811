// swift-tools-version: 6.2
import PackageDescription

/// Swift settings of every target. A debug build, which the tests use, has no warnings.
let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error, .when(configuration: .debug)),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [])
  -> Target
{
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: swift)
}

/// A library in which a debug build spends most of the time of the tests: it is optimised there, too.
func hot(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target
{
  .target(
    name: name, dependencies: dependencies, resources: resources,
    swiftSettings: swift + [.unsafeFlags(["-O"], .when(configuration: .debug))])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swift)
}

/// Helpers that several test targets share: `Tests/Support/NAME`.
func support(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target
{
  .target(
    name: name, dependencies: dependencies, path: "Tests/Support/\(name)", exclude: exclude,
    swiftSettings: swift)
}

/// Tests that need real time or much of it: `Tests/Timing/FOLDER`.
func timing(_ name: String, _ folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/Timing/\(folder)", swiftSettings: swift)
}

/// A program of the tests or the benchmarks.
func program(_ name: String, _ folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(folder)", swiftSettings: swift)
}

/// Files in `themes/`; each is in the program as well.
let builtinThemes = [
  "dark", "light", "terminal", "high-contrast", "colour-blind", "nord", "gruvbox", "dracula",
  "catppuccin", "everforest", "solarized-light", "rose-pine-dawn",
]

/// Files in `docs/scripts/`; each is in the program as well.
let builtinScripts = [
  "tour", "lock-and-decline", "reveal-pin", "new-card", "pay-3ds", "card-for-one-shop",
  "lost-key", "phone-wallet", "small-screen",
]

/// A C library of Debian as a module: a module map and a shim header, no logic.
func system(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)")
}

/// C source of our own. In release builds, calls of the C library that write to memory are checked.
func ours(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [CSetting] = [],
  linked: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/System/\(name)",
    cSettings: [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))] + settings,
    linkerSettings: linked)
}

/// What only `make check-…` and `make bench` need. `make test` does not build it.
let checks: [Target] = [
  // The baseline of the benchmarks: a minimal ncurses list program in C.
  .executableTarget(
    name: "listfloor", path: "Tests/Benchmark/Floor",
    linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

  // The baseline of the server: a minimal libmicrohttpd, plain commits, and a load generator.
  .executableTarget(
    name: "serverfloor", path: "Tests/Benchmark/ServerFloor",
    linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("sqlite3")]),

  // A small program for the tests on a pty.
  program(
    "terminalprobe", "TerminalProbe",
    ["TerminalRuntime", "Threads", "Canvas", "Secrets", "CScrub"]),

  // A server with the simulator on a vault, for tests that kill it and for the benchmark.
  program(
    "simulatorserver", "SimulatorServer",
    ["WalletServer", "VaultLedger", "WalletModel", "Secrets", "CScrub"]),

  // A client whose descriptors, threads and memory are counted by tests.
  program(
    "networker", "Timing/NetWorker",
    ["RemoteBackend", "WalletAPI", "WalletModel", "Secrets", "CHarden", "SeededGenerator"]),

  timing(
    "ServerTimingTests", "Server",
    [
      "ServerTesting", "Waiting", "WalletServer", "WalletAPI", "WalletModel", "Secrets",
      "VaultLedger", "Issuer", "Languages", "ThreeDSecure", "Threads", "ChildProcess", "walletd",
      "simulatorserver",
    ]),
  timing(
    "ClientTimingTests", "Client",
    [
      "ClientTesting", "Waiting", "Conformance", "RemoteBackend", "Secrets", "WalletAPI",
      "WalletModel", "WalletServer", "networker",
    ]),
  timing(
    "VaultTimingTests", "Vault",
    [
      "VaultTesting", "Waiting", "VaultLedger", "Issuer", "WalletAPI", "WalletModel", "Secrets",
      "Threads", "vaultworker",
    ]),
  timing(
    "CommandTimingTests", "Commands",
    ["CommandTesting", "Waiting", "WalletCommands", "WalletModel", "walletui", "walletd"]),
  timing(
    "ScreenTimingTests", "Screen",
    [
      "KioskTesting", "Waiting", "ScreenApp", "TerminalRuntime", "Arguments", "Canvas", "CHarden",
      "Script", "Secrets", "SeededGenerator", "FileWatching", "terminalprobe",
    ]),
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
    ours("CMicroHTTPD", linked: [.linkedLibrary("microhttpd"), .linkedLibrary("gnutls")]),
    ours("CHarden"),
    ours("CScrub", settings: [.define("SCRUB_ON_FREE")]),
    ours(
      "CTerminal", ["CHarden"], linked: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

    ours("CVaultFile", linked: [.linkedLibrary("sqlite3")]),

    // Loaded when they are first used; only their headers are needed to build.
    ours("CCurl"), ours("CPass"),

    // Layer 1: values and rules without I/O.
    library("Threads", ["CHarden"]),
    library("FileWatching", ["Threads"]),
    library("Languages", []),
    library("Spelling", ["Languages"]),
    library("Yaml", ["Languages", "Spelling", "CYaml"]),
    library("Secrets", ["CHarden", "CSodium"]),
    library("DeviceKeys", ["WalletModel", "Secrets", "CSodium"]),
    library("Programs", ["CHarden", "Secrets"]),
    library("WalletModel", ["Languages", "Secrets"]),
    library("ThreeDSecure", ["Languages", "Secrets", "WalletModel"]),
    library("QRCode", ["Secrets", "CHarden", "CQREncode"]),
    hot("TextLayout", ["CWidth"]),
    hot("Canvas", ["Languages", "Secrets", "TextLayout"]),

    // Layer 2: the contract.
    library("WalletAPI", ["ThreeDSecure", "WalletModel", "Secrets"]),
    library("CardEntry", ["WalletModel", "Secrets"]),
    library("CardScan", ["CardEntry", "Programs", "WalletModel", "Secrets"]),
    library("PhoneWallet", ["WalletAPI", "WalletModel", "Secrets", "CPass", "CSodium"]),
    library("Arguments", ["WalletModel", "TextLayout", "Spelling"]),
    library("Log", ["WalletModel", "TextLayout"]),
    library("Words", ["Languages", "ThreeDSecure", "WalletModel"]),
    library("TextOutput", ["TextLayout", "Secrets"]),
    library("Pictures", ["TextOutput", "Canvas"]),
    library(
      "Script", ["Languages", "TextLayout", "Canvas", "Yaml", "Spelling"],
      resources: builtinScripts.map { .embedInCode("Builtin/\($0).walletscript") }),

    // Floor 3: the configuration, the engine, and what front ends call.
    library("Configuration", ["Arguments", "Languages", "WalletModel", "Yaml", "Spelling"]),
    library(
      "Issuer",
      [
        "Threads", "DeviceKeys", "FileWatching", "PhoneWallet", "CardEntry", "ThreeDSecure",
        "WalletAPI", "WalletModel", "Secrets", "CSodium", "COath",
      ]),
    library(
      "WalletService",
      [
        "DeviceKeys", "PhoneWallet", "Threads", "ThreeDSecure", "WalletAPI", "WalletModel",
        "Secrets",
      ]),

    // Layer 4: storage and looks.
    library(
      "VaultLedger",
      [
        "Threads", "FileWatching", "Issuer", "WalletAPI", "WalletModel", "Secrets", "CSQLite",
        "CSodium", "CVaultFile",
      ]),
    library(
      "RemoteBackend",
      [
        "DeviceKeys", "Threads", "Log", "WalletAPI", "WalletModel", "WalletService", "Secrets",
        "CCurl",
      ]),
    library(
      "WalletServer",
      [
        "Programs", "Threads", "FileWatching", "Languages", "ThreeDSecure", "Issuer", "WalletAPI",
        "WalletModel", "Secrets", "CMicroHTTPD", "CSodium", "CCurl",
      ]),
    hot(
      "Themes", ["Canvas", "Languages", "Yaml", "Spelling"],
      resources: builtinThemes.map { .embedInCode("Builtin/\($0).yaml") }),

    // Layer 5: the application without a terminal.
    library(
      "WalletUI",
      [
        "WalletService", "WalletAPI", "WalletModel", "CardEntry", "PhoneWallet", "ThreeDSecure",
        "Secrets", "TextLayout", "Canvas", "Themes", "QRCode", "Words",
      ]),

    // Layer 6: the terminal, and a player of scripts without one.
    library(
      "TerminalRuntime",
      ["Languages", "TextOutput", "TextLayout", "Canvas", "Secrets", "CTerminal", "CHarden"]),

    library(
      "Player",
      [
        "Script", "TextLayout", "Canvas", "Secrets", "Themes", "WalletAPI", "WalletModel",
        "WalletUI",
      ]),

    library("Clipboard", ["Programs", "Secrets", "CSodium"]),
    library("Notifications", ["Programs", "Secrets", "TextOutput"]),

    // Layer 7: front ends.
    library(
      "FrontEnd",
      [
        "Arguments", "CHarden", "CTerminal", "TextLayout", "Canvas", "Configuration", "Issuer",
        "Languages", "Log", "PhoneWallet", "RemoteBackend", "Secrets", "Spelling",
        "TerminalRuntime",
        "TextOutput", "Themes",
        "VaultLedger", "WalletAPI", "WalletModel", "WalletService", "WalletUI", "Words", "Yaml",
      ]),

    library(
      "ScreenApp",
      [
        "Arguments", "CardEntry", "CardScan", "CHarden", "TextLayout", "Canvas", "Clipboard",
        "FrontEnd", "Issuer", "Languages",
        "Log", "PhoneWallet", "Player", "RemoteBackend", "Script", "Secrets", "Spelling",
        "TerminalRuntime",
        "Themes",
        "Threads", "VaultLedger", "WalletAPI", "WalletModel", "WalletService", "WalletUI", "Words",
        "Yaml",
      ]),

    library(
      "KioskApp",
      [
        "Arguments", "TextLayout", "Canvas", "FrontEnd", "Player", "ScreenApp", "Script", "Secrets",
        "TerminalRuntime", "Themes", "WalletModel", "WalletUI", "Words",
      ]),

    library(
      "WalletCommands",
      [
        "Arguments", "CHarden", "TextLayout", "Canvas", "CardEntry", "CardScan", "Clipboard",
        "Configuration", "FileWatching", "FrontEnd", "KioskApp", "Languages", "Log",
        "Notifications", "PhoneWallet", "Pictures",
        "Player",
        "QRCode", "RemoteBackend", "ScreenApp", "Script", "Secrets", "TerminalRuntime",
        "TextOutput", "Themes", "ThreeDSecure", "Threads", "VaultLedger", "WalletAPI",
        "WalletModel", "WalletService", "WalletUI", "Words", "Yaml",
      ]),

    // Layer 8: the programs.
    .executableTarget(
      name: "walletui",
      dependencies: [
        "CScrub", "RemoteBackend", "TerminalRuntime", "VaultLedger", "WalletCommands",
      ],
      swiftSettings: swift),

    .executableTarget(
      name: "walletd",
      dependencies: [
        "WalletServer", "VaultLedger", "Issuer", "WalletAPI", "WalletModel", "Secrets", "CHarden",
        "CScrub", "Arguments", "TextLayout", "Threads", "TextOutput",
      ],
      swiftSettings: swift),

    // A process that the tests of the vault start several times, or kill.
    .executableTarget(
      name: "vaultworker",
      dependencies: [
        "VaultLedger", "Issuer", "WalletService", "DeviceKeys", "WalletAPI", "WalletModel",
        "Secrets",
      ],
      path: "Tests/Timing/VaultWorker", swiftSettings: swift,
      // SQLite calls its `fdatasync`, which can be made to fail.
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=fdatasync"])
      ]),

    support(
      "ServerTesting",
      [
        "WalletServer", "WalletAPI", "WalletModel", "Secrets", "Issuer", "VaultLedger",
        "ThreeDSecure", "Threads", "ChildProcess", "SeededGenerator", "Waiting",
      ]),
    support(
      "ClientTesting",
      [
        "ChildProcess", "Conformance", "Issuer", "PhoneWallet", "RemoteBackend", "Secrets",
        "ThreeDSecure", "VaultLedger", "Waiting", "WalletAPI", "WalletModel", "WalletServer",
      ],
      exclude: ["stub"]),
    support(
      "VaultTesting",
      [
        "VaultLedger", "Issuer", "WalletAPI", "WalletModel", "ThreeDSecure", "Secrets", "Threads",
        "CSQLite", "Waiting",
      ]),
    support(
      "CommandTesting",
      [
        "Waiting", "COath", "Secrets", "ThreeDSecure", "VaultLedger", "WalletModel",
        "WalletCommands",
      ]),
    support(
      "KioskTesting",
      [
        "KioskApp", "ScreenApp", "Arguments", "Canvas", "Languages", "Player", "Script", "Secrets",
        "TerminalRuntime", "WalletUI", "Words", "SeededGenerator", "Waiting",
      ]),
    // The only waits of the tests.
    .target(name: "Waiting", path: "Tests/Timing/Waiting", swiftSettings: swift),

    tests("SecretsTests", ["Secrets"]),
    tests("FileWatchingTests", ["Waiting", "FileWatching"]),
    tests("DeviceKeysTests", ["DeviceKeys", "Secrets", "CSodium", "SeededGenerator"]),
    tests("WalletModelTests", ["WalletModel", "Languages", "Secrets", "SeededGenerator"]),
    tests(
      "RemoteBackendTests",
      [
        "ClientTesting", "Conformance", "DeviceKeys", "Issuer", "RemoteBackend", "Secrets",
        "VaultLedger", "Waiting", "WalletAPI", "WalletModel", "WalletServer", "WalletService",
      ]),
    tests(
      "WalletServerTests",
      [
        "ServerTesting", "Waiting", "WalletServer", "WalletAPI", "WalletModel", "Secrets",
        "VaultLedger", "Issuer", "ThreeDSecure", "Threads", "ChildProcess", "walletd",
      ]),
    tests(
      "WireTests",
      ["Waiting", "ThreeDSecure", "WalletAPI", "WalletModel", "Secrets", "SeededGenerator"],
      exclude: ["Goldens", "Published"]),
    tests("TextLayoutTests", ["TextLayout", "CWidth"]),
    tests("CanvasTests", ["Canvas", "Secrets"]),
    tests("IssuerTests", ["Issuer", "Conformance", "VaultLedger", "PhoneWallet"]),
    tests(
      "VaultLedgerTests",
      [
        "VaultTesting", "VaultLedger", "Issuer", "Conformance", "Threads", "WalletAPI",
        "WalletModel", "Secrets", "CSQLite", "Waiting", "vaultworker",
      ]),
    tests(
      "WalletServiceTests",
      [
        "Waiting",
        "WalletService", "WalletAPI", "WalletModel", "Secrets", "VaultLedger", "Issuer",
        "RemoteBackend", "DeviceKeys", "Conformance", "PhoneWallet", "Threads",
      ]),
    tests(
      "CommandLineTests",
      [
        "CommandTesting", "WalletCommands", "walletui", "walletd", "Arguments", "FrontEnd",
        "Issuer", "Languages", "Secrets", "ThreeDSecure", "VaultLedger", "WalletAPI",
        "WalletModel", "Words",
      ]),
    tests(
      "KioskTests",
      [
        "KioskTesting", "KioskApp", "ScreenApp", "TerminalRuntime", "WalletUI", "Secrets",
        "Canvas",
      ]),
    tests(
      "FrontEndTests",
      [
        "FrontEnd", "Arguments", "Languages", "PhoneWallet", "Themes", "WalletModel", "WalletUI",
        "Words",
      ]),
    tests("CardEntryTests", ["CardEntry", "WalletModel", "Secrets", "CHarden", "SeededGenerator"]),
    tests(
      "CardScanTests",
      [
        "Waiting",
        "CardScan", "CardEntry", "Programs", "WalletModel", "Secrets", "Words", "Languages",
        "SeededGenerator",
      ],
      exclude: ["Support/draw-card"]),
    tests("LogTests", ["Log", "WalletModel"]),
    tests("WordsTests", ["Words", "Languages", "WalletModel"]),
    tests("ArgumentsTests", ["Arguments", "Spelling", "WalletModel"]),
    tests(
      "ConfigurationTests", ["Configuration", "Arguments", "Languages", "WalletModel", "Yaml"]),
    tests("ThemesTests", ["Themes", "Languages", "Yaml"]),
    tests("TextOutputTests", ["TextOutput", "TextLayout", "Secrets"]),
    tests("PicturesTests", ["Pictures", "TextOutput", "Canvas", "Secrets"]),
    tests("ScriptTests", ["Script", "Canvas", "Languages", "Yaml"]),
    tests("ClipboardTests", ["Waiting", "Clipboard", "Programs", "Secrets"]),
    tests("NotificationsTests", ["Notifications", "TextOutput"]),
    tests(
      "ThreeDSecureTests",
      ["ThreeDSecure", "Languages", "Secrets", "WalletModel", "SeededGenerator"]),
    tests("QRCodeTests", ["QRCode", "Secrets"]),
    tests(
      "WalletUITests",
      [
        "WalletUI", "WalletService", "WalletAPI", "WalletModel", "CardEntry", "PhoneWallet",
        "ThreeDSecure", "Secrets", "TextLayout", "Canvas", "Themes", "Words", "Languages",
      ],
      exclude: ["Goldens"]),
    tests(
      "TerminalRuntimeTests",
      ["TerminalRuntime", "Canvas", "Secrets", "Themes", "CTerminal"]),
    // The test suite that every backend must pass.
    .target(
      name: "Conformance",
      dependencies: ["PhoneWallet", "ThreeDSecure", "WalletAPI", "WalletModel", "Secrets"],
      path: "Tests/Conformance", swiftSettings: swift),
    // Runs a program beside tests that have many connections open.
    .target(name: "ChildProcess", path: "Tests/ChildProcess", swiftSettings: swift),
    .target(name: "SeededGenerator", path: "Tests/SeededGenerator", swiftSettings: swift),
  ] + (Context.environment["WALLETUI_CHECKS"] == nil ? [] : checks),
  swiftLanguageModes: [.v6]
)
