import CTerminal
package import Canvas
import Glibc

/// The terminal that the process was started in.
package enum Terminal {
  /// Runs a program in it until it has an exit code, which is returned. Does not return when a
  /// signal ends the process: then the terminal has been restored and the signal raised again.
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

  /// Its size now. Nothing is written to it.
  package static func size() throws(TerminalError) -> Size {
    let size = try TerminalDevice().size
    _ = try typeName()
    return size
  }

  /// ncurses writes characters as the locale says; where that is not UTF-8, one that is.
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    if let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) == "UTF-8" { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }
}
