import Secrets

/// `name=value&…` in locked memory (application/x-www-form-urlencoded).
struct SecretForm {
  private var fields: [(name: String, value: Secret)] = []

  mutating func add(_ name: String, _ value: Secret) { fields.append((name, value)) }

  mutating func add(_ name: String, _ value: String) {
    let secret = Secret(capacity: max(1, value.utf8.count))
    for byte in value.utf8 { secret.append(byte) }
    add(name, secret)
  }

  func encoded() -> Secret {
    let room = fields.reduce(0) { $0 + $1.name.utf8.count + 2 + 3 * $1.value.count }
    let form = Secret(capacity: max(1, room))
    for (name, value) in fields {
      if !form.isEmpty { form.append(0x26) }
      for byte in name.utf8 { form.append(byte) }
      form.append(0x3d)
      value.withBytes { for byte in $0 { Self.put(byte, to: form) } }
    }
    return form
  }

  private static func put(_ byte: UInt8, to form: Secret) {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: form.append(byte)
    default:
      form.append(0x25)
      for digit in [byte >> 4, byte & 15] { form.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
    }
  }

  /// RFC 4648 from locked memory to locked memory.
  static func base64(_ bytes: Secret, to text: Secret) {
    func digit(_ value: Int) -> UInt8 {
      switch value {
      case 0..<26: UInt8(0x41 + value)
      case 26..<52: UInt8(0x61 + value - 26)
      case 52..<62: UInt8(0x30 + value - 52)
      case 62: 0x2b
      default: 0x2f
      }
    }
    bytes.withBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let count = min(3, bytes.count - start)
        let word = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
        for place in 0..<4 {
          text.append(place > count ? 0x3d : digit(word >> (18 - 6 * place) & 63))
        }
      }
    }
  }
}
