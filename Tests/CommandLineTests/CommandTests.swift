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
    /// Runs the command if it cannot run on the demo. Its parameter is `--json` or nothing.
    var own: (@Sendable ([String]) throws -> Run)?
    /// A part of the text. It may be a refusal, because there is no terminal.
    let shows: String
    var status: Int32 = 0
    /// A member of `data`, or of the first item of its list; nil: there is no JSON.
    var key: String?

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

  /// Runs a command in a place of its own.
  private static func on<Place>(
    _ place: @autoclosure @escaping @Sendable () throws -> Place,
    _ run: @escaping @Sendable (Place, [String]) throws -> Run
  ) -> @Sendable ([String]) throws -> Run {
    { more in try run(try place(), more) }
  }

  static let scenarios: [Scenario] = [
    Scenario(command: "cards", shows: "1–6 of 6", key: "cards"),
    Scenario(command: "card show", card: "Groceries", shows: "·· 1177", key: "cardId"),
    Scenario(
      command: "transactions", card: "Travel",
      words: ["--from", "2020-01-01", "--order", "oldest", "--limit", "500"],
      shows: "declined (card locked)", key: "billedAmount"),
    Scenario(
      command: "transactions note",
      own: {
        let shop = try TestShop()
        return try shop.vault.run(["transactions", "note", shop.sale(), "Lunch"] + $0)
      }, shows: "Lidl Sofia: Note saved", key: "note"),
    Scenario(
      command: "watch", own: { try TestWatch().line($0) }, shows: "−€10.00", key: "event"),
    Scenario(
      command: "budgets",
      own: on(try TestVault()) { vault, more in
        try vault.run(["budgets", "set", "groceries", "200"]).succeeded()
        return try vault.run(["budgets"] + more)
      }, shows: "€200.00", key: "level"),
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
      command: "card top-up", card: "Groceries", words: ["50"], shows: "€50.00",
      key: "billedAmount"),
    Scenario(command: "shop merchants", shows: "ramen-tokyo", key: "mcc"),
    Scenario(command: "shop rates", shows: "JPY", key: "perEuro"),
    Scenario(
      command: "shop authorize", own: { try TestShop().authorize($0) }, shows: "approved",
      key: "approved"),
    Scenario(
      command: "shop increment", own: { try TestShop().step("increment", $0) }, shows: "€12.00",
      key: "approved"),
    Scenario(
      command: "shop reverse", own: { try TestShop().step("reverse", $0) }, shows: "€8.00",
      key: "approved"),
    Scenario(
      command: "shop expire",
      own: on(try TestShop()) { shop, more in
        try shop.vault.run(["shop", "expire", try shop.sale()] + more)
      }, shows: "€0.00", key: "approved"),
    Scenario(
      command: "shop debit", own: { try TestShop().step("debit", $0) }, shows: "€2.00",
      key: "approved"),
    Scenario(
      command: "shop refund",
      own: on(try TestShop()) { shop, more in
        let debit = try shop.vault.run(["shop", "debit", try shop.sale(), "10", "--json"]).object()
        let id = try #require(debit["id"] as? String)
        return try shop.vault.run(["shop", "refund", id, "2,00"] + more)
      }, shows: "€2.00", key: "approved"),
    Scenario(command: "pay methods", shows: "1000010", key: "accountId"),
    Scenario(
      command: "pay create", own: { try TestPayments().create(more: $0) }, shows: "ready to pay",
      key: "usage"),
    Scenario(
      command: "pay list", own: { try TestPayments.afterOne(["pay", "list"], $0) },
      shows: "Zalando", key: "paymentHandles"),
    Scenario(
      command: "pay show",
      own: { try TestPayments.onHandle("show", $0) }, shows: "Visa ·· 1000",
      key: "timeToLiveSeconds"),
    // The text needs a terminal: see Tests/EndToEnd.
    Scenario(
      command: "pay token", own: { try TestPayments.onHandle("token", $0) },
      shows: "There's no terminal", status: 2, key: "paymentHandleToken"),
    Scenario(
      command: "pay use",
      own: { try TestPayments.onHandle("use", $0) }, shows: "paid", key: "status"),
    Scenario(
      command: "pay questions",
      own: { try TestPayments.afterOne(["pay", "questions"], $0, .oneTimeCode) }, shows: "OTP (3)",
      key: "question"),
    Scenario(
      command: "pay confirm",
      own: on(try TestPayments()) { payments, more in
        _ = try payments.create(.oneTimeCode)
        return try payments.vault.run(
          ["pay", "confirm", "--answer-file", payments.answer("123456")] + more)
      }, shows: "COMPLETED", key: "threeDResult"),
    Scenario(
      command: "saved list",
      own: on(try TestPayments()) { payments, more in
        _ = try payments.save()
        return try payments.vault.run(["saved", "list"] + more)
      }, shows: "400000******1000", key: "maskedPan"),
    Scenario(
      command: "saved add", own: { try TestPayments().save(more: $0) }, shows: "400000******1000",
      key: "savedCardId"),
    Scenario(
      command: "saved resume",
      own: on(try TestPayments()) { payments, more in
        let id = try payments.waitingRegistration()
        return try payments.vault.run(
          ["saved", "resume", id, "--answer-file", payments.answer("123456")] + more)
      }, shows: "400000******1109", key: "transactionId"),
    Scenario(
      command: "saved remove",
      own: on(try TestPayments()) { payments, more in
        try payments.vault.run(["saved", "remove", try payments.savedCard()] + more)
      }, shows: "Removed: 400000******1000", key: "maskedPan"),
    Scenario(command: "virtual personas list", shows: "Shopping", key: "name"),
    Scenario(
      command: "virtual personas create", words: ["Travel agency"], shows: "Travel agency",
      key: "name"),
    Scenario(
      command: "virtual personas delete",
      own: { try TestVirtualCards.onFirst("personas", "delete", ["--yes"] + $0) },
      shows: "Deleted: Shopping. Its cards are closed.", key: "name"),
    Scenario(command: "virtual sources list", shows: "VISA ·· 4242", key: "transactionVelocity"),
    Scenario(
      command: "virtual sources add",
      own: on(try TestVirtualCards()) { cards, more in
        let answer = try cards.folder.write("123456\n", to: "answer")
        return try cards.addSource("4000000000003220", ["--answer-file", answer] + more)
      }, shows: "VISA ·· 3220    ACTIVE", key: "last4"),
    Scenario(
      command: "virtual sources cancel",
      own: { try TestVirtualCards.onFirst("sources", "cancel", ["--yes"] + $0) }, shows: "INACTIVE",
      key: "state"),
    Scenario(
      command: "virtual sources refresh",
      own: on(try TestVirtualCards()) { cards, more in
        let id = try cards.first(["virtual", "sources", "list"])
        return try cards.refresh(id, more)
      }, shows: "VISA ·· 4242", key: "last4"),
    Scenario(
      command: "virtual sources review",
      own: { try TestVirtualCards.onFirst("sources", "review", $0) }, shows: "ACTIVE", key: "flags"),
    Scenario(
      command: "virtual transactions",
      own: on(try TestVirtualCards()) { cards, more in
        let id = try cards.card()
        try cards.pay(id).succeeded()
        return try cards.run(["virtual", "transactions", id, "--type", "PENDING"] + more)
      }, shows: "Brooklyn Books", key: "billedAmount"),
    Scenario(
      command: "virtual create",
      own: { try TestVirtualCards().create(["--monthly-limit", "50"] + $0) },
      shows: "This month      $0.00 of $50.00", key: "success"),
    Scenario(command: "virtual list", shows: "(sealed)", key: "failed"),
    Scenario(
      command: "virtual show", own: { try TestVirtualCards.onCard(["show"], $0) },
      shows: "Virtual card    Shoes", key: "success"),
    // The text needs a terminal: see Tests/EndToEnd.
    Scenario(
      command: "virtual reveal",
      own: on(try TestVault()) { vault, more in
        let cards = try TestVirtualCards(in: vault)
        let words = ["virtual", "reveal", try cards.card()] + more
        if more.isEmpty { return try vault.run(words) }
        return try vault.runWithPhone(words)
      }, shows: "There's no terminal", status: 2, key: "pan"),
    Scenario(
      command: "virtual update",
      own: { try TestVirtualCards.onCard(["update", "--alias", "Boots"], $0) }, shows: "Boots",
      key: "success"),
    Scenario(
      command: "virtual pause", own: { try TestVirtualCards.onCard(["pause"], $0) },
      shows: "ISSUED, paused", key: "success"),
    Scenario(
      command: "virtual resume",
      own: on(try TestVirtualCards()) { cards, more in
        let id = try cards.card()
        try cards.run(["virtual", "pause", id]).succeeded()
        return try cards.run(["virtual", "resume", id] + more)
      }, shows: "Status          ISSUED\n", key: "success"),
    Scenario(
      command: "virtual cancel",
      own: on(try TestVirtualCards()) { cards, more in
        let id = try cards.card()
        return try cards.run(
          ["virtual", "cancel", id, "--confirm", try cards.lastFour(id)] + more)
      }, shows: "CLOSED (CANCELLED)", key: "success"),
    Scenario(command: "virtual notices list", shows: "every message is sent", key: "rules"),
    Scenario(
      command: "virtual notices set", words: ["off", "--transaction-type", "DECLINE"],
      shows: "not sent  transaction-type DECLINE", key: "rules"),
    Scenario(
      command: "virtual notices remove",
      own: on(try TestVirtualCards()) { cards, more in
        try cards.run(["virtual", "notices", "set", "off"]).succeeded()
        return try cards.run(["virtual", "notices", "remove", "1"] + more)
      }, shows: "every message is sent", key: "rules"),
    Scenario(command: "virtual keys list", shows: "(for new cards)", key: "isNewest"),
    Scenario(
      command: "virtual keys export",
      own: on(try TestVirtualCards()) { cards, more in
        try cards.run(["virtual", "keys", "export"] + cards.keyArchive() + more)
      }, shows: "1 key is in", key: "keys"),
    Scenario(
      command: "virtual keys import",
      own: on(try TestVirtualCards()) { cards, more in
        let words = try cards.keyArchive()
        try cards.run(["virtual", "keys", "export"] + words).succeeded()
        return try TestVault().run(["virtual", "keys", "import"] + words + more)
      }, shows: "1 new key.", key: "added"),
    Scenario(command: "virtual keys unlock", shows: "need no unlocking", status: 5),
    Scenario(command: "virtual config", shows: "20/P1D", key: "pricingPolicy"),
    Scenario(command: "programs", shows: "SKRILL-VIRTUAL-MC-EEA", key: "cardType"),
    Scenario(
      command: "card create",
      words: ["--program", "SKRILL-VIRTUAL-MC-EEA", "--currency", "EUR", "--alias", "Train"],
      shows: "Train", key: "cardId"),
    Scenario(
      command: "card activate",
      own: on(try TestVault()) { vault, more in
        let letters = try vault.run(["phone", "--json"]).list()
        let letter = try #require(
          letters.first { ($0["text"] as? String)?.contains("3306") == true })
        let cvv = try #require(letter["code"] as? String)
        return try vault.run(
          [
            "card", "activate", try vault.id("New plastic"), "--last-four", "3306", "--cvv-file",
            try vault.write(cvv + "\n", to: "cvv"),
          ] + more)
      }, shows: "● Active", key: "status"),
    Scenario(command: "card lock", card: "Everyday", shows: "■ Locked", key: "status"),
    Scenario(
      command: "cards lock", words: ["--all"], shows: "3 cards locked, 4 virtual cards paused.",
      key: "virtualCards"),
    Scenario(
      command: "cards unlock", words: ["--all"], shows: "0 cards unlocked.", key: "cards"),
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
      command: "card cancel", card: "Groceries", words: ["--confirm", "1177"],
      shows: "Cancelled", key: "status"),
    Scenario(
      command: "card set-pin",
      own: on(try TestVault()) { vault, more in
        let pin = try vault.write("7391\n", to: "pin")
        let words = ["card", "set-pin", try vault.id("Everyday"), "--pin-file", pin]
        return try vault.runWithPhone(words + more)
      }, shows: "PIN        set", key: "isPinSet"),
    Scenario(
      command: "card reveal",
      own: on(try TestVault()) { vault, more in
        let words = ["card", "reveal", try vault.id("Everyday")] + more
        // The text needs a terminal: see Tests/EndToEnd.
        if more.isEmpty { return try vault.run(words) }
        return try vault.runWithPhone(words)
      }, shows: "There's no terminal", status: 2, key: "pan"),
    Scenario(
      command: "tokens list", card: "Travel", shows: "Apple Pay  suspended", key: "state"),
    Scenario(
      command: "tokens add",
      own: on(try TestVault()) { vault, more in
        let words = ["tokens", "add", try vault.id("Everyday"), "--wallet", "google"]
        return try vault.runWithPhone(words + more)
      }, shows: "in Google Pay now", key: "walletId"),
    Scenario(
      command: "tokens status", card: "Travel", words: ["DNITHE302630301"], shows: "suspended",
      key: "status"),
    Scenario(
      command: "tokens freeze", card: "Travel", words: ["0301"], shows: "Apple Pay frozen.",
      key: "cardId"),
    Scenario(
      command: "tokens resume",
      own: on(try TestVault()) { vault, more in
        let words = [try vault.id("Travel"), "0301"]
        _ = try vault.run(["tokens", "freeze"] + words)
        return try vault.run(["tokens", "resume"] + words + more)
      }, shows: "Apple Pay resumed.", key: "cardId"),
    Scenario(
      command: "tokens remove", card: "Travel", words: ["0301"], shows: "Apple Pay removed.",
      key: "cardId"),
    Scenario(
      command: "tokens verify",
      own: on(try TestVault()) { vault, more in
        let id = try vault.id("Everyday")
        let begun = try vault.runWithPhone(["tokens", "add", id, "--own-app", "--json"])
        let token = try begun.text("dpanRef")
        return try vault.runWithPhone(["tokens", "verify", id, token] + more)
      }, shows: "Apple Pay is verified and can pay.", key: "cardId"),
    Scenario(
      command: "tokens devices list",
      own: { more in try TestDevices().after(["add", "iphone"], ["list"] + more) },
      shows: "iPhone", key: "kind"),
    Scenario(
      command: "tokens devices add",
      own: { more in try TestDevices().run(["add", "watch"] + more) },
      shows: "Apple Watch", key: "wallets"),
    Scenario(
      command: "tokens devices remove",
      own: { more in
        try TestDevices().after(["add", "iphone"], ["remove", "iphone", "--yes"] + more)
      }, shows: "iPhone was deleted.", key: "id"),
    Scenario(command: "sca status", shows: "No authenticator app", key: "authenticator"),
    Scenario(
      command: "sca enrol",
      own: on(try TestVault()) { vault, more in
        if more.isEmpty { return try vault.run(["sca", "enrol"]) }
        return try vault.runWithPhone(["sca", "enrol"] + more)
      }, shows: "There's no terminal", status: 2, key: "secret"),
    Scenario(
      command: "sca confirm",
      own: on(try TestVault()) { vault, more in
        let key = try vault.runWithPhone(["sca", "enrol", "--json"]).text("secret")
        return try vault.runWithPipe(["sca", "confirm"] + more) {
          try TestApp.code(key, at: time(nil) + 30)  // tidy: own clock: a code for the next step
        }
      }, shows: "is set up", key: "authenticator"),
    Scenario(command: "phone", shows: "On its back", key: "channel"),
    Scenario(
      command: "vault init",
      own: on(try TestFolder()) { folder, more in
        try Command.run(
          [
            "vault", "init", "--sample", "--vault", folder.path("v"), "--passphrase-file",
            try folder.write("correct horse\n", to: "pass"),
          ] + more)
      }, shows: "Your vault is ready", key: "vault"),
    Scenario(
      command: "vault check", own: { try TestVault().run(["vault", "check"] + $0) },
      shows: "no problems found", key: "findings"),
    Scenario(
      command: "vault passwd", own: { try TestVault().run(["vault", "passwd", "--list"] + $0) },
      shows: "passphrase (this one)", key: "isOpened"),
    Scenario(
      command: "vault backup",
      own: on(try TestVault()) { vault, more in
        try vault.run(["vault", "backup", vault.folder.path + "/backup"] + more)
      }, shows: "6 cards", key: "auditEntries"),
    Scenario(
      command: "vault restore",
      own: on(try TestVault()) { vault, more in
        let backup = vault.folder.path + "/backup"
        _ = try vault.run(["vault", "backup", backup])
        return try vault.run(["vault", "restore", backup, "--yes"] + more)
      }, shows: "The state before is kept", key: "kept"),
    Scenario(
      command: "vault export",
      own: on(try TestVault()) { vault, more in
        try vault.run(
          [
            "vault", "export", vault.folder.path + "/export", "--new-passphrase-file",
            try vault.write("for export\n", to: "new"),
          ] + more)
      }, shows: "Only the new passphrase opens it", key: "cards"),
    Scenario(
      command: "vault import",
      own: on(try TestVault()) { vault, more in
        let new = try vault.write("for export\n", to: "new")
        let export = vault.folder.path + "/export"
        _ = try vault.run(["vault", "export", export, "--new-passphrase-file", new])
        return try vault.run(
          ["vault", "import", export, "--export-passphrase-file", new, "--yes"] + more)
      }, shows: "The vault is in its place", key: "kept"),
    Scenario(
      command: "profiles",
      own: on(try TestFolder()) { folder, more in
        let file = try folder.write("profiles: {home: {vault: v}}\n", to: "config.yaml")
        return try Command.run(["profiles", "--config", file] + more)
      }, shows: "home", key: "isDefault"),
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
