import Glibc
import Threads

/// Calls a function on a thread of its own after a file was written to or touched. Nothing wakes up
/// while the file does not change. If the user has no inotify instance left, the file is checked
/// every second.
///
/// The function is called twice at the beginning and twice after each change, `pause` apart. So a
/// writer need not touch the file again for a change within `minimumTouchInterval` after the last
/// touch.
package final class FileWatch: Sendable {
  /// The milliseconds between two calls.
  private static let pause: Int32 = 50

  /// The milliseconds after a touch in which another touch is not needed. It is half the pause,
  /// because a touch may be noticed before the call that made it returns.
  package static let minimumTouchInterval = Int64(pause) / 2

  /// The writing end of a pipe. A byte means that the file has changed. Closing it ends the thread.
  private let notifyPipe: Int32
  private let watch: Int32?

  /// Watches the file at `path`; nil: there is no such file.
  ///
  /// - Parameters:
  ///   - usesPolling: Whether the file is checked every second, without inotify. For tests.
  ///   - onChange: Called on the watch's thread.
  package init?(
    _ path: String, usesPolling: Bool = false, onChange: @escaping @Sendable () -> Void
  ) {
    guard let look = FileState(path) else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    notifyPipe = ends[1]
    watch = usesPolling ? nil : InotifyInstance.shared.add(path, ends[1])
    // The touch of a change shortly before the watch began was not seen.
    if watch != nil { _ = write(notifyPipe, "!", 1) }
    let (changePipe, usesInotify) = (ends[0], watch != nil)
    startThread {
      if usesInotify {
        Self.wait(changePipe, onChange)
      } else {
        Self.look(path, look, changePipe, onChange)
      }
      close(changePipe)
    }
  }

  deinit {
    if let watch { InotifyInstance.shared.remove(watch, notifyPipe) }
    close(notifyPipe)
  }

  /// Whether inotify can watch the file for this user.
  package static func isAvailable(_ path: String) -> Bool {
    guard let watch = InotifyInstance.shared.add(path, -1) else { return false }
    InotifyInstance.shared.remove(watch, -1)
    return true
  }

  private static func wait(_ changePipe: Int32, _ onChange: @Sendable () -> Void) {
    var waiting = pollfd(fd: changePipe, events: Int16(POLLIN), revents: 0)
    while true {
      if poll(&waiting, 1, -1) < 0 {
        if errno == EINTR { continue }
        return
      }
      if waiting.revents & Int16(POLLHUP) != 0 { return }
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
        while read(changePipe, bytes.baseAddress, bytes.count) > 0 {}
      }
      onChange()
      var end = pollfd(fd: changePipe, events: 0, revents: 0)
      if poll(&end, 1, pause) > 0 { return }
      // The second call, unless there was another change, which causes two calls of its own.
      if poll(&waiting, 1, 0) == 0 { onChange() }
    }
  }

  private static func look(
    _ path: String, _ first: FileState, _ changePipe: Int32, _ onChange: @Sendable () -> Void
  ) {
    var (before, wasNew) = (first, true)
    var waiting = pollfd(fd: changePipe, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&waiting, 1, 1000)
      if count > 0 || (count < 0 && errno != EINTR) { return }
      guard let now = FileState(path) else { continue }
      // Called once more after a change, because a second change within the resolution of the
      // file's time would not be visible.
      let isNew = now != before
      if isNew || wasNew { onChange() }
      (before, wasNew) = (now, isNew)
    }
  }

  /// The properties of a file that differ after it was written to or touched.
  private struct FileState: Equatable {
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
