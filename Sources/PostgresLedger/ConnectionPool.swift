import Issuer
import SealedRecords
import Threads
import WalletModel

/// What transactions have met of others, for metrics.
struct Contention: Sendable {
  /// Transactions that another one has made fail, and that can be repeated.
  private(set) var conflicts = 0
  /// Waits for locks that took `shortestWait` or longer.
  private(set) var lockWaits = 0
  /// The time of these waits.
  private(set) var lockMilliseconds: Int64 = 0

  /// What is shorter may be the time of the answer on its way.
  static let shortestWait: Int64 = 100

  mutating func addConflict() { conflicts += 1 }

  /// Adds the time that a command which takes a lock has needed.
  mutating func addLock(milliseconds: Int64) {
    guard milliseconds >= Self.shortestWait else { return }
    lockWaits += 1
    lockMilliseconds += milliseconds
  }

  mutating func add(_ other: Contention) {
    conflicts += other.conflicts
    lockWaits += other.lockWaits
    lockMilliseconds += other.lockMilliseconds
  }
}

/// The connections to one database. A transaction has one for itself.
final class ConnectionPool: @unchecked Sendable {
  /// The state of the pool, for metrics.
  struct Figures: Sendable {
    var open = 0
    var inUse = 0
    var waiting = 0
    /// How often a connection could not be opened, or broke.
    var failures = 0
    var contention = Contention()
  }

  let address: DatabaseAddress
  /// Of the keys that are used.
  private let header: VaultHeader
  let most: Int
  private static let patience = 5.0
  /// The longest pause after connecting has failed, in seconds.
  private static let longestPause = 2.0

  // Protected by the lock.
  private let lock = Lock()
  private let returned = Condition()
  private var idle: [Connection] = []
  private var current = Figures()
  private var isOver = false
  private var pause = 0.0
  private var pausedUntil: Int64 = 0
  private var lastError: WalletError?
  private var answered: Int64 = .min / 2
  /// Takes why connecting has failed, for the operator.
  private let notice: (@Sendable (String) -> Void)?

  init(
    _ address: DatabaseAddress, _ header: VaultHeader, most: Int,
    notice: (@Sendable (String) -> Void)? = nil
  ) {
    self.notice = notice
    self.address = address
    self.header = header
    self.most = most
  }

  /// When a connection was last returned that can be used, by the machine's clock.
  var lastAnswer: Int64 {
    lock.lock()
    defer { lock.unlock() }
    return answered
  }

  var figures: Figures {
    lock.lock()
    defer { lock.unlock() }
    return current
  }

  /// - Throws: `.vaultBusy` if all connections stay in use for five seconds, `.unavailable` if there
  ///   is none and none can be opened.
  func take() throws(WalletError) -> Connection {
    // Others shall not wait while a connection is looked at.
    while let connection = try takeIdle() {
      if connection.isUsable { return connection }
      drop()
    }
    return try open()
  }

  /// nil: there is none, and one may be opened.
  private func takeIdle() throws(WalletError) -> Connection? {
    lock.lock()
    defer { lock.unlock() }
    let end = Condition.end(after: Self.patience)
    while true {
      if isOver { throw WalletError(.cancelled) }
      // The last one that was returned, so that others become old and the server's caches stay warm.
      if let connection = idle.popLast() {
        current.inUse += 1
        return connection
      }
      if current.open < most { break }
      current.waiting += 1
      let isInTime = returned.wait(lock, until: end)
      current.waiting -= 1
      if !isInTime { throw PostgresFailure.busy }
    }
    if IssuerClock.system.boot() < pausedUntil, let lastError { throw lastError }
    current.open += 1
    current.inUse += 1
    return nil
  }

  /// A connection that was taken has broken.
  private func drop() {
    lock.lock()
    defer { lock.unlock() }
    current.inUse -= 1
    current.open -= 1
    current.failures += 1
    returned.signal()
  }

  private func open() throws(WalletError) -> Connection {
    do throws(WalletError) {
      let connection = try Connection(address)
      try connection.holdKeys(of: header)
      lock.lock()
      defer { lock.unlock() }
      (pause, lastError) = (0, nil)
      return connection
    } catch {
      notice?(
        "database: " + ([error.message] + error.details).map(\.english).joined(separator: " "))
      lock.lock()
      defer { lock.unlock() }
      current.open -= 1
      current.inUse -= 1
      current.failures += 1
      // Not all threads of a server shall try at once, again and again.
      pause = min(Self.longestPause, max(0.05, pause * 2))
      pausedUntil =
        IssuerClock.system.boot() + Int64(pause * Double.random(in: 0.5...1) * 1000)
      lastError = PostgresFailure.lost
      returned.signal()
      // libpq's words name hosts, which no client shall see.
      throw PostgresFailure.lost
    }
  }

  func release(_ connection: Connection) {
    lock.lock()
    defer { lock.unlock() }
    current.inUse -= 1
    current.contention.add(connection.contention)
    connection.contention = Contention()
    if isOver || connection.isBroken {
      current.open -= 1
      if connection.isBroken { current.failures += 1 }
    } else {
      answered = IssuerClock.system.boot()
      idle.append(connection)
    }
    returned.signal()
  }

  /// Closes the idle connections, and the others when they are returned.
  func close() {
    lock.lock()
    defer { lock.unlock() }
    isOver = true
    current.open -= idle.count
    idle = []
    returned.broadcast()
  }
}
