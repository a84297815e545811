import Testing
import WalletModel

/// Decimals of currencies, and the written form of amounts.
struct MoneyTests {
  /// ISO 4217. All other codes have two.
  @Test(arguments: [
    (0, "BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (3, "BHD IQD JOD KWD LYD OMR TND"), (4, "CLF UYW"), (2, "EUR USD HUF IDR LBP TWD MGA XXX"),
  ])
  func minorUnitsAreThoseOfTheStandard(_ exponent: Int, _ codes: String) {
    for code in codes.split(separator: " ") {
      #expect(Currency(String(code)).exponent == exponent, "\(code)")
    }
    #expect(Currency("").exponent == 2)
  }

  @Test(
    arguments: [
      ("ISK", 1990, "1990"), ("CLP", 4990, "4990"), ("XOF", 2500, "2500"), ("IQD", 5000, "5.000"),
      ("CLF", 12_5000, "12.5000"), ("EUR", 1990, "19.90"),
    ] as [(String, Int64, String)])
  func amountsHaveTheDecimalsOfTheirCurrency(_ code: String, _ units: Int64, _ text: String) {
    let money = Money(units, Currency(code))
    #expect(money.decimal == text)
    #expect(Money(written: text, money.currency) == money)
  }

  /// D22: the payment service has a table of its own. What it cannot express is above every limit.
  @Test(arguments: [
    ("BHD", 1000), ("BYR", 1), ("JPY", 1), ("JOD", 1000), ("KRW", 1), ("KWD", 1000), ("LYD", 1000),
    ("OMR", 1000), ("PYG", 1), ("TND", 1000), ("VND", 1), ("EUR", 100), ("USD", 100), ("ISK", 100),
    ("IQD", 100), ("", 100),
  ])
  func thePaymentServiceHasItsOwnTable(_ code: String, _ unit: Int64) {
    #expect(Currency(code).paymentServiceUnit == unit)
  }

  @Test(
    arguments: [
      ("EUR", 1990, 1990), ("JPY", 1990, 1990), ("KWD", 1990, 1990), ("ISK", 1990, 199_000),
      ("IQD", 5000, 500), ("IQD", 5005, .max), ("CLF", 5000, 50), ("CLF", 5001, .max),
      ("ISK", 0, 0), ("ISK", .max, .max),
    ] as [(String, Int64, Int64)])
  func thePaymentServiceGetsItsOwnUnits(_ code: String, _ units: Int64, _ service: Int64) {
    let money = Money(units, Currency(code))
    #expect(money.paymentServiceUnits == service)
    if service < .max { #expect(Money(paymentServiceUnits: service, money.currency) == money) }
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
