import Foundation
import Testing

@testable import CommandTesting

/// The simulated phone with a server, in a process of its own: codes arrive as they are sent.
struct PhoneTests {
  @Test func phoneFollowShowsNewCodes() throws {
    let folder = try TestFolder()
    let daemon = try Daemon.demo(in: folder.url)
    let ana = try daemon.ana(folder)
    let phone = try Binary.start(["phone", "--follow", "--json"] + ana)
    defer { try? phone.stop() }
    let lines = LineReader(phone.out.fileHandleForReading)
    // The letter with the new card's CVV shows that the phone is ready.
    let letter = try #require(
      try Run.data(lines.next()) as? [String: Any])
    #expect(letter["code"] is String)

    let id = try #require(
      try Command.run(["cards", "--json"] + ana).list("cards").first?["cardId"] as? String)
    let pipe = folder.path("code")
    let reveal = ["card", "reveal", id, "--json", "--method", "sms", "--code-file", pipe] + ana
    func nextCode() throws -> String {
      while true {
        let message = try Run.data(lines.next())
        if let code = (message as? [String: Any])?["code"] as? String, code.count == 6 {
          return code
        }
      }
    }
    let run = try Run.reading(pipe, { try Command.run(reveal) }, line: nextCode).succeeded()
    #expect((try run.object()["pan"] as? String)?.count == 16)
    // The phone waits for a server that has ended, and says so once.
    #expect(daemon.stop() == 0)
    let errors = LineReader(phone.err.fileHandleForReading)
    #expect(try errors.next().hasSuffix("; waiting until it's back."))
    #expect(phone.process.isRunning)
  }
}
