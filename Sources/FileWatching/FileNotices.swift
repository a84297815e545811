import Glibc
import Threads

/// The one inotify instance of this process, for all files that it watches. A user has few instances
/// (often 128), but each has room for very many watches.
final class FileNotices: Sendable {
  static let shared = FileNotices()

  private struct State {
    var descriptor: Int32 = -1
    /// Descriptors to write to, by watch. All who watch the same file share one watch.
    var bells: [Int32: Set<Int32>] = [:]
  }
  private let state = Locked(State())

  /// Writes a byte to the descriptor `bell` after each change of the file, until `remove`. Answers the
  /// watch; nil where the system gives this user no more, and where there is no such file.
  func add(_ path: String, _ bell: Int32) -> Int32? {
    state.withLock { state in
      if state.descriptor < 0 {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        state.descriptor = descriptor
        startThread { self.ring(descriptor) }
      }
      let watch = inotify_add_watch(state.descriptor, path, UInt32(IN_MODIFY | IN_ATTRIB))
      guard watch >= 0 else { return nil }
      state.bells[watch, default: []].insert(bell)
      return watch
    }
  }

  func remove(_ watch: Int32, _ bell: Int32) {
    state.withLock { state in
      state.bells[watch]?.remove(bell)
      guard state.bells[watch]?.isEmpty == true else { return }
      state.bells[watch] = nil
      inotify_rm_watch(state.descriptor, watch)
    }
  }

  /// Reads changes for as long as the process runs.
  private func ring(_ descriptor: Int32) {
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
        ring(watches)
      }
    }
  }

  /// Writes under the lock: a watch closes its descriptor after `remove`, so that no other file can have
  /// its number here.
  private func ring(_ watches: Set<Int32>) {
    state.withLock { state in
      // Watch -1: the system's queue was full, and changes are missing.
      for (watch, bells) in state.bells where watches.contains(watch) || watches.contains(-1) {
        for bell in bells { _ = write(bell, "!", 1) }
      }
    }
  }
}
