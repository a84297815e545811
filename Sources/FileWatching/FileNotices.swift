import Glibc
import Threads

/// The one inotify of this process, for all files that it watches: a user has only so many of them
/// (128, often), but very many watches in each.
final class FileNotices: Sendable {
  static let shared = FileNotices()

  private struct State {
    var descriptor: Int32 = -1
    /// By watch: there is one for all who watch the same file.
    var bells: [Int32: Set<Int32>] = [:]
  }
  private let state = Locked(State())

  /// Writes a byte to `bell` after each change of the file, until `remove`. Answers the watch; nil
  /// when the system gives this user no more, or the file is not there.
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

  /// For as long as the process lasts.
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

  /// Under the lock: whoever leaves closes the bell after that, and no other file gets its number.
  private func ring(_ watches: Set<Int32>) {
    state.withLock { state in
      // -1: more happened than the system keeps.
      for (watch, bells) in state.bells where watches.contains(watch) || watches.contains(-1) {
        for bell in bells { _ = write(bell, "!", 1) }
      }
    }
  }
}
