import CSodium
package import Secrets
package import WalletModel

/// Makes card numbers, CVVs and codes. They exist only in locked memory.
package enum CardNumbers {
  /// A Luhn-valid number of 16 digits: the six of the programme, nine random ones, and the check
  /// digit.
  static func pan(bin: String, _ random: IssuerRandom) -> Secret {
    Secret(count: 16) { digits in
      for (index, byte) in bin.utf8.prefix(6).enumerated() { digits[index] = byte }
      for index in 6..<15 { digits[index] = UInt8(random.below(10)) + UInt8(ascii: "0") }
      digits[15] = PAN.luhnCheckDigit(UnsafeRawBufferPointer(rebasing: digits[..<15]))
    }
  }

  /// The same with the nine digits of `middle` (below 10⁹), for samples.
  package static func pan(bin: String, middle: Int) -> Secret {
    Secret(count: 16) { digits in
      write(bin, and: middle, count: 9, into: digits)
      digits[15] = PAN.luhnCheckDigit(UnsafeRawBufferPointer(rebasing: digits[..<15]))
    }
  }

  /// A Luhn-valid number that ends in `lastFour`. The last of the six digits of `middle` (below
  /// 10⁶) is chosen to make it valid.
  package static func pan(bin: String, middle: Int, lastFour: String) -> Secret {
    Secret(count: 16) { digits in
      write(bin, and: middle, count: 6, into: digits)
      for (index, byte) in lastFour.utf8.prefix(4).enumerated() { digits[12 + index] = byte }
      for digit in UInt8(ascii: "0")...UInt8(ascii: "9") {
        digits[11] = digit
        if PAN.isLuhnValid(UnsafeRawBufferPointer(digits)) { return }
      }
    }
  }

  private static func write(
    _ bin: String, and middle: Int, count: Int, into digits: UnsafeMutableRawBufferPointer
  ) {
    for (index, byte) in bin.utf8.prefix(6).enumerated() { digits[index] = byte }
    var rest = middle
    for index in stride(from: 5 + count, through: 6, by: -1) {
      digits[index] = UInt8(rest % 10) + UInt8(ascii: "0")
      rest /= 10
    }
  }

  /// Three digits that are computed from the issuer's key, the number and the expiry. They are
  /// never stored and always the same. Bytes from 250 on are skipped, so that all digits are
  /// equally likely.
  package static func cvv(pan: Secret, expiry: CardExpiry, key: Secret) -> Secret {
    let message = SecretBytes(count: pan.count + 2) { message in
      pan.withBytes { message.copyMemory(from: $0) }
      message[message.count - 2] = UInt8(expiry.month)
      message[message.count - 1] = UInt8(expiry.year % 100)
    }
    let hash = keyedHash(of: message, key: key)
    return Secret(count: 3) { digits in
      hash.withBytes { bytes in
        var usable = bytes.lazy.filter { $0 < 250 }.makeIterator()
        for index in 0..<3 { digits[index] = (usable.next() ?? 0) % 10 + UInt8(ascii: "0") }
      }
    }
  }

  /// 32 bytes of BLAKE2b.
  static func keyedHash(of message: borrowing SecretBytes, key: Secret) -> SecretBytes {
    SecretBytes(count: 32) { hash in
      message.withBytes { message in key.withBytes { Hash.fill(hash, of: message, key: $0) } }
    }
  }

  /// Compares two hashes, in time that depends only on their lengths.
  package static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && sodium_memcmp(a, b, a.count) == 0
  }

  /// `count` random digits.
  static func digits(_ count: Int, _ random: IssuerRandom) -> Secret {
    Secret(count: count) { digits in
      for index in 0..<count { digits[index] = UInt8(random.below(10)) + UInt8(ascii: "0") }
    }
  }
}
