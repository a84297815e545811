import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// After any fault of the event stream, a later change is reported.
@Suite struct EventFaultTests {
  private let rig: Rig

  init() throws { rig = try Rig() }

  // Waiting for the other cases counts towards the limit.
  @Test(
    .patientLimit(minutes: 10), .atOnce(4),
    arguments: [
      "none", "cut 0", "cut 700", "resetat 10 first=1", "mute 0 first=1", "mute 300 first=2",
      "twice", "refuse first=2", "blackhole first=1", "garbage first=1", "notjson first=1",
      "status 200 first=1", "status 429 1 first=1", "status 503 0 first=1", "status 401 first=1",
      "status 500 first=1", "hugehead first=1",
      "inject event:%20cards%0Adata:%20{%0A%0A", "inject %00%01%ff%0A%0Adata%0A%0A:%0Aid:%00%0A",
      "inject event:%20cards%0Adata:%20[1,2]%0A%0A", "inject retry:%2099999999999%0A",
      "last id:%20other-7%0Adata:%20{}%0A%0A first=1", "last %0Aretry:%20-5%0Aid:%0A first=2",
      "flood data:%20x%0A first=1", "flood x first=1",
    ])
  func aLaterChangeIsReported(_ fault: String) async throws {
    // Longer than the pauses of a healthy server would be too long for a test.
    try await rig.expectNews(after: fault, silence: patient(0.8))
  }

  /// Control: a silent open connection differs from a healthy one only by its silence.
  @Test(.patientLimit(minutes: 1)) func silenceEndsAConnection() async throws {
    let person = try await rig.place.person(at: rig.proxy.url) {
      $0.eventSilence = patient(0.1)
    }
    try rig.proxy.fault("mute 0 only=/events")
    let news = person.wallet.events()
    try await rig.waitForRequest(3)
    withExtendedLifetime(news) {}
    #expect(RemoteProfile.defaultEventSilence > .seconds(30), "two signs of life, 15 s apart")
  }

  /// A server that hangs accepts connections and sends nothing. This is reported after the next
  /// attempt has failed as well, with the time since the server was last heard.
  @Test(.patientLimit(minutes: 1)) func silenceIsReportedWithItsLength() async throws {
    let person = try await rig.place.person(at: rig.proxy.url) {
      $0.eventSilence = patient(2.5)
      $0.totalTime = patient(2)
    }
    var news = person.wallet.events().makeAsyncIterator()
    // The connection is open.
    _ = await news.next()
    try rig.proxy.fault("blackhole")
    var silence: Int64?
    while silence == nil, let event = await news.next() {
      if case .connectionLost(_, let length) = event { silence = length }
    }
    let length = try #require(silence)
    #expect(Double(length) >= 2500 * patience)
  }

  /// A client without events is not offline, for every other answer of the server. The stream is
  /// requested again only after its pauses, however many other requests succeed.
  @Test(.patientLimit(minutes: 1), arguments: ["status 503 1", "status 502 1", "status 429 1"])
  func aFailedEventStreamIsNotOffline(_ fault: String) async throws {
    let person = try await rig.place.person(at: rig.proxy.url)
    let card = try await person.card()
    try rig.proxy.fault(fault + " only=/events")
    let start = ContinuousClock.now
    var news = person.wallet.events().makeAsyncIterator()
    while ContinuousClock.now - start < .seconds(2) {
      _ = try await person.perform(GetCard(card.id))
    }
    let status = try await person.perform(SetCardStatus(card.id, .locked, reason: "Test")).status
    #expect(status == .locked)
    try await expectSeldom(since: start)
    try rig.proxy.fault("none")
    var heard: [WalletEvent] = []
    while heard.last != .newsOnTime, let event = await news.next() { heard.append(event) }
    #expect(Set(heard) == Set(WalletEvent.allChanged + [.newsLate, .newsOnTime]))
  }

  /// The same when the server becomes unreachable and reachable again and again.
  @Test(.patientLimit(minutes: 1), arguments: ["status 503 1", "refuse"])
  func repeatedRecoveriesDoNotFloodTheServer(_ fault: String) async throws {
    let wallet = try await rig.place.person(at: rig.proxy.url).wallet
    try rig.proxy.fault(fault + " only=/events")
    let breaker = CircuitBreaker(clock: wallet.profile.clock)
    let stream = EventStream(wallet.profile, wallet.network, wallet.signIn, breaker)
    defer { stream.stop() }
    let start = ContinuousClock.now
    let news = stream.listen()
    try await rig.waitForRequest()
    try await eventually("two seconds with recoveries") {
      for _ in 0..<100 {
        stream.serverUnreachable(WalletError(.netLost))
        stream.serverAnswered()
      }
      return ContinuousClock.now - start >= .seconds(2)
    }
    if fault == "refuse" {
      // One attempt at once, then random pauses of up to 0.5, 1, 2 s.
      #expect(try await rig.proxy.count() < 20)
    } else {
      try await expectSeldom(since: start)
    }
    withExtendedLifetime(news) {}
  }

  /// After a successful request the stream does not wait for the end of its pause, here a minute or
  /// more.
  @Test(.patientLimit(minutes: 1)) func eventsContinueAtOnceWhenTheServerIsBack() async throws {
    let person = try await rig.place.person(at: rig.proxy.url)
    let card = try await person.card()
    try rig.proxy.fault("inject retry:%2060000%0A%0A only=/events")
    var news = person.wallet.events().makeAsyncIterator()
    // The connection is open.
    _ = await news.next()
    try rig.proxy.fault("refuse only=/digitalwallets")
    #expect(await person.wallet.failure(GetCard(card.id))?.code == .netLost)
    // Four attempts of the read, and one for the stream.
    try await rig.waitForRequest(5)
    try rig.proxy.fault("none")
    _ = try await person.perform(SetCardStatus(card.id, .locked, reason: "Test"))
    while let event = await news.next(), event != .cardsChanged([card.id]) {}
  }

  /// The server requires a pause of a second between two attempts.
  private func expectSeldom(since start: ContinuousClock.Instant) async throws {
    let count = try await rig.proxy.count()
    let passed = ContinuousClock.now - start
    #expect((1...Int(passed / .seconds(1)) + 1).contains(count), "\(count) in \(passed)")
  }

  /// There is no busy loop: counts the requests to a server that refuses.
  @Test(
    .enabled(if: Effort.current == .torture, "only `make torture` waits for three minutes"),
    .patientLimit(minutes: 2),
    arguments: ["close", "status 503", "cut 0"])
  func connectionAttemptsBecomeRareWhileTheServerIsDown(_ fault: String) async throws {
    let person = try await rig.place.person(at: rig.proxy.url)
    try rig.proxy.fault(fault + " only=/events")
    let news = person.wallet.events()
    try await Task.sleep(for: .seconds(60))
    let count = try await rig.proxy.count()
    Figures.tell("connections in a minute, \(fault)", "\(count)")
    #expect((3...40).contains(count))
    withExtendedLifetime(news) {}
  }
}
