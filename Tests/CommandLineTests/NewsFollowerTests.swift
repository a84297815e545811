import FrontEnd
import Languages
import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel
import Words

@testable import WalletCommands

/// How commands that follow news ask a server again that answers but is not available.
struct NewsFollowerTests {
  @Test func thePausesGrowToHalfAMinute() async throws {
    let clock = ManualMonotonicClock()
    var streams = Streams.process
    streams.clock = clock.clock
    let (events, event) = AsyncStream.makeStream(of: WalletEvent.self)
    event.yield(.changed(.cards, ids: ["a"]))
    event.finish()
    let pauses = [1, 2, 4, 8, 16, 30, 30]
    let log = Locked<[String]>([])
    let follower = NewsFollower(
      words: Words(.english),
      reports: NewsFollower.Reports(
        lost: { (error) throws(WalletError) in log.withLock { $0.append("\(error.code)") } },
        restored: { () throws(WalletError) in log.withLock { $0.append("back") } }))
    let following = Task { [streams] in
      try await Streams.$current.withValue(streams) {
        try await follower.follow(events, [.cards]) { (_, ids) throws(WalletError) in
          let asked = log.withLock { log in
            log.append("\(ids ?? [])")
            return log.count { $0.hasPrefix("[") }
          }
          if asked <= pauses.count { throw WalletError(.unavailable) }
        }
      }
    }
    for seconds in pauses {
      try await eventually("a pause of \(seconds) s; there are \(clock.waiting)") {
        clock.waiting == [.seconds(seconds)]
      }
      clock.advance(.seconds(seconds))
    }
    try await following.value
    #expect(
      log.withLock { $0 }
        == [#"["a"]"#, "\(ErrorCode.unavailable)"] + pauses.map { _ in "[]" } + ["back"])
  }
}
