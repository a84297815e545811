import TextOutput

/// What the process says: its first lines on standard output, everything else on standard error. What
/// nobody takes is not said.
enum ServerConsole {
  static func line(_ text: String) { try? TextOutput.standard.line(text) }
  static func text(_ text: String) { try? TextOutput.standard.text(text) }
  static func log(_ text: String) { try? TextOutput.error.line(text) }
  /// Lines with their ends.
  static func log(lines: String) { try? TextOutput.error.text(lines) }
  static func ask(_ text: String) { try? TextOutput.error.text(text) }
}
