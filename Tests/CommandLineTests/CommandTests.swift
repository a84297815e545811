import Foundation
import Synchronization
import Testing
import ThreeDSecure

@testable import CommandTesting
@testable import WalletCommands

/// Runs every command once with its text and once with its JSON.
struct CommandTests {
  struct Scenario: Sendable, CustomTestStringConvertible {
    let command: String
    /// The demo's card that the command gets.
    var card: String?
    var words: [String] = []
    /// A part of the text. It may be a refusal, because there is no terminal.
    let shows: String
    var status: Int32 = 0
    /// A member of `data`, or of the first item of its list; nil: there is no JSON.
    var key: String?
    /// Runs the command if it cannot run on the demo. Its parameter is `--json` or nothing.
    var own: (@Sendable ([String]) throws -> Run)?

    var testDescription: String { command }

    func run(_ more: [String]) throws -> Run {
      if let own { return try own(more) }
      let path = command.split(separator: " ").map(String.init)
      let card = try card.map { [try Self.demoCard($0)] } ?? []
      return try Command.run(["--demo"] + path + card + words + more)
    }

    private static func demoCard(_ alias: String) throws -> String {
      let cards = try Command.run(["--demo", "cards", "--json"]).list("cards")
      return try #require(cards.first { $0["alias"] as? String == alias }?["cardId"] as? String)
    }
  }

