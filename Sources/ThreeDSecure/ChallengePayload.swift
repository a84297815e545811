import WalletModel

/// What a challenge begins with: base64 of a JSON object with four texts (D47).
package struct ChallengePayload: Hashable, Sendable {
  /// Of the authentication: 1…64 letters, digits, `-` and `_`, as in `transactionID`.
  package let id: String
  package let transactionID: String
  /// What the bank's server reads: 1…4,096 printable ASCII characters.
  package let payload: String
  /// The merchant's account: 1…20 digits.
  package let accountID: String

  /// The longest text that is read, in bytes.
  package static let longest = 8192

  /// - Throws: `.challengePayload` (9197) if a value has another form.
  package init(id: String, transactionID: String, payload: String, accountID: String)
    throws(ThreeDSError)
  {
    func isID(_ text: String) -> Bool {
      (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf) && $0 < 0x80
            || $0 == 0x2d || $0 == 0x5f
        }
    }
    guard isID(id), isID(transactionID), (1...4096).contains(payload.utf8.count),
      payload.utf8.allSatisfy({ (0x20...0x7e).contains($0) }),
      (1...20).contains(accountID.utf8.count),
      accountID.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .challengePayload }
    self.id = id
    self.transactionID = transactionID
    self.payload = payload
    self.accountID = accountID
  }

  /// Reads the text, of at most `longest` bytes. Other members with a text are ignored.
  ///
  /// - Throws: `.challengePayload` (9197) for anything else.
  package init(base64 text: String) throws(ThreeDSError) {
    guard text.utf8.count <= Self.longest, let json = Base64.decode(text),
      let members = FlatObject.read(json), let id = members["id"],
      let transactionID = members["transactionId"], let payload = members["payload"],
      let accountID = members["accountId"]
    else { throw .challengePayload }
    try self.init(
      id: id, transactionID: transactionID, payload: payload, accountID: accountID)
  }

  package var base64: String {
    let members = [
      ("id", id), ("transactionId", transactionID), ("payload", payload), ("accountId", accountID),
    ]
    // Only `"` and `\` of the permitted characters have to be escaped.
    func quoted(_ text: String) -> String {
      "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
    let object = members.map { quoted($0.0) + ":" + quoted($0.1) }.joined(separator: ",")
    return Base64.encode(Array("{\(object)}".utf8))
  }
}

/// A JSON object whose members are all texts, the only form that a payload has.
struct FlatObject {
  private let bytes: [UInt8]
  private var at = 0

  /// The most members that are read.
  private static let most = 16

  /// nil: it is not such an object, or a name is there twice.
  static func read(_ bytes: [UInt8]) -> [String: String]? {
    var reader = FlatObject(bytes: bytes)
    guard let members = reader.object() else { return nil }
    reader.skipSpace()
    return reader.at == bytes.count ? members : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { at += 1 }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: sign) else { return false }
    at += 1
    return true
  }

  private mutating func object() -> [String: String]? {
    guard take("{") else { return nil }
    var members: [String: String] = [:]
    if take("}") { return members }
    repeat {
      guard members.count < Self.most, let name = text(), take(":"), let value = text(),
        members.updateValue(value, forKey: name) == nil
      else { return nil }
    } while take(",")
    return take("}") ? members : nil
  }

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    var out: [UInt8] = []
    while let byte = next {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: out, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        out += UTF8.encode(scalar).map(Array.init) ?? []
      case 0..<0x20: return nil
      default: out.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicode()
    default: return nil
    }
  }

  /// Four hexadecimal digits, and the second half of a pair.
  private mutating func unicode() -> Unicode.Scalar? {
    guard let first = fourDigits() else { return nil }
    guard (0xd800..<0xdc00).contains(first) else { return Unicode.Scalar(first) }
    guard bytes[at...].starts(with: [0x5c, 0x75]) else { return nil }
    at += 2
    guard let second = fourDigits(), (0xdc00..<0xe000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
  }

  private mutating func fourDigits() -> UInt32? {
    guard bytes.count - at >= 4 else { return nil }
    var value: UInt32 = 0
    for byte in bytes[at..<at + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      value = value << 4 | UInt32(digit)
    }
    at += 4
    return value
  }
}
