internal import Glibc
import Languages
import TextLayout

/// A condition for the contents of the screen.
package struct ScreenCondition: Sendable, Equatable, CustomStringConvertible {
  package enum Pattern: Sendable, Equatable {
    case text(String)
    /// A POSIX extended regular expression (regex(7)).
    case regex(String)
  }
  package let pattern: Pattern
  /// Whether the text must be in one of the lines, or in none of them.
  package let isPresent: Bool

  package init(_ pattern: Pattern, isPresent: Bool = true) {
    self.pattern = pattern
    self.isPresent = isPresent
  }

  package func isMet(by lines: [String]) -> Bool {
    switch pattern {
    case .text(let text): lines.contains { $0.contains(part: text) } == isPresent
    case .regex(let regex): Self.matches(regex, lines) == isPresent
    }
  }

  /// The condition as written in a script.
  package var description: String {
    let pattern =
      switch pattern {
      case .text(let text): "\"\(text)\""
      case .regex(let regex): "/\(regex)/"
      }
    return (isPresent ? "" : "not ") + pattern
  }

  /// The condition as a part of a sentence.
  var text: LocalizedText {
    if isPresent { return LocalizedText(verbatim: description) }
    return switch pattern {
    case .text(let text): LocalizedText(description, "nicht „\(text)“")
    case .regex(let text): LocalizedText(description, "nicht /\(text)/")
    }
  }

  /// Says that the condition was not met in time.
  var timeoutMessage: LocalizedText {
    LocalizedText(
      "waited for \(self)",
      isPresent
        ? "gewartet auf \(self)"
        : "gewartet, dass dies verschwindet: \(ScreenCondition(pattern))")
  }

  private static func matches(_ text: String, _ lines: [String]) -> Bool {
    var regex = regex_t()
    guard regcomp(&regex, text, flags) == 0 else { return false }
    defer { regfree(&regex) }
    return lines.contains { regexec(&regex, $0, 0, nil, 0) == 0 }
  }

  /// The error in a regular expression; nil: it is valid.
  static func mistake(in text: String) -> LocalizedText? {
    // libc makes as many copies as the repeat count says, and multiplies nested counts.
    let repeats = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    let counts = repeats.joined(separator: " ").split { !$0.isNumber }.compactMap { Int($0) }
    guard repeats.count <= 1, counts.allSatisfy({ $0 <= 255 }) else {
      return LocalizedText(
        "more than one {…}, or more than 255 in it", "mehr als ein {…}, oder mehr als 255 darin")
    }
    var regex = regex_t()
    let status = regcomp(&regex, text, flags)
    guard status != 0 else {
      regfree(&regex)
      return nil
    }
    let room = 128
    let text = String(
      unsafeUninitializedCapacity: room,
      initializingUTF8With: { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          max(0, min(room, Int(regerror(status, &regex, bytes.baseAddress, room))) - 1)
        }
      })
    return LocalizedText(verbatim: text)
  }

  private static let flags = REG_EXTENDED | REG_NOSUB
}
