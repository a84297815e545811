import TextOutput

/// The output of the process: the first lines on standard output, everything else on standard
/// error. Errors in writing are ignored.
enum ProcessOutput {
  static func line(_ text: String) { try? TextOutput.standard.line(text) }
  static func text(_ text: String) { try? TextOutput.standard.text(text) }
  static func log(_ text: String) { try? TextOutput.error.line(text) }
  /// Complete lines.
  static func log(lines: String) { try? TextOutput.error.text(lines) }
  static func ask(_ text: String) { try? TextOutput.error.text(text) }
}
