import Canvas

/// The keys in the terminal's description, for terminals with sequences of their own.
enum TerminalKeys {
  private static let names: [(String, Key)] =
    [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kcbt", Key(.backtab)),
      ("kent", Key(.enter)), ("kLFT", Key(.left, .shift)), ("kRIT", Key(.right, .shift)),
      ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)), ("kHOM", Key(.home, .shift)),
      ("kEND", Key(.end, .shift)), ("kPRV", Key(.pageUp, .shift)),
      ("kNXT", Key(.pageDown, .shift)), ("kIC", Key(.insert, .shift)),
      ("kDC", Key(.delete, .shift)),
    ] + (1...12).map { ("kf\($0)", Key(.function($0))) }

  /// Only sequences that begin with ESC. A control byte is the same control key everywhere.
  static func load() -> [[UInt8]: Key] {
    var result: [[UInt8]: Key] = [:]
    for (name, key) in names {
      let bytes = TerminalModes.capability(name)
      if bytes.count >= 2, bytes[0] == 0x1b, result[bytes] == nil { result[bytes] = key }
    }
    return result
  }
}
