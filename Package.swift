// swift-tools-version: 6.2
import PackageDescription

/// Swift settings of every target. Warnings become errors under `make check`.
let swift: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [])
  -> Target
{
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: swift)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swift)
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
    ours("CScrub", settings: [.define("SCRUB_ON_FREE", .when(configuration: .release))]),
    ours(
      "CTerminal", ["CHarden"], linked: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

    ours("CVaultFile", linked: [.linkedLibrary("sqlite3")]),

    // Loaded when they are first used; only their headers are needed to build.
    ours("CCurl"), ours("CPass"), ours("CPostgres"),

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
    library("TextLayout", ["CWidth"]),
    library("Canvas", ["Languages", "Secrets", "TextLayout"]),

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

    library("HTTPClient", ["Threads", "WalletAPI", "WalletModel", "Secrets", "CCurl"]),
    library("IssuerConnectors", ["Languages", "WalletAPI", "WalletModel", "Secrets"]),

    // Layer 4: storage and looks.
    library("SealedRecords", ["Issuer", "WalletAPI", "WalletModel", "Secrets", "CSodium"]),
    library(
      "VaultLedger",
      [
        "SealedRecords", "Threads", "FileWatching", "Issuer", "WalletAPI", "WalletModel", "Secrets",
        "CSQLite", "CSodium", "CVaultFile",
      ]),
    library(
      "PostgresLedger",
      [
        "SealedRecords", "Threads", "Issuer", "WalletAPI", "WalletModel", "Secrets", "CPostgres",
        "CSodium",
      ]),
    library(
      "RemoteBackend",
      [
        "DeviceKeys", "HTTPClient", "Threads", "Log", "WalletAPI", "WalletModel", "WalletService",
        "Secrets",
      ]),
    library(
      "ConnectorBackend",
      [
        "HTTPClient", "Issuer", "IssuerConnectors", "Log", "Threads", "WalletAPI", "WalletModel",
        "Secrets", "CPass", "CSodium",
      ]),
    library(
      "WalletServer",
      [
        "Programs", "Threads", "FileWatching", "Languages", "ThreeDSecure", "Issuer", "WalletAPI",
        "WalletModel", "Secrets", "CMicroHTTPD", "CSodium", "CCurl",
      ]),
    library(
      "Themes", ["Canvas", "Languages", "Yaml", "Spelling"],
      resources: builtinThemes.map { .embedInCode("Builtin/\($0).yaml") }),

    // Layer 5: the application without a terminal.
    library(
      "WalletUI",
      [
        "WalletService", "WalletAPI", "WalletModel", "CardEntry", "IssuerConnectors", "PhoneWallet",
        "ThreeDSecure", "Secrets", "TextLayout", "Canvas", "Themes", "QRCode", "Words",
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
        "Arguments", "CHarden", "CTerminal", "TextLayout", "Canvas", "Configuration",
        "ConnectorBackend", "HTTPClient", "Issuer", "IssuerConnectors", "Languages", "Log",
        "PhoneWallet", "RemoteBackend", "SealedRecords", "Secrets",
        "Spelling",
        "TerminalRuntime",
        "TextOutput", "Themes",
        "VaultLedger", "WalletAPI", "WalletModel", "WalletService", "WalletUI", "Words", "Yaml",
      ]),

    library(
      "ScreenApp",
      [
        "Arguments", "CardEntry", "CardScan", "CHarden", "TextLayout", "Canvas", "Clipboard",
        "FrontEnd", "Issuer", "IssuerConnectors", "Languages",
        "Log", "Notifications", "PhoneWallet", "Player", "RemoteBackend", "Script", "Secrets",
        "Spelling", "TerminalRuntime",
        "TextOutput",
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
        "Configuration", "FileWatching", "FrontEnd", "HTTPClient", "Issuer", "IssuerConnectors",
        "KioskApp", "Languages", "Log",
        "Notifications", "PhoneWallet", "Pictures",
        "Player",
        "QRCode", "RemoteBackend", "ScreenApp", "Script", "SealedRecords", "Secrets",
        "TerminalRuntime",
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
        "WalletServer", "SealedRecords", "VaultLedger", "PostgresLedger", "ConnectorBackend",
        "Issuer", "IssuerConnectors", "WalletAPI", "WalletModel", "Secrets", "CHarden", "CScrub",
        "Arguments", "TextLayout",
        "Threads", "TextOutput",
      ],
      swiftSettings: swift),

    // The baseline of the benchmarks: a minimal ncurses list program in C.
    .executableTarget(
      name: "listfloor", path: "Tests/Benchmark/Floor",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

    // The baseline of the server: a minimal libmicrohttpd, plain commits, and a load generator.
    .executableTarget(
      name: "serverfloor", path: "Tests/Benchmark/ServerFloor",
      linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("sqlite3")]),

    // A small program for the tests on a pty.
    .executableTarget(
      name: "terminalprobe",
      dependencies: ["TerminalRuntime", "Threads", "Canvas", "Secrets", "CScrub"],
      path: "Tests/TerminalProbe", swiftSettings: swift),

    // A process that the tests of the vault start several times, or kill.
    .executableTarget(
      name: "vaultworker",
      dependencies: [
        "VaultLedger", "PostgresLedger", "Issuer", "WalletService", "DeviceKeys", "WalletAPI",
        "WalletModel", "Secrets",
      ],
      path: "Tests/VaultWorker", swiftSettings: swift,
      // SQLite calls its `fdatasync`, which can be made to fail.
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=fdatasync"])
      ]),

    // A server with the simulator on a vault, for tests that kill it and for the benchmark.
    .executableTarget(
      name: "simulatorserver",
      dependencies: ["WalletServer", "VaultLedger", "WalletModel", "Secrets", "CScrub"],
      path: "Tests/SimulatorServer", swiftSettings: swift),

    // A client whose descriptors, threads and memory are counted by tests.
    .executableTarget(
      name: "networker",
      dependencies: [
        "RemoteBackend", "WalletAPI", "WalletModel", "Secrets", "CHarden", "SeededGenerator",
      ],
      path: "Tests/NetWorker", swiftSettings: swift),

    tests("SecretsTests", ["Secrets"]),
    tests("FileWatchingTests", ["FileWatching"]),
    tests("DeviceKeysTests", ["DeviceKeys", "Secrets", "CSodium", "SeededGenerator"]),
    tests("WalletModelTests", ["WalletModel", "Languages", "Secrets", "SeededGenerator"]),
    tests(
      "RemoteBackendTests",
      [
        "HTTPClient", "RemoteBackend", "WalletAPI", "WalletModel", "Secrets", "Conformance",
        "WalletServer",
        "VaultLedger", "Issuer", "PhoneWallet", "ThreeDSecure", "ChildProcess", "networker",
        "WalletService", "DeviceKeys",
      ],
      exclude: ["stub"]),
    tests(
      "WalletServerTests",
      [
        "WalletServer", "SealedRecords", "WalletAPI", "WalletModel", "Secrets", "VaultLedger",
        "Issuer", "Languages",
        "ThreeDSecure", "Threads", "ChildProcess", "SeededGenerator", "walletd",
        "simulatorserver", "PhoneWallet", "ConnectorBackend", "FakeIssuer", "IssuerConnectors",
      ]),
    tests(
      "WireTests", ["ThreeDSecure", "WalletAPI", "WalletModel", "Secrets", "SeededGenerator"],
      exclude: ["Goldens", "Published"]),
    tests(
      "IssuerConnectorsTests",
      ["IssuerConnectors", "Languages", "WalletAPI", "WalletModel", "Secrets"],
      exclude: ["Goldens"]),
    tests(
      "ConnectorBackendTests",
      [
        "ConnectorBackend", "HTTPClient", "Issuer", "IssuerConnectors", "Languages", "VaultLedger",
        "WalletAPI",
        "WalletModel", "WalletService", "Secrets", "FakeIssuer", "Conformance",
      ]),
    tests("TextLayoutTests", ["TextLayout", "CWidth"]),
    tests("CanvasTests", ["Canvas", "Secrets"]),
    tests("IssuerTests", ["Issuer", "Conformance", "VaultLedger", "PhoneWallet"]),
    tests(
      "PostgresLedgerTests",
      [
        "PostgresLedger", "SealedRecords", "VaultLedger", "PostgresServer", "WalletServer",
        "Issuer", "Conformance", "WalletAPI",
        "WalletModel", "Secrets", "Threads", "ChildProcess", "SeededGenerator", "walletd",
      ]),
    tests(
      "VaultLedgerTests",
      [
        "SealedRecords", "ThreeDSecure", "VaultLedger", "Issuer", "Conformance", "Threads",
        "vaultworker",
      ]),
    tests(
      "WalletServiceTests",
      [
        "WalletService", "WalletAPI", "WalletModel", "Secrets", "VaultLedger", "Issuer",
        "RemoteBackend", "DeviceKeys", "Conformance", "PhoneWallet", "Threads",
      ]),
    tests(
      "CommandLineTests",
      [
        "ChildProcess", "FakeIssuer", "IssuerConnectors", "WalletCommands", "walletui", "walletd",
        "Arguments",
        "COath", "Issuer",
        "Languages",
        "Secrets", "ThreeDSecure", "VaultLedger", "WalletModel", "FrontEnd", "WalletAPI", "Words",
      ]),
    tests(
      "KioskTests",
      [
        "KioskApp", "ScreenApp", "Arguments", "Script", "TerminalRuntime", "WalletUI",
        "WalletModel", "Secrets", "Canvas", "CHarden", "Player", "Words", "Languages",
        "SeededGenerator",
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
    tests("ClipboardTests", ["Clipboard", "Programs", "Secrets"]),
    tests("NotificationsTests", ["Notifications", "TextOutput"]),
    tests(
      "ThreeDSecureTests",
      ["ThreeDSecure", "Languages", "Secrets", "WalletModel", "SeededGenerator"]),
    tests("QRCodeTests", ["QRCode", "Secrets"]),
    tests(
      "WalletUITests",
      [
        "WalletUI", "WalletService", "WalletAPI", "WalletModel", "CardEntry", "IssuerConnectors",
        "PhoneWallet", "ThreeDSecure", "Secrets", "TextLayout", "Canvas", "Themes", "Words",
        "Languages",
      ],
      exclude: ["Goldens"]),
    tests(
      "TerminalRuntimeTests",
      ["TerminalRuntime", "Canvas", "Secrets", "Themes", "CTerminal", "terminalprobe"]),
    // The test suite that every backend must pass.
    .target(
      name: "Conformance",
      dependencies: [
        "PhoneWallet", "ThreeDSecure", "WalletAPI", "WalletModel", "WalletService", "Secrets",
      ],
      path: "Tests/Conformance", swiftSettings: swift),
    // An issuer of `Tests/Issuers` as a process.
    .target(
      name: "FakeIssuer", dependencies: ["ChildProcess", "HTTPClient", "IssuerConnectors"],
      path: "Tests/FakeIssuer", swiftSettings: swift),
    // Runs a program beside tests that have many connections open.
    .target(
      name: "PostgresServer", dependencies: ["ChildProcess", "PostgresLedger"],
      path: "Tests/PostgresServer", swiftSettings: swift),
    .target(name: "ChildProcess", path: "Tests/ChildProcess", swiftSettings: swift),
    .target(name: "SeededGenerator", path: "Tests/SeededGenerator", swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
