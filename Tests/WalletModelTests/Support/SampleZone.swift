import WalletModel

/// A place of the time zone database, as a list of its changes.
struct SampleZone: Sendable, CustomStringConvertible {
  let description: String
  /// Seconds east of UTC before the first change.
  let before: Int
  /// Each is a moment in UTC, and the seconds east of it from then on.
  let changes: [(moment: String, offset: Int)]

  /// Seconds since 1970.
  var moments: [Int64] {
    changes.compactMap { Timestamp($0.moment).map { $0.milliseconds / 1000 } }
  }

  func offset(_ seconds: Int64) -> Int {
    zip(moments, changes).filter { $0.0 <= seconds }.last?.1.offset ?? before
  }

  var zone: TimeZone { TimeZone(years: 2024...2027, offset: offset) }

  /// `2026-10-25T00:30:00`, in another way than the product: the time in UTC of a moment that is
  /// moved by the difference.
  func local(_ time: Timestamp) -> String {
    let seconds = time.milliseconds / 1000
    return String(Timestamp(seconds: seconds + Int64(offset(seconds))).description.prefix(19))
  }

  static let all = [
    SampleZone(description: "UTC", before: 0, changes: []),
    SampleZone(
      description: "Europe/Sofia", before: 7200,
      changes: [
        ("2026-03-29T01:00:00Z", 10_800), ("2026-10-25T01:00:00Z", 7200),
        ("2027-03-28T01:00:00Z", 10_800),
      ]),
    SampleZone(
      description: "America/New_York", before: -18_000,
      changes: [("2026-03-08T07:00:00Z", -14_400), ("2026-11-01T06:00:00Z", -18_000)]),
    // Half an hour, and summer in January.
    SampleZone(
      description: "Australia/Lord_Howe", before: 39_600,
      changes: [("2026-04-04T15:00:00Z", 37_800), ("2026-10-03T15:30:00Z", 39_600)]),
    SampleZone(description: "Asia/Kathmandu", before: 20_700, changes: []),
    // Midnight of the first of November comes twice there.
    SampleZone(
      description: "America/Havana", before: -18_000,
      changes: [("2026-03-08T05:00:00Z", -14_400), ("2026-11-01T05:00:00Z", -18_000)]),
    // The first of October begins at one, as in Paraguay in 2023.
    SampleZone(
      description: "no first midnight of October", before: -14_400,
      changes: [("2026-10-01T04:00:00Z", -10_800)]),
    // A day that is left out, as in Samoa in 2011.
    SampleZone(
      description: "no 30 September", before: -36_000, changes: [("2026-09-30T10:00:00Z", 50_400)]),
  ]
}
