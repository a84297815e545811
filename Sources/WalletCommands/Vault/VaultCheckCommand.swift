import Arguments
import FrontEnd
import Glibc
import Secrets
import TextLayout
import VaultLedger
import WalletAPI
import WalletModel
import Words

struct VaultCheckCommand: StatusCommand {
  let path = "vault check"
  let summary = "Check every record, the audit log and the file itself."
  let options: [CommandOption] = [
    CommandOption("repair", "if it is damaged, keep what can be read and replace the file")
  ]
  let answer: String? = """
    `ok`, the counts `cards`, `records` and `auditEntries`, `pagesInLog`, how many pages of changes \
    stood in the log beside the file and not in the file when the check began, and `findings`, a list \
    of `place` and `what`. The place `log` says that it is a copy without its log, `history` that it \
    was put back to an older or another state, `key slots` that another program has changed them. \
    With --repair also `repair`, if something was repaired: `losses` (`kind` and `rows`), `lostRows` \
    (`place`, and `lastFour` of the card if it is known), `mayBeOlder`, `countersAreNew` and `kept`, \
    the damaged files
    """
  let notes: [String] = [
    """
    The file alone is the complete wallet if no program has it open. While a program uses it, \
    changes may be in a log beside it (FILE-wal). A copy of the file without its log is \
    recognised. The last commit is also noted in walletui/commits in $XDG_STATE_HOME (or \
    ~/.local/state), so that a damaged log and an older file are noticed. The wallet can still be \
    used: the next change makes its state the current one.
    """,
    """
    --repair reads all records that can be read, also behind damaged parts of the file, writes them \
    into a new file, checks it, and puts it in the vault's place. No program may have the vault open. \
    The damaged file and its log are kept as FILE.damaged-DATE. The audit log is kept up to its first \
    damaged entry. A sound vault isn't changed. A vault without its header or its key slots can't be \
    repaired.
    """,
  ]

  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let (opener, path) = try VaultFiles.existingVault(invocation)
    let passphrase = try opener.passphrase()
    defer { passphrase.wipe() }
    let words = invocation.words
    let repair = try Output.progress(words.vault.checkingVault) { () throws(WalletError) in
      let commits = StandardPaths.commits
      guard invocation.has("repair") else {
        return VaultRepairReport(
          found: try Vault.check(at: path, passphrase: passphrase, commits: commits))
      }
      return try Vault.repair(path, passphrase: passphrase, commits: commits)
    }
    let report = repair.found
    if invocation.wantsJSON {
      try Output.json(repair.json)
    } else {
      try show(report, path, words)
      if invocation.has("repair") {
        try show(repair, words)
      } else if report.canBeRepaired {
        try Output.line(words.vault.canBeRepaired)
      }
    }
    return report.ok || repair.repaired != nil ? .ok : .damagedVault
  }

  private func show(_ report: VaultReport, _ path: String, _ words: Words) throws(WalletError) {
    if report.pagesInLog > 0 {
      try Output.line(words.vault.pagesInLog(report.pagesInLog, Text.clean(path) + "-wal"))
    }
    for finding in report.findings {
      try Output.line(
        "\(Text.clean(finding.place)): \(Text.clean(words.errors.text(finding.what)))")
    }
    try Output.line(
      words.vault.counts(
        cards: report.cards, records: report.records, entries: report.auditEntries,
        damaged: report.ok ? 0 : report.findings.count))
  }

  private func show(_ repair: VaultRepairReport, _ words: Words) throws(WalletError) {
    guard let repaired = repair.repaired else {
      return try Output.line(words.vault.nothingToRepair)
    }
    for loss in repair.losses { try Output.line(words.vault.rowsLost(loss.rows, loss.kind)) }
    for row in repair.lostRows {
      try Output.line(words.vault.rowLost(row.place, lastFour: row.lastFour))
    }
    if repair.losses.isEmpty && repair.lostRows.isEmpty { try Output.line(words.vault.nothingLost) }
    if repair.mayBeOlder { try Output.line(words.vault.mayBeOlder) }
    if repair.countersAreNew { try Output.line(words.vault.countersAreNew) }
    for file in repair.kept { try Output.line(words.vault.damagedWasKept(Text.clean(file))) }
    try Output.line(words.vault.wasRepaired)
    try Output.line(
      words.vault.counts(
        cards: repaired.cards, records: repaired.records, entries: repaired.auditEntries,
        damaged: 0))
  }
}

extension VaultRepairReport {
  fileprivate var json: JSON {
    [
      "ok": .bool(found.ok), "cards": .count(found.cards), "records": .count(found.records),
      "auditEntries": .count(found.auditEntries), "pagesInLog": .count(found.pagesInLog),
      "findings": .array(
        found.findings.map { ["place": .string($0.place), "what": .string($0.what.english)] }),
      "repair": repaired == nil ? .null : repairJSON,
    ]
  }

  private var repairJSON: JSON {
    [
      "losses": .array(losses.map { ["kind": .string($0.kind), "rows": .count($0.rows)] }),
      "lostRows": .array(
        lostRows.map { ["place": .string($0.place), "lastFour": .text($0.lastFour)] }),
      "mayBeOlder": .bool(mayBeOlder), "countersAreNew": .bool(countersAreNew),
      "kept": .texts(kept),
    ]
  }
}
