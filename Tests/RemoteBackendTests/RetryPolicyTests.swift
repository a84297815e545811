import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// Attempts and pauses with a clock that the test controls.
@Suite struct RetryPolicyTests {
  @Test func pausesAreRandomBelowABoundThatDoubles() {
    for (number, bound) in [(1, 100), (2, 200), (3, 400)] {
      var seen: [Int] = []
      for _ in 0..<400 {
        let time = ManualMonotonicClock()
        var patience = RetryPolicy(.seconds(10), clock: time.clock)
        for _ in 1..<number { _ = patience.pause(wanted: nil) }
        seen.append(patience.pause(wanted: nil)?.inMilliseconds ?? -1)
      }
      #expect(seen.allSatisfy { (0...bound).contains($0) })
      // Full jitter: pauses use the whole range.
      #expect(seen.contains { $0 < bound / 4 } && seen.contains { $0 > bound * 3 / 4 })
    }
  }

  @Test func thereAreAtMostFourAttempts() {
    let time = ManualMonotonicClock()
    var patience = RetryPolicy(.seconds(10), clock: time.clock)
    for _ in 1...3 { #expect(patience.pause(wanted: nil) != nil) }
    #expect(patience.pause(wanted: nil) == nil)
  }

  @Test func theServersPauseIsUsedWithinTheDeadline() {
    for (passed, wanted, isTried) in [(0, 9, true), (0, 10, false), (8, 1, true), (8, 2, false)] {
      let time = ManualMonotonicClock()
      var patience = RetryPolicy(.seconds(10), clock: time.clock)
      time.advance(.seconds(passed))
      let pause = patience.pause(wanted: wanted)
      #expect((pause != nil) == isTried, "\(passed) \(wanted)")
      if let pause { #expect(pause >= .seconds(wanted)) }
    }
    let time = ManualMonotonicClock()
    var patience = RetryPolicy(.seconds(10), clock: time.clock)
    time.advance(.seconds(11))
    #expect(patience.left == nil)
    #expect(patience.pause(wanted: nil) == nil)
  }

  @Test func theCircuitBreakerAllowsOneProbeAfterItsPause() {
    func isClosed(_ breaker: CircuitBreaker) -> Int? {
      do throws(WalletError) {
        try breaker.enter()
        return nil
      } catch {
        return error.retryAfter
      }
    }
    let time = ManualMonotonicClock()
    let breaker = CircuitBreaker(clock: time.clock)
    for _ in 1..<CircuitBreaker.limit { breaker.failed() }
    #expect(isClosed(breaker) == nil)
    breaker.failed()
    #expect(isClosed(breaker) == 5)
    time.advance(.milliseconds(4999))
    #expect(isClosed(breaker) == 1)
    time.advance(.milliseconds(1))
    #expect(isClosed(breaker) == nil)
    #expect(isClosed(breaker) == 1, "one at a time finds out")
    breaker.cancelled()
    #expect(isClosed(breaker) == nil, "the next one does, when that one gave up")
    breaker.failed()
    #expect(isClosed(breaker) == 5)
    time.advance(.seconds(5))
    #expect(isClosed(breaker) == nil)
    breaker.succeeded()
    for _ in 1..<CircuitBreaker.limit { breaker.failed() }
    #expect(isClosed(breaker) == nil)
  }

  /// A server that is down or ends each connection at once is not asked without a pause.
  @Test func theEventStreamIsConnectedAgainAfterAPause() {
    for lasted in [Duration.zero, .seconds(1)] {
      var counts: [Int] = []
      for _ in 0..<500 {
        var backoff = Backoff()
        var (passed, count) = (Duration.zero, 0)
        while passed < .seconds(60) {
          passed += lasted + backoff.pause(lasted: lasted, wanted: .zero)
          count += 1
        }
        counts.append(count)
      }
      Figures.tell(
        "connections in a minute without a server",
        "mean \(Double(counts.reduce(0, +)) / 500), most \(counts.max() ?? 0)")
      #expect(counts.allSatisfy { $0 < 40 })
    }
    var backoff = Backoff()
    for _ in 0..<8 { _ = backoff.pause(lasted: .zero, wanted: .zero) }
    #expect(backoff.pause(lasted: Backoff.steady, wanted: .zero).inMilliseconds <= 500)
    #expect(backoff.pause(lasted: .zero, wanted: .seconds(20)) >= .seconds(20))
    #expect(backoff.pause(lasted: .zero, wanted: .seconds(1 << 30)).inMilliseconds <= 331_000)
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("99999999999999999999", 86_400), ("-1", nil), ("", nil), ("1.5", nil),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 7), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
    ("Mon, 07 Nov 1994 08:49:30 GMT", 86_400), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
    ("Sun, 99 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
  ])
  func readsRetryAfter(_ text: String, _ seconds: Int?) {
    let answer = WireResponse(
      503,
      headers: [
        WireField("retry-after", text), WireField("Date", "Sun, 06 Nov 1994 08:49:30 GMT"),
      ])
    #expect(answer.retryAfter == seconds)
  }

  /// Any text in place of the time of day.
  @Test(arguments: [
    ("23:59:59", 54_599), ("08:50:00", 0), ("08:49:60", 0), ("24:00:00", nil), ("08:60:00", nil),
    ("08:50:61", nil), ("-1:00:00", nil), ("09:-1:00", nil), ("09:00:-1", nil), ("09:00", nil),
    ("9223372036854775807:00:00", nil), ("00:9223372036854775807:00", nil),
    ("00:00:9223372036854775807", nil), ("-9223372036854775808:00:00", nil),
  ])
  func readsTimesOfDay(_ time: String, _ seconds: Int?) {
    func answer(_ date: String, _ end: String) -> WireResponse {
      WireResponse(503, headers: [WireField("Date", date), WireField("Retry-After", end)])
    }
    let (start, end) = ("Sun, 06 Nov 1994 08:50:00 GMT", "Sun, 06 Nov 1994 \(time) GMT")
    #expect(answer(start, end).retryAfter == seconds)
    #expect((answer(end, start).date == nil) == (seconds == nil))
  }
}
