import CTerminal
package import Canvas
import Glibc

/// The terminal of this process.
package enum Terminal {
  /// Runs a program until it has an exit code, and returns that. Does not return if a signal ends
  /// the process: then the terminal is restored and the signal raised again.
  package static func run(
    _ program: any TerminalProgram, waker: Waker, options: TerminalOptions = TerminalOptions()
  ) throws(TerminalError) -> Int32 {
    let device = try TerminalDevice()
    let name = try typeName()
    useUTF8()
    let output = OutputBuffer(device.descriptor)
    let screen = try TerminalScreen(
      terminal: name, size: device.size, options: options, output: output)
    let signals = ct_signals_start()
    guard signals >= 0 else { throw .system("too many open files") }
    defer { ct_signals_stop() }
    let loop = EventLoop(
      program, device: device, screen: screen, waker: waker, signals: signals, options: options)
    return loop.run()
  }

  /// The current size. Nothing is written to the terminal.
  package static func size() throws(TerminalError) -> Size {
    let size = try TerminalDevice().size
    _ = try typeName()
    return size
  }

  /// ncurses encodes characters for the locale. If that is not UTF-8, one with UTF-8 is set.
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    if let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) == "UTF-8" { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }
}
