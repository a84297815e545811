package import Canvas
import Glibc
package import Secrets

/// What runs in the terminal: the application as the loop sees it. Everything is called on the main
/// thread.
package protocol TerminalProgram: AnyObject {
  /// Each event of the terminal, in order.
  func handle(_ event: InputEvent)
  /// The `Waker` was triggered: results wait in the program's own queue.
  func wake()
  /// `nextDeadline` has passed. `now` in nanoseconds of CLOCK_BOOTTIME.
  func timerFired(now: UInt64)
  /// When `timerFired` is wanted, in nanoseconds of CLOCK_BOOTTIME; nil for no timer, which costs
  /// no wake-ups.
  var nextDeadline: UInt64? { get }
  /// Whether something changed. Asked after all pending input has been handled.
  var needsFrame: Bool { get }
  /// The frame to show now. Also called when the terminal has to be drawn anew.
  func frame(_ size: Size, _ depth: ColorDepth) -> Canvas
  /// A frame has gone out: time for what can wait until then.
  func painted()
  /// Called before a suspension, on signals that end the program and on every exit: wipe what is
  /// revealed.
  func conceal()
  /// A signal ends the process as soon as this returns. The terminal is restored already.
  func dies()
  /// Bytes that ask the terminal to keep something for its person (OSC 52): asked for after each
  /// round, sent once, and wiped.
  func takeClipboard() -> Secret?
  /// What is to be typed now, where input comes line by line.
  var lineInput: LineInput { get }
  /// Set by the program to be suspended as by ^Z; the loop resets it.
  var suspendRequested: Bool { get set }
  /// Ends the loop once it is not nil.
  var exitCode: Int32? { get }
  /// Whether the mouse is wanted now; asked after each round. Nil leaves it to the options.
  var wantsMouse: Bool? { get }
  /// What the terminal is to be titled now; asked after each round. Nil leaves it as it is.
  var title: String? { get }
}

extension TerminalProgram {
  package func painted() {}
  package func dies() {}
  package var lineInput: LineInput { .keys }
  package func takeClipboard() -> Secret? { nil }
  package var wantsMouse: Bool? { nil }
  package var title: String? { nil }
}

/// How the terminal is to be used.
package struct TerminalOptions: Sendable {
  /// Never more colours than this; nil for all that the terminal has.
  package var colours: ColorDepth?
  /// Report clicks and the wheel.
  package var mouse: Bool
  /// Use the alternate screen where there is one.
  package var altScreen: Bool
  /// Ask the terminal for its background: `InputEvent.background` comes when it answers.
  package var asksBackground: Bool

  package init(
    colours: ColorDepth? = nil, mouse: Bool = false, altScreen: Bool = true,
    asksBackground: Bool = false
  ) {
    self.colours = colours
    self.mouse = mouse
    self.altScreen = altScreen
    self.asksBackground = asksBackground
  }
}

extension TerminalOptions {
  /// Whether to use 24-bit colours of our own description: those of terminals rarely have them,
  /// most terminals do and say so in COLORTERM, and a person may insist.
  func wantsDirectColours(_ terminal: String) -> Bool {
    if terminal.hasSuffix("-direct") || colours == .direct { return true }
    guard colours == nil, let value = getenv("COLORTERM") else { return false }
    return ["truecolor", "24bit"].contains(String(cString: value))
  }
}

/// Why the terminal cannot be used. Nothing has been written to it.
package enum TerminalError: Error, Equatable, CustomStringConvertible {
  case notATerminal
  case noType
  case unknownType(String)
  /// The terminal cannot move its cursor or clear its screen.
  case tooSimple(String)
  case system(String)

  /// The exit status that goes with it.
  package static let exitCode: Int32 = 2

  /// One line, fit to be shown.
  package var description: String {
    switch self {
    case .notATerminal: "standard input and output must be a terminal"
    case .noType: "TERM is not set; it says which terminal this is, such as xterm-256color"
    case .unknownType(let name):
      "no description of the terminal “\(Text.clean(name))” was found; TERM=xterm-256color may do"
    case .tooSimple(let name):
      "the terminal “\(Text.clean(name))” cannot place its cursor: only --accessible works there"
    case .system(let what): "cannot use the terminal: \(what)"
    }
  }
}
