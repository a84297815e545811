import Synchronization
import Testing
import Threads
import Waiting

@testable import ServerTesting
@testable import WalletServer

/// Which connections are closed, by a clock that the tests move and without a socket.
/// `ConnectionLimitTests` has real ones.
struct ConnectionTableTests {
  /// What the system knows of the only client, and how often its socket was shut down.
  private final class Client: Sendable {
    let silence: Duration?
    let isInHandshake: Bool
    private let closings = Mutex(0)
    var timesClosed: Int { closings.withLock { $0 } }

    init(silence: Duration?, isInHandshake: Bool = false) {
      (self.silence, self.isInHandshake) = (silence, isInHandshake)
    }

    var sockets: Sockets {
      Sockets(
        silence: { _ in self.silence }, isInHandshake: { _ in self.isInHandshake },
        shutDown: { _ in self.closings.withLock { $0 += 1 } })
    }
  }

  private static func limits() -> ConnectionTable.TimeLimits {
    var options = WalletServer.Options()
    options.requestSeconds = 30
    options.silenceSeconds = 10
    options.handshakeSeconds = 2.5
    options.tls = ("", secret(""))
    return ConnectionTable.TimeLimits(options)
  }

  private static func table(_ client: Client, _ time: ManualMonotonicClock)
    -> (ConnectionTable, Connection)
  {
    let table = ConnectionTable(clock: time.clock, sockets: client.sockets)
    let reference = ServerReference(hasTLS: true, connectionsPerAddress: 1, clock: time.clock)
    // No descriptor has this number.
    return (table, table.add(socket: 1 << 30, ("127.0.0.1", "127.0.0.1"), reference))
  }

  enum Phase { case handshake, request, answer, stream }

  /// Seconds since the connection began, or its last answer ended; seconds without a byte of the
  /// client, nil if bytes wait to be read; and whether it is closed.
  @Test(
    arguments: [
      (.handshake, 2.5, 2.5, false), (.handshake, 2.6, 0, true), (.handshake, 2.6, nil, true),
      (.request, 2.6, 0, false), (.request, 10, 10, false), (.request, 10.1, 10, false),
      (.request, 10.1, 10.1, true), (.request, 10, 60, false), (.request, 20, nil, false),
      (.request, 30, 0, false), (.request, 30.1, 0, true), (.request, 30.1, nil, true),
      (.answer, 20, 20, false), (.answer, 30, 30, false), (.answer, 30.1, 0, true),
      (.stream, 1e6, 1e6, false),
    ] as [(Phase, Double, Double?, Bool)])
  func aSlowClientIsClosed(_ phase: Phase, _ age: Double, _ silence: Double?, _ isClosed: Bool) {
    let (time, limits) = (ManualMonotonicClock(), Self.limits())
    let client = Client(
      silence: silence.map { .seconds($0) }, isInHandshake: phase == .handshake)
    let (table, connection) = Self.table(client, time)
    if phase == .answer || phase == .stream { connection.requestArrived() }
    if phase == .stream { connection.exemptFromTimeLimit() }
    time.advance(.seconds(age))
    // A connection is closed once.
    for _ in 1...2 { table.closeSlow(limits) }
    #expect(client.timesClosed == (isClosed ? 1 : 0))
  }

  @Test func theEndOfAnAnswerBeginsTheTimesAgain() {
    let (time, limits) = (ManualMonotonicClock(), Self.limits())
    let client = Client(silence: .seconds(40))
    let (table, connection) = Self.table(client, time)
    connection.requestArrived()
    time.advance(.seconds(29))
    connection.requestEnded()
    time.advance(.seconds(10))
    table.closeSlow(limits)
    #expect(client.timesClosed == 0)
    time.advance(.seconds(1))
    table.closeSlow(limits)
    #expect(client.timesClosed == 1, "silent between two requests")
  }

  @Test func connectionsAreLookedAtUntilTheServerEnds() throws {
    let (time, limits) = (ManualMonotonicClock(), Self.limits())
    let client = Client(silence: nil)
    let (table, _) = Self.table(client, time)
    let stopSignal = StopSignal(clock: time.clock)
    #expect(limits.interval == .milliseconds(500), "a fifth of the limit of a handshake")
    table.startClosingSlow(limits, until: stopSignal)
    try time.wait(for: limits.interval)
    time.advance(.seconds(30))
    try time.wait(for: limits.interval)
    #expect(client.timesClosed == 0)
    time.advance(limits.interval)
    try time.wait(for: limits.interval)
    #expect(client.timesClosed == 1)
    stopSignal.end()
    try time.wait()
  }

  @Test func aStopSignalEndsItsWaits() throws {
    let time = ManualMonotonicClock()
    let stopSignal = StopSignal(clock: time.clock)
    let results = Locked<[Bool]>([])
    startThread {
      for _ in 0..<3 {
        let result = stopSignal.wait(.seconds(5))
        results.withLock { $0.append(result) }
      }
    }
    try time.wait(for: .seconds(5))
    time.advance(.seconds(4))
    try time.wait(for: .seconds(1))
    #expect(results.withLock { $0 } == [])
    time.advance(.seconds(1))
    try time.wait(for: .seconds(5))
    #expect(results.withLock { $0 } == [true])
    stopSignal.end()
    try wait(for: "the end of the waits") { results.withLock { $0 } == [true, false, false] }
    stopSignal.wait()
  }
}
