import Foundation
import Testing

/// `watch` on real wallets, while other programs change them.
struct WatchTests {
  private func event(_ lines: LineReader) throws -> [String: Any] {
    try #require(try Run.data(try lines.next()) as? [String: Any])
  }

  /// What it wrote for people. `setsid` adds that its child was ended by a signal.
  private func said(_ running: Binary.Running) throws -> [Substring] {
    let text = try running.err.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("setsid:")
    }
  }

  @Test func eachChangeIsOneLine() throws {
    let watch = try TestWatch()
    let (vault, card) = (watch.shop.vault, watch.shop.card)
    let running = try watch.start(["--json"])
    defer { try? running.stop() }
    let lines = LineReader(running.out.fileHandleForReading)

    let sale = try watch.shop.sale()
    let payment = try event(lines)
    #expect(payment["event"] as? String == "payment" && payment["state"] as? String == "PENDING")
    #expect(payment["card"] as? String == "4821" && payment["amount"] as? String == "-10.00")
    #expect(payment["id"] as? String == sale && payment["merchant"] as? String == "Lidl Sofia")

    #expect(try vault.run(["shop", "debit", sale, "10"]).status == 0)
    #expect(try event(lines)["state"] as? String == "COMPLETE")

    #expect(try vault.run(["card", "limits", card, "--per-payment", "5"]).status == 0)
    _ = try watch.shop.authorize([])
    let limited = try event(lines)
    #expect(limited["event"] as? String == "decline")
    #expect(limited["declineLimit"] as? String == "PER_PAYMENT 5.00 EUR")

    #expect(try vault.run(["card", "lock", card]).status == 0)
    let locked = try event(lines)
    #expect(locked["event"] as? String == "card" && locked["status"] as? String == "LOCKED")
    #expect(locked["card"] as? String == "4821" && locked["name"] as? String == "Everyday")

    _ = try watch.shop.authorize([])
    let declined = try event(lines)
    #expect(declined["event"] as? String == "decline")
    #expect(declined["declineReason"] as? String == "CARD_LOCKED")

    let cards = TestVirtualCards(folder: try TestFolder()) { try vault.run($0) }
    try cards.prepare()
    let id = try cards.card()
    let made = try event(lines)
    #expect(made["event"] as? String == "virtualCard")
    #expect(made["card"] as? String == (try cards.lastFour(id)))
    #expect(try cards.pay(id).status == 0)
    #expect(try event(lines)["merchant"] as? String == "Brooklyn Books")
  }

  @Test func theConnectionIsWatched() throws {
    let folder = try TestFolder()
    let daemon = try Daemon.demo(in: folder.url)
    let words = [
      "watch", "--json", "--server", daemon.url, "--insecure-loopback", "--login", "ana",
      "--password-file", try folder.write("ana-demo\n", to: "password"),
      "--client-secret-file", try folder.write("demo-client\n", to: "client"),
    ]
    let running = try Binary.start(words, environment: ["XDG_STATE_HOME": folder.path("state")])
    defer { try? running.stop() }
    _ = try LineReader(running.err.fileHandleForReading).next()
    daemon.stop()
    let lines = LineReader(running.out.fileHandleForReading)
    #expect(try event(lines)["event"] as? String == "connectionLost")
  }

  /// A reader that goes away, as `head -1` does, ends it with the next line.
  @Test func itEndsWithItsReader() throws {
    let watch = try TestWatch()
    let running = try watch.start()
    let lines = LineReader(running.out.fileHandleForReading)
    _ = try watch.shop.authorize([])
    #expect(try lines.next() == "·· 4821  Lidl Sofia  −€10.00  pending")
    try running.out.fileHandleForReading.close()
    _ = try watch.shop.authorize([])
    running.process.waitUntilExit()
    #expect(try said(running) == [])
  }

  @Test func aSignalEndsItWithoutAWord() throws {
    let watch = try TestWatch()
    let running = try watch.start()
    try running.stop(SIGTERM)
    #expect(try said(running) == [])
    #expect(running.process.terminationStatus == SIGTERM)
  }

  /// A vault says only that something has changed.
  @Test func aVirtualCardIsFollowedInAVault() throws {
    let vault = try TestVault()
    let cards = TestVirtualCards(folder: try TestFolder()) { try vault.run($0) }
    try cards.prepare()
    let id = try cards.card()
    #expect(try cards.pay(id).status == 0)
    let running = try Binary.start(
      ["virtual", "transactions", id, "--follow", "--json"] + vault.options)
    defer { try? running.stop() }
    let lines = LineReader(running.out.fileHandleForReading)
    let first = try event(lines)
    #expect((first["billedAmount"] as? [String: Any])?["amount"] as? Int == 1250)
    #expect(try cards.pay(id, amount: "3").status == 0)
    let second = try event(lines)
    #expect((second["billedAmount"] as? [String: Any])?["amount"] as? Int == 300)
    #expect(second["id"] as? String != first["id"] as? String)
  }

  /// The program gets no name, number or amount, which other programs could list.
  @Test func aNotificationNamesNothing() throws {
    let watch = try TestWatch()
    let folder = try TestFolder()
    let shown = folder.path("shown")
    _ = try folder.program("#!/bin/sh\necho \"$@\" >>\(shown)\n", "notify-send")
    let running = try watch.start(
      ["--notify"],
      environment: ["PATH": folder.url.path + ":/usr/bin:/bin", "DISPLAY": ":99"])
    defer { try? running.stop() }
    let lines = LineReader(running.out.fileHandleForReading)
    _ = try watch.shop.authorize([])
    _ = try lines.next()
    #expect(try watch.shop.vault.run(["card", "lock", watch.shop.card]).status == 0)
    _ = try lines.next()
    // The second line is written after the first notification.
    let text = try String(contentsOfFile: shown, encoding: .utf8)
    #expect(text.hasPrefix("--app-name=walletui -- walletui A payment was made.\n"), "\(text)")
    for word in ["4821", "Lidl", "10", "Everyday"] { #expect(!text.contains(word), "\(text)") }
  }

  /// The control is the test above: with the option it shows them.
  @Test func theSettingOfTheScreenShowsNone() throws {
    let watch = try TestWatch()
    let folder = try TestFolder()
    let shown = folder.path("shown")
    _ = try folder.program("#!/bin/sh\necho \"$@\" >>\(shown)\n", "notify-send")
    let settings = folder.url.appendingPathComponent("walletui")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try "notify: yes\n".write(
      to: settings.appendingPathComponent("config.yaml"), atomically: true, encoding: .utf8)
    let running = try watch.start(
      environment: [
        "PATH": folder.url.path + ":/usr/bin:/bin", "DISPLAY": ":99",
        "XDG_CONFIG_HOME": folder.url.path,
      ])
    defer { try? running.stop() }
    let lines = LineReader(running.out.fileHandleForReading)
    for _ in 0..<2 {
      _ = try watch.shop.authorize([])
      _ = try lines.next()
    }
    #expect(!FileManager.default.fileExists(atPath: shown))
  }

  @Test func germanLinesAreGerman() throws {
    try Binary.$language.withValue("de_DE.UTF-8") {
      let watch = try TestWatch()
      let running = try watch.start()
      defer { try? running.stop() }
      _ = try watch.shop.authorize([])
      let line = try LineReader(running.out.fileHandleForReading).next()
      #expect(line == "·· 4821  Lidl Sofia  −10,00 €  vorgemerkt")
    }
  }
}
