package import Secrets

/// RFC 3986: everything but letters, digits and `-._~` is escaped.
package enum PercentCoding {
  package static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 { put(byte) { encoded.unicodeScalars.append(Unicode.Scalar($0)) } }
    return encoded
  }

  package static func encode(_ secret: Secret) -> Secret {
    let encoded = Secret(capacity: max(1, 3 * secret.count))
    secret.withBytes { for byte in $0 { put(byte) { encoded.append($0) } } }
    return encoded
  }

  static func put(_ byte: UInt8, _ out: (UInt8) -> Void) {
    let hex: StaticString = "0123456789ABCDEF"
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: out(byte)
    default:
      out(0x25)
      out(hex.utf8Start[Int(byte >> 4)])
      out(hex.utf8Start[Int(byte & 15)])
    }
  }

  /// nil: an escape is not valid, or the result is not UTF-8 or contains a zero byte.
  package static func decode(_ text: some StringProtocol) -> String? {
    var whole = String(text)
    // Nearly all texts have no escapes.
    if whole.withUTF8({ $0.allSatisfy { $0 != 0x25 && $0 != 0 } }) { return whole }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
