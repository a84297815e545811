import Glibc
import Threads

/// Tells when a file was written to or touched, on a thread of its own, without a wake-up while
/// nothing happens. Where the user has no inotify left the file is looked at each second instead.
///
/// The beginning and each notice are told twice, `pause` apart: whoever changes the file need not
/// touch it for a change that comes within `untold` of the last touch.
package final class FileWatch: Sendable {
  /// In milliseconds. So long after one look there is no other.
  private static let pause: Int32 = 50

  /// In milliseconds. Half the pause: a touch may be noticed before it returns.
  package static let untold = Int64(pause) / 2

  /// One end of a pipe: a byte says that something changed, its end that nobody wants to know.
  private let bell: Int32
  private let watch: Int32?

  /// nil when the file is not there. `byLooking`: as if there were no inotify left.
  package init?(
    _ path: String, byLooking: Bool = false, onChange: @escaping @Sendable () -> Void
  ) {
    guard let look = Look(path) else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    bell = ends[1]
    watch = byLooking ? nil : FileNotices.shared.add(path, ends[1])
    // What came before may have been touched for before.
    if watch != nil { _ = write(bell, "!", 1) }
    let (told, isTold) = (ends[0], watch != nil)
    startThread {
      if isTold { Self.wait(told, onChange) } else { Self.look(path, look, told, onChange) }
      close(told)
    }
  }

  deinit {
    if let watch { FileNotices.shared.remove(watch, bell) }
    close(bell)
  }

  /// Whether changes of a file are told. False: the system gives this user no more watches.
  package static func isTold(_ path: String) -> Bool {
    guard let watch = FileNotices.shared.add(path, -1) else { return false }
    FileNotices.shared.remove(watch, -1)
    return true
  }

  private static func wait(_ told: Int32, _ onChange: @Sendable () -> Void) {
    var waiting = pollfd(fd: told, events: Int16(POLLIN), revents: 0)
    while true {
      if poll(&waiting, 1, -1) < 0 {
        if errno == EINTR { continue }
        return
      }
      if waiting.revents & Int16(POLLHUP) != 0 { return }
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
        while read(told, bytes.baseAddress, bytes.count) > 0 {}
      }
      onChange()
      var end = pollfd(fd: told, events: 0, revents: 0)
      if poll(&end, 1, pause) > 0 { return }
      // Another notice is looked for at once, and twice.
      if poll(&waiting, 1, 0) == 0 { onChange() }
    }
  }

  private static func look(
    _ path: String, _ first: Look, _ told: Int32, _ onChange: @Sendable () -> Void
  ) {
    var (before, wasNew) = (first, true)
    var waiting = pollfd(fd: told, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&waiting, 1, 1000)
      if count > 0 || (count < 0 && errno != EINTR) { return }
      guard let now = Look(path) else { continue }
      // Once more after a change: another one in the same tick of the clock looks the same.
      let isNew = now != before
      if isNew || wasNew { onChange() }
      (before, wasNew) = (now, isNew)
    }
  }

  /// What changes with a file that is written to or touched.
  private struct Look: Equatable {
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    init?(_ path: String) {
      var found = stat()
      guard stat(path, &found) == 0 else { return nil }
      size = Int(found.st_size)
      seconds = found.st_ctim.tv_sec
      nanoseconds = found.st_ctim.tv_nsec
    }
  }
}
