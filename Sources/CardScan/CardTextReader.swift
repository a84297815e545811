import CardEntry
import Secrets
import WalletModel

/// Finds the number and the expiry of a card in a text that a person wrote or a program read from
/// a picture (E04). The text is bytes in locked memory, UTF-8 or damaged. The time is proportional
/// to its length.
struct CardTextReader {
  private let bytes: UnsafeRawBufferPointer
  private let today: CalendarMonth

  /// `bytes` must be valid during `read` only.
  init(_ bytes: UnsafeRawBufferPointer, today: CalendarMonth) {
    self.bytes = bytes
    self.today = today
  }

  func read() -> ScannedCard {
    // A number without misread digits, or on one line, is preferred.
    for acrossLines in [false, true] {
      for mayBeMisread in [false, true] {
        let found = number(mayBeMisread: mayBeMisread, acrossLines: acrossLines)
        if found.number != nil || found.isOneOfSeveral {
          return ScannedCard(
            number: found.number, hasSeveralNumbers: found.isOneOfSeveral, expiry: expiry())
        }
      }
    }
    return ScannedCard(expiry: expiry())
  }

  // MARK: Number

  /// A group of digits.
  private struct Group {
    let range: Range<Int>
    /// What is between it and the group before.
    let distance: Distance
  }

  private enum Distance: Int, Comparable {
    /// Spaces and dashes.
    case sameLine
    /// Only white space.
    case otherLine
    /// Something else, or there is no group before.
    case separate

    static func < (a: Distance, b: Distance) -> Bool { a.rawValue < b.rawValue }
  }

  /// The brands that are scanned (E04). The numbers of others have hardly a rule but the check digit,
  /// which one in ten numbers has right by chance.
  private static let brands: Set<CardBrand> = [.visa, .mastercard, .amex]
  /// The lengths of their numbers, so that others are not checked.
  private static let lengths = Set(brands.flatMap { rules.lengths($0) })
  private static let rules = CardEntryRules(.saving())

  /// The most characters of a number that may be misread digits.
  private static let mostMisread = 4

  /// Looks for numbers that consist of whole groups.
  private func number(
    mayBeMisread: Bool, acrossLines: Bool
  ) -> (number: Secret?, isOneOfSeveral: Bool) {
    let groups = groups(mayBeMisread: mayBeMisread)
    let furthest: Distance = acrossLines ? .otherLine : .sameLine
    var digits = SecretBytes(capacity: CardEntryRules.longestNumber)
    var found: Secret?
    for first in groups.indices {
      digits.removeLast(digits.count)
      var misread = 0
      for index in first..<groups.count {
        let group = groups[index]
        if index > first, group.distance > furthest { break }
        if group.range.count > digits.capacity - digits.count { break }
        for byte in bytes[group.range] {
          misread += isDigit(byte) ? 0 : 1
          digits.append(digit(byte) ?? byte)
        }
        if misread > Self.mostMisread { break }
        guard Self.lengths.contains(digits.count), digits.withBytes(isNumber) else { continue }
        let number = digits.withBytes { Secret(copying: $0) }
        guard let earlier = found else {
          found = number
          continue
        }
        guard earlier.matches(number) else { return (nil, true) }
      }
    }
    return (found, false)
  }

  private func isNumber(_ digits: UnsafeRawBufferPointer) -> Bool {
    Self.brands.contains(PAN.brand(of: digits)) && Self.rules.numberError(digits) == nil
  }

  /// The words that consist of digits, with or without misread ones.
  private func groups(mayBeMisread: Bool) -> [Group] {
    var groups: [Group] = []
    var distance = Distance.separate
    var index = 0
    while index < bytes.count {
      let word = word(from: index)
      if word.isEmpty {
        distance = max(distance, self.distance(at: index))
        index += 1
        continue
      }
      index = word.upperBound
      // A month is not a group: 09/29.
      let isGroup =
        bytes[word].allSatisfy { mayBeMisread ? digit($0) != nil : isDigit($0) }
        && !(index < bytes.count && bytes[index] == slash)
      if isGroup { groups.append(Group(range: word, distance: distance)) }
      distance = isGroup ? .sameLine : .separate
    }
    return groups
  }

  /// What a byte between groups means.
  private func distance(at index: Int) -> Distance {
    switch bytes[index] {
    case space, tab, dash, UInt8(ascii: "."): .sameLine
    case let byte where isLineEnd(byte): .otherLine
    // A no-break space in UTF-8.
    case 0xc2 where index + 1 < bytes.count && bytes[index + 1] == 0xa0: .sameLine
    case 0xa0 where index > 0 && bytes[index - 1] == 0xc2: .sameLine
    default: .separate
    }
  }

  // MARK: Expiry

