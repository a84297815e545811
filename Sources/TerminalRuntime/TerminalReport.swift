package import Canvas
import Glibc

/// What is known about the terminal without writing to it.
package struct TerminalReport: Sendable {
  /// `TERM`.
  package let name: String
  /// The number of its colours, with 24-bit colours if those are used.
  package let colours: Int
  /// The depth that will be used.
  package let depth: ColorDepth
  /// Whether it has bracketed paste, so that pasted text is never taken for keys.
  package let hasBracketedPaste: Bool
}

extension Terminal {
  /// Must not be called twice at a time, nor while a program runs in the terminal, since ncurses has
  /// only one state.
  package static func report(_ options: TerminalOptions) throws(TerminalError) -> TerminalReport {
    let name = try typeName()
    let screen = try TerminalScreen(
      terminal: name, size: Size(80, 24), options: options, output: OutputBuffer(-1))
    return TerminalReport(
      name: name, colours: screen.colourCount, depth: screen.depth,
      hasBracketedPaste: screen.modes.hasBracketedPaste)
  }

  /// `TERM`, unless it names a terminal without cursor movement.
  static func typeName() throws(TerminalError) -> String {
    guard let value = getenv("TERM"), value[0] != 0 else { throw .noType }
    let name = String(cString: value)
    if name == "dumb" || name == "unknown" { throw .tooSimple(name) }
    return name
  }
}
