import Glibc

/// What the process says: its first lines on standard output, everything else on standard error.
enum Console {
  static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
  static func text(_ text: String) { write(text, to: STDOUT_FILENO) }
  static func log(_ text: String) { write(text + "\n", to: STDERR_FILENO) }
  static func ask(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
        continue
      }
      guard count > 0 else { return }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }
}
