import Testing
import Waiting

@testable import ClientTesting

/// R10: cancelling any request at any moment leaves nothing behind.
@Suite struct CancelTests {
  private static let rounds = Effort.pick(long: 304, torture: 10_000)

  @Test(.patientLimit(minutes: 10)) func cancelledRequestsLeaveNothingBehind() throws {
    let rig = try Rig()
    let client = try HelperProcess.product(
      "networker",
      [rig.proxy.url, try rig.place.customer(), TestServer.password, TestServer.clientSecret]
        + ["\(Self.rounds)", "\(UInt64.random(in: 0...(.max)))"])
    #expect(client.url == "ready")
    try rig.proxy.fault("chaos 1")
    #expect(try client.ask("go") == "done")
    try rig.proxy.fault("none")
    var found = ["": [String]()]
    var line = try client.ask("end")
    while !line.isEmpty {
      let words = line.split(separator: " ").map(String.init)
      found[words[0]] = Array(words.dropFirst())
      line = client.line()
    }
    // The client still works.
    #expect(["ACTIVE", "LOCKED"].contains(found["card"]?.first), "\(found)")
    func counts(_ name: String) throws -> (before: Int, after: Int) {
      let words = try #require(found[name]).compactMap { Int($0) }
      try #require(words.count == 2)
      return (words[0], words[1])
    }
    let threads = try counts("threads")
    #expect(threads.after <= threads.before + 2, "threads \(threads)")
    let descriptors = try counts("descriptors")
    #expect(descriptors.after <= descriptors.before + 4, "descriptors \(descriptors)")
    let locked = try counts("locked")
    #expect(locked.after <= locked.before + 256, "locked \(locked)")
    guard Effort.current == .torture else { return }
    // Not checked: the faults include endless answers of up to 8 MiB, whose memory may be kept.
    let times = try #require(found["microseconds"]).compactMap { Int($0) }
    Figures.tell("R10 giving up, µs", "median \(times[0]), p99 \(times[1]), worst \(times[2])")
    Figures.tell("R10 left behind", "\(found)")
    // The maximum depends on the machine, which may be busy.
    #expect(times[1] < 100_000, "\(times)")
  }
}
