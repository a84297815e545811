import Foundation
import Testing

@testable import CommandTesting

/// The passphrases of a vault, its copies, and its repair.
struct VaultLifeTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private func run(_ words: [String], _ passphrase: String, input: String? = nil) throws -> Run {
    try Command.run(
      words + ["--vault", vault.file, "--passphrase-file", passphrase], input: input,
      environment: ["XDG_STATE_HOME": vault.folder.path + "/state"])
  }

  @Test func thePassphraseIsChanged() throws {
    let new = try vault.write("the new one\n", to: "new")
    let changed = try vault.run(["vault", "passwd", "--new-passphrase-file", new]).succeeded()
    #expect(changed.out.contains("was changed"))
    #expect(try vault.run(["cards"]).status == 20)
    #expect(try run(["cards"], new).status == 0)
    // Both from standard input, one after the other.
    try run(
      ["vault", "passwd", "--new-passphrase-file", "-"], "-",
      input: "the new one\ncorrect horse\n"
    ).succeeded()
    #expect(try vault.run(["cards"]).status == 0)
  }

  @Test func aKeyFileOpensTheVault() throws {
    let key = vault.folder.path + "/key"
    let added = try vault.run(
      ["vault", "passwd", "--add", "--new-key-file", key, "--label", "stick"]).succeeded()
    #expect(added.out.contains("Key slot 2 was added"))
    let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let list = try run(["vault", "passwd", "--list", "--json"], key).list()
    #expect(list.map { $0["kind"] as? String } == ["PASSPHRASE", "KEY_FILE"])
    #expect(list.map { $0["label"] as? String } == ["", "stick"])
    #expect(list.map { $0["isOpened"] as? Bool } == [false, true])
    // No digit of the key is anywhere else.
    let digits = try String(contentsOfFile: key, encoding: .utf8).suffix(65).dropLast()
    #expect(!added.out.contains(digits) && !added.err.contains(digits))

    // It is not made again, and the vault stays as it is.
    #expect(try vault.run(["vault", "passwd", "--add", "--new-key-file", key]).status == 2)
    #expect(try run(["vault", "passwd", "--list", "--json"], key).list().count == 2)
    // Others must not be able to read it.
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
    try run(["cards"], key).refused(2, "Others can read the key file")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)

    #expect(try run(["vault", "passwd", "--remove", "1"], key).status == 0)
    #expect(try vault.run(["cards"]).status == 20)
    try run(["vault", "passwd", "--remove", "2"], key).refused(2, "the last one")
    #expect(try run(["cards"], key).status == 0)
  }

  @Test(
    arguments: [
      (["--list", "--add"], "don't go together"),
      (["--list", "--remove", "1"], "don't go together"),
      (["--label", "x"], "needs --add"), (["--remove", "9"], "--remove"),
      (["--remove", "1", "--new-key-file", "x"], "don't go together"),
      (["--new-passphrase-file", "x", "--new-key-file", "y"], "don't go together"),
      ([], "--new-passphrase-file FILE"), (["--remove", "4"], "no key slot 4"),
    ])
  func mistakesAreReported(_ words: [String], _ message: String) throws {
    let vault = try TestVault(sample: false)
    try vault.run(["vault", "passwd"] + words).refused(2, message)
  }

  @Test func aBackupIsRestored() throws {
    let backup = vault.folder.path + "/backup"
    let pass = vault.passphraseFile
    try run(["vault", "backup", backup], pass).succeeded()
    #expect(try run(["vault", "backup", backup], pass).status == 2)
    let everyday = try vault.id("Everyday")
    #expect(try run(["card", "lock", everyday], pass).status == 0)

    let asked = try run(["vault", "restore", backup], pass)
    #expect(asked.status == 2)
    #expect(asked.out.contains("6 cards"))
    #expect(asked.err.contains("--yes"))
    let restored = try run(["vault", "restore", backup, "--yes", "--json"], pass).succeeded()
    let kept = try restored.text("kept")
    // The old state that was wanted is not reported.
    let card = try run(["card", "show", everyday, "--json"], pass)
    #expect(try card.object()["status"] as? String == "ACTIVE")
    #expect(card.err == "")
    let before = try Command.run(
      ["card", "show", everyday, "--json", "--vault", kept, "--passphrase-file", pass])
    #expect(try before.object()["status"] as? String == "LOCKED")
    #expect(try run(["doctor"], pass).status == 0)

    let wrong = try vault.write("wrong\n", to: "wrong")
    #expect(try run(["vault", "restore", backup, "--yes"], wrong).status == 20)
    let none = try run(["vault", "restore", backup + "2", "--yes"], pass)
    #expect(none.status == 24)
  }

  @Test func anExportMakesAVault() throws {
    let new = try vault.write("for export\n", to: "new")
    let export = vault.folder.path + "/export"
    try vault.run(["vault", "export", export, "--new-passphrase-file", new]).succeeded()
    // On a machine without a vault: no question, and the default place.
    let home = ["XDG_DATA_HOME": vault.folder.path + "/data"]
    let mine = try vault.write("this is mine\n", to: "mine")
    try Command.run(
      [
        "vault", "import", export, "--export-passphrase-file", new, "--passphrase-file", mine,
      ], environment: home
    ).succeeded()
    let cards = try Command.run(["cards", "--passphrase-file", mine], environment: home)
    #expect(cards.status == 0 && cards.out.contains("Everyday"))
    #expect(
      try Command.run(["cards", "--passphrase-file", new], environment: home).status == 20)
  }

  @Test func aDamagedVaultIsRepaired() throws {
    let sound = try vault.run(["vault", "check", "--repair"]).succeeded()
    #expect(sound.out.contains("nothing to repair"))
    let damage = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.execute("UPDATE cards SET box=substr(box,1,60)||x'00ff'||substr(box,63) WHERE id=(SELECT min(id) FROM cards)")
      c.commit()
      """
    try Run.program("/usr/bin/python3", ["-c", damage, vault.file]).succeeded()
    let found = try vault.run(["vault", "check"])
    #expect(found.status == 23)
    #expect(found.out.contains("--repair"))
    let repaired = try vault.run(["vault", "check", "--repair"]).succeeded()
    #expect(repaired.out.contains("Lost: card 0 of card ·· 4821."), "\(repaired.out)")
    #expect(repaired.out.contains("The damaged file is kept"))
    #expect(try vault.beside().allSatisfy { $0.hasPrefix("wallet.vault.damaged-20") })
    #expect(try vault.run(["vault", "check"]).status == 0)
    #expect(try vault.run(["cards"]).err == "")
  }
}
