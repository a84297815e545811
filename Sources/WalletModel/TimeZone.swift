/// The difference between local time and UTC, which changes with summer time.
package struct TimeZone: Hashable, Sendable {
  private struct Period: Hashable {
    let start: Timestamp
    /// Seconds east of UTC.
    let offset: Int
  }

  /// In the order of time. The first one has no beginning.
  private var periods: [Period]

  package static let utc = TimeZone(offset: 0)

  /// - Parameter offset: Seconds east of UTC, at all times.
  package init(offset: Int) {
    periods = [Period(start: Timestamp(milliseconds: .min), offset: offset)]
  }

  /// Finds the changes of a clock, to the minute. Before and after the years there are none. Two
  /// changes within three weeks that cancel each other are not found.
  ///
  /// - Parameter offset: Seconds east of UTC at a moment, which is in seconds since 1970.
  package init(years: ClosedRange<Int>, offset: (Int64) -> Int) {
    func start(_ year: Int) -> Int64 {
      Timestamp(civil: CivilTime(year: year, month: 1, day: 1)).milliseconds / 1000
    }
    var time = start(years.lowerBound)
    let end = start(years.upperBound + 1)
    var now = offset(time)
    self.init(offset: now)
    // 23 days.
    let longest: Int64 = 32_768 * 60
    while time < end {
      guard offset(time + longest) != now else {
        time += longest
        continue
      }
      // In halves of that to the last minute before the change.
      var step = longest / 2
      while step >= 60 {
        if offset(time + step) == now { time += step }
        step /= 2
      }
      time += 60
      now = offset(time)
      periods.append(Period(start: Timestamp(seconds: time), offset: now))
    }
  }

  /// Seconds east of UTC at this moment.
  package func offset(at time: Timestamp) -> Int {
    periods.last { $0.start <= time }?.offset ?? 0
  }

  /// The first moment at which clocks show this time, or a later one if summer time leaves it out.
  package func firstMoment(of local: CivilTime) -> Timestamp {
    let time = Timestamp(civil: local)
    let moments = periods.map { max($0.start, time.adding(seconds: -Int64($0.offset))) }
    let index = moments.indices.dropLast().first { moments[$0] < periods[$0 + 1].start }
    return moments[index ?? moments.count - 1]
  }
}