  /// The latest expiry that is still to come: a card also shows since when it is valid.
  private func expiry() -> CardExpiry? {
    var latest: CardExpiry?
    for index in bytes.indices where bytes[index] == slash || bytes[index] == dash {
      guard let (start, expiry) = expiry(around: index), !isBeginning(start) else { continue }
      if let other = latest, (other.year, other.month) >= (expiry.year, expiry.month) { continue }
      latest = expiry
    }
    return latest
  }

  /// `09/29`, `09 / 2029` or `09-29`, and where it begins. A month of one digit is not accepted,
  /// because in a picture the other digit may have been overlooked.
  private func expiry(around separator: Int) -> (start: Int, expiry: CardExpiry)? {
    let month = word(upTo: skipSpaces(before: separator))
    let year = word(from: skipSpaces(after: separator))
    guard month.count == 2, [2, 4].contains(year.count),
      !joins(month.lowerBound - 1), !joins(year.upperBound),
      let monthNumber = number(month), let yearNumber = number(year)
    else { return nil }
    // Misread digits with spaces between them are too uncertain.
    let hasSpaces = year.lowerBound - month.upperBound > 1
    let isExact = bytes[month].allSatisfy(isDigit) && bytes[year].allSatisfy(isDigit)
    if hasSpaces, !isExact || bytes[separator] == dash { return nil }
    let century = year.count == 2 ? today.year / 100 * 100 : 0
    let expiry = CardExpiry(month: monthNumber, year: century + yearNumber)
    guard CardEntryRules.expiryError(expiry, today: today) == nil else { return nil }
    return (month.lowerBound, expiry)
  }

  /// At most this many spaces are beside a separator.
  private static let mostSpaces = 3

  private func skipSpaces(before index: Int) -> Int {
    var index = index
    let first = max(0, index - Self.mostSpaces)
    while index > first, bytes[index - 1] == space { index -= 1 }
    return index
  }

  private func skipSpaces(after separator: Int) -> Int {
    var index = separator + 1
    let last = min(bytes.count, index + Self.mostSpaces)
    while index < last, bytes[index] == space { index += 1 }
    return index
  }

  /// Whether a character makes month and year a part of something longer, such as a date with a
  /// day.
  private func joins(_ index: Int) -> Bool {
    bytes.indices.contains(index) && [slash, dash, UInt8(ascii: ".")].contains(bytes[index])
  }

  /// A number of up to four digits, of which one must not be misread.
  private func number(_ word: Range<Int>) -> Int? {
    guard bytes[word].contains(where: isDigit) else { return nil }
    var number = 0
    for byte in bytes[word] {
      guard let digit = digit(byte) else { return nil }
      number = number * 10 + Int(digit) - 0x30
    }
    return number
  }

  /// Whether the last word before it on the line says that a card is valid since then.
  private func isBeginning(_ start: Int) -> Bool {
    var end = start
    while end > 0, !isOfWord(bytes[end - 1]), !isLineEnd(bytes[end - 1]) { end -= 1 }
    let word = bytes[word(upTo: end)]
    return Self.beginnings.contains { $0.elementsEqual(word.lazy.map { $0 | 0x20 }) }
  }

  private static let beginnings = ["from", "since", "von", "ab", "seit"].map { Array($0.utf8) }

  // MARK: Words

  /// The longest word that is looked at. The rest of a longer one is no word.
  private static let longestWord = 32

  /// The letters and digits from here on.
  private func word(from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, isOfWord(bytes[end]) { end += 1 }
    return start..<end
  }

  /// The letters and digits that end here; empty if there are too many.
  private func word(upTo end: Int) -> Range<Int> {
    var start = end
    while start > 0, isOfWord(bytes[start - 1]) {
      start -= 1
      if end - start > Self.longestWord { return end..<end }
    }
    return start..<end
  }
}

private let space = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let dash = UInt8(ascii: "-")
private let slash = UInt8(ascii: "/")

private func isLineEnd(_ byte: UInt8) -> Bool { (0x0a...0x0d).contains(byte) }

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func isOfWord(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x61...0x7a).contains(byte | 0x20)
}

/// The digit (ASCII) that a character is or looks like.
private func digit(_ byte: UInt8) -> UInt8? {
  switch Unicode.Scalar(byte) {
  case "0"..."9": byte
  case "O", "o", "D", "Q": UInt8(ascii: "0")
  case "I", "i", "L", "l": UInt8(ascii: "1")
  case "Z", "z": UInt8(ascii: "2")
  case "A": UInt8(ascii: "4")
  case "S", "s": UInt8(ascii: "5")
  case "G", "b": UInt8(ascii: "6")
  case "B": UInt8(ascii: "8")
  case "g", "q": UInt8(ascii: "9")
  default: nil
  }
}
