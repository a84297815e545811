import Arguments
import FrontEnd
import Secrets
import TextLayout
import VaultLedger
import WalletModel
import Words

struct VaultBackupCommand: WalletCommand {
  let path = "vault backup"
  let summary = "Copy the vault into a new file, and check the copy."
  let arguments = [CommandArgument("FILE", "the new file")]
  let answer: String? = "`file`, \(VaultFiles.contents)"
  let notes: [String] = [
    """
    The wallet may be open, also in another program: the copy is one state of it. The passphrases \
    and key files of the vault open the copy. A file that is there is never replaced.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let (opener, path) = try VaultFiles.existingVault(invocation)
    let file = DeviceKeyFiles.absolute(invocation.arguments[0])
    let passphrase = try opener.passphrase()
    defer { passphrase.wipe() }
    let words = invocation.words
    let contents = try Output.progress(words.vault.backingUp) { () throws(WalletError) in
      try Vault.backUp(path, passphrase: passphrase, to: file)
    }
    try VaultFiles.report(
      contents, of: file, words.vault.backupWasMade(Text.clean(file)), invocation)
  }
}

struct VaultRestoreCommand: WalletCommand {
  let path = "vault restore"
  let summary = "Put a backup in the place of the vault."
  let arguments = [CommandArgument("FILE", "the backup")]
  let options: [CommandOption] = [VaultFiles.yes, VaultFiles.noKeep]
  let answer: String? = """
    `file`, \(VaultFiles.contents), and `kept`, the file with the state that was replaced
    """
  let notes: [String] = [
    """
    The whole backup is checked first. Then you are told what it holds, and asked. The passphrase is \
    the one of the backup, also afterwards. No program may have the vault open. The state that is \
    replaced is kept beside the vault as FILE.before-restore-DATE. Killed at any moment, the vault \
    has the old or the new state.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let opener = WalletOpener(invocation)
    let path = try opener.filePath
    let file = DeviceKeyFiles.absolute(invocation.arguments[0])
    let words = invocation.words
    let passphrase = try invocation.secret(
      "passphrase-file", asking: words.vault.askBackupPassphrase)
    defer { passphrase.wipe() }
    try VaultFiles.confirmReplacing(path, by: file, passphrase, invocation)
    if opener.vault == nil { try WalletOpener.makeFolder(of: path) }
    let replaced = try Output.progress(words.vault.restoring) { () throws(WalletError) in
      try Vault.restore(
        file, passphrase: passphrase, to: path, keepsOld: !invocation.has(VaultFiles.noKeep.name),
        commits: StandardPaths.commits)
    }
    try VaultFiles.show(replaced, path, invocation)
  }
}
