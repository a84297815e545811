import Arguments
import Issuer
import PostgresLedger
import SealedRecords
import Secrets
import VaultLedger
import WalletAPI
import WalletModel

/// The commands that set up and look after a database.
enum DatabaseCommand: Sendable {
  case create(CustomerDetails)
  case migrate
  case check
  /// The vault.
  case importVault(String)
  /// The new vault.
  case exportVault(String)
  /// The file of the new passphrase; nil: it stays the same.
  case rotateKeys(String?)

  private static let address = CommandOption(
    "store", .text("ADDRESS"), "the database: postgresql://HOST/NAME, without a password")
  private static let passphrase = CommandOption(
    "passphrase-file", .file("FILE"), "read the passphrase from the first line")

  static let all = [
    Subcommand(
      "db init", "make the tables of an empty database, and its first customer",
      options: [address, passphrase] + Options.person,
      notes: ["The passphrase seals all records. Without it, nobody can read them."]),
    Subcommand(
      "db migrate", "add what this version needs; servers go on meanwhile", options: [address]),
    Subcommand(
      "db check", "read all records, and compare them with the sums of each customer",
      options: [address, passphrase], notes: ["Ends with 65 if something is wrong."]),
    Subcommand(
      "db import", "copy all wallets of a vault into an empty database",
      arguments: [CommandArgument("VAULT", "the file; it stays as it is")],
      options: [address, passphrase],
      notes: [
        "What opens the vault opens the database. Sign-ins, blocks and the answers to requests with"
          + " a key end, since the database has another clock: stop the server first."
      ]),
    Subcommand(
      "db export", "copy all wallets of the database into a new vault; servers go on meanwhile",
      arguments: [CommandArgument("VAULT", "the file, which must not be there yet")],
      options: [address, passphrase],
      notes: [
        "What opens the database opens the vault, which has the state of one moment. Each customer's"
          + " records are checked first. Times go on as after a restart of the machine: access tokens"
          + " and codes end, blocks and the answers to requests with a key do not. The audit logs"
          + " follow each other in one."
      ]),
    Subcommand(
      "db rotate-keys", "seal all records with new keys; end all servers first",
      options: [
        address, passphrase,
        CommandOption(
          "new-passphrase-file", .file("FILE"),
          "read the passphrase from then on from the first line (the same one)"),
      ],
      notes: [
        "It needs the role that owns the tables. It happens completely or not at all. Copies from"
          + " before are opened by the passphrase from before."
      ]),
  ]

  /// nil: another command.
  init?(_ given: Invocation) throws(WalletError) {
    switch given.command.name {
    case "db init": self = .create(try Options.person(given, of: "db init"))
    case "db migrate": self = .migrate
    case "db check": self = .check
    case "db import": self = .importVault(given.arguments.first ?? "")
    case "db export": self = .exportVault(given.arguments.first ?? "")
    case "db rotate-keys": self = .rotateKeys(given.text("new-passphrase-file"))
    default: return nil
    }
  }

  /// - Returns: Lines of output.
  func run(_ options: Options) throws(WalletError) -> [String] {
    guard let store = options.store, DatabaseAddress.isAddress(store) else {
      throw Options.wrong("db needs --store postgresql://HOST/NAME")
    }
    let address = try DatabaseAddress(store)
    switch self {
    case .create(let details):
      let passphrase = try Self.passphrase(options)
      defer { passphrase.wipe() }
      var profile = CustomerProfile(owner: details)
      profile.customerID = .random
      try PostgresStore.create(at: address, passphrase: passphrase, profile: profile)
      return ["made the tables; the first customer is \(profile.customerID)"]
    case .migrate:
      let (before, after) = try PostgresStore.migrate(address)
      return [before == after ? "version \(after), as before" : "version \(before) to \(after)"]
    case .check:
      let passphrase = try Self.passphrase(options)
      defer { passphrase.wipe() }
      let report = try PostgresStore.check(address, secret: passphrase)
      try Self.check(report)
      return [
        "good: \(report.cards) cards, \(report.records) records, \(report.auditEntries) audit entries"
      ]
    case .importVault(let path):
      let passphrase = try Self.passphrase(options)
      defer { passphrase.wipe() }
      try Vault.withRows(of: path, passphrase: passphrase) { rows throws(WalletError) in
        try PostgresStore.copy(rows, to: address)
      }
      let report = try PostgresStore.check(address, secret: passphrase)
      try Self.check(report)
      return ["copied \(report.records) records, \(report.cards) of them cards"]
    case .exportVault(let path):
      let passphrase = try Self.passphrase(options)
      defer { passphrase.wipe() }
      var customers = 0
      let contents = try PostgresStore.withRows(of: address, secret: passphrase) {
        rows throws(WalletError) in
        try Vault.create(at: path, rows.header, rows.slots, rows.keys, passphrase: passphrase) {
          store throws(WalletError) in customers = try rows.copy(into: store)
        }
      }
      return [
        "copied \(contents.records) records of \(customers) customers,"
          + " \(contents.cards) of them cards"
      ]
    case .rotateKeys(let newFile):
      let passphrase = try Self.passphrase(options)
      defer { passphrase.wipe() }
      let newPassphrase = if let newFile { try Files.secret(newFile) } else { passphrase.copy() }
      defer { newPassphrase.wipe() }
      let customers = try PostgresStore.rotateKeys(
        of: address, secret: passphrase, newSecret: newPassphrase)
      return ["sealed all records of \(customers) customers again"]
    }
  }

  private static func check(_ report: VaultReport) throws(WalletError) {
    guard !report.ok else { return }
    throw PostgresStore.damaged(report.findings.map { $0.what.at($0.place) })
  }

  private static func passphrase(_ options: Options) throws(WalletError) -> Secret {
    guard let file = options.passphraseFile else {
      throw Options.wrong("this command needs --passphrase-file")
    }
    return try Files.secret(file)
  }
}

extension CustomerID {
  /// An id that no other customer has.
  static var random: CustomerID { CustomerID(String(IssuerRandom.system.id().prefix(8))) }
}
