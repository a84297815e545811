package import Canvas
import Glibc
package import Languages
package import Secrets
import TextLayout

/// The program that runs in the terminal, as seen by the loop. All functions are called on the main
/// thread.
package protocol TerminalProgram: AnyObject {
  /// Each event of the terminal, in order.
  func handle(_ event: InputEvent)
  /// The `Waker` was triggered: results are in the program's own queue.
  func wake()
  /// `nextDeadline` has passed. `now` in nanoseconds of CLOCK_BOOTTIME.
  func timerFired(now: UInt64)
  /// When `timerFired` is wanted, in nanoseconds of CLOCK_BOOTTIME; nil for no timer, which costs
  /// no wake-ups.
  var nextDeadline: UInt64? { get }
  /// Whether a new frame is needed. Called after all pending input was handled.
  var needsFrame: Bool { get }
  /// The current frame. Also called when the terminal has to be drawn again.
  func frame(_ size: Size, _ depth: ColorDepth) -> Canvas
  /// A frame was sent. Work that could wait may be done now.
  func painted()
  /// Called before a suspension, on signals that end the program and at the end: wipe visible
  /// secrets.
  func conceal()
  /// A signal ends the process when this returns. The terminal is restored already.
  func willTerminate()
  /// A request for the terminal: to copy (OSC 52), or to show a notification. Asked for after each
  /// round, sent once, and wiped.
  func takeRequest() -> Secret?
  /// The kind of input that is expected in line mode.
  var lineInput: LineInput { get }
  /// Set by the program to be suspended as with ^Z; the loop resets it.
  var suspendRequested: Bool { get set }
  /// What another program does in the terminal, which it has until this returns. To be called once;
  /// nil: there is nothing of this kind.
  var errand: (() -> Void)? { get }
  /// Ends the loop if it is not nil.
  var exitCode: Int32? { get }
  /// Whether the mouse is wanted; nil: as in the options. Asked for after each round.
  var wantsMouse: Bool? { get }
  /// The terminal's title; nil: it is not changed. Asked for after each round.
  var title: String? { get }
  /// Whether a result is awaited that changes the screen. Asked for by `TestMarker`.
  var isWorking: Bool { get }
}

extension TerminalProgram {
  package func painted() {}
  package func willTerminate() {}
  package var lineInput: LineInput { .keys }
  package func takeRequest() -> Secret? { nil }
  package var errand: (() -> Void)? { nil }
  package var wantsMouse: Bool? { nil }
  package var title: String? { nil }
  package var isWorking: Bool { false }
}

/// The options for the use of the terminal.
package struct TerminalOptions: Sendable {
  /// The highest colour depth to use; nil: all that the terminal has.
  package var colours: ColorDepth?
  /// Whether clicks and the wheel are reported.
  package var mouse: Bool
  /// Whether the alternate screen is used if there is one.
  package var altScreen: Bool
  /// Whether the terminal is asked for its background, which is reported as
  /// `InputEvent.background`.
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
  /// Whether to use our own description with 24-bit colours. Descriptions rarely have them, but
  /// most terminals do and say so in COLORTERM. Users can also require it.
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

  /// The exit status for this error.
  package static let exitCode: Int32 = 2

  /// One line without control characters, in English.
  package var description: String { text.english }

  /// One line without control characters.
  package var text: LocalizedText {
    switch self {
    case .notATerminal:
      LocalizedText(
        "standard input and output must be a terminal",
        "Standardein- und -ausgabe müssen ein Terminal sein")
    case .noType:
      LocalizedText(
        "TERM isn't set. It names your terminal, such as xterm-256color",
        "TERM ist nicht gesetzt. Es nennt Ihr Terminal, etwa xterm-256color")
    case .unknownType(let name):
      LocalizedText(
        "the terminal “\(Text.clean(name))” is unknown here; try TERM=xterm-256color",
        "das Terminal „\(Text.clean(name))“ ist hier unbekannt; versuchen Sie TERM=xterm-256color"
      )
    case .tooSimple(let name):
      LocalizedText(
        "the terminal “\(Text.clean(name))” can't move its cursor: use --accessible there",
        "das Terminal „\(Text.clean(name))“ kann den Cursor nicht bewegen: nehmen Sie dort --accessible"
      )
    case .system(let what):
      LocalizedText(
        "can't use the terminal: \(what)", "das Terminal ist nicht zu benutzen: \(what)")
    }
  }
}
