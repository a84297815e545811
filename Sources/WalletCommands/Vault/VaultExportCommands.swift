import Arguments
import FrontEnd
import Secrets
import TextLayout
import VaultLedger
import WalletModel
import Words

struct VaultExportCommand: WalletCommand {
  let path = "vault export"
  let summary = "Copy the vault into a file with a passphrase of its own."
  let arguments = [CommandArgument("FILE", "the new file")]
  let options: [CommandOption] = [VaultFiles.newPassphraseFile]
  let answer: String? = "`file`, \(VaultFiles.contents)"
  let notes: [String] = [
    """
    It is a whole vault in one encrypted file, for another machine. The passphrases and key files of \
    the vault don't open it, only the new passphrase does. `vault import` takes it over. A file that \
    is there is never replaced.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let (opener, path) = try VaultFiles.existingVault(invocation)
    let file = DeviceKeyFiles.absolute(invocation.arguments[0])
    let words = invocation.words
    let passphrase = try opener.passphrase()
    defer { passphrase.wipe() }
    let new = try invocation.newPassphrase(
      VaultFiles.newPassphraseFile, asking: words.vault.askNewExportPassphrase)
    defer { new.wipe() }
    let contents = try Output.progress(words.vault.backingUp) { () throws(WalletError) in
      try Vault.export(path, passphrase: passphrase, to: file, exportPassphrase: new)
    }
    try VaultFiles.report(
      contents, of: file, words.vault.exportWasMade(Text.clean(file)), invocation)
  }
}

struct VaultImportCommand: WalletCommand {
  let path = "vault import"
  let summary = "Put an export in the place of the vault."
  let arguments = [CommandArgument("FILE", "the export")]
  let options: [CommandOption] = [
    VaultFiles.exportPassphraseFile, VaultFiles.yes, VaultFiles.noKeep,
  ]
  let answer: String? = """
    `file`, \(VaultFiles.contents), and `kept`, the file with the state that was replaced
    """
  let notes: [String] = [
    """
    The whole export is checked first. Then you are told what it holds, and asked. Afterwards one \
    passphrase opens the vault: a new one that is typed twice, or the one of --passphrase-file. No \
    program may have the vault open. The state that is replaced is kept beside the vault as \
    FILE.before-import-DATE. Killed at any moment, the vault has the old or the new state.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let opener = WalletOpener(invocation)
    let path = try opener.filePath
    let file = DeviceKeyFiles.absolute(invocation.arguments[0])
    let words = invocation.words
    let passphrase = try invocation.secret(
      VaultFiles.exportPassphraseFile.name, asking: words.vault.askExportPassphrase)
    defer { passphrase.wipe() }
    try VaultFiles.confirmReplacing(path, by: file, passphrase, invocation)
    let new = try opener.newPassphrase()
    defer { new.wipe() }
    if opener.vault == nil { try WalletOpener.makeFolder(of: path) }
    let replaced = try Output.progress(words.vault.restoring) { () throws(WalletError) in
      try Vault.importExport(
        file, exportPassphrase: passphrase, to: path, newPassphrase: new,
        keepsOld: !invocation.has(VaultFiles.noKeep.name), commits: StandardPaths.commits)
    }
    try VaultFiles.show(replaced, path, invocation)
  }
}
