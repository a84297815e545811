import CHarden
import Canvas
import Glibc
import Secrets

/// The terminal line by line: it edits each line itself, and shows it or not. Nothing is sent to it
/// but text and line ends.
final class LineDevice {
  let device: Device
  /// What stands in front of the line that is being typed; nil: nothing was asked.
  private var asked: (text: String, isHidden: Bool)?

  init() throws(TerminalError) {
    device = try Device()
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
    write(lines.map { Text.clean($0) + "\n" }.joined())
  }

  /// Text with secrets in it.
  func say(_ line: Secret) {
    endLine()
    line.withBytes { write($0) }
    write("\n")
  }

  /// Asks, unless that is what was asked already.
  func ask(_ text: String, isHidden: Bool) {
    if let asked, asked == (text, isHidden) { return }
    endLine()
    device.setEcho(!isHidden)
    write(Text.clean(text))
    asked = (text, isHidden)
  }

  /// The person ended the line; where it was hidden, the terminal has shown nothing of that.
  func answered() {
    if asked?.isHidden == true { write("\n") }
    asked = nil
  }

  /// Bytes for the terminal that are no text.
  func send(_ secret: Secret) { secret.withBytes { write($0) } }

  private func endLine() {
    if asked != nil { write("\n") }
    asked = nil
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Waits a while for a terminal that takes nothing now.
  private func write(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = Glibc.write(device.descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        var ready = pollfd(fd: device.descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&ready, 1, 1000) <= 0 { return }
      } else if errno != EINTR {
        return
      }
    }
  }
}
