import Arguments
import FrontEnd
import Glibc
import RemoteBackend
import Secrets
import TextLayout
import VaultLedger
import WalletAPI
import WalletModel
import Words

struct VaultPasswdCommand: WalletCommand {
  let path = "vault passwd"
  let summary = "Change the passphrase, or add and remove passphrases and key files."
  let options: [CommandOption] = [
    CommandOption("list", "list the key slots and change nothing"),
    CommandOption("add", "add a key slot instead of changing the one that opened the vault"),
    CommandOption("remove", .number("N", 1...8), "remove a key slot"),
    VaultFiles.newPassphraseFile,
    CommandOption("new-key-file", .file("FILE"), "make a key file in place of a new passphrase"),
    CommandOption("label", .text("TEXT"), "a name for the slot that is added"),
  ]
  let answer: String? = """
    a list of the key slots: `number`, `kind` (PASSPHRASE or KEY_FILE; without it the slot is \
    damaged), `label`, `made`, and `isOpened`, whether this one opened the vault
    """
  let notes: [String] = [
    """
    A vault has up to eight key slots; each opens it. Without an option, the passphrase that opened \
    the vault is changed. The new one is typed twice. A key file is a file with a random key. It is \
    used like a file with a passphrase: --passphrase-file FILE. The last slot can't be removed.
    """,
    """
    Old copies of the file can still be opened with the passphrases that they had. Who had opened \
    the vault could have kept its data key, which stays the same.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    try check(invocation)
    let (opener, path) = try VaultFiles.existingVault(invocation)
    let secret = try opener.passphrase()
    defer { secret.wipe() }
    // A wrong passphrase is reported before the new one is asked for.
    let before = try Vault.slots(at: path, secret: secret)
    if invocation.has("list") {
      try show(before, invocation)
      return
    }
    if let number = invocation.number("remove") {
      let after = try Vault.changeSlots(
        at: path, secret: secret, .remove(number), commits: StandardPaths.commits)
      try show(after, invocation, invocation.words.vault.slotWasRemoved(number))
      return
    }
    let file = invocation.text("new-key-file").map(DeviceKeyFiles.absolute)
    let new = try newSecret(invocation, file)
    defer { new.wipe() }
    // Held, so that nothing else is removed if its name means another file by then.
    let made = file.map { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) } ?? -1
    defer { close(made) }
    let isAdded = invocation.has("add")
    let after: [KeySlotEntry]
    do throws(WalletError) {
      after = try Vault.changeSlots(
        at: path, secret: secret,
        isAdded ? .add(new, label: invocation.name("label") ?? "") : .replace(with: new),
        commits: StandardPaths.commits)
    } catch {
      if let file, !error.mayHaveHappened { PrivateFolder.remove(path: file, of: made) }
      throw error
    }
    let words = invocation.words
    let added = after.first { slot in !before.contains { $0.number == slot.number } }
    try show(
      after, invocation,
      added.map { words.vault.slotWasAdded($0.number) } ?? words.vault.passphraseWasChanged)
    if let file, !invocation.wantsJSON {
      try Output.line(words.vault.keyFileWasMade(Text.clean(file)))
    }
  }

  private func check(_ invocation: Invocation) throws(WalletError) {
    let modes = ["list", "add", "remove"].filter { invocation.has($0) }
    let secrets = [VaultFiles.newPassphraseFile.name, "new-key-file"].filter { invocation.has($0) }
    let clash: [String] =
      if modes.count > 1 {
        modes
      } else if secrets.count > 1 {
        secrets
      } else if let mode = modes.first, mode != "add", let other = secrets.first {
        [mode, other]
      } else {
        []
      }
    guard clash.count < 2 else {
      throw WalletError.together(clash[0], clash[1])
    }
    guard invocation.has("add") || !invocation.has("label") else {
      throw WalletError.usage("--label needs --add", "--label geht nur mit --add")
    }
  }

  private func newSecret(_ invocation: Invocation, _ file: String?) throws(WalletError) -> Secret {
    guard let file else {
      return try invocation.newPassphrase(
        VaultFiles.newPassphraseFile, asking: invocation.words.commandLine.askNewPassphrase)
    }
    let key = KeyFile.newKey()
    // Before the slot: a slot whose key is lost could not be opened.
    try KeyFile.write(key, to: file)
    return key
  }

  private func show(_ slots: [KeySlotEntry], _ invocation: Invocation, _ done: String? = nil)
    throws(WalletError)
  {
    if invocation.wantsJSON { return try Output.json(.array(slots.map(\.json))) }
    let words = invocation.words
    if let done { return try Output.line(done) }
    let titles = words.vault
    var table = Table([titles.slotNumber, titles.slotKind, titles.slotMade, titles.slotLabel])
    for slot in slots {
      let kind =
        switch slot.kind {
        case .passphrase?: words.vault.passphraseSlot
        case .keyFile?: words.vault.keyFileSlot
        case nil: words.vault.damagedSlot
        }
      table.add([
        "\(slot.number)", slot.isOpened ? words.vault.opened(kind) : kind,
        slot.made.map { words.date($0, in: .utc) } ?? "", Text.clean(slot.label),
      ])
    }
    try Output.text(table.text)
  }
}

extension KeySlotEntry {
  fileprivate var json: JSON {
    let word: JSON =
      switch kind {
      case .passphrase?: "PASSPHRASE"
      case .keyFile?: "KEY_FILE"
      case nil: .null
      }
    return [
      "number": .count(number), "kind": word, "label": .string(label),
      "made": .text(made?.description), "isOpened": .bool(isOpened),
    ]
  }
}
