import FakeIssuer
import Foundation
import IssuerConnectors
import Testing

/// Accounts at card issuers, on a vault and an issuer of our own.
@Suite struct IssuerCommandTests {
  @Test(arguments: IssuerKind.allCases)
  func anAccountIsAddedUsedAndRemoved(_ kind: IssuerKind) throws {
    let wallet = try TestIssuerWallet(kind, cards: 3)
    let added = try wallet.add(["--json"]).object()
    #expect(added["name"] as? String == "work")
    #expect(added["sandbox"] as? Bool == true)
    #expect(try wallet.run(["issuer", "list"]).out.contains(kind.name))
    #expect(try wallet.run(["issuer", "check", "work"]).status == 0)

    let list = try wallet.run(["--issuer", "work", "cards", "--json"]).object()
    let cards = try #require(list["cards"] as? [[String: Any]])
    #expect(cards.count == 3)
    let id = try #require(cards.first?["cardId"] as? String)
    #expect(try wallet.run(["--issuer", "work", "card", "lock", id]).out.contains("Locked"))
    #expect(try wallet.run(["--issuer", "work", "card", "show", id]).out.contains("Locked"))
    // The vault's own cards are others.
    #expect(!(try wallet.run(["cards", "--json"]).out.contains(id)))

    #expect(try wallet.run(["issuer", "remove", "work"]).status == 0)
    #expect(try wallet.run(["--issuer", "work", "cards"]).err.contains("issuer add"))
  }

  @Test func aWrongKeyIsNotKept() throws {
    let wallet = try TestIssuerWallet(.lithic)
    try wallet.issuer.control("POST", "/_test/revoke")
    let added = try wallet.add()
    #expect(added.status != 0)
    #expect(added.err.contains("doesn't accept the key"))
    #expect(try wallet.run(["issuer", "list"]).out.contains("No accounts"))
  }

  @Test(arguments: [
    (["issuer", "add", "visa"], "ISSUER is one of"),
    (["issuer", "add", "lithic", "--name", "My Cards"], "1 to 24 small letters"),
    (["issuer", "remove", "nothing"], "no issuer account"),
    (["--issuer", "nothing", "cards"], "no issuer account"),
  ])
  func mistakesAreReported(_ words: [String], _ says: String) throws {
    let wallet = try TestIssuerWallet(.lithic)
    let run = try wallet.run(words)
    #expect(run.status != 0)
    #expect(run.err.contains(says), "\(run.err)")
  }

  /// The key is found where it is kept for the test, and nowhere else.
  @Test func theKeyIsOnlyInTheVault() throws {
    let wallet = try TestIssuerWallet(.stripe, cards: 1)
    let log = wallet.folder.appendingPathComponent("log").path
    let runs = try [
      wallet.add(["--log", log, "--log-level", "debug"]),
      wallet.run(["--issuer", "work", "cards", "--log", log, "--log-level", "debug"]),
      wallet.run(["issuer", "check", "work", "--json"]), wallet.run(["issuer", "list", "--json"]),
      wallet.run(["doctor"]),
    ]
    var places = runs.map { $0.out + $0.err }
    places.append(try String(contentsOfFile: log, encoding: .utf8))
    #expect(places.last?.contains("stripe /v1/issuing/cards") == true, "the log is of use")
    #expect(places.allSatisfy { !$0.contains(wallet.issuer.key) })
    let key = Data(wallet.issuer.key.utf8)
    for file in try FileManager.default.subpathsOfDirectory(atPath: wallet.folder.path) {
      guard
        let data = FileManager.default.contents(
          atPath: wallet.folder.appendingPathComponent(file).path)
      else {
        continue
      }
      #expect(data.range(of: key) == nil, "\(file)")
    }
    // The control: the file that it was read from.
    let source = try #require(FileManager.default.contents(atPath: wallet.issuer.keyFile))
    #expect(source.range(of: key) != nil)
  }
}

/// A vault, and an issuer on this machine.
struct TestIssuerWallet {
  let issuer: FakeIssuer
  private let vault: TestVault

  init(_ kind: IssuerKind, cards: Int = 0) throws {
    issuer = try FakeIssuer(kind, cards: cards)
    vault = try TestVault()
  }

  var folder: URL { vault.folder }

  func run(_ words: [String]) throws -> Run {
    try vault.run(words, environment: vault.state)
  }

  func add(_ more: [String] = []) throws -> Run {
    try run(
      [
        "issuer", "add", issuer.kind.rawValue, "--name", "work", "--sandbox", "--key-file",
        issuer.keyFile, "--address", issuer.url,
      ] + more)
  }

  /// Runs a command after the account was added.
  func afterAdding(_ words: [String]) throws -> Run {
    _ = try add()
    return try run(words)
  }
}
