import Secrets
import WalletAPI
import WalletModel
import WalletServer

@testable import RemoteBackend

/// Carries requests to a server in this process without a socket. Both directions are encoded as
/// HTTP/1.1 (RFC 9112) and read again: requests by `MemoryRequest.init(message:)`, answers by
/// `Transfer`, as libcurl would pass them. Pauses are those of the network thread.
final class MemoryTransport: Transport {
  private let server: WalletServer
  private let profile: RemoteProfile
  private let thread: NetworkThread

  init(to server: WalletServer, _ profile: RemoteProfile) {
    self.server = server
    self.profile = profile
    thread = NetworkThread(profile)
  }

  var executor: any TaskExecutor { thread }
  func wait(_ pause: Duration) async { await thread.wait(pause) }
  func start(_ timer: Timer, _ action: @escaping @Sendable () -> Void) {
    thread.start(timer, action)
  }
  func stop() { thread.stop() }

  func send(_ request: TransferRequest) async throws(TransferFailure) -> WireResponse {
    if Task.isCancelled { throw TransferFailure.cancelled }
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let transfer = Transfer(request, profile.clock)
    let (head, stream) = try exchange(transfer) { signal.yield() }
    guard let stream else { return try transfer.answer(head.status).get() }
    var ready = signals.makeAsyncIterator()
    while let bytes = stream.read() {
      try WireBody.plain(bytes).withBytes(transfer.takeBody)
      if bytes.isEmpty { await ready.next() }
      if Task.isCancelled { throw TransferFailure.cancelled }
    }
    return try transfer.answer(head.status).get()
  }

  func send(_ request: TransferRequest, answer: @escaping @Sendable (Transfer.Outcome) -> Void) {
    let transfer = Transfer(request, profile.clock)
    do throws(TransferFailure) {
      answer(transfer.answer(try exchange(transfer) {}.head.status))
    } catch {
      answer(.failure(error))
    }
  }

  /// Sends the request, and passes the answer to the transfer, except for a stream.
  private func exchange(_ transfer: Transfer, onReady: @escaping @Sendable () -> Void)
    throws(TransferFailure) -> (head: WireResponse, stream: MemoryStream?)
  {
    let message = transfer.request.message
    defer { message.wipe() }
    guard let request = MemoryRequest(message: message) else {
      throw TransferFailure(error: WalletError(.internalError))
    }
    let (answer, stream) = server.openStream(request, onReady: onReady)
    defer { if case .secret(let body) = answer.body { body.wipe() } }
    for line in answer.headLines {
      try WireBody.plain(Array((line + "\r\n").utf8)).withBytes(transfer.takeHead)
    }
    try answer.body.withBytes(transfer.takeBody)
    return (answer, stream)
  }
}

extension Transfer {
  fileprivate func takeHead(_ line: UnsafeRawBufferPointer) throws(TransferFailure) {
    if takeHeader(line) == 0 { throw ended }
  }

  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
    if !bytes.isEmpty && take(bytes) == 0 { throw ended }
  }

  /// As for libcurl's result when the transfer has been ended.
  private var ended: TransferFailure {
    forget()
    return TransferFailure(error: WalletError(isTooLarge ? .netTooLarge : .netAnswer))
  }
}

extension TransferRequest {
  /// The request as HTTP/1.1, in locked memory.
  fileprivate var message: Secret {
    let place = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2]
    let authority = place.prefix { $0 != "/" }
    var lines =
      ["\(method) \(place.dropFirst(authority.count)) HTTP/1.1", "Host: \(authority)"] + headers
    if bodySize >= 0 { lines.append("Content-Length: \(bodySize)") }
    let text = lines.map { $0 + "\r\n" }.joined()
    let message = Secret(
      capacity: text.utf8.count + secretHeaders.reduce(2) { $0 + $1.count + 2 }
        + max(0, Int(bodySize)))
    func add(_ bytes: UnsafeRawBufferPointer) { _ = message.append(bytes) }
    Array(text.utf8).withUnsafeBytes(add)
    let end = Array("\r\n".utf8)
    for line in secretHeaders {
      line.withBytes(add)
      end.withUnsafeBytes(add)
    }
    end.withUnsafeBytes(add)
    body.withBytes(add)
    return message
  }
}

extension MemoryRequest {
  /// A message of HTTP/1.1. nil: it is none, or its body is not as long as it says.
  init?(message: Secret) {
    let read = message.withBytes { Self.read($0) }
    guard let read else { return nil }
    self = read
  }

  private static func read(_ message: UnsafeRawBufferPointer) -> MemoryRequest? {
    typealias Bytes = Slice<UnsafeRawBufferPointer>
    func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
    func secret(_ bytes: Bytes) -> Secret {
      Secret(copying: UnsafeRawBufferPointer(rebasing: bytes))
    }
    guard let end = message.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = message[..<end.lowerBound].split(
      separator: Array("\r\n".utf8), omittingEmptySubsequences: false)
    let words = text(lines[0]).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3 else { return nil }
    var request = MemoryRequest(String(words[0]), String(words[1]))
    request.version = String(words[2])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = text(line[..<colon])
      let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
      if name == "Authorization" {
        request.authorization = secret(value)
      } else {
        request.headers.append(WireField(name, text(value)))
      }
    }
    let body = message[end.upperBound...]
    let length = request.headers.first(named: "Content-Length")
    guard body.count == length.map({ Int($0) }) ?? 0 else { return nil }
    if !body.isEmpty { request.body = .secret(secret(body)) }
    return request
  }
}

extension WireResponse {
  /// The lines of the head, without their ends. The last one is empty.
  fileprivate var headLines: [String] {
    ["HTTP/1.1 \(status) "] + headers.map { "\($0.name): \($0.value)" } + [""]
  }
}
