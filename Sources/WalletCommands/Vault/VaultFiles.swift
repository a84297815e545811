import Arguments
import FrontEnd
import Glibc
import Secrets
import TextLayout
import VaultLedger
import WalletAPI
import WalletModel
import Words

/// What the commands for copies of a vault share.
enum VaultFiles {
  static let newPassphraseFile = CommandOption(
    "new-passphrase-file", .file("FILE"),
    "read the new passphrase from its first line; - is stdin")
  static let exportPassphraseFile = CommandOption(
    "export-passphrase-file", .file("FILE"),
    "read the passphrase of the export from its first line; - is stdin")
  static let yes = CommandOption("yes", "replace the vault without asking")
  static let noKeep = CommandOption("no-keep", "don't keep the state that is replaced")
  static let contents = "`cards`, `records`, `auditEntries`, `changes` and `lastChange`"

  /// The path of the vault that the options name.
  ///
  /// - Throws: `.vaultMissing` if there is no file.
  static func existingVault(_ invocation: Invocation) throws(WalletError) -> (WalletOpener, String)
  {
    let opener = WalletOpener(invocation)
    let path = try opener.filePath
    if access(path, F_OK) != 0 && errno == ENOENT {
      throw WalletError(.vaultMissing, detail: .verbatim(Text.clean(path)))
    }
    return (opener, path)
  }

  /// Reports that a copy was made, and its contents.
  static func report(
    _ contents: VaultContents, of file: String, _ wasMade: String, _ invocation: Invocation
  ) throws(WalletError) {
    warn(contents, invocation.words)
    if invocation.wantsJSON { return try Output.json(contents.json(file: file)) }
    try Output.line(wasMade)
    try Output.line(line(contents, invocation.words))
  }

  private static func warn(_ contents: VaultContents, _ words: Words) {
    for concern in contents.concerns { Output.note("walletui: " + words.errors.text(concern)) }
  }

  private static func line(_ contents: VaultContents, _ words: Words) -> String {
    words.vault.contains(
      cards: contents.cards, records: contents.records, changes: Int(contents.changes),
      lastChange: contents.lastChange.map { ($0, .now) })
  }

  /// Checks the copy, says what it holds, and asks whether it may replace the vault at `path`, if there
  /// is one.
  static func confirmReplacing(
    _ path: String, by copy: String, _ passphrase: Secret, _ invocation: Invocation
  ) throws(WalletError) {
    let words = invocation.words
    let contents = try Output.progress(words.vault.checkingVault) { () throws(WalletError) in
      try Vault.inspect(at: copy, passphrase: passphrase)
    }
    if !invocation.wantsJSON { try Output.line(line(contents, words)) }
    warn(contents, words)
    guard access(path, F_OK) == 0 else { return }
    try invocation.confirm(words.vault.replacesVault(Text.clean(path)))
  }

  static func show(_ replaced: ReplacedVault, _ path: String, _ invocation: Invocation)
    throws(WalletError)
  {
    if invocation.wantsJSON {
      return try Output.json(replaced.contents.json(file: path, kept: replaced.kept))
    }
    let words = invocation.words
    try Output.line(words.vault.wasReplaced(Text.clean(path)))
    if let kept = replaced.kept { try Output.line(words.vault.stateWasKept(Text.clean(kept))) }
  }
}

extension VaultContents {
  fileprivate func json(file: String, kept: String? = nil) -> JSON {
    [
      "file": .string(file), "cards": .count(cards), "records": .count(records),
      "auditEntries": .count(auditEntries), "changes": .integer(changes),
      "lastChange": .text(lastChange?.description), "kept": .text(kept),
    ]
  }
}
