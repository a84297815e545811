import FileWatching
import Foundation
import Testing

/// Changes of a file are told, with the system's watches and without.
@Suite struct FileWatchTests {
  /// A file that is there for as long as this is.
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
    /// Waits for it; not for ever.
    var isTold: Bool { signal.wait(timeout: .now() + 60) == .success }
  }

  /// Watches, and has told of the beginning.
  private func watch(_ file: File, _ told: Told) throws -> FileWatch {
    let watch = try #require(FileWatch(file.path) { told.tell() })
    #expect(told.isTold && told.isTold)
    return watch
  }

  @Test(arguments: [false, true])
  func aWriteIsTold(_ byLooking: Bool) throws {
    let (file, told) = (try File(), Told())
    let watch = FileWatch(file.path, byLooking: byLooking) { told.tell() }
    try #require(watch != nil)
    if !byLooking { #expect(told.isTold && told.isTold) }
    try file.write()
    #expect(told.isTold)
    withExtendedLifetime(watch) {}
  }

  /// A user may have 128: as many as one test run, or one busy desktop, uses.
  @Test func manyWatchesTakeOneInotify() throws {
    let files = try (0..<200).map { _ in (try File(), Told()) }
    let watches = files.map { file, told in FileWatch(file.path) { told.tell() } }
    #expect(watches.allSatisfy { $0 != nil })
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let taken = descriptors.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
        == "anon_inode:inotify"
    }
    #expect(taken == 1)
    #expect(files.allSatisfy { $1.isTold && $1.isTold })
    for (file, _) in files { try file.write() }
    #expect(files.allSatisfy { $1.isTold })
    withExtendedLifetime(watches) {}
  }

  @Test func oneFileIsToldToAllWhoStay() throws {
    let (file, stays, goes) = (try File(), Told(), Told())
    let watch = try watch(file, stays)
    var other: FileWatch? = try self.watch(file, goes)
    try file.write()
    for _ in 1...2 { #expect(stays.isTold && goes.isTold) }
    other = nil
    try file.write()
    #expect(stays.isTold)
    withExtendedLifetime((watch, other)) {}
  }

  /// Whoever writes need not touch the file for what comes right after.
  @Test func eachNoticeIsToldTwice() throws {
    let (file, told) = (try File(), Told())
    let watch = try watch(file, told)
    let start = ContinuousClock.now
    try file.write()
    #expect(told.isTold && told.isTold)
    #expect(ContinuousClock.now - start > .milliseconds(FileWatch.untold))
    withExtendedLifetime(watch) {}
  }

  @Test func whatIsNotThereIsNotWatched() {
    #expect(FileWatch("/nowhere/at/all", byLooking: true) {} == nil)
    #expect(FileWatch("/nowhere/at/all") {} == nil)
  }
}
