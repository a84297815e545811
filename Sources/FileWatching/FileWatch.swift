import Glibc
import Threads

/// Calls back on a thread of its own when a file was written to or touched. Nothing wakes up while
/// the file does not change. Where the user has no inotify instance left, the file is looked at every
/// second instead.
///
/// The callback runs twice at the beginning and after each change, `pause` apart. So a writer need not
/// touch the file for a change that comes within `untold` of the last touch.
package final class FileWatch: Sendable {
  /// Milliseconds between two callbacks.
  private static let pause: Int32 = 50

  /// Milliseconds after a touch in which another one is not needed. Half the pause, because a touch may
  /// be noticed before the call that made it returns.
  package static let untold = Int64(pause) / 2

  /// The writing end of a pipe. A byte says that the file changed; closing it ends the thread.
  private let bell: Int32
  private let watch: Int32?

  /// Watches the file at `path`; nil where there is none.
  ///
  /// - Parameters:
  ///   - byLooking: Whether inotify is left out, for tests.
  ///   - onChange: Is called on the watch's thread.
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
    // A change that was made before the watch began may have had its touch before, too.
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

  /// Whether the system gives this user a watch for the file.
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
      // The second callback, unless another change has come: that one gets two of its own.
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
      // Once more after a change: a second one in the same tick of the clock looks the same.
      let isNew = now != before
      if isNew || wasNew { onChange() }
      (before, wasNew) = (now, isNew)
    }
  }

  /// What differs after a file was written to or touched.
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
