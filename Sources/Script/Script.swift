package import Canvas
import Languages
package import Yaml

/// A demo that was read from a file: what a user does and sees.
package struct Script: Sendable {
  /// One action, and its line in the file.
  package struct Step: Sendable, Equatable {
    package let line: Int
    package let action: Action
  }

  package enum Action: Sendable, Equatable {
    /// Shows this text below the wallet until the next caption; empty: none.
    case caption(String)
    case key(Key)
    /// Types a text, one key for each character.
    case type(String)
    /// Types a value that the wallet has at that time.
    case take(Source)
    /// Waits for this time in milliseconds.
    case pause(Int)
    /// Waits until the screen meets the condition. Fails after this time in milliseconds.
    case wait(ScreenCondition, Int)
    /// Fails unless the screen meets the condition.
    case expect(ScreenCondition)
    /// Names this moment.
    case mark(String)
    /// Continues with a new wallet.
    case reset
  }

  /// Values that a script cannot contain, because they are secret or different each time. They are
  /// read from the wallet.
  package enum Source: String, CaseIterable, Sendable {
    /// The newest one-time code on the simulated phone.
    case code
    /// The newest CVV in a letter on the simulated phone.
    case cvv
    /// The last four digits of the selected card.
    case lastFour = "last-four"

    /// Says that the value did not arrive in time.
    var timeoutMessage: LocalizedText {
      LocalizedText(
        "waited for the \(rawValue)", "gewartet auf: \(self == .code ? "Code" : rawValue)")
    }
  }

  /// The path as given, or the name of a built-in script with its ending. For messages.
  package let file: String
  /// Columns and rows of the wallet, without captions; nil: as large as the terminal.
  package var size: Size?
  /// Whether the wallet is larger on a larger terminal.
  package internal(set) var grows = false
  package internal(set) var theme: YamlScalar?
  /// The wallet's language; nil: English. It does not depend on the locale, because a script waits
  /// for texts.
  package internal(set) var language: String?
  /// The factor of the playing speed: 2 is twice as fast.
  package internal(set) var speed = 1.0
  /// The seed of the wallet's random numbers.
  package internal(set) var seed: UInt64 = 1
  /// Whether it needs only what a kiosk has.
  package internal(set) var isForKiosks = true
  package internal(set) var steps: [Step] = []

  /// The size without a terminal, if the script does not name one.
  package static let defaultSize = Size(100, 30)

  /// A size such as `120x38`, from 40x12 to 400x200; nil: the text is not a valid size.
  package static func size(_ text: String) -> Size? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (40...400).contains(width), (12...200).contains(height)
    else { return nil }
    return Size(width, height)
  }

  /// The rows below the wallet.
  package var captionRows: Int {
    let hasCaptions = steps.contains { if case .caption = $0.action { true } else { false } }
    return hasCaptions ? Playback.captionRows : 0
  }

  /// The size of the wallet on a terminal of this size.
  package func size(on terminal: Size) -> Size {
    let room = Size(terminal.width, terminal.height - captionRows)
    guard let size else { return room }
    return grows ? Size(max(size.width, room.width), max(size.height, room.height)) : size
  }

  /// The part that leads to a mark: the steps since the last `reset` before it.
  ///
  /// - Returns: nil: the script has no such mark.
  package func part(to mark: String) -> Script? {
    guard let end = steps.firstIndex(where: { $0.action == .mark(mark) }) else { return nil }
    let reset = steps[..<end].lastIndex { $0.action == .reset }
    var part = self
    part.steps = Array(steps[(reset.map { $0 + 1 } ?? 0)..<end])
    return part
  }
}
