import Glibc
import Threads

/// Tells when a file was written to or touched, by inotify on a thread of its own: no wake-ups while nothing
/// happens.
package final class FileWatch: Sendable {
  private let stopDescriptor: Int32

  /// nil when the file is not there or cannot be watched.
  package init?(_ path: String, onChange: @escaping @Sendable () -> Void) {
    let notify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard notify >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard inotify_add_watch(notify, path, UInt32(IN_MODIFY | IN_ATTRIB)) >= 0,
      pipe(&ends) == 0
    else {
      close(notify)
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopDescriptor = ends[1]
    let stop = ends[0]
    startThread { Self.watch(notify, stop, onChange) }
  }

  deinit { close(stopDescriptor) }

  private static func watch(
    _ notify: Int32, _ stop: Int32, _ onChange: @Sendable () -> Void
  ) {
    defer {
      close(notify)
      close(stop)
    }
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
}
