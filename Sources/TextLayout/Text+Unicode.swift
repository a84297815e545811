import CUnistring
import Glibc

// Forms of letters, by GNU libunistring.
extension Text {
  /// The text as searches compare it, without case, accents and forms: `Straße` is `strasse`,
  /// `İZMİR` is `izmir`, and `Tōkyō` is `tokyo`, composed or not. A search folds both sides.
  package static func folded(_ text: some StringProtocol) -> String {
    guard !isASCII(text), var letters = converted(String(text), folds: true) else {
      return text.lowercased()
    }
    letters.unicodeScalars.removeAll {
      isAccent($0) || $0.properties.isDefaultIgnorableCodePoint
    }
    return letters
  }

  /// Whether the text contains another one, of which these are the folded bytes.
  package static func contains(_ text: String, folded part: [UInt8]) -> Bool {
    // ASCII, as most texts are, is compared where it is.
    var text = isASCII(text) ? text : folded(text)
    return text.withUTF8 { bytes in
      guard bytes.count >= part.count else { return false }
      for start in 0...(bytes.count - part.count) {
        var offset = 0
        while offset < part.count, lower(bytes[start + offset]) == part[offset] { offset += 1 }
        if offset == part.count { return true }
      }
      return false
    }
  }

  /// The text in Normalization Form C, which most keyboards type.
  package static func composed(_ text: String) -> String {
    isASCII(text) ? text : converted(text, folds: false) ?? text
  }

  private static func isASCII(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }

  /// Marks above, below and through letters, and the points of Hebrew and Arabic, which most people
  /// leave out. Other marks are vowels.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 1, 10...36, 202...: true
    default: false
    }
  }

  private static func converted(_ text: String, folds: Bool) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var count = 0
      guard
        let made = cunistring_convert(bytes.baseAddress, bytes.count, folds ? 1 : 0, nil, &count)
      else { return nil }
      defer { free(made) }
      return String(decoding: UnsafeBufferPointer(start: made, count: count), as: UTF8.self)
    }
  }
}

// Joiners (U+200C and U+200D), which have no width.
extension Text {
  static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value & ~1 == 0x200c }

  /// Whether there is a joiner at this position, and it belongs to a word: behind a virama, or
  /// between letters that are joined (UAX 31). Or it belongs to an emoji.
  package static func isJoined(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard isJoiner(scalars[index]), let last = scalars[..<index].last else { return false }
    if last.properties.canonicalCombiningClass == .virama { return true }
    let rest = scalars[(index + 1)...]
    if let next = rest.first, isOfEmoji(last), isOfEmoji(next) { return true }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool { cunistring_joins(scalar.value) >= 0 }
    let letters = [scalars[..<index].last(where: isLetter), rest.first(where: isLetter)]
    return letters.allSatisfy { $0.map { cunistring_joins($0.value) == 1 } ?? false }
  }

  /// The text without joiners that belong to no word, which would be unseen, and without those of
  /// emoji: terminals disagree on the columns of what they join.
  package static func settled(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isJoiner) else { return text }
    let scalars = Array(text.unicodeScalars)
    let kept = scalars.indices.filter { index in
      !isJoiner(scalars[index])
        || isJoined(index, in: scalars) && !isOfEmoji(scalars[index - 1])
    }
    return String(String.UnicodeScalarView(kept.map { scalars[$0] }))
  }

  private static func isOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xfe0f || scalar.value > 0x7f && scalar.properties.isEmoji
  }
}