  static let scenarios: [Scenario] = [
    Scenario(command: "cards", shows: "1–6 of 6", key: "cards"),
    Scenario(command: "card show", card: "Groceries", shows: "·· 1177", key: "cardId"),
    Scenario(
      command: "transactions", card: "Travel",
      words: ["--from", "2020-01-01", "--order", "oldest", "--limit", "500"],
      shows: "declined (card locked)", key: "billedAmount"),
    Scenario(command: "transactions note", shows: "Lidl Sofia: Note saved", key: "note") {
      let shop = try TestShop()
      return try shop.vault.run(["transactions", "note", shop.sale(), "Lunch"] + $0)
    },
    Scenario(command: "watch", shows: "−€10.00", key: "event") { try TestWatch().line($0) },
    Scenario(command: "budgets", shows: "€200.00", key: "level") { more in
      let vault = try TestVault()
      try vault.run(["budgets", "set", "groceries", "200"]).succeeded()
      return try vault.run(["budgets"] + more)
    },
    Scenario(
      command: "budgets set", words: ["groceries", "200"], shows: "€200.00", key: "budgets"),
    Scenario(
      command: "budgets remove", words: ["groceries"], shows: "No budgets yet", key: "budgets"),
    Scenario(
      command: "subscriptions", shows: "Netflix comes back every month: €13.99", key: "merchant"),
    Scenario(
      command: "card rename", card: "Groceries", words: ["Train"], shows: "Train", key: "alias"),
    Scenario(command: "card account", card: "Groceries", shows: "·· 1177", key: "instruments"),
    Scenario(
      command: "card top-up", card: "Groceries", words: ["50"], shows: "€50.00", key: "billedAmount"
    ),
    Scenario(command: "shop merchants", shows: "ramen-tokyo", key: "mcc"),
    Scenario(command: "shop rates", shows: "JPY", key: "perEuro"),
    Scenario(command: "shop authorize", shows: "approved", key: "approved") {
      try TestShop().authorize($0)
    },
    Scenario(command: "shop increment", shows: "€12.00", key: "approved") {
      try TestShop().step("increment", $0)
    },
    Scenario(command: "shop reverse", shows: "€8.00", key: "approved") {
      try TestShop().step("reverse", $0)
    },
    Scenario(command: "shop expire", shows: "€0.00", key: "approved") { more in
      let shop = try TestShop()
      return try shop.vault.run(["shop", "expire", try shop.sale()] + more)
    },
    Scenario(command: "shop debit", shows: "€2.00", key: "approved") {
      try TestShop().step("debit", $0)
    },
    Scenario(command: "shop refund", shows: "€2.00", key: "approved") { more in
      let shop = try TestShop()
      let debit = try shop.vault.run(["shop", "debit", try shop.sale(), "10", "--json"]).object()
      let id = try #require(debit["id"] as? String)
      return try shop.vault.run(["shop", "refund", id, "2,00"] + more)
    },
    Scenario(command: "pay methods", shows: "1000010", key: "accountId"),
    Scenario(command: "pay create", shows: "ready to pay", key: "usage") {
      try TestPayments().create(more: $0)
    },
    Scenario(command: "pay list", shows: "Zalando", key: "paymentHandles") {
      try TestPayments.afterOne(["pay", "list"], $0)
    },
    Scenario(command: "pay show", shows: "Visa ·· 1000", key: "timeToLiveSeconds") {
      try TestPayments.onHandle("show", $0)
    },
    // The text needs a terminal: see Tests/EndToEnd.
    Scenario(
      command: "pay token", shows: "There's no terminal", status: 2, key: "paymentHandleToken"
    ) { try TestPayments.onHandle("token", $0) },
    Scenario(command: "pay use", shows: "paid", key: "status") {
      try TestPayments.onHandle("use", $0)
    },
    Scenario(command: "pay questions", shows: "OTP (3)", key: "question") {
      try TestPayments.afterOne(["pay", "questions"], $0, .oneTimeCode)
    },
    Scenario(command: "pay confirm", shows: "COMPLETED", key: "threeDResult") { more in
      let payments = try TestPayments()
      _ = try payments.create(.oneTimeCode)
      return try payments.vault.run(
        ["pay", "confirm", "--answer-file", payments.answer("123456")] + more)
    },
    Scenario(command: "saved list", shows: "400000******1000", key: "maskedPan") { more in
      let payments = try TestPayments()
      _ = try payments.save()
      return try payments.vault.run(["saved", "list"] + more)
    },
    Scenario(command: "saved add", shows: "400000******1000", key: "savedCardId") {
      try TestPayments().save(more: $0)
    },
    Scenario(command: "saved resume", shows: "400000******1109", key: "transactionId") { more in
      let payments = try TestPayments()
      let id = try payments.waitingRegistration()
      return try payments.vault.run(
        ["saved", "resume", id, "--answer-file", payments.answer("123456")] + more)
    },
    Scenario(command: "saved remove", shows: "Removed: 400000******1000", key: "maskedPan") {
      more in
      let payments = try TestPayments()
      return try payments.vault.run(["saved", "remove", try payments.savedCard()] + more)
    },
    Scenario(command: "virtual personas list", shows: "Shopping", key: "name"),
    Scenario(
      command: "virtual personas create", words: ["Travel agency"], shows: "Travel agency",
      key: "name"),
    Scenario(
      command: "virtual personas delete", shows: "Deleted: Shopping. Its cards are closed.",
      key: "name"
    ) { try TestVirtualCards.onFirst("personas", "delete", ["--yes"] + $0) },
    Scenario(command: "virtual sources list", shows: "VISA ·· 4242", key: "transactionVelocity"),
    Scenario(command: "virtual sources add", shows: "VISA ·· 3220    ACTIVE", key: "last4") {
      more in
      let cards = try TestVirtualCards()
      let answer = try cards.folder.write("123456\n", to: "answer")
      return try cards.addSource("4000000000003220", ["--answer-file", answer] + more)
    },
    Scenario(command: "virtual sources cancel", shows: "INACTIVE", key: "state") {
      try TestVirtualCards.onFirst("sources", "cancel", ["--yes"] + $0)
    },
    Scenario(command: "virtual sources refresh", shows: "VISA ·· 4242", key: "last4") { more in
      let cards = try TestVirtualCards()
      let id = try cards.first(["virtual", "sources", "list"])
      return try cards.refresh(id, more)
    },
    Scenario(command: "virtual sources review", shows: "ACTIVE", key: "flags") {
      try TestVirtualCards.onFirst("sources", "review", $0)
    },
    Scenario(command: "virtual transactions", shows: "Brooklyn Books", key: "billedAmount") {
      more in
      let cards = try TestVirtualCards()
      let id = try cards.card()
      try cards.pay(id).succeeded()
      return try cards.run(["virtual", "transactions", id, "--type", "PENDING"] + more)
    },
    Scenario(command: "virtual create", shows: "This month      $0.00 of $50.00", key: "success") {
      try TestVirtualCards().create(["--monthly-limit", "50"] + $0)
    },
    Scenario(command: "virtual list", shows: "(sealed)", key: "failed"),
    Scenario(command: "virtual show", shows: "Virtual card    Shoes", key: "success") {
      try TestVirtualCards.onCard(["show"], $0)
    },
    // The text needs a terminal: see Tests/EndToEnd.
    Scenario(command: "virtual reveal", shows: "There's no terminal", status: 2, key: "pan") {
      more in
      let vault = try TestVault()
      let cards = try TestVirtualCards(in: vault)
      let words = ["virtual", "reveal", try cards.card()] + more
      if more.isEmpty { return try vault.run(words) }
      return try vault.runWithPhone(words)
    },
    Scenario(command: "virtual update", shows: "Boots", key: "success") {
      try TestVirtualCards.onCard(["update", "--alias", "Boots"], $0)
    },
    Scenario(command: "virtual pause", shows: "ISSUED, paused", key: "success") {
      try TestVirtualCards.onCard(["pause"], $0)
    },
    Scenario(command: "virtual resume", shows: "Status          ISSUED\n", key: "success") { more in
      let cards = try TestVirtualCards()
      let id = try cards.card()
      try cards.run(["virtual", "pause", id]).succeeded()
      return try cards.run(["virtual", "resume", id] + more)
    },
    Scenario(command: "virtual cancel", shows: "CLOSED (CANCELLED)", key: "success") { more in
      let cards = try TestVirtualCards()
      let id = try cards.card()
      return try cards.run(
        ["virtual", "cancel", id, "--confirm", try cards.lastFour(id)] + more)
    },
    Scenario(command: "virtual notices list", shows: "every message is sent", key: "rules"),
    Scenario(
      command: "virtual notices set", words: ["off", "--transaction-type", "DECLINE"],
      shows: "not sent  transaction-type DECLINE", key: "rules"),
    Scenario(command: "virtual notices remove", shows: "every message is sent", key: "rules") {
      more in
      let cards = try TestVirtualCards()
      try cards.run(["virtual", "notices", "set", "off"]).succeeded()
      return try cards.run(["virtual", "notices", "remove", "1"] + more)
    },
    Scenario(command: "virtual keys list", shows: "(for new cards)", key: "isNewest"),
    Scenario(command: "virtual keys export", shows: "1 key is in", key: "keys") { more in
      let cards = try TestVirtualCards()
      return try cards.run(["virtual", "keys", "export"] + cards.keyArchive() + more)
    },
    Scenario(command: "virtual keys import", shows: "1 new key.", key: "added") { more in
      let cards = try TestVirtualCards()
      let words = try cards.keyArchive()
      try cards.run(["virtual", "keys", "export"] + words).succeeded()
      return try TestVault().run(["virtual", "keys", "import"] + words + more)
    },
    Scenario(command: "virtual keys unlock", shows: "need no unlocking", status: 5),
    Scenario(command: "virtual config", shows: "20/P1D", key: "pricingPolicy"),
    Scenario(command: "programs", shows: "SKRILL-VIRTUAL-MC-EEA", key: "cardType"),
    Scenario(
      command: "card create",
      words: ["--program", "SKRILL-VIRTUAL-MC-EEA", "--currency", "EUR", "--alias", "Train"],
      shows: "Train", key: "cardId"),
    Scenario(command: "card activate", shows: "● Active", key: "status") { more in
      let vault = try TestVault()
      let letters = try vault.run(["phone", "--json"]).list()
      let letter = try #require(
        letters.first { ($0["text"] as? String)?.contains("3306") == true })
      let cvv = try #require(letter["code"] as? String)
      return try vault.run(
        [
          "card", "activate", try vault.id("New plastic"), "--last-four", "3306", "--cvv-file",
          try vault.write(cvv + "\n", to: "cvv"),
        ] + more)
    },
    Scenario(command: "card lock", card: "Everyday", shows: "■ Locked", key: "status"),
    Scenario(
      command: "cards lock", words: ["--all"], shows: "3 cards locked, 4 virtual cards paused.",
      key: "virtualCards"),
    Scenario(command: "cards unlock", words: ["--all"], shows: "0 cards unlocked.", key: "cards"),
    Scenario(
      command: "card unlock", card: "Travel", words: ["--for", "30m"], shows: "until ",
      key: "unlockedUntil"),
    Scenario(
      command: "card auto-lock", card: "Groceries", words: ["30"], shows: "after 30 days",
      key: "autoLockDays"),
    Scenario(
      command: "card limits", card: "Groceries",
      words: [
        "--per-payment", "50", "--per-month", "400", "--not-categories", "cash,eating-out",
        "--switch-off", "abroad",
      ], shows: "up to €50", key: "paymentLimit"),
    Scenario(
      command: "card replace", card: "Groceries",
      words: ["--reason", "stolen", "--confirm", "1177"], shows: "Digital", key: "replaces"),
    Scenario(
      command: "card cancel", card: "Groceries", words: ["--confirm", "1177"], shows: "Cancelled",
      key: "status"),
    Scenario(command: "card set-pin", shows: "PIN        set", key: "isPinSet") { more in
      let vault = try TestVault()
      let pin = try vault.write("7391\n", to: "pin")
      let words = ["card", "set-pin", try vault.id("Everyday"), "--pin-file", pin]
      return try vault.runWithPhone(words + more)
    },
    Scenario(command: "card reveal", shows: "There's no terminal", status: 2, key: "pan") { more in
      let vault = try TestVault()
      let words = ["card", "reveal", try vault.id("Everyday")] + more
      // The text needs a terminal: see Tests/EndToEnd.
      if more.isEmpty { return try vault.run(words) }
      return try vault.runWithPhone(words)
    },
    Scenario(command: "tokens list", card: "Travel", shows: "Apple Pay  suspended", key: "state"),
    Scenario(command: "tokens add", shows: "in Google Pay now", key: "walletId") { more in
      let vault = try TestVault()
      let words = ["tokens", "add", try vault.id("Everyday"), "--wallet", "google"]
      return try vault.runWithPhone(words + more)
    },
    Scenario(
      command: "tokens status", card: "Travel", words: ["DNITHE302630301"], shows: "suspended",
      key: "status"),
    Scenario(
      command: "tokens freeze", card: "Travel", words: ["0301"], shows: "Apple Pay frozen.",
      key: "cardId"),
    Scenario(command: "tokens resume", shows: "Apple Pay resumed.", key: "cardId") { more in
      let vault = try TestVault()
      let words = [try vault.id("Travel"), "0301"]
      _ = try vault.run(["tokens", "freeze"] + words)
      return try vault.run(["tokens", "resume"] + words + more)
    },
    Scenario(
      command: "tokens remove", card: "Travel", words: ["0301"], shows: "Apple Pay removed.",
      key: "cardId"),
    Scenario(command: "tokens verify", shows: "Apple Pay is verified and can pay.", key: "cardId") {
      more in
      let vault = try TestVault()
      let id = try vault.id("Everyday")
      let begun = try vault.runWithPhone(["tokens", "add", id, "--own-app", "--json"])
      let token = try begun.text("dpanRef")
      return try vault.runWithPhone(["tokens", "verify", id, token] + more)
    },
    Scenario(command: "tokens devices list", shows: "iPhone", key: "kind") { more in
      try TestDevices().after(["add", "iphone"], ["list"] + more)
    },
    Scenario(command: "tokens devices add", shows: "Apple Watch", key: "wallets") { more in
      try TestDevices().run(["add", "watch"] + more)
    },
    Scenario(command: "tokens devices remove", shows: "iPhone was deleted.", key: "id") { more in
      try TestDevices().after(["add", "iphone"], ["remove", "iphone", "--yes"] + more)
    },
    Scenario(command: "sca status", shows: "No authenticator app", key: "authenticator"),
    Scenario(command: "sca enrol", shows: "There's no terminal", status: 2, key: "secret") { more in
      let vault = try TestVault()
      if more.isEmpty { return try vault.run(["sca", "enrol"]) }
      return try vault.runWithPhone(["sca", "enrol"] + more)
    },
    Scenario(command: "sca confirm", shows: "is set up", key: "authenticator") { more in
      let vault = try TestVault()
      let key = try vault.runWithPhone(["sca", "enrol", "--json"]).text("secret")
      return try vault.runWithPipe(["sca", "confirm"] + more) {
        try TestApp.code(key, at: time(nil) + 30)  // tidy: own clock: a code for the next step
      }
    },
    Scenario(command: "phone", shows: "On its back", key: "channel"),
    Scenario(command: "vault init", shows: "Your vault is ready", key: "vault") { more in
      let folder = try TestFolder()
      return try Command.run(
        [
          "vault", "init", "--sample", "--vault", folder.path("v"), "--passphrase-file",
          try folder.write("correct horse\n", to: "pass"),
        ] + more)
    },
    Scenario(command: "vault check", shows: "no problems found", key: "findings") {
      try TestVault().run(["vault", "check"] + $0)
    },
    Scenario(command: "vault passwd", shows: "passphrase (this one)", key: "isOpened") {
      try TestVault().run(["vault", "passwd", "--list"] + $0)
    },
    Scenario(command: "vault backup", shows: "6 cards", key: "auditEntries") { more in
      let vault = try TestVault()
      return try vault.run(["vault", "backup", vault.folder.path + "/backup"] + more)
    },
    Scenario(command: "vault restore", shows: "The state before is kept", key: "kept") { more in
      let vault = try TestVault()
      let backup = vault.folder.path + "/backup"
      _ = try vault.run(["vault", "backup", backup])
      return try vault.run(["vault", "restore", backup, "--yes"] + more)
    },
    Scenario(command: "vault export", shows: "Only the new passphrase opens it", key: "cards") {
      more in
      let vault = try TestVault()
      return try vault.run(
        [
          "vault", "export", vault.folder.path + "/export", "--new-passphrase-file",
          try vault.write("for export\n", to: "new"),
        ] + more)
    },
    Scenario(command: "vault import", shows: "The vault is in its place", key: "kept") { more in
      let vault = try TestVault()
      let new = try vault.write("for export\n", to: "new")
      let export = vault.folder.path + "/export"
      _ = try vault.run(["vault", "export", export, "--new-passphrase-file", new])
      return try vault.run(
        ["vault", "import", export, "--export-passphrase-file", new, "--yes"] + more)
    },
    Scenario(command: "profiles", shows: "home", key: "isDefault") { more in
      let folder = try TestFolder()
      let file = try folder.write("profiles: {home: {vault: v}}\n", to: "config.yaml")
      return try Command.run(["profiles", "--config", file] + more)
    },
    Scenario(command: "paths", shows: "configuration", key: "exists"),
    Scenario(command: "keys", shows: "card.lock", key: "keys"),
    Scenario(command: "doctor", shows: "core-files", key: "checks"),
    Scenario(command: "theme list", shows: "rose-pine-dawn", key: "appearance"),
    Scenario(command: "theme show", words: ["nord"], shows: "statusLocked", key: "roles"),
    Scenario(command: "theme check", shows: "No problems found.", key: "ok"),
    Scenario(command: "demo list", shows: "tour", key: "steps"),
    Scenario(command: "demo check", shows: "no problems found", key: "ok"),
    // The text needs a terminal: see Tests/EndToEnd.
    Scenario(command: "demo play", words: ["tour"], shows: "must be a terminal", status: 2),
    Scenario(command: "kiosk", shows: "must be a terminal", status: 2),
    Scenario(command: "demo record", words: ["tour"], shows: "\"version\":2"),
    Scenario(command: "demo svg", words: ["tour", "--at", "unlocked"], shows: "<svg "),
    Scenario(command: "completions", words: ["bash"], shows: "complete -F"),
    Scenario(command: "manual", words: ["walletui.1"], shows: ".TH WALLETUI 1"),
    Scenario(command: "exit-codes", shows: "wrong passphrase", key: "meaning"),
  ]

  @Test func everyCommandHasAScenario() throws {
    #expect(Commands.all.map(\.path).sorted() == Self.scenarios.map(\.command).sorted())
    for scenario in Self.scenarios {
      let command = try #require(Commands.all.first { $0.path == scenario.command })
      #expect((scenario.key != nil) == (command.answer != nil), "\(scenario.command)")
    }
  }

  /// A run that several tests look at. It is made once.
  final class SharedRun: Sendable {
    private let made = Mutex<Run?>(nil)

    func get(_ make: () throws -> Run) throws -> Run {
      try made.withLock { made in
        if let made { return made }
        let run = try make()
        made = run
        return run
      }
    }
  }

  private static let texts = shared()
  private static let answers = shared()

  private static func shared() -> [String: SharedRun] {
    Dictionary(scenarios.map { ($0.command, SharedRun()) }) { first, _ in first }
  }

  /// The text of a scenario in English.
  static func text(_ scenario: Scenario) throws -> Run {
    try #require(texts[scenario.command]).get { try scenario.run([]) }
  }

  /// The JSON of a scenario in English.
  static func answer(_ scenario: Scenario) throws -> Run {
    try #require(answers[scenario.command]).get { try scenario.run(["--json"]) }
  }

  /// The list of all commands.
  private static let overview = SharedRun()

  @Test(arguments: scenarios) func people(_ scenario: Scenario) throws {
    let run = try Self.text(scenario)
    #expect(run.status == scenario.status, "\(run.err)")
    let said = scenario.status == 0 ? run.out : run.err
    #expect(said.contains(scenario.shows), "\(said)")
  }

  @Test(arguments: scenarios.filter { $0.key != nil }) func programs(_ scenario: Scenario) throws {
    let run = try Self.answer(scenario).succeeded()
    let data = try run.json()
    let first = try #require((data as? [[String: Any]])?.first ?? data as? [String: Any])
    #expect(first[try #require(scenario.key)] != nil, "\(first.keys)")
  }

  @Test(arguments: scenarios) func help(_ scenario: Scenario) throws {
    let path = scenario.command.split(separator: " ").map(String.init)
    let all = try Self.overview.get { try Command.run(["--help"]) }.out
    #expect(all.contains("\n  \(scenario.command)"))
    let run = try Command.run(path + ["--help"]).succeeded()
    #expect(run.out.hasPrefix("Usage: walletui \(scenario.command)"))
    #expect(run.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
