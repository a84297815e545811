import FileWatching
import Foundation
import Glibc
import Testing
import Waiting

/// Changes of a file are reported, with and without the system's watches.
@Suite struct FileWatchTests {
  /// A file that exists as long as this object.
  private final class File {
    let path = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString).path
    init() throws { try Data("a".utf8).write(to: URL(filePath: path)) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write() throws {
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("b".utf8))
      try handle.close()
    }
  }

  private final class Told: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    func tell() { signal.signal() }
    /// Waits for a notification, with a limit.
    var wasNotified: Bool { signal.wait(timeout: .now() + 120 * patience) == .success }
  }

  /// Starts a watch and waits for its first notifications.
  private func watch(_ file: File, _ told: Told) throws -> FileWatch {
    let watch = try #require(FileWatch(file.path) { told.tell() })
    #expect(told.wasNotified && told.wasNotified)
    return watch
  }

  /// Without an inotify instance, a file is checked every second, and notifications come later.
  private static let hasInotify = FileWatch.isAvailable("/")

  /// Another file takes its name: over it, or after it was moved away.
  @Test(
    .enabled(if: hasInotify, "this user has no inotify instance left"), arguments: [true, false])
  func anExchangedFileIsReported(_ isMovedFirst: Bool) throws {
    let (file, other, told) = (try File(), try File(), Told())
    let watch = try watch(file, told)
    let moved = file.path + ".old"
    if isMovedFirst { #expect(rename(file.path, moved) == 0) }
    #expect(rename(other.path, file.path) == 0)
    #expect(told.wasNotified)
    unlink(moved)
    withExtendedLifetime(watch) {}
  }

  @Test func aWriteIsReportedWithoutInotify() throws {
    let (file, told) = (try File(), Told())
    let watch = try #require(FileWatch(file.path, usesPolling: true) { told.tell() })
    try file.write()
    #expect(told.wasNotified)
    withExtendedLifetime(watch) {}
  }

  /// A user may have 128 instances, as many as one test run or one busy desktop needs.
  @Test(.enabled(if: hasInotify, "this user has no inotify instance left"))
  func allWatchesShareOneInotifyInstance() throws {
    let files = try (0..<200).map { _ in (try File(), Told()) }
    let watches = files.map { file, told in FileWatch(file.path) { told.tell() } }
    #expect(watches.allSatisfy { $0 != nil })
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let taken = descriptors.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
        == "anon_inode:inotify"
    }
    #expect(taken == 1)
    #expect(files.allSatisfy { $1.wasNotified && $1.wasNotified })
    for (file, _) in files { try file.write() }
    #expect(files.allSatisfy { $1.wasNotified })
    withExtendedLifetime(watches) {}
  }

  @Test(.enabled(if: hasInotify, "this user has no inotify instance left"))
  func allListenersOfAFileAreNotified() throws {
    let (file, stays, goes) = (try File(), Told(), Told())
    let watch = try watch(file, stays)
    var other: FileWatch? = try self.watch(file, goes)
    try file.write()
    for _ in 1...2 { #expect(stays.wasNotified && goes.wasNotified) }
    other = nil
    try file.write()
    #expect(stays.wasNotified)
    withExtendedLifetime((watch, other)) {}
  }

  /// A writer need not touch the file for changes that follow soon. `FileWatchTimingTests` shows how
  /// soon.
  @Test(.enabled(if: hasInotify, "this user has no inotify instance left"))
  func eachChangeIsReportedTwice() throws {
    let (file, told) = (try File(), Told())
    let watch = try watch(file, told)
    try file.write()
    #expect(told.wasNotified && told.wasNotified)
    withExtendedLifetime(watch) {}
  }

  @Test func aMissingFileIsNotWatched() {
    #expect(FileWatch("/nowhere/at/all", usesPolling: true) {} == nil)
    #expect(FileWatch("/nowhere/at/all") {} == nil)
  }
}
