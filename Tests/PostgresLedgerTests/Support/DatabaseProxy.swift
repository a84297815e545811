import Foundation
import Glibc
import PostgresLedger
import Threads

/// Stands between a ledger and its server. It passes their messages on, replaces parts of commands,
/// and breaks connections at the end of a transaction.
final class DatabaseProxy: Sendable {
  /// When a connection breaks.
  enum Cut: Sendable {
    /// The server does not get COMMIT.
    case beforeCommit
    /// The server has committed, and nobody gets the answer.
    case beforeAnswer
    /// Likewise, and the connection stays open.
    case silent
  }

  private struct State {
    var replacements: [(String, String)]
    /// What happens to the next transactions that write.
    var cuts: [Cut] = []
    /// Replacements that no command has had yet.
    var unused: Set<String>
    var cut = 0
    var sockets: Set<Int32> = []
  }

  private let folder: String
  private let server: String
  private let listener: Int32
  private let state: Locked<State>

  /// - Parameters:
  ///   - server: The folder of the server's socket.
  ///   - replacements: Parts of commands, and what the server gets instead.
  init(_ server: String, replacing replacements: [(String, String)] = []) throws {
    self.server = server
    state = Locked(
      State(replacements: replacements, unused: Set(replacements.map(\.0))))
    folder = try SocketFolder.new()
    listener = try Self.socket(folder, Glibc.bind)
    guard listen(listener, 64) == 0 else { throw Failure(number: errno) }
    startThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        startThread { [self] in serve(client) }
      }
    }
  }

  struct Failure: Error { let number: Int32 }

  /// Ends all connections.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    state.withLock { state in
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The database as it is reached through the proxy.
  func address(of database: DatabaseAddress) throws -> DatabaseAddress {
    try DatabaseAddress(
      database.text.replacingOccurrences(of: "host=\(server)", with: "host=\(folder)"))
  }

  /// Breaks the connection of the next transaction that writes.
  func cutNextCommit(_ cut: Cut) { state.withLock { $0.cuts.append(cut) } }

  /// The parts that were to be replaced, and that no command has had.
  var unused: Set<String> { state.withLock { $0.unused } }
  /// How many connections it has broken.
  var cut: Int { state.withLock { $0.cut } }

  private static func socket(
    _ folder: String,
    _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((folder + "/.s.PGSQL.5432").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close(descriptor)
      throw Failure(number: number)
    }
    return descriptor
  }

  private func serve(_ client: Int32) {
    defer { close(client) }
    guard let server = try? Self.socket(server, Glibc.connect) else { return }
    defer { close(server) }
    state.withLock { _ = $0.sockets.insert(client) }
    defer { state.withLock { _ = $0.sockets.remove(client) } }
    var (questions, answers) = (MessageStream(hasTypes: false), MessageStream(hasTypes: true))
    var transaction = Transaction()
    while true {
      var sockets = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sockets, 2, -1) > 0 || errno == EINTR else { return }
      if sockets[0].revents != 0 {
        guard let bytes = read(client) else { return }
        questions.add(bytes)
        while let message = questions.next() {
          guard let sent = passed(message, &transaction), write(sent, to: server) else { return }
        }
      }
      if sockets[1].revents != 0 {
        guard let bytes = read(server) else { return }
        answers.add(bytes)
        while let message = answers.next() {
          if let cut = transaction.cut, message.starts(with: Message.committed) {
            state.withLock { $0.cut += 1 }
            if cut != .silent { return }
            transaction.isSilent = true
          }
          if transaction.isSilent { continue }
          guard write(message, to: client) else { return }
        }
      }
    }
  }

  /// The transaction of a connection.
  private struct Transaction {
    var isWriting = false
    /// What happens to its answer to COMMIT.
    var cut: Cut?
    var isSilent = false
  }

  /// What the server gets instead of a message; nil: the connection ends.
  private func passed(_ message: [UInt8], _ transaction: inout Transaction) -> [UInt8]? {
    if let statement = Message.prepared(message) {
      switch statement {
      case "begin": transaction.isWriting = true
      case "beginReading": transaction.isWriting = false
      case "commit" where transaction.isWriting:
        let cut = state.withLock { $0.cuts.isEmpty ? nil : $0.cuts.removeFirst() }
        transaction.cut = cut
        if cut == .beforeCommit {
          state.withLock { $0.cut += 1 }
          return nil
        }
      default: break
      }
    }
    return state.withLock { state in
      var message = message
      for (old, new) in state.replacements where Message.replace(old, new, in: &message) {
        state.unused.remove(old)
      }
      return message
    }
  }

  private func read(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  private func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

/// Takes the messages of PostgreSQL's protocol (version 3) out of a stream of bytes: a type, the
/// length, and the contents. A client's first message has no type.
private struct MessageStream {
  private var bytes: [UInt8] = []
  private var hasTypes: Bool

  init(hasTypes: Bool) { self.hasTypes = hasTypes }

  mutating func add(_ more: [UInt8]) { bytes += more }

  mutating func next() -> [UInt8]? {
    let start = hasTypes ? 1 : 0
    guard bytes.count >= start + 4 else { return nil }
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= start + length else { return nil }
    defer {
      bytes.removeFirst(start + length)
      hasTypes = true
    }
    return Array(bytes[..<(start + length)])
  }
}

private enum Message {
  /// The answer to COMMIT: the type and a length of 11.
  static let committed: [UInt8] = [UInt8(ascii: "C"), 0, 0, 0, 11] + Array("COMMIT\0".utf8)

  /// The prepared statement that a message runs; nil: it runs none.
  static func prepared(_ message: [UInt8]) -> String? {
    guard message.first == UInt8(ascii: "B") else { return nil }
    let names = message.dropFirst(5).split(
      separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    return names.count > 1 ? String(decoding: names[1], as: UTF8.self) : nil
  }

  /// Replaces a part of a command that is prepared. False: the message has no such part.
  static func replace(_ old: String, _ new: String, in message: inout [UInt8]) -> Bool {
    guard message.first == UInt8(ascii: "P"), let place = Data(message).range(of: Data(old.utf8))
    else { return false }
    message.replaceSubrange(place, with: new.utf8)
    withUnsafeBytes(of: UInt32(message.count - 1).bigEndian) {
      message.replaceSubrange(1..<5, with: $0)
    }
    return true
  }
}
