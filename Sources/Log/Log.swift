import Glibc
import Synchronization
import TextLayout
package import WalletModel

/// The log file, with a line for each event: time, level, process, text.
///
/// Nothing is written before a file is opened. Errors in writing are ignored: a full disk must not
/// end a wallet.
package enum Log {
  package enum Level: String, CaseIterable, Sendable {
    case debug, info, warning, error
  }

  /// A file of this length in bytes is renamed to `FILE.1`, which replaces the previous one.
  package static let usualLimit: Int64 = 1 << 20

  private static let file = Mutex<LogFile?>(nil)

  /// - Parameters:
  ///   - path: Created with mode 600, which an existing file gets as well.
  ///   - level: Lower levels are left out.
  /// - Throws: `.usage` for anything but a plain file of this user, `.diskFault` if it cannot be
  ///   opened.
  package static func open(_ path: String, level: Level, limit: Int64 = usualLimit)
    throws(WalletError)
  {
    let opened = try LogFile(path: path, level: level, limit: limit)
    file.withLock { $0 = opened }
  }

  package static func debug(_ text: @autoclosure () -> LogText) { write(.debug, text) }
  package static func info(_ text: @autoclosure () -> LogText) { write(.info, text) }
  package static func warning(_ text: @autoclosure () -> LogText) { write(.warning, text) }
  package static func error(_ text: @autoclosure () -> LogText) { write(.error, text) }

  /// Logs an error with its code and details.
  package static func error(_ failure: WalletError) {
    let what = ([failure.message] + failure.details).map(\.english).joined(separator: "; ")
    error("\(failure.codeText) \(what)")
  }

  private static func write(_ level: Level, _ text: () -> LogText) {
    file.withLock { file in
      guard file?.isEnabled(level) == true else { return }
      file?.write(level, text().text)
    }
  }
}

/// The open file. Several processes may write to one file, since each line is one write.
private struct LogFile {
  private let path: String
  private let level: Log.Level
  private let limit: Int64
  private var descriptor: Int32

  init(path: String, level: Log.Level, limit: Int64) throws(WalletError) {
    self.path = path
    self.level = level
    self.limit = limit
    descriptor = try Self.open(path)
  }

  func isEnabled(_ level: Log.Level) -> Bool {
    Log.Level.allCases.drop { $0 != self.level }.contains(level)
  }

  mutating func write(_ level: Log.Level, _ text: String) {
    rotate()
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let time = Timestamp(
      milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
    var line = "\(time) \(level.rawValue) [\(getpid())] \(Text.clean(text))\n"
    line.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  private mutating func rotate() {
    var ours = stat()
    guard fstat(descriptor, &ours) == 0, ours.st_size >= limit else { return }
    var named = stat()
    // Another process may have renamed it already.
    if stat(path, &named) == 0, named.st_ino == ours.st_ino, named.st_dev == ours.st_dev {
      rename(path, path + ".1")
    }
    guard let next = try? Self.open(path) else { return }
    close(descriptor)
    descriptor = next
  }

  private static func open(_ path: String) throws(WalletError) -> Int32 {
    // Does not wait for the other end of a pipe, which is refused below.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    let descriptor = Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw WalletError(
        errno == ENOSPC ? .diskFull : .diskFault,
        .text("Can't write the log", "Die Logdatei lässt sich nicht schreiben"),
        detail: .verbatim("\(Text.clean(path)): \(reason)"),
        advice: .text(
          "Choose another file with --log FILE.", "Wählen Sie mit --log FILE eine andere Datei."))
    }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
      info.st_uid == geteuid(), fchmod(descriptor, 0o600) == 0
    else {
      close(descriptor)
      throw WalletError(
        .usage, .text("Can't write the log", "Die Logdatei lässt sich nicht schreiben"),
        detail: .text(
          "\(Text.clean(path)) isn't a plain file of your own",
          "\(Text.clean(path)) ist keine gewöhnliche Datei von Ihnen"),
        advice: .text(
          "Choose another file with --log FILE.", "Wählen Sie mit --log FILE eine andere Datei."))
    }
    return descriptor
  }
}
