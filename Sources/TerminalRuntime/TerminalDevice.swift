import Canvas
import Glibc

/// The terminal as a device: its descriptor, settings and size.
///
/// It is opened anew, so that making it non-blocking does not touch the shell's descriptors.
final class TerminalDevice {
  let descriptor: Int32
  private var saved: termios

  init() throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    var opened: Int32 = -1
    if let name = ttyname(STDIN_FILENO) { opened = open(name, flags) }
    // Of another owner after `su`, or nameless in a container.
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

  /// Reads the settings again: a shell may have changed them during a suspension.
  func remember() { tcgetattr(descriptor, &saved) }

  /// Every key as it is typed, flow control and signal keys included.
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

  /// Line by line, as the terminal was found; whether it shows what is typed.
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

  /// More than this is left empty: a terminal says what size it likes, and each cell takes memory.
  /// As many rows as can be wiped (`TerminalModes.mostRows`).
  static let largest = Size(1000, TerminalModes.mostRows)

  /// As the kernel knows it, and no more than is drawn; 80×24 where it does not know it.
  var size: Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(80, 24) }
    return Size(
      min(Int(window.ws_col), Self.largest.width), min(Int(window.ws_row), Self.largest.height))
  }

  /// Throws away what the kernel has not passed on to the terminal yet.
  func discardOutput() { tcflush(descriptor, TCOFLUSH) }
}
