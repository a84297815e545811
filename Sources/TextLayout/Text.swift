import CWidth
import Glibc

/// The width of text in cells, and the sanitising of text from outside.
package enum Text {
  /// glibc's `wcwidth` uses the locale's character set. ncurses uses the same table, so both agree
  /// on every column. Without a UTF-8 locale it knows ASCII only, so one is set.
  private static let localeIsReady: Bool = {
    if let current = setlocale(LC_CTYPE, nil), String(cString: current) == "C" {
      setlocale(LC_CTYPE, "C.UTF-8")
    }
    return true
  }()

  /// The columns of a scalar: 0 for combining marks and joiners (see `settled`), 2 for wide ones,
  /// -1 if it must not be shown as it is (a control, bidi or zero-width character; see `visible`).
  package static func width(of scalar: Unicode.Scalar) -> Int {
    if isNarrow(scalar.value) { return 1 }
    if isHazard(scalar) { return isJoiner(scalar) ? 0 : -1 }
    _ = localeIsReady
    return Int(width_of_scalar(scalar.value))
  }

  /// Whether it has one column and is not changed by `settled`. Nearly all texts of the screen consist
  /// of these characters. Others need tables of Unicode.
  private static func isNarrow(_ scalar: UInt32) -> Bool {
    switch scalar {
    // ASCII, and Latin letters.
    case 0x20..<0x7f, 0xa1..<0xad, 0xae..<0x300: true
    // Punctuation, currencies, arrows and signs of mathematics; lines, blocks and shapes; marks.
    case 0x2010..<0x2028, 0x2030..<0x205f, 0x20a0..<0x20c1, 0x2190..<0x2300, 0x2500..<0x25fd,
      0x270c..<0x2728:
      true
    default: false
    }
  }

  /// The columns of a text after it was sanitised.
  package static func width(of text: String) -> Int {
    if let plain = plainWidth(text) { return plain }
    var total = 0
    for scalar in text.unicodeScalars {
      let columns = width(of: scalar)
      total += columns >= 0 ? columns : visible(scalar).utf8.count
    }
    return total
  }

  package static func width(of text: Substring) -> Int { width(of: String(text)) }

  /// The width of a text of narrow characters, as most are; otherwise nil.
  package static func plainWidth(_ text: String) -> Int? {
    text.utf8.withContiguousStorageIfAvailable(plainWidth) ?? nil
  }

  /// The same for its UTF-8. A scalar of it is a column.
  package static func plainWidth(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (index, columns) = (0, 0)
    while index < bytes.count {
      columns += 1
      // Nearly all is ASCII, and this takes half the time.
      if (0x20..<0x7f).contains(bytes[index]) {
        index += 1
      } else if !isNarrow(scalar(of: bytes, at: &index)) {
        return nil
      }
    }
    return columns
  }

  /// The scalar at an index, which is moved behind it; 0 if it has more than three bytes. UTF-8 of a
  /// `String` is always right.
  @inlinable @inline(__always)
  package static func scalar(
    of bytes: UnsafeBufferPointer<UInt8>, at index: inout Int
  ) -> UInt32 {
    func part(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset]) & 0x3f }
    let first = UInt32(bytes[index])
    if first < 0x80 {
      index += 1
      return first
    }
    let count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    defer { index += count }
    return count == 2
      ? (first & 0x1f) << 6 | part(1)
      : count == 3 ? (first & 0xf) << 12 | part(1) << 6 | part(2) : 0
  }

  /// C0, C1, bidi controls, zero-width characters, line separators, tags and noncharacters. They
  /// could move the cursor, reorder a line or be hidden in it (S7).
  package static func isHazard(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0xad, 0x34f, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5,
      0x180b...0x180f, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164, 0xfe00...0xfe0e,
      0xfeff, 0xffa0, 0xfff0...0xfffb, 0xfffe...0xffff, 0x1bca0...0x1bca3, 0x1d173...0x1d17a,
      0xe0000...0xe0fff:
      true
    default: scalar.value & 0xfffe == 0xfffe
    }
  }

  /// How a hazard is shown: `<U+202E>`, in ASCII.
  package static func visible(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + ">"
  }

  /// The text with every hazard made visible, for output that does not go through a canvas.
  package static func clean(_ text: String) -> String {
    if plainWidth(text) != nil { return text }
    let text = settled(text)
    guard text.unicodeScalars.contains(where: { width(of: $0) < 0 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if width(of: scalar) < 0 {
        result += visible(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  package static func clean(_ text: Substring) -> String { clean(String(text)) }

  /// The text cut to `columns`. If something is missing, the last column is `…`.
  package static func truncate(_ text: String, to columns: Int) -> String {
    if let plain = plainWidth(text), plain <= columns { return text }
    let cleaned = clean(text)
    guard width(of: cleaned) > columns else { return cleaned }
    guard columns > 0 else { return "" }
    var result = ""
    var used = 0
    for scalar in cleaned.unicodeScalars {
      let next = width(of: scalar)
      if used + next > columns - 1 { break }
      result.unicodeScalars.append(scalar)
      used += next
    }
    return result + "…"
  }

  /// The text cut, or filled with spaces, to exactly `columns`.
  package static func pad(_ text: String, to columns: Int, right: Bool = false) -> String {
    let cut = truncate(text, to: columns)
    let fill = String(repeating: " ", count: max(0, columns - width(of: cut)))
    return right ? fill + cut : cut + fill
  }

  /// Breaks text into lines of at most `columns`, at spaces if possible.
  package static func wrap(_ text: String, to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    // In a text of narrow characters there is no end of a line, and each blank is one byte.
    let isPlain = plainWidth(text) != nil
    let paragraphs =
      isPlain ? [text[...]] : text.split(separator: "\n", omittingEmptySubsequences: false)
    for paragraph in paragraphs {
      var line = ""
      let words =
        isPlain
        ? paragraph.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
        : paragraph.split(separator: " ")
      for word in words {
        var rest = clean(String(word))
        let glue = line.isEmpty ? 0 : 1
        if width(of: line) + glue + width(of: rest) <= columns {
          line += (glue == 1 ? " " : "") + rest
          continue
        }
        if !line.isEmpty { lines.append(line) }
        while width(of: rest) > columns {
          var head = ""
          while let scalar = rest.unicodeScalars.first,
            width(of: head) + width(of: scalar) <= columns || head.isEmpty
          {
            head.unicodeScalars.append(scalar)
            rest.unicodeScalars.removeFirst()
          }
          lines.append(head)
        }
        line = rest
      }
      lines.append(line)
    }
    return lines
  }
}
