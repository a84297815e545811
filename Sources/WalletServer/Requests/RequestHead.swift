import CMicroHTTPD
import Glibc
import WalletAPI

/// The headers that determine how a request is read (RFC 9112), where the daemon is not strict.
struct RequestHead {
  private var hosts = (count: 0, areValid: true)
  private var lengths: [String] = []
  private var codings: [String] = []
  private var isNamed = true

  init(_ connection: any RequestConnection) {
    withUnsafeMutablePointer(to: &self) { head in
      connection.forEach(.HEADER_KIND, head) { context, _, name, value in
        guard let context, let name else { return .NO }
        context.assumingMemoryBound(to: RequestHead.self).pointee.take(name, value)
        return .YES
      }
    }
  }

  private mutating func take(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>?) {
    if strpbrk(name, " \t") != nil { isNamed = false }
    switch UInt8(bitPattern: name.pointee) | 0x20 {
    case UInt8(ascii: "h") where strcasecmp(name, "Host") == 0:
      hosts.count += 1
      if !(value.map(Self.isAuthority) ?? false) { hosts.areValid = false }
    case UInt8(ascii: "c") where strcasecmp(name, "Content-Length") == 0:
      lengths.append(value.map(HeaderFields.text) ?? "")
    case UInt8(ascii: "t") where strcasecmp(name, "Transfer-Encoding") == 0:
      // The daemon does not recognise the value with white space after it.
      codings.append(value.map { String(cString: $0) } ?? "")
    default: break
    }
  }

  /// The length of the body in bytes; 0: there is none, or it is not given.
  var length: Int { lengths.first.flatMap { Int($0) } ?? 0 }

  /// Whether reading the rest of the body does not take long.
  var endsSoon: Bool {
    codings.isEmpty
      ? (1...Self.longestIgnored).contains(length)
      : codings.map { $0.lowercased() } == ["chunked"]
  }

  /// The most bytes of a refused body that are still read. A client that is disconnected while it
  /// sends may miss the answer.
  private static let longestIgnored = 1 << 20

  /// The answer to a request that cannot be read safely, or need not be read: 400, 411, 413, or 414;
  /// nil: there is no problem.
  func refusal(_ head: RequestHandler.Head) -> WireResponse? {
    guard head.isFramed else { return ErrorResponses.closing(ErrorResponses.notHTTP) }
    if let refusal = refusal(version: head.version) { return refusal }
    guard head.isWhole else { return ErrorResponses.notHTTP }
    guard head.isCut else { return nil }
    return ErrorResponses.refusal(
      414, "query",
      "may have \(Daemon.mostParameters) parameters at most, in less than "
        + "\(Daemon.queryBytes / 1024) KiB")
  }

  private func refusal(version: String) -> WireResponse? {
    // RFC 9112, 3.2 and 5.1.
    guard hosts == (1, true) || hosts.count == 0 && version == "HTTP/1.0" else {
      return Self.closing("Host", "must be there once, with a name or address")
    }
    guard isNamed else { return Self.closing("headers", "have a space in a name") }
    // RFC 9112, 6.1: HTTP/1.0 has no Transfer-Encoding.
    if !codings.isEmpty && version == "HTTP/1.0" {
      return Self.closing("Transfer-Encoding", "needs HTTP/1.1")
    }
    // Two different lengths are refused (RFC 9112, 6.3).
    if lengths.contains(where: { $0 != lengths[0] }) || !lengths.isEmpty && !codings.isEmpty {
      return Self.closing("Content-Length", "must be there once, and alone")
    }
    guard let text = lengths.first else {
      return codings.isEmpty ? nil : ErrorResponses.refusal(411, "Content-Length", "is missing")
    }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return Self.closing("Content-Length", "must be a number")
    }
    guard let length = Int(text), length <= Wire.longestRequest else {
      return ErrorResponses.refusal(413, "body", "may have \(Wire.longestRequest) bytes at most")
    }
    return nil
  }

  private static func closing(_ field: String, _ reason: String) -> WireResponse {
    ErrorResponses.closing(ErrorResponses.refusal(400, field, reason))
  }

  /// Whether it is `host [":" port]` (RFC 3986, 3.2.2; RFC 9110, 4.2.1: the host is not empty).
  private static func isAuthority(_ value: UnsafePointer<CChar>) -> Bool {
    var rest = UnsafeRawBufferPointer(start: value, count: HeaderFields.length(value))[...]
    func isIn(_ byte: UInt8, _ others: StaticString) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: others.withUTF8Buffer { $0.contains(byte) }
      }
    }
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > rest.startIndex + 1,
        rest[(rest.startIndex + 1)..<end].allSatisfy({ isIn($0, ":.") })
      else { return false }
      rest = rest[(end + 1)...]
    } else {
      // The standard allows percent signs, but no server's name needs one.
      let host = rest.prefix { isIn($0, "-._~!$&'()*+,;=") }
      if host.isEmpty { return false }
      rest = rest[host.endIndex...]
    }
    return rest.isEmpty
      || rest.first == UInt8(ascii: ":") && rest.count <= 6
        && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }
}
