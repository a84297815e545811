import Foundation
import Testing

@testable import CommandTesting

/// A vault on the disk: changes are kept, and bad input is refused.
struct VaultTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private func status(_ run: Run) throws -> String? { try run.object()["status"] as? String }

  @Test func changesAreStored() throws {
    let everyday = try vault.id("Everyday")
    #expect(try status(vault.run(["card", "lock", everyday, "--json"])) == "LOCKED")
    #expect(try vault.run(["card", "lock", everyday]).status == 5)
    #expect(try status(vault.run(["card", "show", everyday, "--json"])) == "LOCKED")
    #expect(try status(vault.run(["card", "unlock", everyday, "--json"])) == "ACTIVE")

    #expect(try vault.run(["card", "cancel", everyday]).status == 2)
    #expect(try vault.run(["card", "cancel", everyday, "--confirm", "0000"]).status == 11)
    let cancelled = try vault.run(["card", "cancel", everyday, "--confirm", "4821", "--json"])
    #expect(try status(cancelled) == "CANCELLED")
    let again = try vault.run(["card", "unlock", everyday, "--json"])
    #expect(again.status == 5)
    #expect(try again.errorObject()["code"] as? String == "WUI-TRANSITION")

    let created = try vault.run(
      [
        "card", "create", "--program", "SKRILL-VIRTUAL-MC-EEA", "--currency", "EUR", "--alias",
        "Train", "--json",
      ])
    #expect(try status(created) == "ACTIVE")
    #expect(try vault.id("Train") == created.object()["cardId"] as? String)

    let check = try vault.run(["vault", "check", "--json"]).succeeded()
    #expect(try check.object()["ok"] as? Bool == true)
    #expect(try check.object()["cards"] as? Int == 7)
  }

  @Test func activationDataAreChecked() throws {
    let id = try vault.id("New plastic")
    let cvv = try vault.write("000\n", to: "cvv")
    let wrong = try vault.run(
      ["card", "activate", id, "--last-four", "9999", "--cvv-file", cvv, "--json"])
    #expect(wrong.status == 12)
    let short = try vault.run(
      ["card", "activate", id, "--last-four", "99", "--cvv-file", cvv, "--json"])
    #expect(short.status == 4)
  }

  @Test func badInput() throws {
    let vault = try TestVault(sample: false)
    let wrong = try vault.write("incorrect\n", to: "wrong")
    let list = ["cards", "--vault", vault.file, "--passphrase-file"]
    #expect(try Command.run(list + [wrong]).status == 20)
    #expect(try Command.run(list + [vault.write("\n", to: "empty")]).status == 2)
    #expect(try Command.run(list + [vault.folder.path + "/none"]).status == 2)
    #expect(try Command.run(["cards", "--vault", vault.file]).status == 2)
    #expect(try vault.run(["vault", "init"]).status == 25)

    let text = try vault.write(String(repeating: "not a vault ", count: 1000), to: "text")
    let missing = vault.folder.path + "/missing"
    let pass = ["--passphrase-file", vault.passphraseFile]
    #expect(try Command.run(["cards", "--vault", text] + pass).status == 21)
    #expect(try Command.run(["cards", "--vault", missing] + pass).status == 24)
    #expect(try Command.run(["vault", "check", "--vault", missing] + pass).status == 24)

    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: vault.file)
    #expect(try vault.run(["cards"]).status == 27)
  }

  @Test func aPassphraseFileThatOthersCanReadIsReported() throws {
    let vault = try TestVault(sample: false)
    let quiet = try vault.run(["cards"]).succeeded()
    #expect(quiet.err == "")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: vault.passphraseFile)
    let warned = try vault.run(["cards"]).succeeded()
    #expect(warned.err.contains("others can read"))
  }

  @Test func thePassphraseCanComeFromStandardInput() throws {
    let vault = try TestVault(sample: false)
    try Command.run(
      ["vault", "init", "--vault", vault.file + "2", "--passphrase-file", vault.passphraseFile])
      .refused(2, "--sample")
    let home = ["XDG_DATA_HOME": vault.folder.path + "/data"]
    try Command.run(
      ["vault", "init", "--passphrase-file", "-"] + TestVault.owner,
      input: "from a pipe\nmore", environment: home
    ).succeeded()
    let folder = vault.folder.path + "/data/walletui"
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    let list = try Command.run(
      ["cards", "--passphrase-file", "-"], input: "from a pipe\r\n", environment: home
    ).succeeded()
    #expect(list.out.contains("No cards."))
  }

  /// A row in an older state is valid by itself. Only the root record shows the difference.
  @Test func aRolledBackRowIsReported() throws {
    let everyday = try vault.id("Everyday")
    func sql(_ text: String) throws {
      let run = "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])"
      try Run.program("/usr/bin/python3", ["-c", run, vault.file, text]).succeeded()
    }
    let attach = "ATTACH '\(vault.folder.path)/kept' AS k; "
    try sql(attach + "CREATE TABLE k.kept AS SELECT * FROM cards")
    #expect(try vault.run(["card", "lock", everyday]).err == "")
    try sql(attach + "DELETE FROM cards; INSERT INTO cards SELECT * FROM k.kept")
    let list = try vault.run(["cards"]).succeeded()
    #expect(list.err.contains("the vault is damaged"))
    #expect(list.err.contains("vault check"))
    #expect(try vault.run(["vault", "check"]).status == 23)
  }

  /// D2: a copy of the file is a copy of the wallet, when the program has ended.
  @Test func theFileAloneIsTheCompleteWallet() throws {
    for _ in 0..<3 {
      try vault.runProgram(
        ["card", "create", "--program", "SKRILL-VIRTUAL-MC-EEA", "--currency", "EUR"]).succeeded()
      #expect(try vault.beside() == [])
    }
    #expect(try vault.runProgram(["cards"]).status == 0)
    #expect(try vault.runProgram(["vault", "check"]).status == 0)
    #expect(try vault.beside() == [])
    let copy = vault.folder.path + "/copy"
    try FileManager.default.copyItem(atPath: vault.file, toPath: copy)
    let check = try Command.run(
      ["vault", "check", "--json", "--vault", copy, "--passphrase-file", vault.passphraseFile])
    #expect(check.status == 0)
    #expect(try check.object()["cards"] as? Int == 9)
  }

  /// D6: the file, or its log, is in another state than it was left in.
  @Test func aRestoredOldVaultIsReported() throws {
    let state = ["XDG_STATE_HOME": vault.folder.path + "/state"]
    func run(_ words: [String]) throws -> Run {
      try Command.run(words + vault.options, environment: state)
    }
    let everyday = try vault.id("Everyday")
    let old = vault.folder.path + "/old"
    try FileManager.default.copyItem(atPath: vault.file, toPath: old)
    let lock = ["card", "lock", everyday]
    #expect(try run(lock).status == 0)
    #expect(try run(["vault", "check"]).status == 0)
    try FileManager.default.removeItem(atPath: vault.file)
    try FileManager.default.moveItem(atPath: old, toPath: vault.file)

    let check = try run(["vault", "check", "--json"])
    #expect(check.status == 23)
    #expect(try check.list("findings").map { $0["place"] as? String } == ["history"])
    for _ in 0..<2 {
      let list = try run(["cards"]).succeeded()
      #expect(list.err.contains("put back to an older state"), "\(list.err)")
    }
    // On another machine nothing is known of it. Here the state becomes the current one with the
    // next change.
    #expect(try vault.run(["cards"]).err == "")
    #expect(try run(lock).err.contains("put back"))
    #expect(try run(["vault", "check"]).status == 0)
  }

  /// D8
  @Test func aVaultWithTwoNamesIsRefused() throws {
    let other = vault.folder.path + "/other"
    try FileManager.default.linkItem(atPath: vault.file, toPath: other)
    let refused = try vault.run(["cards", "--json"])
    #expect(refused.status == 27)
    #expect(try refused.errorObject()["code"] as? String == "WUI-VAULT-LINKED")
    try FileManager.default.removeItem(atPath: other)
    #expect(try vault.run(["cards"]).status == 0)
  }
}
