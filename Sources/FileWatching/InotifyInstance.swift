import Glibc
import Threads

/// The inotify instance of this process, for all files that it watches. A user has few instances
/// (often 128), but each can have very many watches.
final class InotifyInstance: Sendable {
  static let shared = InotifyInstance()

  private struct State {
    var descriptor: Int32 = -1
    /// The descriptors to write to, by watch. All listeners of a file share one watch.
    var listeners: [Int32: Set<Int32>] = [:]
  }
  private let state = Locked(State())

  /// Writes a byte to the descriptor `notifyPipe` after each change of the file or of its names,
  /// until `remove`.
  /// Returns the watch; nil: the user has no instance or watch left, or there is no such file.
  func add(_ path: String, _ notifyPipe: Int32) -> Int32? {
    state.withLock { state in
      if state.descriptor < 0 {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        state.descriptor = descriptor
        startThread { self.readEvents(descriptor) }
      }
      let events = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF)
      let watch = inotify_add_watch(state.descriptor, path, events)
      guard watch >= 0 else { return nil }
      state.listeners[watch, default: []].insert(notifyPipe)
      return watch
    }
  }

  func remove(_ watch: Int32, _ notifyPipe: Int32) {
    state.withLock { state in
      state.listeners[watch]?.remove(notifyPipe)
      guard state.listeners[watch]?.isEmpty == true else { return }
      state.listeners[watch] = nil
      inotify_rm_watch(state.descriptor, watch)
    }
  }

  /// Reads changes as long as the process runs.
  private func readEvents(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { events in
      while true {
        let count = read(descriptor, events.baseAddress, events.count)
        if count < 0 && errno != EINTR { return }
        var place = 0
        var watches: Set<Int32> = []
        while place < count {
          let event = events.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          watches.insert(event.wd)
          place += MemoryLayout<inotify_event>.size + Int(event.len)
        }
        notify(watches)
        // SQLite writes hundreds of pages when it copies its log into a file, and a change waits for
        // that. They must not wake up this thread one by one. Listeners pause for longer.
        poll(nil, 0, 10)
      }
    }
  }

  /// Writes while the lock is held. A listener closes its descriptor only after `remove`, so the
  /// number cannot belong to another file here.
  private func notify(_ watches: Set<Int32>) {
    state.withLock { state in
      // Watch -1: the queue of the kernel was full, and changes are missing.
      for (watch, listeners) in state.listeners
      where watches.contains(watch) || watches.contains(-1) {
        for notifyPipe in listeners { _ = write(notifyPipe, "!", 1) }
      }
    }
  }
}
