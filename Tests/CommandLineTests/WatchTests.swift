import Foundation
import Testing

@testable import CommandTesting

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
    #expect(payment["cardId"] as? String == card)

    #expect(try vault.run(["shop", "debit", sale, "10"]).status == 0)
    #expect(try event(lines)["state"] as? String == "COMPLETE")

    #expect(try vault.run(["card", "limits", card, "--per-payment", "1"]).status == 0)
    _ = try watch.shop.authorize([])
    let limited = try event(lines)
    #expect(limited["event"] as? String == "decline")
    #expect(limited["declineRule"] as? String == "PAYMENT_LIMIT 1.00 EUR")

    #expect(try vault.run(["card", "lock", card]).status == 0)
    let locked = try event(lines)
    #expect(locked["event"] as? String == "card" && locked["status"] as? String == "LOCKED")
    #expect(locked["card"] as? String == "4821" && locked["name"] as? String == "Everyday")
    #expect(locked["cardId"] as? String == card)

    _ = try watch.shop.authorize([])
    let declined = try event(lines)
    #expect(declined["event"] as? String == "decline")
    #expect(declined["declineReason"] as? String == "CARD_LOCKED")

    let cards = try TestVirtualCards(in: vault)
    let id = try cards.card()
    let made = try event(lines)
    #expect(made["event"] as? String == "virtualCard")
    #expect(made["card"] as? String == (try cards.lastFour(id)) && made["cardId"] as? String == id)
    #expect(try cards.pay(id).status == 0)
    #expect(try event(lines)["merchant"] as? String == "Brooklyn Books")
  }

  @Test func theConnectionIsWatched() throws {
    let folder = try TestFolder()
    let daemon = try Daemon.demo(in: folder.url)
    let words = try ["watch", "--json"] + daemon.ana(folder)
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
    let cards = try TestVirtualCards(in: vault)
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
