import Glibc

/// What the process says: its first lines on standard output, everything else on standard error.
enum Console {
  static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
  static func text(_ text: String) { write(text, to: STDOUT_FILENO) }
  static func log(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// On a terminal: asks, and shows nothing of what is typed while `body` reads it.
  static func withoutEcho<Result>(_ question: String, _ body: () -> Result) -> Result {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return body() }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      write("\n", to: STDERR_FILENO)
    }
    write(question, to: STDERR_FILENO)
    return body()
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
