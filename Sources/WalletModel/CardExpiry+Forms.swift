/// The three forms of an expiry at Netaxept (E21): `YYMM` in a query, `MM/YY` in lists of saved cards,
/// and the day on which recurring payments end, `YYYYMMDD`.
extension CardExpiry {
  /// An unknown day.
  package static let unknownDay = "19700101"

  /// Reads `YYMM`; nil: it has another form.
  package init?(yearMonth text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 4 else { return nil }
    self.init(month: digits[2...], year: digits[..<2])
  }

  /// Reads `MM/YY`; nil: it has another form.
  package init?(monthYear text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 5, digits[2] == UInt8(ascii: "/") else { return nil }
    self.init(month: digits[..<2], year: digits[3...])
  }

  private init?(month: ArraySlice<UInt8>, year: ArraySlice<UInt8>) {
    func number(_ digits: ArraySlice<UInt8>) -> Int? {
      digits.reduce(0) { number, digit in
        guard let number, (0x30...0x39).contains(digit) else { return nil }
        return number * 10 + Int(digit) - 0x30
      }
    }
    guard let month = number(month), let year = number(year), (1...12).contains(month) else {
      return nil
    }
    self.init(month: month, year: 2000 + year)
  }

  /// `YYMM`.
  package var yearMonth: String { Self.two(year % 100) + Self.two(month) }

  /// `MM/YY`.
  package var monthYear: String { Self.two(month) + "/" + Self.two(year % 100) }

  /// The first day after the expiry: then the card cannot be charged any more.
  package var endOfRecurring: String {
    guard (1...12).contains(month) else { return Self.unknownDay }
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return "\(next.0)" + Self.two(next.1) + "01"
  }

  /// The day for an expiry in the form `MM/YY`.
  package static func endOfRecurring(monthYear text: String?) -> String {
    text.flatMap { CardExpiry(monthYear: $0) }?.endOfRecurring ?? unknownDay
  }

  /// The usual end of recurring payments: three years from now.
  package static func usualEndOfRecurring(from now: Timestamp) -> String {
    let today = now.civil()
    // Not every year has a 29th of February.
    let day = today.month == 2 && today.day == 29 ? 28 : today.day
    return "\(today.year + 3)" + two(today.month) + two(day)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
