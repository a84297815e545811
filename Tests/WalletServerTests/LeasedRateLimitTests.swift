import Glibc
import Issuer
import Testing
import Threads
import WalletModel

@testable import WalletServer

/// Servers that share the limit of a customer's requests, on a clock of the test's own.
struct LeasedRateLimitTests {
  /// What the servers share: the time in milliseconds, and the bucket of one customer.
  private final class Shared: Sendable {
    struct State {
      var time: Int64 = 1_000_000
      var level: Double
      var filled: Int64 = 1_000_000
      var asked: [(count: Int, used: Int)] = []
    }
    let state: Locked<State>
    let rate: Double
    let burst: Int

    init(rate: Int) {
      self.rate = Double(rate)
      burst = 2 * rate
      state = Locked(State(level: Double(2 * rate)))
    }

    var clock: IssuerClock {
      let time: @Sendable () -> Int64 = { self.state.withLock { $0.time } }
      return IssuerClock(now: { Timestamp(milliseconds: time()) }, boot: time)
    }
    var asked: Int { state.withLock { $0.asked.count } }
    func advance(milliseconds: Int64) { state.withLock { $0.time += milliseconds } }

    /// As the database does it.
    func lease(_ count: Int, _ used: Int) -> Double? {
      state.withLock { state in
        let passed = Double(state.time - state.filled) / 1000
        state.level = min(Double(burst), state.level + passed * rate) - Double(used)
        state.filled = state.time
        state.asked.append((count, used))
        guard state.level >= Double(count) else { return (Double(count) - state.level) / rate }
        state.level -= Double(count)
        return nil
      }
    }

    /// - Parameter pause: Microseconds until the bucket's answer is there.
    func server(isSharing: Bool = true, pause: UInt32 = 0) -> LeasedRateLimit {
      let lease: LeasedRateLimit.Lease = { count, used, _ throws(WalletError) in
        defer { usleep(pause) }
        return self.lease(count, used)
      }
      return LeasedRateLimit(
        burst: burst, perSecond: rate, clock: clock, lease: isSharing ? lease : nil)
    }
  }

  /// How many requests pass in `seconds`, if much more are sent to each server.
  private func flood(_ shared: Shared, _ servers: [LeasedRateLimit], seconds: Int) -> Int {
    var passed = 0
    for _ in 0..<100 * seconds {
      for server in servers {
        for _ in 0...Int(shared.rate / 20) where server.take("a") == nil { passed += 1 }
      }
      shared.advance(milliseconds: 10)
    }
    return passed
  }

  @Test(arguments: [1, 3, 8], [1, 7, 8, 50, 200])
  func serversTogetherHaveOneRate(_ count: Int, _ rate: Int) {
    let seconds = 20
    let shared = Shared(rate: rate)
    let passed = flood(shared, (0..<count).map { _ in shared.server() }, seconds: seconds)
    let most = shared.burst + rate * seconds + count * (rate / 8)
    #expect(passed <= most)
    #expect(passed >= shared.burst + rate * seconds * 9 / 10)
    // It is asked for many at once, and not for what is refused.
    #expect(shared.asked <= 10 * (seconds + 2) * count)

    let alone = Shared(rate: rate)
    let each = flood(
      alone, (0..<count).map { _ in alone.server(isSharing: false) }, seconds: seconds)
    #expect(each >= count * (alone.burst + rate * (seconds - 1)), "control")
    #expect(count == 1 || each > most, "control")
  }

