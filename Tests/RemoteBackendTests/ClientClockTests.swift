import Testing
import Threads
import Waiting
import WalletAPI
import WalletModel
import WalletServer

@testable import ClientTesting
@testable import RemoteBackend

/// What the client waits for, by a clock that the tests move.
@Suite struct ClientClockTests {
  @Test func theNetworkThreadFiresItsTimers() async throws {
    let time = ManualMonotonicClock()
    var profile = try RemoteProfile(server: "https://server.example")
    profile.clock = time.clock
    let network = NetworkThread(profile)
    let times: [Duration] = [.milliseconds(4999), .seconds(5), .seconds(6)]
    let timers = times.map { Timer(until: time.now + $0) }
    let (first, soon, late) = (timers[0], timers[1], timers[2])
    for timer in timers { network.start(timer) {} }
    time.advance(.milliseconds(4999))
    try await eventually("the end of the first pause") { first.hasFired }
    #expect(!soon.hasFired)
    time.advance(.milliseconds(1))
    try await eventually("the end of a pause") { soon.hasFired }
    #expect(!late.hasFired)
    network.stop()
    try await eventually("the end of the thread") { late.hasFired }
  }

  @Test func theTimeOfTheServerIsThatOfItsAnswers() async throws {
    let place = try SignOffServer()
    let backend = try await place.signIn()
    #expect(backend.serverTime == nil)
    _ = try await backend.perform(GetProfile())
    #expect(backend.serverTime != nil)
    withExtendedLifetime(place) {}
  }

  /// In milliseconds from the date of the first answer.
  @Test func theTimeOfTheServerIsCountedFromItsAnswers() {
    let (time, start) = (ManualMonotonicClock(), 1_700_000_000 as Int64)
    let server = ServerClock(clock: time.clock)
    func now() -> Int64? { server.now.map { $0.milliseconds - start * 1000 } }
    #expect(now() == nil)
    // A date has whole seconds.
    server.take(start, after: .zero)
    #expect(now() == 500)
    time.advance(.seconds(60))
    server.take(start + 61, after: .zero)
    #expect(now() == 60_500)
    // A slow answer says when it was written, not when it came.
    server.take(start + 51, after: .seconds(9))
    #expect(now() == 60_500)
    // The server's clock is set.
    for change in [-1200, 1200] as [Int64] {
      server.take(start + change, after: .zero)
      time.advance(.seconds(5))
      #expect(now() == change * 1000 + 5500)
    }
  }

  /// A token is renewed half a minute before it expires.
  @Test func aTokenIsRenewedBeforeItExpires() async throws {
    let (time, place) = (ManualMonotonicClock(), try SignOffServer())
    var profile = try RemoteProfile(
      server: "http://127.0.0.1:\(place.server.port)", insecureLoopback: true)
    profile.setGenerousLimits()
    profile.clientSecret = secret("hush")
    profile.clock = time.clock
    let backend = try await RemoteBackend.signIn(
      profile, user: "ana", password: secret("sesame"))
    let first = try await backend.signIn.tokens()
    #expect(first.expires - time.now == .seconds(900))
    time.advance(.seconds(869))
    #expect(try await backend.signIn.tokens().number == first.number)
    time.advance(.seconds(1))
    let second = try await backend.signIn.tokens()
    #expect(second.number == first.number + 1)
    #expect(second.expires - time.now == .seconds(900))
  }
}
