import Foundation
import Issuer
import Testing

/// Changes of a file are told, with the system's watches and without.
@Suite struct FileWatchTests {
  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func aWriteIsTold(_ byLooking: Bool) async throws {
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try Data("a".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let watch = FileWatch(file.path, byLooking: byLooking) { continuation.yield() }
    try #require(watch != nil)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("b".utf8))
    try handle.close()
    var told = changes.makeAsyncIterator()
    #expect(await told.next() != nil)
    withExtendedLifetime(watch) {}
  }

  @Test func whatIsNotThereIsNotWatched() {
    #expect(FileWatch("/nowhere/at/all", byLooking: true) {} == nil)
    #expect(FileWatch("/nowhere/at/all") {} == nil)
  }
}
