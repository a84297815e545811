package import Secrets

/// How hard a passphrase is to guess, for somebody who has the vault's file: an estimate.
///
/// It reads the characters where they are, in locked memory, and keeps none of them.
package enum PassphraseStrength: Int, Sendable, Comparable {
  case weak = 1
  case fair, strong

  /// The least number of characters of a new passphrase (NIST SP 800-63B).
  package static let leastCharacters = 8

  /// Whether a new passphrase has enough characters, in the form in which it becomes a key.
  package static func isLongEnough(_ passphrase: Secret) -> Bool {
    let normal = passphrase.normalized()
    defer { normal?.wipe() }
    return (normal ?? passphrase).characterCount >= leastCharacters
  }

  /// Bits from which on a passphrase is fair, and strong. Deriving the key is slow by design.
  private static let fairBits = 40.0
  private static let strongBits = 55.0

  package init(_ passphrase: Secret) {
    let bits = Self.bits(passphrase)
    self = bits < Self.fairBits ? .weak : bits < Self.strongBits ? .fair : .strong
  }

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// What a guesser has to try. A word that everybody takes, a repetition and a sequence such as
  /// `1234` count as little more than one character.
  static func bits(_ passphrase: Secret) -> Double {
    passphrase.withBytes { bytes in
      var bits = 0.0
      var place = 0
      while place < bytes.count {
        let word = commonWord(bytes, place)
        if word > 0 {
          bits += 8
          place += word
          continue
        }
        let isPredictable =
          place > 0 && abs(Int(bytes[place]) - Int(bytes[place - 1])) <= 1
        bits += isPredictable ? 0.5 : worth(of: bytes[place])
        place += 1
      }
      return bits
    }
  }

  /// Letters follow each other as in a language, so one is worth less than chance would be.
  private static func worth(of byte: UInt8) -> Double {
    switch byte {
    case 0x20: 1.5
    case 0x30...0x39, 0x61...0x7a: 3.3
    case 0x41...0x5a: 4
    case 0x80...0xbf: 0  // The rest of a character that has begun.
    case 0xc0...: 6
    default: 5
    }
  }

  /// The length of a common word that begins there; 0: none does.
  private static func commonWord(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
    commonWords.first { word in
      word.utf8CodeUnitCount <= bytes.count - place
        && (0..<word.utf8CodeUnitCount).allSatisfy {
          let byte = bytes[place + $0]
          let isUpper = (0x41...0x5a).contains(byte)
          return (isUpper ? byte | 0x20 : byte) == word.utf8Start[$0]
        }
    }?.utf8CodeUnitCount ?? 0
  }

  private static let commonWords: [StaticString] = [
    "password", "passwort", "passphrase", "letmein", "welcome", "willkommen", "qwertz", "qwerty",
    "asdf", "yxcv", "zxcv", "wallet", "secret", "geheim", "admin", "login", "master", "dragon",
    "monkey", "football", "sunshine", "princess", "iloveyou", "trustno1", "hallo", "hello", "abc",
    "123", "summer", "sommer", "winter", "credit", "money",
  ]
}