  @Test func fewRequestsAskForNothing() {
    let shared = Shared(rate: 80)
    let servers = (0..<3).map { _ in shared.server() }
    func second(_ requests: Int) {
      for server in servers {
        for _ in 0..<requests { #expect(server.take("a") == nil) }
      }
      shared.advance(milliseconds: 1000)
    }
    for _ in 0..<60 { second(10) }
    #expect(shared.asked == 0)
    // What has passed before is taken, too.
    second(11)
    let asked = shared.state.withLock { $0.asked }
    #expect(asked.map(\.used) == [10, 10, 10] && asked.map(\.count) == [10, 10, 10])
  }

  @Test func aRefusalIsRememberedUntilItIsOver() {
    let shared = Shared(rate: 80)
    let server = shared.server()
    shared.state.withLock { $0.level = 0 }
    for _ in 0..<10 { #expect(server.take("a") == nil) }
    // Ten have passed, and ten are wanted: a quarter of a second.
    #expect(server.take("a") == 1)
    shared.advance(milliseconds: 249)
    #expect(server.take("a") == 1)
    #expect(shared.asked == 1)
    #expect(server.take("b") == nil, "other customers have buckets of their own")
    shared.advance(milliseconds: 1)
    #expect(server.take("a") == nil)
  }

  @Test func aLeaseEndsAfterASecond() {
    let shared = Shared(rate: 80)
    let server = shared.server()
    for _ in 0..<11 { #expect(server.take("a") == nil) }
    #expect(shared.asked == 1)
    shared.advance(milliseconds: 1000)
    // Ten are free, and the nine that were left of the lease are gone.
    for _ in 0..<10 { #expect(server.take("a") == nil) }
    #expect(shared.asked == 1)
    #expect(server.take("a") == nil)
    #expect(shared.asked == 2)
  }

  /// Threads of a customer that come at the same time ask once.
  @Test(.timeLimit(.minutes(5))) func oneThreadAsksForAll() {
    let shared = Shared(rate: 80)
    let servers = (0..<2).map { _ in shared.server(pause: 1000) }
    let (lock, isDone) = (Lock(), Condition())
    let results = Locked<[Int]>([])
    for number in 0..<8 {
      startThread {
        let passed = (0..<200).count { _ in servers[number % 2].take("a") == nil }
        lock.lock()
        results.withLock { $0.append(passed) }
        isDone.signal()
        lock.unlock()
      }
    }
    lock.lock()
    while results.withLock({ $0.count }) < 8 { isDone.wait(lock) }
    lock.unlock()
    let passed = results.withLock { $0.reduce(0, +) }
    // Time stands still. Each server may let ten pass that cannot be taken any more.
    #expect((shared.burst...shared.burst + 20).contains(passed))
    // Each of eight leases takes ten, and ten that have passed. Then each server is refused once.
    #expect(shared.asked <= 8 + 2)
  }

  /// Without the database each server has its own limit, and asks once a second.
  @Test func withoutTheDatabaseTheOwnLimitDecides() {
    let shared = Shared(rate: 80)
    let isBroken = Locked(true)
    let server = LeasedRateLimit(burst: shared.burst, perSecond: shared.rate, clock: shared.clock) {
      count, used, _ throws(WalletError) in
      let wait = shared.lease(count, used)
      if isBroken.withLock({ $0 }) { throw WalletError(.unavailable) }
      return wait
    }
    let own = RateLimit(burst: shared.burst, perSecond: shared.rate, clock: shared.clock)
    for _ in 0..<1000 {
      for _ in 0..<5 { #expect((server.take("a") == nil) == (own.take("a") == nil)) }
      shared.advance(milliseconds: 10)
    }
    #expect((8...12).contains(shared.asked))
    // The database is back, where others have used everything.
    isBroken.withLock { $0 = false }
    shared.advance(milliseconds: 1000)
    shared.state.withLock { ($0.level, $0.filled) = (-1000, $0.time) }
    let passed = (0..<20).count { _ in server.take("a") == nil }
    #expect(passed == 10)
  }

  /// The number of customers that are kept has a bound, and they come and go.
  @Test func manyCustomersComeAndGo() {
    let shared = Shared(rate: 80)
    let server = shared.server()
    for _ in 0..<3 {
      for number in 0..<10_000 { #expect(server.take("\(number)") == nil) }
      #expect(server.take("one more") == 1)
      shared.advance(milliseconds: 2000)
    }
  }
}
