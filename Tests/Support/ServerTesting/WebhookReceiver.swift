import Glibc
import Threads
import Waiting

/// A server of an operator on loopback, which takes events and behaves as a test wants.
final class WebhookReceiver: @unchecked Sendable {
  struct Received: Sendable {
    let path: String
    let signature: String
    let body: [UInt8]

    /// The value of a field of the body.
    func field(_ name: String) -> String? {
      let text = String(decoding: body, as: UTF8.self)
      guard let start = text.firstRange(of: "\"\(name)\":\"") else { return nil }
      return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
    var id: String { field("id") ?? "" }
  }
  enum Behaviour: Sendable {
    case answer(Int)
    /// Ends the connection without an answer.
    case close
    /// Keeps the connection open without an answer.
    case hold
  }

  let port: UInt16
  var address: String { "http://127.0.0.1:\(port)/hooks" }
  private let socket: Int32
  private let lock = Lock()
  private let hasChanged = Condition()
  // Protected by the lock.
  private var received: [Received] = []
  private var held: [Int32] = []
  private var behaviour: @Sendable (Int, Received) -> Behaviour
  private var isClosed = false

  /// - Parameter behaviour: Of the request with this number, from 0 on.
  init(_ behaviour: @escaping @Sendable (Int, Received) -> Behaviour = { _, _ in .answer(204) })
    throws
  {
    self.behaviour = behaviour
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = socket
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, size) == 0 && listen(number, 64) == 0
          && getsockname(number, $0, &size) == 0
      }
    }
    guard isListening else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
    startThread { [self] in accept() }
  }

  func behave(_ behaviour: @escaping @Sendable (Int, Received) -> Behaviour) {
    lock.lock()
    self.behaviour = behaviour
    lock.unlock()
  }

  var all: [Received] {
    lock.lock()
    defer { lock.unlock() }
    return received
  }

  /// Waits until this is true of everything that was received. False: it was not for two minutes.
  func wait(until isEnough: ([Received]) -> Bool) -> Bool {
    let clock = MonotonicClock.system
    let end = clock.now + .seconds(120 * patience)
    lock.lock()
    defer { lock.unlock() }
    while !isEnough(received) {
      guard clock.wait(hasChanged, lock, until: end) else { return false }
    }
    return true
  }

  func close() {
    lock.lock()
    isClosed = true
    for connection in held { Glibc.close(connection) }
    held = []
    lock.unlock()
    shutdown(socket, Int32(SHUT_RDWR))
  }

  private func accept() {
    while case let connection = Glibc.accept(socket, nil, nil), connection >= 0 {
      startThread { [self] in serve(connection) }
    }
    Glibc.close(socket)
  }

  private func serve(_ connection: Int32) {
    guard let request = read(connection) else {
      Glibc.close(connection)
      return
    }
    lock.lock()
    let what = behaviour(received.count, request)
    received.append(request)
    var isHeld = false
    if case .hold = what, !isClosed {
      held.append(connection)
      isHeld = true
    }
    hasChanged.broadcast()
    lock.unlock()
    if case .answer(let status) = what {
      let text =
        "HTTP/1.1 \(status) X\r\nLocation: \(address)/elsewhere\r\nContent-Length: 0\r\n\r\n"
      _ = Array(text.utf8).withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
    if !isHeld { Glibc.close(connection) }
  }

  private func read(_ connection: Int32) -> Received? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &part, part.count, 0)
      guard count > 0 else { return nil }
      bytes += part.prefix(count)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
      let lines = text[..<end.lowerBound].split(separator: "\r\n")
      func header(_ name: String) -> String? {
        lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
      }
      let body = Array(text[end.upperBound...].utf8)
      guard body.count >= Int(header("Content-Length") ?? "") ?? .max else { continue }
      let path = lines.first?.split(separator: " ").dropFirst().first.map(String.init)
      return Received(path: path ?? "", signature: header("Signature") ?? "", body: body)
    }
  }
}
