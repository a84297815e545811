import WalletModel

extension WireResponse {
  /// The seconds after which the request may be repeated, at most a day; nil: the server names none
  /// (RFC 9110, 10.2.3). A date is compared with the answer's own, so this machine's clock does not
  /// matter.
  package var retryAfter: Int? {
    guard let text = header("Retry-After") else { return nil }
    let seconds: Int64
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      seconds = Int64(text) ?? .max
    } else if let end = Self.moment(text), let start = date {
      seconds = end - start
    } else {
      return nil
    }
    return Self.limitedDelay(seconds)
  }

  /// The seconds that a server asks for, at most a day.
  static func limitedDelay(_ seconds: Int64) -> Int { Int(max(0, min(seconds, 86_400))) }

  /// The time of sending by the server's clock, in seconds since 1970; nil: there is none.
  package var date: Int64? { header("Date").flatMap(Self.moment) }

  /// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
  private static func moment(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(where: { $0 == words[2] }), (1...31).contains(day),
      (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    // 60: a leap second.
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let time = CivilTime(
      year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2])
    return Timestamp(civil: time).milliseconds / 1000
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension JSONFields {
  /// The same for a field of an object. Any number is accepted; at most a day of it counts.
  mutating func retryDelay(_ name: String) -> Int? {
    switch value(name)?.unlocked {
    case .integer(let seconds): WireResponse.limitedDelay(seconds)
    case .number(let seconds):
      seconds >= 86_400 ? 86_400 : WireResponse.limitedDelay(Int64(max(0, seconds)))
    default: nil  // No number: as if there were no field.
    }
  }
}
