import Canvas
import Glibc

/// The terminal device: its descriptor, settings and size.
///
/// It is opened again, so that the shell's descriptors do not become non-blocking.
final class TerminalDevice {
  let descriptor: Int32
  private var saved: termios

  init() throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    var opened: Int32 = -1
    if let name = ttyname(STDIN_FILENO) { opened = open(name, flags) }
    // It may belong to another user after `su`, or have no name in a container.
    if opened < 0 { opened = open("/dev/tty", flags) }
    guard opened >= 0 else { throw .system("it cannot be opened") }
    descriptor = opened
    saved = termios()
    guard tcgetattr(opened, &saved) == 0 else {
      close(opened)
      throw .system("its settings cannot be read")
    }
  }

  deinit { close(descriptor) }

  /// Reads the settings again. A shell may have changed them during a suspension.
  func remember() { tcgetattr(descriptor, &saved) }

  /// Raw mode: each key arrives at once, also those for flow control and signals.
  func makeRaw() {
    var raw = saved
    cfmakeraw(&raw)
    withUnsafeMutableBytes(of: &raw.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    setAttributes(raw)
  }

  func restore() { setAttributes(saved) }

  /// Line mode with the terminal's original settings, with or without echo.
  func setEcho(_ isOn: Bool) {
    var wanted = saved
    wanted.c_lflag |= tcflag_t(ICANON | ISIG | ECHONL)
    if isOn { wanted.c_lflag |= tcflag_t(ECHO) } else { wanted.c_lflag &= ~tcflag_t(ECHO | ECHONL) }
    setAttributes(wanted)
  }

  private func setAttributes(_ wanted: termios) {
    var wanted = wanted
    while tcsetattr(descriptor, TCSANOW, &wanted) != 0 && errno == EINTR {}
  }

  /// The rest of a larger terminal stays empty, because each cell takes memory. At most as many
  /// rows as can be erased (`TerminalModes.maxRows`).
  static let largest = Size(1000, TerminalModes.maxRows)

  /// The kernel's size, limited to `largest`; 80×24 if the kernel does not know it.
  var size: Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(80, 24) }
    return Size(
      min(Int(window.ws_col), Self.largest.width), min(Int(window.ws_row), Self.largest.height))
  }

  /// Drops output in the kernel's queue.
  func discardOutput() { tcflush(descriptor, TCOFLUSH) }
}
