import Arguments
import FrontEnd
import Glibc
import RemoteBackend
import Secrets
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct VirtualKeysListCommand: WalletCommand {
  let path = "virtual keys list"
  let summary = "List the ids of this device's keys."
  let answer: String? = "a list of `keyId` and `isNewest`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let keys = try await invocation.wallet(readOnly: true).virtualCards.keys()
    if invocation.wantsJSON {
      return try Output.json(
        .array(keys.map { ["isNewest": .bool($0 == keys.last), "keyId": .string($0)] }))
    }
    let words = invocation.words
    if keys.isEmpty { try Output.line(words.virtualCards.noDeviceKeys) }
    for key in keys { try Output.line(key == keys.last ? words.virtualCards.newest(key) : key) }
  }
}

struct VirtualKeysExportCommand: WalletCommand {
  let path = "virtual keys export"
  let summary = "Write all keys of this device into a file, under a passphrase."
  let arguments: [CommandArgument] = [DeviceKeyFiles.argument]
  let options: [CommandOption] = [
    DeviceKeyFiles.passphraseFile, CommandOption("replace", "replace a file that is there"),
  ]
  let answer: String? = "`file` and `keys`, their number"
  let notes: [String] = [
    """
    Who has the file and the passphrase can read your virtual cards. The passphrase is typed twice, \
    or read from a file. Without it the file is of no use.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let file = KeyArchiveFile(DeviceKeyFiles.absolute(invocation.arguments[0]))
    let replaces = invocation.has("replace")
    if !replaces, file.exists { throw isThere(file) }
    let cards = try await invocation.wallet(readOnly: true).virtualCards
    let count = try await cards.keys().count
    guard count > 0 else { throw WalletError(.deviceKeyMissing) }
    let passphrase = try invocation.newPassphrase(
      DeviceKeyFiles.passphraseFile, asking: invocation.words.commandLine.askNewPassphrase)
    defer { passphrase.wipe() }
    let archive = try await cards.exportKeys(passphrase: passphrase)
    guard try file.write(archive, overwrites: replaces) else { throw isThere(file) }
    try invocation.write(
      ["file": .string(file.path), "keys": .count(count)],
      or: invocation.words.virtualCards.exported(count, Text.clean(file.path)))
  }

  private func isThere(_ file: KeyArchiveFile) -> WalletError {
    WalletError.usage(
      "\(Text.clean(file.path)) is there already", "\(Text.clean(file.path)) gibt es schon",
      advice: .text(
        "Use --replace, or another name.", "Nehmen Sie --replace oder einen anderen Namen."))
  }
}

struct VirtualKeysImportCommand: WalletCommand {
  let path = "virtual keys import"
  let summary = "Take over the keys that another device has exported."
  let arguments: [CommandArgument] = [DeviceKeyFiles.argument]
  let options: [CommandOption] = [DeviceKeyFiles.passphraseFile]
  let answer: String? = "`added`, the number of new keys"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let file = KeyArchiveFile(DeviceKeyFiles.absolute(invocation.arguments[0]))
    guard file.exists else {
      throw WalletError.usage(
        "there is no \(Text.clean(file.path))", "\(Text.clean(file.path)) gibt es nicht")
    }
    let archive = try file.read()
    let cards = try await invocation.wallet().virtualCards
    let passphrase = try DeviceKeyFiles.passphrase(invocation)
    defer { passphrase.wipe() }
    let added = try await cards.importKeys(archive, passphrase: passphrase)
    try invocation.write(
      ["added": .count(added)], or: invocation.words.virtualCards.imported(added))
  }
}

struct VirtualKeysUnlockCommand: WalletCommand {
  let path = "virtual keys unlock"
  let summary = "Open the keys of this device after the sign-in password was changed."
  let options: [CommandOption] = [
    CommandOption(
      "old-password-file", .file("FILE"), "read the old password from its first line; - is stdin"),
    CommandOption("set-aside", "give these keys up without deleting them, and begin without keys"),
  ]
  let notes: [String] = [
    """
    The keys for a wallet on a server are in a file under the password that was used when they were \
    stored. This writes them again under the present one.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let cards = try await invocation.wallet().virtualCards
    let words = invocation.words
    if invocation.has("set-aside") {
      try Output.line(words.virtualCards.keysAreNow(Text.clean(try await cards.setKeysAside())))
      return
    }
    guard WalletOpener(invocation).remote != nil else {
      // There is no such file, which the wallet says.
      try await cards.unlockKeys(oldPassword: Secret(capacity: 1))
      return
    }
    let old = try invocation.secret(
      "old-password-file", .text("old password", "altes Passwort"),
      asking: words.virtualCards.askOldPassword)
    defer { old.wipe() }
    try await cards.unlockKeys(oldPassword: old)
    try Output.line(words.virtualCards.keysAreUnlocked)
  }
}

/// The file of an export, and its passphrase.
enum DeviceKeyFiles {
  static let argument = CommandArgument("FILE", "the file with the keys")
  static let passphraseFile = CommandOption(
    "keys-passphrase-file", .file("FILE"),
    "read the passphrase of the keys from its first line; - is stdin")
  static func passphrase(_ invocation: Invocation) throws(WalletError) -> Secret {
    try invocation.secret(
      passphraseFile.name, asking: invocation.words.virtualCards.askKeysPassphrase)
  }

  /// The path from the root.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = realpath(".", nil) else { return "/" + path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
