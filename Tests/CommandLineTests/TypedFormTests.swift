import Foundation
import Testing
import ThreeDSecure
import WalletModel

@testable import CommandTesting

/// Codes, numbers, an expiry and passphrases are read from files and options as on the screen.
struct TypedFormTests {
  /// With separators the right code is right, and is not lost.
  @Test(arguments: [" ", "-", "\u{a0}"]) func aCodeMayBeInGroups(_ separator: String) throws {
    let vault = try TestVault()
    let id = try vault.id("Groceries")
    try vault.runWithCode(["card", "reveal", id, "--json"]) {
      let code = try vault.phoneCode()
      return "\(code.prefix(3))\(separator)\(code.suffix(3)) "
    }.succeeded()
  }

  @Test func theBanksCodeMayBeInGroups() throws {
    let payments = try TestPayments()
    let run = try payments.create(
      .oneTimeCode, more: ["--answer-file", payments.answer("123 456"), "--json"])
    #expect(try run.object()["status"] as? String == "PAYABLE", "\(run.err)")
  }

  @Test(arguments: ["1239", "12 / 39", "12/2039", "12-39"])
  func aCardMayBeCopied(_ expiry: String) throws {
    let payments = try TestPayments()
    let number = try #require(Scenario.frictionless.testNumber(.visa))
    let (begin, rest) = (number.prefix(4), number.dropFirst(4))
    let copied = "\u{feff}\(begin)\u{a0}\(rest.prefix(4))\u{2011}\(rest.dropFirst(4))\t\u{200e}\n"
    let card = [
      "--number-file", try payments.vault.write(copied, to: "copied"),
      "--cvv-file", try payments.vault.write(" 123 \n", to: "cvv"), "--expiry", expiry,
    ]
    let pay = ["pay", "create", " 24.90 ", "--at", "zalando", "--name", "Zoe\u{308} D"]
    let run = try payments.vault.run(pay + card + ["--json"])
    #expect(try run.object()["status"] as? String == "PAYABLE", "\(run.err)")
  }

  @Test func theShopReadsANumberInTheSameWay() throws {
    let vault = try TestVault()
    func pay(_ number: String, _ csc: String, _ expiry: String) throws -> Run {
      try vault.run([
        "shop", "authorize", "zalando", "4.20", "--expiry", expiry,
        "--number-file", vault.write(number + "\n", to: "number"),
        "--csc-file", vault.write(csc + "\n", to: "csc"),
      ])
    }
    let plain = try pay("4000000000001000", "123", "09/39")
    let copied = try pay("4000 0000-0000\u{a0}1000", "123 ", "09 / 39")
    #expect(copied.status == plain.status && copied.err == plain.err, "\(copied.err)")
    // The control: a number with a letter in it is refused.
    #expect(try pay("400000000000100x", "123", "09/39").err.contains("--number-file"))
  }

  /// Composed, and without blanks around them.
  @Test func namesAreReadInOneWay() throws {
    let (typed, name) = ("\u{a0}Zoe\u{308} ", Array("Zo\u{eb}".utf8))
    func bytes(_ value: Any?) -> [UInt8]? { (value as? String).map { Array($0.utf8) } }
    let vault = try TestVault()
    let renamed = try vault.run(["card", "rename", vault.id("Everyday"), typed, "--json"])
    #expect(try bytes(renamed.object()["alias"]) == name, "\(renamed.err)")
    let new = try vault.write("another horse\n", to: "new")
    let added = try vault.run(
      ["vault", "passwd", "--add", "--new-passphrase-file", new, "--label", typed, "--json"])
    #expect(try bytes(added.list().last?["label"]) == name, "\(added.err)")

    let cards = try TestVirtualCards()
    let address = [
      "--address-line", typed, "--city", typed, "--postcode", " 1 ", "--country", "ITA",
    ]
    let (id, made) = try TestVirtualCards.card(
      cards.run(["virtual", "create", "--holder", typed, "--alias", typed, "--json"] + address))
    #expect(bytes(made["cardHolder"]) == name && bytes(made["alias"]) == name, "\(made)")
    let bill = made["billingAddress"] as? [String: Any]
    #expect(bytes(bill?["city"]) == name && bytes(bill?["addressLine1"]) == name, "\(made)")
    let changed = try TestVirtualCards.card(
      cards.run(["virtual", "update", id, "--holder", typed + "X ", "--json"])
    ).object
    #expect(bytes(changed["cardHolder"]) == Array("Zo\u{eb} X".utf8), "\(changed)")
    let persona = try cards.run(["virtual", "personas", "create", typed, "--json"])
    #expect(try bytes(persona.object()["name"]) == name, "\(persona.err)")
  }

  @Test func theLastFourMayHaveABlank() throws {
    let vault = try TestVault()
    let cancelled = try vault.run(
      ["card", "cancel", vault.id("Everyday"), "--confirm", "48 21 ", "--json"])
    #expect(try cancelled.object()["status"] as? String == "CANCELLED", "\(cancelled.err)")
  }

  /// The screen demands eight characters, and so do commands.
  @Test(arguments: ["abc", "seven77"]) func aShortPassphraseIsRefused(_ passphrase: String) throws {
    let vault = try TestVault()
    let short = try vault.write(passphrase + "\n", to: "short")
    try Command.run(
      ["vault", "init", "--sample", "--vault", vault.file + "2", "--passphrase-file", short])
      .refused(2, "at least 8 characters")
    #expect(!FileManager.default.fileExists(atPath: vault.file + "2"))
    try vault.run(["vault", "passwd", "--new-passphrase-file", short]).refused(
      2, "at least 8 characters")
    #expect(try vault.run(["cards"]).status == 0, "it is as it was")
  }

  /// The same letters open it in each form, from each keyboard and editor.
  @Test func aPassphraseMayBeInAnyForm() throws {
    let vault = try TestVault(sample: false)
    let composed = "Z\u{fc}rcher Stra\u{df}e 12 caf\u{e9}"
    let decomposed = "Zu\u{308}rcher Stra\u{df}e 12 cafe\u{301}"
    let new = try vault.write(composed + "\n", to: "new")
    #expect(try vault.run(["vault", "passwd", "--new-passphrase-file", new]).status == 0)
    for (name, form) in [
      ("same", composed), ("decomposed", decomposed), ("mark", "\u{feff}" + composed),
    ] {
      let file = try vault.write(form + "\r\n", to: name)
      let run = try Command.run(["cards", "--vault", vault.file, "--passphrase-file", file])
      #expect(run.status == 0, "\(name): \(run.err)")
    }
    let other = try vault.write("Zurcher Strasse 12 cafe\n", to: "other")
    #expect(
      try Command.run(["cards", "--vault", vault.file, "--passphrase-file", other]).status == 20)
  }
}
