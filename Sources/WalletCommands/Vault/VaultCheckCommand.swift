import Arguments
import FrontEnd
import Glibc
import Secrets
import TextLayout
import VaultLedger
import WalletModel
import Words

struct VaultCheckCommand: WalletCommand {
  let path = "vault check"
  let summary = "Check every record, the audit log and the file itself."
  let answer: String? = """
    `ok`, the counts `cards`, `records` and `auditEntries`, `pagesInLog`, how many pages of changes \
    stood in the log beside the file and not in the file when the check began, and `findings`, a list \
    of `place` and `what`. The place `log` says that it is a copy without its log, `history` that it \
    was put back to an older state
    """
  let notes: [String] = [
    """
    The file alone is the complete wallet if no program has it open. While a program uses it, \
    changes may be in a log beside it (FILE-wal). A copy of the file without its log is \
    recognised. The last commit is also noted in walletui/commits in $XDG_STATE_HOME (or \
    ~/.local/state), so that a damaged log and an older file are noticed. The wallet can still be \
    used: the next change makes its state the current one.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let opener = WalletOpener(invocation)
    try opener.refuseWithoutFile()
    let path = try opener.path
    if access(path, F_OK) != 0 && errno == ENOENT {
      throw WalletError(.vaultMissing, details: [.verbatim(Text.clean(path))])
    }
    let passphrase = try opener.passphrase()
    defer { passphrase.wipe() }
    let report = try Output.progress(invocation.words.checkingVault) { () throws(WalletError) in
      try Vault.check(at: path, passphrase: passphrase, commits: StandardPaths.commits)
    }
    if invocation.wantsJSON {
      try Output.json(CheckAnswer(report))
    } else {
      if report.pagesInLog > 0 {
        try Output.line(invocation.words.pagesInLog(report.pagesInLog, Text.clean(path) + "-wal"))
      }
      for finding in report.findings {
        try Output.line(
          "\(Text.clean(finding.place)): \(Text.clean(invocation.words.text(finding.what)))")
      }
      try Output.line(
        invocation.words.counts(
          cards: report.cards, records: report.records, entries: report.auditEntries,
          damaged: report.ok ? 0 : report.findings.count))
    }
    return report.ok ? .ok : .damagedVault
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
    findings = report.findings.map { Finding(place: $0.place, what: $0.what.english) }
  }
}
