/// RFC 4648, for values that are not secret.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = (0..<3).reduce(0) { word, index in
        word << 8 | (index < group.count ? Int(group[start + index]) : 0)
      }
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[word >> (18 - 6 * index) & 63] : 0x3d)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// With the letters for addresses, and without padding (RFC 4648, 5).
  package static func encodeURL(_ bytes: [UInt8]) -> String {
    encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// In both alphabets, with or without padding; nil: it is not base 64.
  package static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    return decode(text.utf8) { bytes.append($0) } ? bytes : nil
  }

  /// Passes on each byte, so that a secret needs no text. False: it is not base 64.
  package static func decode(_ text: some Sequence<UInt8>, _ out: (UInt8) -> Void) -> Bool {
    var word = 0
    var bits = 0
    var padding = 0
    for byte in text {
      if byte == 0x3d {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(byte) else { return false }
      word = (word << 6 | value) & 0xffff
      bits += 6
      if bits >= 8 {
        bits -= 8
        out(UInt8(word >> bits & 0xff))
      }
    }
    return padding <= 2 && bits < 6
  }

  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x41...0x5a: Int(byte) - 0x41
    case 0x61...0x7a: Int(byte) - 0x61 + 26
    case 0x30...0x39: Int(byte) - 0x30 + 52
    case 0x2b, 0x2d: 62
    case 0x2f, 0x5f: 63
    default: nil
    }
  }
}

package enum Hex {
  /// The lower-case digit of a number below 16.
  package static func digit(_ number: UInt8) -> UInt8 {
    number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
  }

  /// Passes on two digits for each byte, so that the digits of a secret need no text.
  package static func write(_ bytes: some Sequence<UInt8>, _ out: (UInt8) -> Void) {
    for byte in bytes {
      out(digit(byte >> 4))
      out(digit(byte & 15))
    }
  }

  /// Two lower-case digits for each byte.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    write(bytes) { digits.append($0) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// nil: not an even number of hexadecimal digits.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexDigitValue, let low = digits[index + 1].hexDigitValue,
        digits[index].isASCII, digits[index + 1].isASCII
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
