import ChildProcess
import FakeIssuer
import Foundation
import IssuerConnectors
import Testing

/// `make live`, on issuers of our own.
@Suite struct LiveCheckTests {
  private func live(_ words: [String]) throws -> (status: Int32, out: String) {
    let process = ChildProcess()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    process.arguments =
      [root.path + "/Live/run", "--binary", Binary.url.path] + words
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  @Test(arguments: IssuerKind.allCases) func allStepsAreTakenAndReported(_ kind: IssuerKind) throws
  {
    // Increase needs a card, whose account new ones get.
    let issuer = try FakeIssuer(kind, cards: 1)
    let run = try live(["--address", issuer.url, kind.rawValue, issuer.keyFile])
    #expect(run.status == 0, "\(run.out)")
    for step in ["list: 1 cards", "declined: CARD_LOCKED", "simulate: approved", "16 digits"] {
      #expect(run.out.contains(step), "\(step)\n\(run.out)")
    }
    let numbers = try issuer.cards().compactMap { ($0["pan"] ?? $0["number"]) as? String }
    #expect(numbers.count == 2)
    #expect(numbers.allSatisfy { !run.out.contains($0) }, "only the last four are printed")
    #expect(!run.out.contains(issuer.key))
  }

  /// The control: a step that goes wrong is reported, and the status says it.
  @Test func aStepThatFailsIsReported() throws {
    let issuer = try FakeIssuer(.lithic)
    try issuer.fault("refuse", ["status": 403, "path": "/v1/simulate", "text": "No permission"])
    let run = try live(["--address", issuer.url, "lithic", issuer.keyFile])
    #expect(run.status == 1)
    #expect(run.out.contains("FAILED  simulate") && run.out.contains("ok      close"))
  }

  @Test func withoutAKeyItSaysHowToGetOne() throws {
    let run = try live(["lithic"])
    #expect(run.status == 2 && run.out.contains("app.lithic.com"))
  }

  @Test func aLiveKeyIsRefused() throws {
    let issuer = try FakeIssuer(.stripe)
    try "rk_live_0123456789\n".write(toFile: issuer.keyFile, atomically: false, encoding: .utf8)
    let run = try live(["--address", issuer.url, "stripe", issuer.keyFile])
    #expect(run.status == 2 && run.out.contains("live key"))
    #expect(try issuer.requests().isEmpty)
  }
}
