import SeededGenerator
import Testing
import WalletModel

/// The difference between local time and UTC at each moment.
@Suite struct TimeZoneTests {
  @Test(arguments: SampleZone.all) func eachChangeIsFound(_ sample: SampleZone) {
    let zone = sample.zone
    var moments = sample.moments.flatMap { [$0 - 1, $0, $0 + 1] }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 { moments.append(.random(in: 1_600_000_000..<1_900_000_000, using: &random)) }
    for moment in moments {
      #expect(zone.offset(at: Timestamp(seconds: moment)) == sample.offset(moment), "\(moment)")
    }
  }

  /// The first second of a month is in it, and the second before is not, whatever the clocks do.
  @Test(arguments: SampleZone.all) func aMonthBeginsWithItsFirstMoment(_ sample: SampleZone) {
    let zone = sample.zone
    for number in 0..<24 {
      let month = CalendarMonth(year: 2026, month: 1).adding(number)
      let start = month.start(in: zone)
      #expect(CalendarMonth(start, in: zone) == month, "\(month)")
      #expect(CalendarMonth(start.adding(seconds: -1), in: zone) < month, "\(month)")
    }
  }

  @Test(arguments: [
    (1, "2026-09-30T21:00:00Z"), (1, "2026-10-31T22:00:00Z"), (5, "2026-11-01T04:00:00Z"),
    (6, "2026-10-01T04:00:00Z"),
  ])
  func monthsBeginAt(_ sample: Int, _ start: String) throws {
    let time = try #require(Timestamp(start))
    let zone = SampleZone.all[sample].zone
    #expect(CalendarMonth(time, in: zone).start(in: zone) == time)
  }
}
