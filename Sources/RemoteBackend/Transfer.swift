import CCurl
import Secrets
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// A request to be sent.
struct TransferRequest: Sendable {
  var url: String
  var method: String
  /// `Name: value`, without line ends.
  var headers: [String] = []
  /// Header lines that contain a secret.
  var secretHeaders: [Secret] = []
  var body = WireBody.none
  /// Whether the answer's body is put into locked memory.
  var answersSecret = false
  /// The longest body of an answer, in bytes.
  var limit = 1 << 20
  /// In milliseconds; nil: a stream without an end.
  var time: Int?
  /// A stream ends if no data arrives for this time.
  var silence: Duration?
  /// If it is shorter: a stream ends if no head arrives in this time.
  var headTime: Duration?
  /// Takes pieces of the body on the network thread; false ends the transfer. The answer then has
  /// no body.
  var onBytes: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
  /// Takes the head on the network thread as soon as it is complete; false ends the transfer
  /// because it is not what was wanted.
  var onHead: (@Sendable (WireResponse) -> Bool)?

  /// -1: a request without a body. A POST without a body has a length of 0.
  var bodySize: Int64 {
    if case .none = body, method == "GET" { return -1 }
    return Int64(body.withBytes { $0.count })
  }
}

/// Why there is no valid answer.
struct TransferFailure: Error {
  var error: WalletError
  /// Whether trying again may help.
  var isTransient = false
  /// Whether the server may have received the request.
  var mayHaveArrived = true

  static let cancelled = TransferFailure(error: WalletError(.cancelled))
}

/// A request in progress. It ends once, with the result of the network or with a cancellation,
/// whichever comes first.
final class Transfer: @unchecked Sendable {
  typealias Outcome = Result<WireResponse, TransferFailure>

  let request: TransferRequest
  private let clock: MonotonicClock
  /// When it ends, whether it was sent or not; nil: a stream without an end.
  let deadline: Instant?
  /// Used only by the network thread, from here…
  var handle: OpaquePointer?
  private var headers: [WireField] = []
  private var plain: [UInt8] = []
  private var secret: Secret?
  private var secretRoom = 1 << 10
  private var received = 0
  private var headSize = 0
  /// When data last arrived.
  private var heard: Instant
  private var status = 0
  private var hasWholeHead = false
  private(set) var isTooLarge = false
  private var hasNoRoom = false
  /// …to here.
  private let state = Mutex<State>(.new)

  private enum State: Sendable {
    case new
    case running(@Sendable (Outcome) -> Void)
    case ended
  }

  /// The longest secret body in bytes. Locked memory is small.
  private static let secretLimit = 32 << 10
  /// The most bytes of an answer's heads.
  private static let headLimit = 64 << 10

  init(_ request: TransferRequest, _ clock: MonotonicClock) {
    self.request = request
    self.clock = clock
    heard = clock.now
    deadline = request.time.map { [heard] in heard + .milliseconds($0) }
  }

  var isStream: Bool { deadline == nil }

  /// In milliseconds, at least 1; 0: no limit.
  private var timeLeft: Int { deadline.map { max(1, ($0 - clock.now).inMilliseconds) } ?? 0 }

  // MARK: The caller

  /// False if it was cancelled before it began; then `answer` is called with that.
  func begin(_ answer: @escaping @Sendable (Outcome) -> Void) -> Bool {
    let runs = state.withLock { state in
      guard case .new = state else { return false }
      state = .running(answer)
      return true
    }
    if !runs { answer(.failure(.cancelled)) }
    return runs
  }

  func end(_ outcome: Outcome) {
    let answer = state.withLock { state -> (@Sendable (Outcome) -> Void)? in
      defer { state = .ended }
      if case .running(let answer) = state { return answer }
      return nil
    }
    answer?(outcome)
  }

  var hasEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  // MARK: The network thread

  /// Creates libcurl's handle.
  func prepare(_ profile: RemoteProfile) -> OpaquePointer? {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let handle = withTexts(profile) { url, method, caFile, pins, proxy in
      var wanted = ccurl_request(
        url: url, method: method, ca_file: caFile, pins: pins, proxy: proxy,
        allows_http: profile.isPlain ? 1 : 0, allows_tls12: profile.allowsTLS12 ? 1 : 0,
        connect_ms: max(1, profile.connectTime.inMilliseconds), total_ms: timeLeft,
        body_size: request.bodySize, context: context,
        read: { Transfer.from($0).give($1, $2, $3) },
        write: { Transfer.from($0).take(UnsafeRawBufferPointer(start: $1, count: $2)) },
        header: { Transfer.from($0).takeHeader(UnsafeRawBufferPointer(start: $1, count: $2)) })
      return ccurl_transfer_new(&wanted)
    }
    guard let handle else { return nil }
    for line in request.headers { ccurl_transfer_header(handle, line) }
    for line in request.secretHeaders { add(line, to: handle) }
    self.handle = handle
    heard = clock.now
    return handle
  }

