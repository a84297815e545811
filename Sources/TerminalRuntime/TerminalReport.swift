import CTerminal
package import Canvas
import Glibc

/// What can be known of the terminal without touching it.
package struct TerminalReport: Sendable {
  /// `TERM`.
  package let name: String
  /// How many colours its description counts, ours of 24 bits included.
  package let colours: Int
  /// What will be drawn with.
  package let depth: ColorDepth
  /// Pasted text comes marked as such, so that it is never taken for keys.
  package let marksPaste: Bool
}

extension Terminal {
  /// Looks the terminal up. Not while a program runs in it: ncurses is one.
  package static func report(_ options: TerminalOptions) throws(TerminalError) -> TerminalReport {
    let name = try typeName()
    let screen = try TerminalScreen(
      terminal: name, size: Size(80, 24), options: options, output: OutputBuffer(-1))
    return TerminalReport(
      name: name, colours: max(0, Int(ct_colours())), depth: screen.depth,
      marksPaste: screen.modes.marksPaste)
  }

  /// `TERM`, unless nothing can be drawn there.
  static func typeName() throws(TerminalError) -> String {
    guard let value = getenv("TERM"), value[0] != 0 else { throw .noType }
    let name = String(cString: value)
    if name == "dumb" || name == "unknown" { throw .tooSimple(name) }
    return name
  }
}
