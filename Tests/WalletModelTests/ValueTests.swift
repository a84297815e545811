import Testing
import WalletModel

/// D22, and the written form of amounts.
struct MoneyTests {
  @Test(arguments: [
    ("BHD", 3), ("BYR", 0), ("JPY", 0), ("JOD", 3), ("KRW", 0), ("KWD", 3), ("LYD", 3), ("OMR", 3),
    ("PYG", 0), ("TND", 3), ("VND", 0), ("EUR", 2), ("USD", 2), ("XXX", 2), ("", 2),
  ])
  func exponents(_ code: String, _ exponent: Int) {
    #expect(Currency(code).exponent == exponent)
  }

  /// With three decimals, some people read a comma before three digits as a thousands separator.
  @Test(
    arguments: [
      ("1,000", "KWD", nil), ("12,125", "KWD", nil), ("999,999", "BHD", nil),
      ("0,125", "KWD", 125), ("1234,125", "KWD", 1_234_125), ("1,25", "KWD", 1250),
      ("1.000", "KWD", 1000), ("12.125", "KWD", 12_125), ("1000", "KWD", 1_000_000),
      ("1,000", "EUR", nil), ("12,5", "EUR", 1250), ("1,000", "JPY", nil), ("1250", "JPY", 1250),
    ] as [(String, String, Int64?)])
  func amountsAsWritten(_ text: String, _ currency: String, _ minorUnits: Int64?) {
    #expect(Money(written: text, Currency(currency))?.minorUnits == minorUnits)
  }
}

/// RFC 3339.
struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1000),
      ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T12:00:00Z", 951_825_600_000),
      ("2026-03-03T12:41:07Z", 1_772_541_667_000), ("2026-03-03T12:41:07.050Z", 1_772_541_667_050),
      ("2100-02-28T00:00:00Z", 4_107_456_000_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59Z", 253_402_300_799_000),
    ] as [(String, Int64)])
  func readAndWritten(_ text: String, _ milliseconds: Int64) throws {
    #expect(try #require(Timestamp(text)).milliseconds == milliseconds)
    #expect(Timestamp(milliseconds: milliseconds).description == text)
  }

  /// Years that nobody uses, but that may be in a file.
  @Test(
    arguments: [
      (253_402_300_800_000, "10000-01-01T00:00:00Z"), (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
      (-62_198_755_200_000, "-0001-01-01T00:00:00Z"), (.max, "292278994-08-17T07:12:55.807Z"),
    ] as [(Int64, String)])
  func years(_ milliseconds: Int64, _ text: String) {
    #expect(Timestamp(milliseconds: milliseconds).description == text)
  }

  @Test(arguments: [
    ("2026-03-03T14:41:07+02:00", "2026-03-03T12:41:07Z"),
    ("2026-03-03T07:11:07-05:30", "2026-03-03T12:41:07Z"),
    ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"),
    ("2026-03-03t12:41:07z", "2026-03-03T12:41:07Z"),
    ("2026-03-03 12:41:07Z", "2026-03-03T12:41:07Z"),
    ("2026-03-03T12:41:07.5Z", "2026-03-03T12:41:07.500Z"),
    ("2026-03-03T12:41:07.123456789Z", "2026-03-03T12:41:07.123Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
  ])
  func otherForms(_ text: String, _ utc: String) throws {
    #expect(try #require(Timestamp(text)).description == utc)
  }

  @Test(arguments: [
    "", "2026-03-03", "2026-03-03T12:41:07", "2026-03-03T12:41Z", "2026-13-03T12:41:07Z",
    "2026-00-03T12:41:07Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-03-00T00:00:00Z", "2026-03-03T24:00:00Z", "2026-03-03T12:60:07Z", "2026-03-03T12:41:61Z",
    "2026-03-03T12:41:07.Z", "2026-03-03T12:41:07+0200", "2026-03-03T12:41:07+2:00",
    "2026-03-03T12:41:07ZZ", " 2026-03-03T12:41:07Z", "26-03-03T12:41:07Z",
    "2026-03-03T12:41:07+24:00", "2026-03-03T12:41:07+01:60", "+026-03-03T12:41:07Z",
  ])
  func refused(_ text: String) { #expect(Timestamp(text) == nil) }

  @Test func everyDayOfFourCenturiesIsConvertedBack() {
    var date = CivilTime(year: 1800, month: 1, day: 1)
    var moment = Timestamp(civil: date)
    while date.year < 2201 {
      #expect(moment.civil() == date)
      date.day += 1
      if date.day > daysInMonth(year: date.year, month: date.month) {
        date.day = 1
        date.month += 1
      }
      if date.month > 12 {
        date.month = 1
        date.year += 1
      }
      moment = moment.adding(seconds: 86_400)
      if Timestamp(civil: date) != moment {
        Issue.record("\(date) is not the day after")
        return
      }
    }
  }

  @Test func civilTimeElsewhere() {
    let time = Timestamp(seconds: 1_772_541_667).civil(in: TimeZone(offset: -13 * 3600))
    #expect(time == CivilTime(year: 2026, month: 3, day: 2, hour: 23, minute: 41, second: 7))
  }
}
