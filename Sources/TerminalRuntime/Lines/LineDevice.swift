import CHarden
import Glibc
import Secrets
import TextLayout
import TextOutput

/// The terminal in line mode: the terminal edits each line itself, and shows it or not. Only text
/// and line ends are written.
final class LineDevice {
  let device: TerminalDevice
  /// Waits some time for a terminal that takes no output.
  private var output: TextOutput { TextOutput(device.descriptor, timeout: 1000) }
  /// The prompt of the current line; nil: there is none.
  private var asked: (text: String, isHidden: Bool)?

  init() throws(TerminalError) {
    device = try TerminalDevice()
    enter()
  }

  func enter() {
    device.remember()
    harden_set_restore(device.descriptor, "\n", 1)
  }

  /// Restores the terminal.
  func leave() {
    endLine()
    device.restore()
    harden_set_restore(-1, nil, 0)
  }

  func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    endLine()
    for line in lines { try? output.line(line) }
  }

  /// Text that contains secrets.
  func say(_ line: Secret) {
    endLine()
    try? output.secret(line)
    endLine(after: true)
  }

  /// Shows the prompt, unless it is already shown.
  func ask(_ text: String, isHidden: Bool) {
    if let asked, asked == (text, isHidden) { return }
    endLine()
    device.setEcho(!isHidden)
    try? output.text(Text.clean(text))
    asked = (text, isHidden)
  }

  /// The user has ended the line. If input was hidden, the terminal has not moved to the next line.
  func answered() {
    endLine(after: asked?.isHidden == true)
    asked = nil
  }

  /// Bytes for the terminal that are not text.
  func send(_ secret: Secret) { try? output.request(secret) }

  private func endLine() {
    endLine(after: asked != nil)
    asked = nil
  }

  private func endLine(after isOpen: Bool) {
    if isOpen { try? output.line("") }
  }
}
