import Threads

/// What the daemon's threads have of the server: its connections, and a weak reference to what
/// takes its requests. The daemon starts before the server exists, and must not keep it alive.
final class ServerReference: Sendable {
  private struct Weak: Sendable { weak let handler: RequestHandler? }
  let connections: ConnectionTable
  let hasTLS: Bool
  let connectionsPerAddress: Int
  private let target = Locked<Weak>(Weak(handler: nil))

  init(hasTLS: Bool, connectionsPerAddress: Int, clock: MonotonicClock) {
    connections = ConnectionTable(clock: clock)
    self.hasTLS = hasTLS
    self.connectionsPerAddress = connectionsPerAddress
  }

  func set(_ handler: RequestHandler) { target.withLock { $0 = Weak(handler: handler) } }
  var handler: RequestHandler? { target.withLock { $0.handler } }
}
