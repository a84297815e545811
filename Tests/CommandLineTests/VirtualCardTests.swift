import Foundation
import Testing
import Waiting

@testable import CommandTesting

/// Virtual cards on a real server, with devices that have a state folder each.
struct VirtualCardTests {
  /// A device of ana.
  private final class Device {
    let folder: TestFolder
    let daemon: Daemon
    private(set) var password = "ana-demo"

    init(_ daemon: Daemon) throws {
      folder = try TestFolder()
      self.daemon = daemon
    }

    func signInsWith(_ password: String) { self.password = password }

    private var environment: [String: String] { ["XDG_STATE_HOME": folder.path("state")] }

    private func arguments(_ words: [String]) throws -> [String] {
      words + daemon.options + [
        "--login", "ana", "--password-file", try folder.write(password + "\n", to: "password"),
        "--client-secret-file", try folder.write("demo-client\n", to: "client"),
      ]
    }

    func run(_ words: [String]) throws -> Run {
      try Command.run(try arguments(words), environment: environment)
    }

    /// The answer of `virtual reveal`, with the code that the phone gets.
    func reveal(_ id: String) throws -> Run {
      let pipe = folder.path("code-" + UUID().uuidString)
      let words = try arguments([
        "virtual", "reveal", id, "--json", "--method", "sms", "--code-file", pipe,
      ])
      let environment = environment
      return try Run.reading(
        pipe, { try Command.run(words, environment: environment) },
        line: { try run(["phone", "--json"]).list().first?["code"] as? String ?? "none" })
    }

    var cards: TestVirtualCards { TestVirtualCards(folder: folder) { try self.run($0) } }

    func list(_ more: [String] = []) throws -> (items: [[String: Any]], failed: [[String: Any]]) {
      let object = try run(["virtual", "list", "--limit", "100", "--json"] + more).object()
      return (
        try #require(object["items"] as? [[String: Any]]),
        try #require(object["failed"] as? [[String: Any]])
      )
    }

    /// The files with keys, and without their locks.
    func keyFiles() throws -> [String] {
      let keys = folder.path("state/walletui/keys")
      return try FileManager.default.contentsOfDirectory(atPath: keys).filter {
        !$0.hasSuffix(".lock")
      }.sorted().map { keys + "/" + $0 }
    }
  }

  @Test func anotherDeviceReadsTheCardAfterTheImport() throws {
    let folder = try TestFolder()
    let daemon = try Daemon.demo(in: folder.url)
    let (first, second) = (try Device(daemon), try Device(daemon))
    #expect(try first.run(["virtual", "personas", "create", "Books"]).status == 0)
    let persona = try #require(
      try first.run(["virtual", "personas", "list", "--json"]).list().last?["id"] as? String)
    let source = try first.cards.addSource("5200828282828210", ["--json"]).text("id")
    let words = ["--persona", persona, "--source", source, "--address-line", "7 Secret Lane"]
    let id = try first.cards.card(
      words + ["--city", "Rome", "--postcode", "1", "--country", "ITA"])

    let own = try #require(try first.list().items.first { $0["id"] as? String == id })
    #expect(own["alias"] as? String == "Shoes")
    #expect((own["billingAddress"] as? [String: Any])?["country"] as? String == "IT")

