/// One challenge of a `WWW-Authenticate` header (RFC 9110, 11.6.1).
struct AuthChallenge: Equatable {
  /// In lower case, as the names of its parameters: case has no meaning there (11.1, 11.2).
  var scheme: String
  var parameters: [String: String] = [:]

  /// The challenges of one header that can be read. Commas between parameters are optional, since
  /// the published sample has none (B04).
  static func read(_ header: String) -> [AuthChallenge] {
    var reader = Reader(bytes: Array(header.utf8))
    var challenges: [AuthChallenge] = []
    while let name = reader.token() {
      if let value = reader.value() {
        // A parameter without a challenge is ignored.
        guard !challenges.isEmpty else { return [] }
        challenges[challenges.count - 1].parameters[name] = value
      } else {
        challenges.append(AuthChallenge(scheme: name))
      }
    }
    return challenges
  }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    private func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skip(_ wanted: (UInt8) -> Bool) {
      while let byte = peek(), wanted(byte) { at += 1 }
    }

    private mutating func take(_ wanted: (UInt8) -> Bool) -> String {
      let start = at
      skip(wanted)
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The next token in lower case, after spaces and commas; nil: there is none.
    mutating func token() -> String? {
      skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
      let text = take { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~/".utf8.contains(byte)
        }
      }
      return text.isEmpty ? nil : text.lowercased()
    }

    /// The value after `=`, with optional blanks around it; nil: there is none.
    mutating func value() -> String? {
      let start = at
      skip(Self.isSpace)
      guard peek() == UInt8(ascii: "=") else {
        at = start
        return nil
      }
      at += 1
      skip(Self.isSpace)
      if peek() == UInt8(ascii: "\"") { return quoted() }
      // A token, or the rest of a token68.
      return take { !Self.isSpace($0) && $0 != UInt8(ascii: ",") }
    }

    /// A string in quotes. Without a closing quote it extends to the end of the header.
    private mutating func quoted() -> String {
      at += 1
      var text: [UInt8] = []
      while let byte = peek(), byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\") { at += 1 }
        if let byte = peek() { text.append(byte) }
        at += 1
      }
      at = min(at + 1, bytes.count)
      return String(decoding: text, as: UTF8.self)
    }
  }
}
