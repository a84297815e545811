/// A month of a calendar.
package struct CalendarMonth: Hashable, Comparable, Sendable {
  package let year: Int
  /// 1…12.
  package let month: Int

  package init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  /// The month of a moment.
  package init(_ time: Timestamp, in zone: TimeZone) {
    let civil = time.civil(in: zone)
    self.init(year: civil.year, month: civil.month)
  }

  package static func < (a: CalendarMonth, b: CalendarMonth) -> Bool { a.number < b.number }

  /// The month so many months later; earlier when negative.
  package func adding(_ months: Int) -> CalendarMonth {
    let number = number + months
    let year = number >= 0 ? number / 12 : (number - 11) / 12
    return CalendarMonth(year: year, month: number - year * 12 + 1)
  }

  package var days: Int { daysInMonth(year: year, month: month) }

  /// Its first moment.
  package func start(in zone: TimeZone) -> Timestamp {
    zone.firstMoment(of: CivilTime(year: year, month: month, day: 1))
  }

  /// Months since the year 0.
  private var number: Int { year * 12 + month - 1 }
}

extension CivilTime {
  /// `20261119`: days in the order of time.
  package var dayNumber: Int { (year * 100 + month) * 100 + day }

  /// The same time of day so many days later; earlier when negative.
  package func adding(days: Int64) -> CivilTime {
    Timestamp(civil: self).adding(seconds: days * 86_400).civil()
  }
}
