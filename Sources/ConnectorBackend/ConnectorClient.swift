import Dispatch
import HTTPClient
import IssuerConnectors
import Log
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// Sends the requests of a connector, and waits for their answers. It may block, so it is called on
/// threads of its own. Thread-safe.
final class ConnectorClient: Sendable {
  let connector: any IssuerConnector
  private let connection: ServerConnection
  private let network: NetworkThread
  private let pacer: RequestPacer
  /// Header lines with the key, in the order in which they are tried.
  private let authorizations: [Secret]
  /// Whether the issuer's own servers are asked, and not one that the owner named.
  private let usesOwnServers: Bool
  /// The first of them that was accepted.
  private let accepted = Mutex(0)
  /// For all attempts of a request together, with the waits for its turn.
  private let totalTime: Duration
  private let isStopped = Atomic(false)
  private let sent = Atomic(0)
  /// Is signalled when the client is stopped.
  private let stopping = DispatchSemaphore(value: 0)

  /// - Parameter key: Copied; the caller wipes it.
  init(
    _ connector: any IssuerConnector, _ connection: ServerConnection, key: Secret,
    totalTime: Duration, rate: IssuerRules.Rate? = nil
  ) {
    self.connector = connector
    self.connection = connection
    self.totalTime = totalTime
    usesOwnServers = [true, false].contains {
      connector.issuer.server(isSandbox: $0) == connection.origin
    }
    network = NetworkThread(connection)
    pacer = RequestPacer(rate ?? connector.rules.rate)
    authorizations = connector.authorization(key)
  }

  /// The number of requests so far, with repetitions.
  var requests: Int { sent.load(ordering: .relaxed) }

  /// Ends what is under way. Later requests are refused.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    stopping.signal()
    network.stop()
  }

  deinit {
    network.stop()
    for line in authorizations { line.wipe() }
  }

  /// How a request may be repeated.
  enum Repetition {
    /// It reads, sets absolute values, or has a key that makes it happen once.
    case always
    /// Only if it has certainly not arrived.
    case unlessSent
  }

  /// - Throws: What the issuer says, or one of the `net…` codes. `mayHaveHappened` is set if a
  ///   change may have been carried out all the same.
  func perform<Answer>(_ call: IssuerCall<Answer>, _ repetition: Repetition = .always)
    throws(WalletError) -> Answer
  {
    let isRead = call.request.method == .get
    var mayHaveHappened = false
    do throws(WalletError) {
      let answer = try answer(to: call, repetition, &mayHaveHappened)
      defer { answer.body.wipe() }
      guard answer.isSuccess else { throw connector.error(in: answer) }
      do throws(WireMalformed) {
        return try call.read(answer.body)
      } catch {
        // It was carried out, and what it answered cannot be read.
        mayHaveHappened = true
        throw WalletError(
          .netAnswer,
          details: [.verbatim("\(connector.issuer.name): \(error.field) \(error.reason)")])
      }
    } catch {
      var error = error
      error.mayHaveHappened = mayHaveHappened && !isRead
      throw error
    }
  }

  private func answer<Answer>(
    to call: IssuerCall<Answer>, _ repetition: Repetition, _ mayHaveHappened: inout Bool
  ) throws(WalletError) -> WireResponse {
    let isWrite = call.request.method != .get
    var policy = RetryPolicy(totalTime)
    while true {
      sleep(pacer.wait(isWrite: isWrite))
      if isStopped.load(ordering: .relaxed) { throw .serverStops }
      guard let left = policy.left else { throw WalletError(.netTimeout) }
      let failure: TransferFailure
      var wanted: Int?
      switch authorized(call, left) {
      case .success(let answer):
        let isTransient = [429, 502, 503, 504].contains(answer.status)
        if answer.status == 429 { pacer.pause(answer.retryAfter ?? 1) }
        // A server that failed may have done it before.
        if answer.status == 500 || answer.status == 502 || answer.status == 504 {
          mayHaveHappened = true
        } else if answer.status < 500, answer.status != 429 {
          mayHaveHappened = false
        }
        guard isTransient, repetition == .always || answer.status == 429 else { return answer }
        wanted = answer.retryAfter
        failure = TransferFailure(error: connector.error(in: answer), isTransient: true)
        answer.body.wipe()
      case .failure(let lost):
        failure = lost
        if lost.mayHaveArrived { mayHaveHappened = true }
        if isStopped.load(ordering: .relaxed) { throw .serverStops }
        guard lost.isTransient, repetition == .always || !lost.mayHaveArrived else {
          throw lost.error
        }
      }
      guard let pause = policy.pause(wanted: wanted) else { throw failure.error }
      sleep(pause)
    }
  }

  /// Sends it with the key. The next form of the header is tried after 401.
  private func authorized<Answer>(_ call: IssuerCall<Answer>, _ milliseconds: Int)
    -> TransferOutcome
  {
    if call.server != nil { return send(call, nil, milliseconds) }
    let first = accepted.withLock { $0 }
    for index in first..<max(first + 1, authorizations.count) {
      let outcome = send(call, authorizations[min(index, authorizations.count - 1)], milliseconds)
      guard case .success(let answer) = outcome else { return outcome }
      if answer.status == 401, index + 1 < authorizations.count { continue }
      if answer.isSuccess { accepted.withLock { $0 = index } }
      return outcome
    }
    return .failure(TransferFailure(error: WalletError(.unauthorized), mayHaveArrived: false))
  }

  private func send<Answer>(
    _ call: IssuerCall<Answer>, _ authorization: Secret?, _ milliseconds: Int
  ) -> TransferOutcome {
    sent.add(1, ordering: .relaxed)
    // An issuer of tests is all servers in one.
    let server = usesOwnServers ? call.server ?? connection.origin : connection.origin
    var request = TransferRequest(
      url: server + call.request.target, method: call.request.method.rawValue)
    request.headers = ["Accept: application/json", "User-Agent: walletui"]
    request.headers += call.request.headers.map { "\($0.name): \($0.value)" }
    request.secretHeaders = authorization.map { [$0] } ?? []
    request.body = call.request.body
    request.answersSecret = call.answersSecret
    request.limit = 4 << 20
    request.time = milliseconds
    let result = Mutex<TransferOutcome?>(nil)
    let done = DispatchSemaphore(value: 0)
    network.send(request) { outcome in
      result.withLock { $0 = outcome }
      done.signal()
    }
    done.wait()
    let outcome =
      result.withLock { $0 } ?? .failure(TransferFailure(error: WalletError(.internalError)))
    if case .success(let answer) = outcome {
      Log.debug(
        "\(request.method) \(connector.issuer.rawValue) \(call.request.path): \(answer.status)")
    }
    return outcome
  }

  private func sleep(_ duration: Duration) {
    guard duration > .zero else { return }
    let end = DispatchTime.now() + .milliseconds(duration.inMilliseconds + 1)
    // One signal wakes all that wait, one after the other.
    if stopping.wait(timeout: end) == .success { stopping.signal() }
  }
}

extension WireBody {
  fileprivate func wipe() {
    if case .secret(let secret) = self { secret.wipe() }
  }
}

extension WalletError {
  /// A request that came when the program was already ending.
  static var serverStops: WalletError {
    WalletError(
      .unavailable, .text("The server is stopping", "Der Server wird beendet"), retryAfter: 1)
  }
}
