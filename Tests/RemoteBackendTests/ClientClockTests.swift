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