    // The other device sees the public part, and says why.
    let partial = try #require(
      try second.list().failed.first {
        ($0["partial"] as? [String: Any])?["id"] as? String == id
      })
    #expect((partial["cause"] as? [String: Any])?["kind"] as? String == "KEY_MISSING")
    let text = try second.run(["virtual", "show", id])
    #expect(text.status == 0 && text.out.contains("isn't on this device"), "\(text.out)")
    #expect(text.out.contains("Ana Petrova") && !text.out.contains("Shoes"))
    try second.run(["virtual", "reveal", id, "--json"]).refused(5, "LocalKeyPairFailureError")

    let pass = try folder.write("correct horse\n", to: "pass")
    let keys = [folder.path("keys"), "--keys-passphrase-file", pass]
    #expect(try first.run(["virtual", "keys", "export"] + keys).status == 0)
    try first.run(["virtual", "keys", "export"] + keys).refused(2, "is there already")
    let imported = try second.run(["virtual", "keys", "import"] + keys)
    #expect(imported.status == 0 && imported.out == "1 new key.\n", "\(imported.err)")
    #expect(try second.list().items.contains { $0["id"] as? String == id })
    let (one, other) = (
      try first.reveal(id).object(), try second.reveal(id).object()
    )
    let number = try #require(one["pan"] as? String)
    #expect(number.count == 16 && other["pan"] as? String == number)

    // Nothing that is sealed is in a file of the device; the control finds it in the answer.
    let cvv = try #require(one["cvv"] as? String)
    let answer = try first.reveal(id).out
    #expect(answer.contains(number) && answer.contains(cvv))
    let files = try first.keyFiles()
    #expect(files.count == 2 && files[1].hasSuffix(".cache"), "\(files)")
    for file in files + [folder.path("keys")] {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      for text in [number, "Shoes", "7 Secret Lane", "Rome", id, "Ana Petrova"] {
        #expect(data.range(of: Data(text.utf8)) == nil, "\(text) is in \(file)")
        #expect((data + Data(text.utf8)).range(of: Data(text.utf8)) != nil)
      }
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }

    // Without the server the list comes from the cache, for the same options.
    daemon.stop()
    #expect(
      try first.list(["--cache", "only"]).items.contains { $0["alias"] as? String == "Shoes" })
    let cached = try first.run(["virtual", "list", "--limit", "100"])
    #expect(cached.status == 0 && cached.out.contains("Shoes"), "\(cached.err)")
    #expect(cached.err.contains("From the cache"), "\(cached.err)")
    let off = try first.run(["virtual", "list", "--limit", "100", "--cache", "off"])
    #expect(off.status == 42, "\(off.status) \(off.err)")
    try first.run(["virtual", "list", "--limit", "99", "--cache", "only"]).refused(
      42, "doesn't have this list")
    first.signInsWith("another")
    try first.run(["virtual", "list", "--limit", "100", "--cache", "only"]).refused(
      5, "under another password")
  }

  /// As on a stick with FAT. The control: a file that is there stays.
  @Test(.enabled(if: mayTrace, "strace may not trace programs here"))
  func filesAreWrittenWhereThereAreNoLinks() throws {
    let vault = try TestVault()
    let cards = try TestVirtualCards(in: vault)
    func run(_ words: [String]) throws -> Run {
      try Binary.run(
        words + vault.options, environment: ["XDG_STATE_HOME": cards.folder.path("state")],
        through: [
          "/usr/bin/strace", "-f", "-qqq", "-o", "/dev/null", "--inject=linkat:error=EPERM",
        ])
    }
    let export = try ["virtual", "keys", "export"] + cards.keyArchive()
    try run(export).succeeded()
    let keys = try Data(contentsOf: URL(fileURLWithPath: cards.folder.path("keys")))
    #expect(!keys.isEmpty)
    #expect(try run(export).status == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: cards.folder.path("keys"))) == keys)
    // The id of the installation is the same at the next start.
    let ids: [String] = try (0..<2).map { _ in
      _ = try run(["tokens", "add", "none"])
      return try String(
        contentsOfFile: cards.folder.path("state/walletui/device-id"), encoding: .utf8)
    }
    #expect(ids[0] == ids[1] && ids[0].count == 33)
  }

  @Test func aChangedPasswordLosesNoKey() throws {
    let folder = try TestFolder()
    let daemon = try Daemon.demo(in: folder.url)
    let device = try Device(daemon)
    let other = try Device(daemon)
    let id = try device.cards.card(try newOwner(device))
    // As if the password had been another one when the keys were stored.
    let keys = try device.keyFiles()[0]
    let pass = try folder.write("correct horse\n", to: "pass")
    let archive = [folder.path("keys"), "--keys-passphrase-file", pass]
    #expect(try device.run(["virtual", "keys", "export"] + archive).status == 0)
    let stored = try Data(contentsOf: URL(fileURLWithPath: folder.path("keys")))
    try FileManager.default.createDirectory(
      atPath: other.folder.path("state/walletui/keys"), withIntermediateDirectories: true)
    let name = (keys as NSString).lastPathComponent
    let foreign = other.folder.path("state/walletui/keys/" + name)
    try stored.write(to: URL(fileURLWithPath: foreign))

    let list = try other.run(["virtual", "list", "--limit", "100"])
    #expect(list.status == 0 && list.err.contains("virtual keys unlock"), "\(list.err)")
    #expect(list.out.contains("(sealed)"))
    try other.run(["virtual", "keys", "import"] + archive).refused(5, "under another password")
    try other.cards.create(try newOwner(device)).refused(5, "under another password")
    let wrong = try other.run(["virtual", "keys", "unlock", "--old-password-file", pass])
    #expect(wrong.status == 5, "\(wrong.err)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: foreign)) == stored)

    let aside = try other.run(["virtual", "keys", "unlock", "--set-aside"])
    #expect(aside.status == 0 && aside.out.contains(name + ".old-1"), "\(aside.err)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: foreign + ".old-1")) == stored)
    #expect(try other.run(["virtual", "keys", "import"] + archive).status == 0)
    #expect(try other.list().items.contains { $0["id"] as? String == id })
  }

  /// The options of a new persona and a funding source.
  private func newOwner(_ device: Device) throws -> [String] {
    let persona = try #require(
      try device.run(["virtual", "personas", "create", "Books", "--json"]).object()["id"]
        as? String)
    let sources = try device.run(["virtual", "sources", "list", "--json"]).list()
    let source = try #require(
      try (sources.first ?? device.cards.addSource("4242424242424242", ["--json"]).object())["id"]
        as? String)
    return ["--persona", persona, "--source", source]
  }

  @Test func metadataAreEditedInTheEditor() throws {
    let vault = try TestVault()
    let cards = try TestVirtualCards(in: vault)
    let metadata = try cards.folder.write("{\"color\": \"red\"}\n", to: "metadata")
    let id = try cards.card(["--metadata", metadata])
    let copy = cards.folder.path("copy")
    func edit(_ editor: String) throws -> Run {
      try Binary.run(
        ["virtual", "update", id, "--edit-metadata", "--json"] + vault.options,
        environment: ["EDITOR": editor, "TMPDIR": cards.folder.url.path])
    }
    // The editor has arguments of its own, and gets the file as the last one.
    let editor = try cards.folder.program(
      """
      #!/bin/sh
      cp "$2" "$1"; stat -c '%a %a' "$2" "$(dirname "$2")" >"$1.mode"
      printf '{"color": "blue"}' >"$2"

      """, "editor")
    let changed = try TestVirtualCards.card(try edit("\(editor) \(copy)")).object
    #expect((changed["metadata"] as? [String: Any])?["color"] as? String == "blue")
    #expect(changed["version"] as? Int == 2)
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "{\"color\": \"red\"}\n")
    #expect(try String(contentsOfFile: copy + ".mode", encoding: .utf8) == "600 600\n700 700\n")
    // Nothing is sent if nothing has changed, or the editor fails.
    #expect(try TestVirtualCards.card(try edit("true")).object["version"] as? Int == 2)
    #expect(try edit("false").status == 11)
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: cards.folder.url.path)
        .filter { $0.hasPrefix("walletui-") }
    }
    #expect(try left() == [])
    // A text with a mistake stays in its file, as there is no terminal to ask on.
    let texts = ["{": "isn't JSON: line 1, column", "[\\374]": "isn't UTF-8: line 1, column 2"]
    for (text, says) in texts {
      let refused = try edit("printf '\(text)' >").refused(4, says)
      #expect(refused.err.contains("your text is in"), "\(refused.err)")
      let folder = cards.folder.path(try #require(try left().first))
      let kept = try Data(contentsOf: URL(filePath: folder + "/metadata.json"))
      #expect(kept == (text == "{" ? Data("{".utf8) : Data([0x5b, 0xfc, 0x5d])))
      try FileManager.default.removeItem(atPath: folder)
    }
    let long = try edit("head -c 2000000 /dev/zero >")
    #expect(long.status != 0 && long.err.contains("your text is in"), "\(long.err)")
    #expect(try left().count == 1)
  }

  /// What ends for good is asked about, as a card is and as the screen does.
  @Test(arguments: [["personas", "delete"], ["sources", "cancel"]])
  func whatEndsForGoodIsAskedAbout(_ words: [String]) throws {
    let cards = try TestVirtualCards()
    let id = try cards.first(["virtual", words[0], "list"])
    let before = try cards.run(["virtual", words[0], "list", "--json"]).out
    try cards.run(["virtual"] + words + [id]).refused(2, "--yes")
    #expect(try cards.run(["virtual", words[0], "list", "--json"]).out == before)
    #expect(try cards.run(["virtual"] + words + [id, "--yes"]).status == 0)
    #expect(try cards.run(["virtual", words[0], "list", "--json"]).out != before)
  }

  static let mistakes: [(words: [String], status: Int32, says: String)] = [
    (["list", "--filter", "state = ISSUED an"], 2, "                 ^\n"),
    (["list", "--filter", " "], 2, "“id” or “state” is expected"),
    (["list", "--filter", "id = \""], 2, "       ^\n"),
    (["list", "--limit", "101"], 2, "from 1 to 100"),
    (["list", "--next-token", "x"], 4, "--next-token"),
    (["create"], 2, "--holder NAME is missing"),
    (["create", "--holder", "A"], 2, "--persona ID is missing"),
    (["create", "--holder", "A", "--monthly-limit", "many"], 2, "must be an amount of USD"),
    (["create", "--holder", "A", "--metadata", "/nowhere"], 2, "can't read /nowhere"),
    (["update", "x"], 2, "nothing to change"),
    (["update", "x", "--alias", "a", "--no-alias"], 2, "don't go together"),
    (["update", "x", "--alias", "a"], 3, "no such virtual card"),
    (["update", "x", "--country", "XYZ"], 4, "--country: Use two capital letters"),
    (["show", "x"], 3, "no such virtual card"),
    (["reveal", "x", "--json"], 3, "no such virtual card"),
    (["cancel", "x"], 3, "no such virtual card"),
    (["sources", "cancel", "x"], 3, "no such funding source"),
    (["sources", "add", "--saved", "x", "--expiry", "09/39"], 2, "don't go together"),
    (["personas", "delete", "x"], 3, "not found"), (["personas", "create", "\u{200b}"], 4, "name"),
    (["keys", "import", "/nowhere"], 2, "there is no /nowhere"),
    (["keys"], 2, "list, export, import, unlock"), (["keys", "lst"], 2, "virtual keys list"),
  ]

  @Test(arguments: mistakes.indices)
  func mistakesAreExplained(_ index: Int) throws {
    let mistake = Self.mistakes[index]
    let run = try Command.run(["virtual"] + mistake.words + ["--demo"])
    #expect(run.status == mistake.status, "\(mistake.words) \(run.err)")
    #expect(run.err.lowercased().contains(mistake.says.lowercased()), "\(run.err)")
    #expect(run.out == "")
  }
}
