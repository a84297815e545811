import FileWatching
import Foundation
import Testing
import Waiting

extension SerializedTests {
  /// The pause between the two notifications of a change.
  @Suite struct FileWatchTimingTests {
    /// A writer need not touch the file for changes that follow soon.
    @Test(.enabled(if: FileWatch.isAvailable("/"), "this user has no inotify instance left"))
    func theSecondNotificationOfAChangeComesLater() throws {
      let path = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString).path
      try Data("a".utf8).write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let signal = DispatchSemaphore(value: 0)
      func isNotified() -> Bool { signal.wait(timeout: .now() + 60 * patience) == .success }
      let watch = try #require(FileWatch(path) { signal.signal() })
      #expect(isNotified() && isNotified())
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      let start = ContinuousClock.now
      try handle.write(contentsOf: Data("b".utf8))
      try handle.close()
      #expect(isNotified() && isNotified())
      #expect(ContinuousClock.now - start > .milliseconds(FileWatch.minimumTouchInterval))
      withExtendedLifetime(watch) {}
    }
  }
}
