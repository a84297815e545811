package import WalletModel

/// Amounts, numbers, dates and times as the language writes them.
extension Words {
  /// `−€1,284.10`, `CHF 12.00`; `−1.284,10 €`, `12,00 CHF`. A true minus sign.
  package func money(_ money: Money) -> String {
    marked(
      digits(money.minorUnits.magnitude, decimals: money.currency.exponent), money.currency,
      isNegative: money.minorUnits < 0)
  }

  /// With the sign and the currency.
  private func marked(_ digits: String, _ currency: Currency, isNegative: Bool) -> String {
    let (symbol, code) = (currency.symbol, currency.code)
    return (isNegative ? "−" : "")
      + say((symbol ?? code + " ") + digits, digits + " \(symbol ?? code)")
  }

  /// `€1,382.99 · $213.81`: sums in several currencies.
  package func sums(_ sums: [Money]) -> String { sums.map(money).joined(separator: " · ") }

  /// `100,000`; `100.000`.
  package func number(_ number: Int) -> String {
    (number < 0 ? "−" : "") + digits(UInt64(number.magnitude))
  }

  /// An amount as one types it here, of one with a point: `4.20`.
  package func written(_ decimal: String) -> String {
    String(decimal.map { $0 == "." ? Character(decimalMark) : $0 })
  }

  /// `1.3`; `1,3`: seconds with a tenth.
  package func tenths(_ tenths: UInt64) -> String { "\(tenths / 10)\(decimalMark)\(tenths % 10)" }

  package var decimalMark: String { say(".", ",") }

  /// Digits in groups of three, and so many decimals. A frame has dozens of amounts, so they are
  /// written into one buffer, from the last digit on.
  private func digits(_ magnitude: UInt64, decimals: Int = 0) -> String {
    let marks = say(".,", ",.").utf8
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      var (rest, place, start) = (magnitude, 0, buffer.count)
      func put(_ byte: UInt8) {
        start -= 1
        buffer[start] = byte
      }
      while rest > 0 || place <= decimals {
        if place > 0, place == decimals {
          put(marks.first ?? 0)
        } else if place > decimals, (place - decimals) % 3 == 0 {
          put(marks.last ?? 0)
        }
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        (rest, place) = (rest / 10, place + 1)
      }
      return String(decoding: buffer[start...], as: UTF8.self)
    }
  }

  // MARK: Time

  /// `19 Nov`; `19. Nov.`. Eight columns at most.
  package func day(_ time: Timestamp, in zone: TimeZone) -> String {
    let date = time.civil(in: zone)
    return say(
      "\(date.day) \(Words.englishMonths[date.month - 1])",
      "\(date.day). \(Words.germanMonths[date.month - 1])")
  }

  /// Eleven columns at most: `3 Mar 2026`; `03.03.2026`.
  package func date(_ time: Timestamp, in zone: TimeZone) -> String {
    let civil = time.civil(in: zone)
    return say(
      "\(day(time, in: zone)) \(civil.year)",
      "\(two(civil.day)).\(two(civil.month)).\(civil.year)")
  }

  private static let englishMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let germanMonths = [
    "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sep.", "Okt.", "Nov.", "Dez.",
  ]

  /// `12:41`.
  package func minute(_ time: Timestamp, in zone: TimeZone) -> String {
    let time = time.civil(in: zone)
    return "\(two(time.hour)):\(two(time.minute))"
  }

  /// `12:41:07`.
  package func second(_ time: Timestamp, in zone: TimeZone) -> String {
    "\(minute(time, in: zone)):\(two(time.civil(in: zone).second))"
  }

  /// `2:47`.
  package func countdown(_ seconds: Int) -> String { "\(seconds / 60):\(two(seconds % 60))" }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `2 min ago`; a date once it is more than a week.
  package func ago(_ time: Timestamp, now: Timestamp, in zone: TimeZone) -> String {
    let seconds = now.seconds(since: time)
    switch seconds {
    case ..<60: return say("just now", "gerade eben")
    case ..<3600: return say("\(seconds / 60) min ago", "vor \(seconds / 60) Min.")
    case ..<86_400: return say("\(seconds / 3600) h ago", "vor \(seconds / 3600) Std.")
    case ..<172_800: return say("yesterday", "gestern")
    case ..<604_800: return say("\(seconds / 86_400) days ago", "vor \(seconds / 86_400) Tagen")
    default: return date(time, in: zone)
    }
  }

  /// Milliseconds until `ago` says something else, a day at most: a server's time may be of any
  /// year. nil: it is a date by now.
  package func ageChanges(_ time: Timestamp, now: Timestamp) -> UInt64? {
    let age = now.milliseconds - time.milliseconds
    let step: Int64 =
      switch age / 1000 {
      case ..<3600: 60
      case ..<86_400: 3600
      case ..<604_800: 86_400
      default: 0
      }
    guard step > 0 else { return nil }
    let left = age < 0 ? step * 1000 - age : step * 1000 - age % (step * 1000)
    return UInt64(min(left, 86_400_000))
  }

  /// An amount in whole units, rounded: `€822`.
  package func roughly(_ money: Money) -> String {
    let unit = money.currency.unit
    let half = money.minorUnits < 0 ? -unit / 2 : unit / 2
    let units = Int((Int128(money.minorUnits) + Int128(half)) / Int128(unit))
    return marked(digits(UInt64(units.magnitude)), money.currency, isNegative: units < 0)
  }

  /// Without zeros behind the point: `€250`.
  package func short(_ money: Money) -> String {
    let unit = money.currency.unit
    return money.minorUnits % unit == 0 ? roughly(money) : self.money(money)
  }

  /// `Thu 19 Nov`; `Do 19. Nov.`.
  package func weekday(_ time: Timestamp, in zone: TimeZone) -> String {
    let seconds = time.milliseconds / 1000 + Int64(zone.offset(at: time))
    let day = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
    let index = ((day + 4) % 7 + 7) % 7
    let name = say(
      ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][index],
      ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"][index])
    return "\(name) \(self.day(time, in: zone))"
  }

  // MARK: Months

  /// `November`.
  package func monthName(_ month: CalendarMonth) -> String {
    let english = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let german = [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
      "Oktober", "November", "Dezember",
    ]
    return say(english[month.month - 1], german[month.month - 1])
  }

  /// Three columns: `Nov`.
  package func monthShort(_ month: CalendarMonth) -> String { String(monthName(month).prefix(3)) }

  /// `22 October`; `22. Oktober`.
  package func dayOfMonth(_ day: Int, _ month: CalendarMonth) -> String {
    say("\(day) \(monthName(month))", "\(day). \(monthName(month))")
  }

  /// `November 2026`.
  package func month(_ month: CalendarMonth) -> String { "\(monthName(month)) \(month.year)" }
}
