package import Canvas

/// Where a script is, and what it wants next. Whoever plays it carries that out: on a terminal at
/// real speed, or with a clock that does not wait.
package struct Playback: Sendable {
  package enum Turn: Sendable, Equatable {
    case key(Key)
    /// It is to be pasted, from locked memory.
    case take(Script.Source)
    case mark(String)
    /// A new wallet.
    case reset
    /// Nothing before this moment; in a wait, nothing before the screen changes either.
    case rest(until: UInt64)
    case failed(Failure)
    case done
  }

  /// Why it did not go on.
  package struct Failure: Error, Sendable, Equatable {
    package let line: Int
    package let message: String
    /// What was on screen, line by line.
    package let screen: [String]
  }

  /// What is seen where it is played.
  package struct View {
    package let lines: () -> [String]
    /// Whether there is such a thing to be typed.
    package let has: (Script.Source) -> Bool
    package init(has: @escaping (Script.Source) -> Bool, lines: @escaping () -> [String]) {
      self.has = has
      self.lines = lines
    }
  }

  /// Rows below the wallet of a script with captions.
  package static let captionRows = 2

  package let script: Script
  /// Empty: none.
  package private(set) var caption = ""
  private let speed: Double
  private var index = 0
  /// Characters of a text that have been typed.
  private var typed = 0
  /// Nothing happens before.
  private var due: UInt64 = 0
  /// The end of a wait under way.
  private var patience: UInt64?

  // Milliseconds that a person takes.
  private static let afterKey = 500
  private static let afterLetter = 90
  private static let beforeLooking = 300
  /// Of a wait that says nothing else.
  static let usualPatience = 10_000
  private static func reading(_ text: String) -> Int { text.isEmpty ? 0 : 900 + 45 * text.count }

  /// - Parameter speed: Instead of the script's own.
  package init(_ script: Script, speed: Double? = nil) {
    self.script = script
    self.speed = speed ?? script.speed
  }

  /// - Parameter now: Nanoseconds, from any start.
  package mutating func next(at now: UInt64, _ view: View) -> Turn {
    guard now >= due else { return .rest(until: due) }
    guard index < script.steps.count else { return .done }
    switch script.steps[index].action {
    case .caption(let text):
      caption = text
      pass(Self.reading(text), now)
      return .rest(until: due)
    case .pause(let time):
      pass(time, now)
      return .rest(until: due)
    case .key(let key):
      pass(Self.afterKey, now)
      return .key(key)
    case .type(let text): return type(text, now)
    case .take(let source):
      let isThere = view.has(source)
      return once(isThere, Self.usualPatience, now, view, "waited for the \(source.rawValue)") {
        $0.pass(Self.afterKey, now)
        return .take(source)
      }
    case .wait(let wanted, let time):
      let isMet = wanted.isMet(by: view.lines())
      return once(isMet, time, now, view, "waited for \(wanted)") {
        $0.pass(Self.beforeLooking, now)
        return .rest(until: $0.due)
      }
    case .expect(let wanted):
      guard wanted.isMet(by: view.lines()) else { return fail("expected \(wanted)", view) }
      pass(0, now)
      return .rest(until: now)
    case .mark(let name):
      pass(0, now)
      return .mark(name)
    case .reset:
      pass(Self.afterKey, now)
      return .reset
    }
  }

  /// What it comes to when the wallet's program ends before the script does; nil: nothing was left.
  package func ended(_ view: View) -> Failure? {
    guard index < script.steps.count else { return nil }
    return Failure(
      line: script.steps[index].line, message: "the wallet has been ended before",
      screen: view.lines())
  }

  private mutating func type(_ text: String, _ now: UInt64) -> Turn {
    let scalars = text.unicodeScalars
    let scalar = scalars[scalars.index(scalars.startIndex, offsetBy: typed)]
    if typed + 1 < scalars.count {
      typed += 1
      due = now + nanoseconds(Self.afterLetter)
    } else {
      typed = 0
      pass(Self.afterKey, now)
    }
    return .key(.character(scalar))
  }

  /// Goes on with `body` once it is so; the limit is one of the wallet, not of the speed.
  private mutating func once(
    _ isSo: Bool, _ limit: Int, _ now: UInt64, _ view: View, _ why: String,
    _ body: (inout Playback) -> Turn
  ) -> Turn {
    if isSo {
      patience = nil
      return body(&self)
    }
    let end = patience ?? now + UInt64(limit) * 1_000_000
    patience = end
    guard now >= end else { return .rest(until: end) }
    return fail("\(why) (\(Self.seconds(limit)) s)", view)
  }

  private func fail(_ message: String, _ view: View) -> Turn {
    let line = script.steps[index].line
    return .failed(Failure(line: line, message: message, screen: view.lines()))
  }

  /// The step is done; the next one comes after milliseconds.
  private mutating func pass(_ milliseconds: Int, _ now: UInt64) {
    index += 1
    due = now + nanoseconds(milliseconds)
  }

  private func nanoseconds(_ milliseconds: Int) -> UInt64 {
    UInt64(Double(milliseconds) * 1_000_000 / speed)
  }

  private static func seconds(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
  }
}
