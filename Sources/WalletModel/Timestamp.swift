/// A moment in time: milliseconds since 1970-01-01T00:00:00Z. Coded as RFC 3339 in UTC.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }
  package init(seconds: Int64) { milliseconds = seconds * 1000 }

  /// The times that RFC 3339 can express: the years 0 to 9999.
  package static let written =
    Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  /// This moment plus `seconds`, which may be negative.
  package func adding(seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000)
  }

  /// Seconds from `other` to this moment, rounded towards zero.
  package func seconds(since other: Timestamp) -> Int64 {
    (milliseconds - other.milliseconds) / 1000
  }

  /// The calendar date and time of day that clocks show there.
  package func civil(in zone: TimeZone = .utc) -> CivilTime {
    let seconds = floorDivide(milliseconds, 1000) + Int64(zone.offset(at: self))
    let days = floorDivide(seconds, 86_400)
    let rest = Int(seconds - days * 86_400)
    let (year, month, day) = civilDate(daysSinceEpoch: days)
    return CivilTime(
      year: year, month: month, day: day, hour: rest / 3600, minute: rest / 60 % 60,
      second: rest % 60)
  }

  package init(civil time: CivilTime) {
    let days = daysSinceEpoch(year: time.year, month: time.month, day: time.day)
    self.init(
      seconds: days * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + time.second))
  }
}

/// A date in the proleptic Gregorian calendar and a time of day.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC: `2026-03-03T12:41:07Z`, with milliseconds only when there are any.
  package var description: String {
    String(unsafeUninitializedCapacity: Self.longest) { write(to: $0) }
  }

  /// The number of bytes that is enough for any time.
  package static let longest = 48

  /// Writes the description into a buffer, for lists with thousands of times. Returns the number of
  /// bytes, at most `longest`.
  package func write(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let time = civil()
    var at = 0
    func put(_ byte: UInt8) {
      text[at] = byte
      at += 1
    }
    func two(_ value: Int) {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }
    if time.year < 0 { put(UInt8(ascii: "-")) }
    let year = abs(time.year)
    // Years after 9999, which RFC 3339 does not have.
    if year > 9999 { for byte in String(year / 10_000).utf8 { put(byte) } }
    two(year / 100 % 100)
    two(year % 100)
    put(UInt8(ascii: "-"))
    two(time.month)
    put(UInt8(ascii: "-"))
    two(time.day)
    put(UInt8(ascii: "T"))
    two(time.hour)
    put(UInt8(ascii: ":"))
    two(time.minute)
    put(UInt8(ascii: ":"))
    two(time.second)
    let thousandths = Int(milliseconds - floorDivide(milliseconds, 1000) * 1000)
    if thousandths != 0 {
      put(UInt8(ascii: "."))
      put(UInt8(ascii: "0") + UInt8(thousandths / 100))
      two(thousandths % 100)
    }
    put(UInt8(ascii: "Z"))
    return at
  }

  /// Reads RFC 3339 with `Z` or a numeric offset; nil: the text is something else.
  package init?(_ text: String) {
    var text = text
    guard let time = text.withUTF8({ Self.read($0) }) else { return nil }
    self = time
  }

  private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    var at = 0
    func take(_ count: Int) -> Int? {
      guard text.count - at >= count else { return nil }
      var value = 0
      for byte in text[at..<at + count] {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      at += count
      return value
    }
    func skip(_ wanted: StaticString) -> Bool {
      guard at < text.count, wanted.withUTF8Buffer({ $0.contains(text[at]) }) else { return false }
      at += 1
      return true
    }
    guard let year = take(4), skip("-"), let month = take(2), skip("-"), let day = take(2),
      skip("Tt "), let hour = take(2), skip(":"), let minute = take(2), skip(":"),
      let second = take(2), (1...12).contains(month),
      (1...daysInMonth(year: year, month: month)).contains(day), hour < 24, minute < 60,
      second < 61
    else { return nil }
    var thousandths = 0
    if skip(".") {
      let first = at
      while let digit = take(1) {
        if at - first <= 3 { thousandths = thousandths * 10 + digit }
      }
      guard at > first else { return nil }
      for _ in min(3, at - first)..<3 { thousandths *= 10 }
    }
    var offset = 0
    if !skip("Zz") {
      guard at < text.count else { return nil }
      let sign = text[at] == 0x2d ? -1 : 1
      guard skip("+-"), let hours = take(2), skip(":"), let minutes = take(2),
        hours < 24, minutes < 60
      else { return nil }
      offset = sign * (hours * 3600 + minutes * 60)
    }
    guard at == text.count else { return nil }
    let civil = CivilTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    return Timestamp(
      milliseconds: Timestamp(civil: civil).milliseconds + Int64(thousandths)
        - Int64(offset) * 1000)
  }
}

package func daysInMonth(year: Int, month: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

private func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
  a >= 0 ? a / b : -((-a + b - 1) / b)
}

/// Days from 1970-01-01, counted in 400-year eras that start on 1 March.
private func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int64 {
  let y = Int64(month <= 2 ? year - 1 : year)
  let era = floorDivide(y, 400)
  let yearOfEra = y - era * 400
  let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

private func civilDate(daysSinceEpoch days: Int64) -> (year: Int, month: Int, day: Int) {
  let z = days + 719_468
  let era = floorDivide(z, 146_097)
  let dayOfEra = z - era * 146_097
  let yearOfEra =
    (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
  let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  return (year, month, Int(dayOfYear - (153 * shifted + 2) / 5 + 1))
}
