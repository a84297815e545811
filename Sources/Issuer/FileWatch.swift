import Glibc
import Threads

/// Tells when a file was written to or touched, on a thread of its own: by inotify, without a
/// wake-up while nothing happens. A user has only so many of those (128, often); where there is none
/// left the file is looked at each second instead.
package final class FileWatch: Sendable {
  private let stopDescriptor: Int32

  /// nil when the file is not there. `byLooking`: as if there were no inotify left.
  package init?(
    _ path: String, byLooking: Bool = false, onChange: @escaping @Sendable () -> Void
  ) {
    guard let look = Look(path) else { return nil }
    var notify = byLooking ? -1 : inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if notify >= 0, inotify_add_watch(notify, path, UInt32(IN_MODIFY | IN_ATTRIB)) < 0 {
      close(notify)
      notify = -1
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      if notify >= 0 { close(notify) }
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopDescriptor = ends[1]
    let (descriptor, stop) = (notify, ends[0])
    startThread {
      if descriptor >= 0 {
        Self.watch(descriptor, stop, onChange)
      } else {
        Self.look(path, look, stop, onChange)
      }
      close(stop)
    }
  }

  deinit { close(stopDescriptor) }

  private static func watch(
    _ notify: Int32, _ stop: Int32, _ onChange: @Sendable () -> Void
  ) {
    defer { close(notify) }
    var waiting = [
      pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      if poll(&waiting, 2, -1) < 0 && errno != EINTR { return }
      if waiting[1].revents != 0 { return }
      guard waiting[0].revents != 0 else { continue }
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { events in
        while read(notify, events.baseAddress, events.count) > 0 {}
      }
      onChange()
    }
  }

  private static func look(
    _ path: String, _ first: Look, _ stop: Int32, _ onChange: @Sendable () -> Void
  ) {
    var before = first
    var waiting = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&waiting, 1, 1000)
      if count > 0 || (count < 0 && errno != EINTR) { return }
      guard let now = Look(path), now != before else { continue }
      before = now
      onChange()
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
