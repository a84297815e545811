import Arguments
import Canvas
import FrontEnd
import Glibc
import Secrets
import VaultLedger
import WalletAPI
import WalletModel
import Words

/// The wallet's file.
extension Commands {
  static let vault = [vaultInit, vaultCheck]

  private static let vaultInit = Subcommand(
    "vault init", "Make a new vault.",
    options: [
      CommandOption("sample", "with sample cards in it"),
      CommandOption("name", .text("NAME"), "the name on your cards"),
      CommandOption("mobile", .text("NUMBER"), "where codes are sent by SMS: +359 888123456"),
      CommandOption("email", .text("ADDRESS"), "where codes are sent by e-mail"),
      CommandOption("market", .choice("MARKET", ["EU", "US"]), "whose rules apply"),
    ],
    answer: "`vault`, the file's path",
    notes: [
      """
      The file goes to --vault FILE, else to walletui/wallet.vault in $XDG_DATA_HOME (or \
      ~/.local/share). It is encrypted with the passphrase and readable by you alone. There is no \
      way back in without the passphrase.
      """
    ]
  ) { invocation throws(WalletError) in
    let opener = WalletOpener(invocation)
    try refuseWithoutFile(opener)
    let path = try opener.path
    if access(path, F_OK) == 0 {
      throw WalletError(.vaultExists, details: [Text.clean(path)])
    }
    if opener.vault != nil { try checkFolder(of: path) }
    let owner = try owner(invocation)
    let passphrase = try opener.newPassphrase()
    defer { passphrase.wipe() }
    if opener.vault == nil { try WalletOpener.makeFolder(of: path) }
    try Output.progress(invocation.words.makingVault) { () throws(WalletError) in
      try Vault.create(
        at: path, passphrase: passphrase, options: VaultOptions(sample: invocation.has("sample")),
        profile: owner)
    }
    if invocation.wantsJSON {
      try Output.json(["vault": path])
    } else {
      try Output.line(invocation.words.vaultWasMade(Text.clean(path)))
    }
    return .ok
  }

  private static let vaultCheck = Subcommand(
    "vault check", "Check every record, the audit log and the file itself.",
    answer: """
      `ok`, the counts `cards`, `records` and `auditEntries`, `pagesInLog`, how many pages of changes \
      stood in the log beside the file and not in the file when the check began, and `findings`, a list \
      of `place` and `what`. The place `log` says that it is a copy without its log, `history` that it \
      was put back to an older state
      """,
    notes: [
      """
      The file alone is the whole wallet when no program has it open. While one has, changes may stand \
      in a log beside it (FILE-wal): a copy of the file without it is told from a whole one. What was \
      committed last is kept in walletui/commits in $XDG_STATE_HOME (or ~/.local/state) as well, so \
      that a file or a log that was damaged or put back to an older state is noticed. It can be used all \
      the same: with the next change it is the state that counts.
      """
    ]
  ) { invocation throws(WalletError) in
    let opener = WalletOpener(invocation)
    try refuseWithoutFile(opener)
    let path = try opener.path
    if access(path, F_OK) != 0 && errno == ENOENT {
      throw WalletError(.vaultMissing, details: [Text.clean(path)])
    }
    let passphrase = try opener.passphrase()
    defer { passphrase.wipe() }
    let report = try Output.progress(invocation.words.checkingVault) { () throws(WalletError) in
      try Vault.check(at: path, passphrase: passphrase, commits: Places.commits)
    }
    if invocation.wantsJSON {
      try Output.json(CheckAnswer(report))
    } else {
      if report.pagesInLog > 0 {
        try Output.line(invocation.words.pagesInLog(report.pagesInLog, Text.clean(path) + "-wal"))
      }
      for finding in report.findings {
        try Output.line(
          "\(Text.clean(finding.place)): \(Text.clean(invocation.words.translated(finding.what)))")
      }
      try Output.line(
        invocation.words.counts(
          cards: report.cards, records: report.records, entries: report.auditEntries,
          damaged: report.ok ? 0 : report.findings.count))
    }
    return report.ok ? .ok : .damagedVault
  }

  /// The customer as the options say, or as the person answers; nil: the sample's.
  private static func owner(_ invocation: Invocation) throws(WalletError) -> CustomerProfile? {
    guard ["name", "mobile", "email", "market"].contains(where: { invocation.text($0) != nil })
    else { return invocation.has("sample") ? nil : try askedOwner(invocation.words) }
    let details = CustomerDetails(
      name: invocation.text("name") ?? "", mobile: invocation.text("mobile") ?? "",
      email: invocation.text("email") ?? "",
      market: invocation.text("market").flatMap(Market.init) ?? .eu)
    if let error = WalletError.invalid(details.fieldErrors) { throw error }
    return CustomerProfile(owner: details)
  }

  private static func askedOwner(_ words: Words) throws(WalletError) -> CustomerProfile {
    guard let console = Console.open() else {
      throw WalletError(
        .usage, details: ["a new vault needs its owner, and there is no terminal to ask on"],
        advice: "Give --name, --mobile and --email, or --sample.")
    }
    defer { console.close() }
    let details = CustomerDetails(
      name: try console.line(words.askName),
      mobile: try console.line(words.askMobile),
      email: try console.line(words.askEmail))
    if let error = WalletError.invalid(details.fieldErrors) { throw error }
    return CustomerProfile(owner: details)
  }

  /// A folder that was named must be there: only the usual one is made.
  private static func checkFolder(of path: String) throws(WalletError) {
    guard let cut = path.lastIndex(of: "/"), cut != path.startIndex else { return }
    let folder = String(path[..<cut])
    guard access(folder, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR) else { return }
    throw WalletError(
      .vaultMissing, "The folder does not exist", details: [Text.clean(folder)],
      advice: "Make it first, with mode 700, or choose another.")
  }

  private static func refuseWithoutFile(_ opener: WalletOpener) throws(WalletError) {
    if opener.demo {
      throw WalletError(
        .usage, details: ["the demo wallet has no file"], advice: "Leave --demo out.")
    }
    if opener.remote != nil {
      throw WalletError(
        .usage, details: ["a server's wallet has no file here"], advice: "Leave --server out.")
    }
  }
}

private struct CheckAnswer: Encodable {
  struct Finding: Encodable {
    let place: String
    let what: String
  }
  let ok: Bool
  let cards: Int
  let records: Int
  let auditEntries: Int
  let pagesInLog: Int
  let findings: [Finding]

  init(_ report: VaultReport) {
    ok = report.ok
    cards = report.cards
    records = report.records
    auditEntries = report.auditEntries
    pagesInLog = report.pagesInLog
    findings = report.findings.map { Finding(place: $0.place, what: $0.what) }
  }
}
