import CHarden
import Canvas
import Glibc
import Secrets
import TextOutput

/// The terminal line by line: it edits each line itself, and shows it or not. Nothing is sent to it
/// but text and line ends.
final class LineDevice {
  let device: TerminalDevice
  /// Waits a while for a terminal that takes nothing now.
  private var output: TextOutput { TextOutput(device.descriptor, timeout: 1000) }
  /// What stands in front of the line that is being typed; nil: nothing was asked.
  private var asked: (text: String, isHidden: Bool)?

  init() throws(TerminalError) {
    device = try TerminalDevice()
    enter()
  }

  func enter() {
    device.remember()
    harden_set_restore(device.descriptor, "\n", 1)
  }

  /// Gives the terminal back as it was.
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

  /// Text with secrets in it.
  func say(_ line: Secret) {
    endLine()
    try? output.secret(line)
    endLine(after: true)
  }

  /// Asks, unless that is what was asked already.
  func ask(_ text: String, isHidden: Bool) {
    if let asked, asked == (text, isHidden) { return }
    endLine()
    device.setEcho(!isHidden)
    try? output.text(Text.clean(text))
    asked = (text, isHidden)
  }

  /// The person ended the line; where it was hidden, the terminal has shown nothing of that.
  func answered() {
    endLine(after: asked?.isHidden == true)
    asked = nil
  }

  /// Bytes for the terminal that are no text.
  func send(_ secret: Secret) { try? output.clipboard(secret) }

  private func endLine() {
    endLine(after: asked != nil)
    asked = nil
  }

  private func endLine(after isOpen: Bool) {
    if isOpen { try? output.line("") }
  }
}
