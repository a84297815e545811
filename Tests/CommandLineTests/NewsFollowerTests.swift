import FrontEnd
import Languages
import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel
import Words

@testable import CommandTesting
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
    let follower = NewsFollower(words: Words(.english)) { (what) throws(WalletError) in
      log.withLock { log in
        if case .connectionLost(let error) = what {
          log.append("\(error.code)")
        } else {
          log.append("\(what)")
        }
      }
    }
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
        == [#"["a"]"#, "\(ErrorCode.unavailable)"] + pauses.map { _ in "[]" }
        + ["connectionRestored"])
  }

  /// The server can be reached, so nothing is read because of it.
  @Test func lateNewsAreReported() async throws {
    let (events, event) = AsyncStream.makeStream(of: WalletEvent.self)
    for late in [WalletEvent.newsLate, .newsOnTime] { event.yield(late) }
    event.finish()
    var told: [WalletAlert] = []
    let follower = NewsFollower(words: Words(.english)) { (what) throws(WalletError) in
      told.append(what)
    }
    try await follower.follow(events, [.cards]) { (_, _) throws(WalletError) in
      Issue.record("it reads")
    }
    #expect(told == [.newsLate, .newsOnTime])
  }

  /// What `watch` writes of them.
  @Test func lateNewsAreLines() throws {
    for (alert, event, text) in [
      (WalletAlert.newsLate, "newsLate", "News come late  the server sends none by itself"),
      (.newsOnTime, "newsOnTime", "News come at once again\n"),
    ] {
      let lines = try [false, true].map { isJSON in
        let line = AlertLine(words: Words(.english), isJSON: isJSON)
        return try Command.output { try line.write(alert) }
      }
      #expect(lines[0].hasPrefix(text) && lines[0].hasSuffix("\n"), "\(lines[0])")
      #expect(lines[1] == #"{"data":{"event":"\#(event)"},"version":1}"# + "\n")
    }
  }
}
