import Foundation
import Testing

@testable import CommandTesting

/// `watch` and the desktop's program for notifications, which is ended after five seconds.
struct WatchTimingTests {
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
}
