import Foundation
import Log
import Testing
import WalletModel

/// The log file. A process has one log, so these tests run one after the other.
@Suite(.serialized) final class LogTests {
  private let folder: URL
  private let path: String

  init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("walletui-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.appendingPathComponent("log").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func lines(_ name: String = "log") throws -> [Substring] {
    try String(contentsOfFile: folder.appendingPathComponent(name).path, encoding: .utf8)
      .split(separator: "\n")
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: [
    (Log.Level.debug, ["debug", "info", "warning", "error"]),
    (.info, ["info", "warning", "error"]), (.warning, ["warning", "error"]), (.error, ["error"]),
  ])
  func levels(_ level: Log.Level, _ words: [String]) throws {
    try Log.open(path, level: level)
    Log.debug("one")
    Log.info("two")
    Log.warning("three")
    Log.error(WalletError(.diskFull, details: [.verbatim("four")]))
    let lines = try lines()
    #expect(lines.map { String($0.split(separator: " ")[1]) } == words)
    #expect(lines.last?.contains("four") == true)
    #expect(lines.last?.contains("] \(ErrorCode.diskFull.rawValue) ") == true)
    #expect(try mode(path) == 0o600)
  }

  @Test func textsBelowTheLevelAreNotBuilt() throws {
    try Log.open(path, level: .error)
    var made = 0
    func text() -> LogText {
      made += 1
      return "x"
    }
    Log.debug(text())
    #expect(made == 0)
    Log.error(text())
    #expect(made == 1)
  }

  @Test func anEntryStaysOnOneLine() throws {
    try Log.open(path, level: .info)
    Log.info("a\("\n2026-01-01T00:00:00Z info [1] forged\u{1b}[2J")")
    #expect(try lines().count == 1)
    #expect(try !lines()[0].contains("\u{1b}"))
  }

  @Test func aFullLogIsRotated() throws {
    try Log.open(path, level: .info, limit: 200)
    for number in 1...50 { Log.info("number \(number)") }
    #expect(try lines().last?.hasSuffix("number 50") == true)
    #expect(try lines("log.1").count > 1)
    #expect(try mode(path + ".1") == 0o600)
    for name in ["log", "log.1"] {
      let size =
        try FileManager.default.attributesOfItem(
          atPath: folder.appendingPathComponent(name).path)[.size] as? Int
      #expect(try #require(size) < 300)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func filesOfOthersAreRefused() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(throws: WalletError.self) { try Log.open(self.path, level: .info) }
    let pipe = folder.appendingPathComponent("pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: WalletError.self) { try Log.open(pipe, level: .info) }
    #expect(throws: WalletError.self) { try Log.open(self.folder.path + "/no/log", level: .info) }
    let open = folder.appendingPathComponent("open").path
    _ = FileManager.default.createFile(
      atPath: open, contents: nil, attributes: [.posixPermissions: 0o644])
    try Log.open(open, level: .info)
    #expect(try mode(open) == 0o600, "closed to others")
  }
}