  /// When a stream ends unless data arrives.
  var silenceDeadline: Instant? {
    guard let silence = request.silence else { return nil }
    return heard + (hasWholeHead ? silence : min(silence, request.headTime ?? silence))
  }

  private func withTexts<R>(
    _ profile: RemoteProfile,
    _ body: (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?
    ) -> R
  ) -> R {
    func with(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
      if let text { text.withCString(body) } else { body(nil) }
    }
    return request.url.withCString { url in
      request.method.withCString { method in
        with(profile.caFile) { caFile in
          with(profile.pins) { pins in
            with(profile.proxy) { proxy in body(url, method, caFile, pins, proxy) }
          }
        }
      }
    }
  }

  /// libcurl needs a terminating zero. The copy that has one is also in locked memory, and wiped.
  private func add(_ line: Secret, to handle: OpaquePointer) {
    let ended = line.withBytes { bytes in
      Secret(count: bytes.count + 1) { space in
        space.copyMemory(from: bytes)
        space[bytes.count] = 0
      }
    }
    ended.withBytes { bytes in
      if let start = bytes.bindMemory(to: CChar.self).baseAddress {
        ccurl_transfer_header(handle, start)
      }
    }
    ended.wipe()
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("a transfer without its context") }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  private func give(_ space: UnsafeMutablePointer<CChar>, _ size: Int, _ offset: Int) -> Int {
    func copy(_ bytes: UnsafeRawBufferPointer) -> Int {
      let count = max(0, min(size, bytes.count - offset))
      guard count > 0 else { return 0 }
      UnsafeMutableRawBufferPointer(start: space, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
      return count
    }
    return request.body.withBytes(copy)
  }

  /// Takes a piece of the answer's body; 0 ends the transfer.
  func take(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    heard = clock.now
    if let onBytes = request.onBytes, status == 200 { return onBytes(bytes) ? 1 : 0 }
    received += bytes.count
    // Errors are not secret.
    let isSecret = request.answersSecret && status < 300
    guard received <= (isSecret ? Transfer.secretLimit : request.limit) else {
      isTooLarge = true
      return 0
    }
    if isSecret {
      return takeSecret(bytes)
    } else {
      plain.append(contentsOf: bytes)
    }
    return 1
  }

  /// The room doubles when it is full: locked memory is small, and so are most answers.
  private func takeSecret(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    let before = secret
    if before == nil || received > secretRoom {
      while secretRoom < received { secretRoom *= 2 }
      guard SecretMemory.hasRoom(for: secretRoom) else {
        hasNoRoom = true
        return 0
      }
      let larger = Secret(capacity: secretRoom)
      before?.withBytes { _ = larger.append($0) }
      before?.wipe()
      secret = larger
    }
    return secret?.append(bytes) ?? false ? 1 : 0
  }

  /// Takes a line of the answer's head, with its end; 0 ends the transfer.
  func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    heard = clock.now
    headSize += bytes.count
    if headSize > Transfer.headLimit {
      isTooLarge = true
      return 0
    }
    let line = String(decoding: bytes, as: UTF8.self)
    // An answer may have several heads (100 Continue). The last one counts.
    if line.hasPrefix("HTTP/") {
      headers = []
      hasWholeHead = false
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    if line.allSatisfy(\.isNewline) {
      hasWholeHead = true
      return request.onHead?(WireResponse(status, headers: headers)) ?? true ? 1 : 0
    }
    guard let colon = line.firstIndex(of: ":"), headers.count < 100 else { return 1 }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let end = value.lastIndex { !$0.isWhitespace && !$0.isNewline }
    headers.append(WireField(String(line[..<colon]), end.map { String(value[...$0]) } ?? ""))
    return 1
  }

  /// Translates libcurl's result.
  func outcome(of handle: OpaquePointer) -> Outcome {
    let ending = ccurl_transfer_ending(handle)
    guard ending == ccurl_ok else {
      secret?.wipe()
      if hasNoRoom { return .failure(TransferFailure(error: .secretMemoryFull)) }
      return .failure(
        TransferFailure(
          handle, ending, isTooLarge: isTooLarge, isPlain: request.url.hasPrefix("http:")))
    }
    return answer(ccurl_transfer_status(handle))
  }

  /// The outcome after all of the answer was taken.
  func answer(_ status: Int) -> Outcome {
    // An answer that ends within its headers is invalid, although libcurl accepts it.
    guard hasWholeHead else {
      return .failure(TransferFailure(error: WalletError(.netLost), isTransient: true))
    }
    var body = WireBody.none
    if let secret { body = .secret(secret) } else if !plain.isEmpty { body = .plain(plain) }
    return .success(WireResponse(status, headers: headers, body: body))
  }

  /// The caller has stopped waiting.
  func forget() { secret?.wipe() }
}

extension Duration {
  /// Rounded down.
  var inMilliseconds: Int {
    Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
