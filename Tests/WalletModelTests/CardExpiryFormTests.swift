import Testing
import WalletModel

/// E21: the three forms of an expiry.
@Suite struct CardExpiryFormTests {
  @Test(arguments: [("2911", 11, 2029), ("0001", 1, 2000), ("9912", 12, 2099)])
  func aQueryWritesYearAndMonth(_ text: String, _ month: Int, _ year: Int) throws {
    let expiry = try #require(CardExpiry(yearMonth: text))
    #expect(expiry == CardExpiry(month: month, year: year))
    #expect(expiry.yearMonth == text)
    #expect(CardExpiry(monthYear: expiry.monthYear) == expiry)
  }

  @Test func theFormsAreConverted() {
    #expect(CardExpiry(yearMonth: "2609")?.monthYear == "09/26")
    #expect(CardExpiry.endOfRecurring(monthYear: "09/26") == "20261001")
    #expect(CardExpiry.endOfRecurring(monthYear: "12/26") == "20270101")
  }

  @Test(arguments: ["", "1/26", "13/26", "00/26", "09-26", "09/2026", "ab/cd", "0９/6"])
  func whatCannotBeReadIsTheFirstDay(_ text: String) {
    #expect(CardExpiry.endOfRecurring(monthYear: text) == "19700101")
    #expect(CardExpiry.endOfRecurring(monthYear: nil) == "19700101")
    #expect(CardExpiry.unspecified.endOfRecurring == "19700101")
  }

  @Test(arguments: ["", "261", "2613", "2600", "26011", "2x01"])
  func aWrongYearAndMonthIsRefused(_ text: String) {
    #expect(CardExpiry(yearMonth: text) == nil)
  }

  @Test(arguments: [
    (2026, 7, 5, "20290705"), (2024, 2, 29, "20270228"), (2026, 12, 31, "20291231"),
  ])
  func recurringPaymentsUsuallyEndInThreeYears(
    _ year: Int, _ month: Int, _ day: Int, _ end: String
  ) {
    let now = Timestamp(civil: CivilTime(year: year, month: month, day: day))
    #expect(CardExpiry.usualEndOfRecurring(from: now) == end)
  }
}
