import WalletModel

extension WireResponse {
  /// Seconds that the server wants to be left alone, 0 to a day; nil: it says nothing (RFC 9110,
  /// 10.2.3). A date counts from the answer's own, so that this machine's clock does not matter.
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
    return Self.wait(seconds)
  }

  /// What is waited of so many seconds that a server asks for: a day at most.
  static func wait(_ seconds: Int64) -> Int { Int(max(0, min(seconds, 86_400))) }

  /// When it was sent by the server's clock, in seconds since 1970; nil: it does not say.
  package var date: Int64? { header("Date").flatMap(Self.moment) }

  /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the form that is sent (RFC 9110, 5.6.7).
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
  /// The same in an object. Any number will do: only a day of it counts.
  mutating func wait(_ name: String) -> Int? {
    switch value(name)?.unlocked {
    case .integer(let seconds): WireResponse.wait(seconds)
    case .number(let seconds):
      seconds >= 86_400 ? 86_400 : WireResponse.wait(Int64(max(0, seconds)))
    default: nil
    }
  }
}
