package import Canvas
package import Languages

/// The position in a script, and the next instruction. The caller carries the instructions out: on
/// a terminal at normal speed, or with a virtual clock.
package struct Playback: Sendable {
  package enum Instruction: Sendable, Equatable {
    case key(Key)
    /// Pastes this secret, from locked memory.
    case take(Script.Source)
    case mark(String)
    /// Opens a new wallet.
    case reset
    /// Does nothing before this time, unless a wait is in progress and the screen changes.
    case rest(until: UInt64)
    case failed(Failure)
    case done
  }

  /// Why the script failed.
  package struct Failure: Error, Sendable, Equatable {
    package let line: Int
    package let message: LocalizedText
    /// What was on screen, line by line.
    package let screen: [String]
  }

  /// What the script can see of the application.
  package struct View {
    package let lines: () -> [String]
    /// Whether the wallet has this secret now.
    package let has: (Script.Source) -> Bool
    package init(has: @escaping (Script.Source) -> Bool, lines: @escaping () -> [String]) {
      self.has = has
      self.lines = lines
    }
  }

  /// The rows below the wallet for captions, if the script has any.
  package static let captionRows = 2

  package let script: Script
  /// The current caption; empty: none.
  package private(set) var caption = ""
  private let speed: Double
  private var index = 0
  /// The number of characters of the current text that were typed.
  private var typed = 0
  /// The time before which nothing happens.
  private var due: UInt64 = 0
  /// The end of the current wait.
  private var waitEnd: UInt64?

  // How long a person would take, in milliseconds.
  private static let afterKey = 500
  private static let afterLetter = 90
  private static let afterWait = 300
  /// The time limit of a wait that does not name one.
  static let defaultTimeout = 10_000
  private static func reading(_ text: String) -> Int { text.isEmpty ? 0 : 900 + 45 * text.count }

  /// - Parameter speed: Replaces the speed of the script.
  package init(_ script: Script, speed: Double? = nil) {
    self.script = script
    self.speed = speed ?? script.speed
  }

  /// - Parameter now: Nanoseconds. The zero of the clock does not matter.
  package mutating func next(at now: UInt64, _ view: View) -> Instruction {
    guard now >= due else { return .rest(until: due) }
    guard index < script.steps.count else { return .done }
    switch script.steps[index].action {
    case .caption(let text):
      caption = text
      finishStep(Self.reading(text), now)
      return .rest(until: due)
    case .pause(let time):
      finishStep(time, now)
      return .rest(until: due)
    case .key(let key):
      finishStep(Self.afterKey, now)
      return .key(key)
    case .type(let text): return type(text, now)
    case .take(let source):
      let isPresent = view.has(source)
      return waitUntil(isPresent, Self.defaultTimeout, now, view, source.timeoutMessage) {
        $0.finishStep(Self.afterKey, now)
        return .take(source)
      }
    case .wait(let wanted, let time):
      let isMet = wanted.isMet(by: view.lines())
      return waitUntil(isMet, time, now, view, wanted.timeoutMessage) {
        $0.finishStep(Self.afterWait, now)
        return .rest(until: $0.due)
      }
    case .expect(let wanted):
      guard wanted.isMet(by: view.lines()) else {
        return fail(LocalizedText("expected ", "erwartet: ") + wanted.text, view)
      }
      finishStep(0, now)
      return .rest(until: now)
    case .mark(let name):
      finishStep(0, now)
      return .mark(name)
    case .reset:
      finishStep(Self.afterKey, now)
      return .reset
    }
  }

  /// The failure if the wallet's program ends now; nil: the script has no steps left.
  package func failureAtEnd(_ view: View) -> Failure? {
    guard index < script.steps.count else { return nil }
    return Failure(
      line: script.steps[index].line,
      message: LocalizedText(
        "the wallet had already ended", "die Wallet war schon beendet"),
      screen: view.lines())
  }

  private mutating func type(_ text: String, _ now: UInt64) -> Instruction {
    let scalars = text.unicodeScalars
    let scalar = scalars[scalars.index(scalars.startIndex, offsetBy: typed)]
    if typed + 1 < scalars.count {
      typed += 1
      due = now + nanoseconds(Self.afterLetter)
    } else {
      typed = 0
      finishStep(Self.afterKey, now)
    }
    return .key(.character(scalar))
  }

  /// Continues with `body` when the condition is met. The time limit does not depend on the speed
  /// of the script.
  private mutating func waitUntil(
    _ isMet: Bool, _ limit: Int, _ now: UInt64, _ view: View, _ why: LocalizedText,
    _ body: (inout Playback) -> Instruction
  ) -> Instruction {
    if isMet {
      waitEnd = nil
      return body(&self)
    }
    let end = waitEnd ?? now + UInt64(limit) * 1_000_000
    waitEnd = end
    guard now >= end else { return .rest(until: end) }
    return fail(why.map { "\($0) (\(Self.seconds(limit)) s)" }, view)
  }

  private func fail(_ message: LocalizedText, _ view: View) -> Instruction {
    let line = script.steps[index].line
    return .failed(Failure(line: line, message: message, screen: view.lines()))
  }

  /// Ends the current step. The next step follows after this time in milliseconds.
  private mutating func finishStep(_ milliseconds: Int, _ now: UInt64) {
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
