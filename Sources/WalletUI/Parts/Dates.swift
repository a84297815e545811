import WalletModel

private let monthNames = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

extension Timestamp {
  /// `19 Nov`.
  func day(_ clock: Clock) -> String {
    let date = civil(offset: clock.utcOffset)
    return "\(date.day) \(monthNames[date.month - 1])"
  }

  /// `3 Mar 2026`.
  func date(_ clock: Clock) -> String {
    "\(day(clock)) \(civil(offset: clock.utcOffset).year)"
  }

  /// `12:41:07`.
  func time(_ clock: Clock) -> String {
    "\(minute(clock)):\(two(civil(offset: clock.utcOffset).second))"
  }

  /// `12:41`.
  func minute(_ clock: Clock) -> String {
    let time = civil(offset: clock.utcOffset)
    return "\(two(time.hour)):\(two(time.minute))"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `2 min ago`; a date once it is more than a week.
  func ago(_ clock: Clock) -> String {
    let seconds = clock.wall.seconds(since: self)
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return "\(seconds / 60) min ago"
    case ..<86_400: return "\(seconds / 3600) h ago"
    case ..<604_800:
      let days = seconds / 86_400
      return days == 1 ? "yesterday" : "\(days) days ago"
    default: return date(clock)
    }
  }
}
