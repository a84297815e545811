import Synchronization
import Waiting

/// Words from other threads.
final class WordLog: Sendable {
  private let all = Mutex<[String]>([])

  var words: [String] { all.withLock { $0 } }

  func add(_ word: String) { all.withLock { $0.append(word) } }

  /// Waits until there are so many.
  func wait(for count: Int) throws -> [String] {
    try Waiting.wait(for: "\(count) words; there are \(words)") { words.count >= count }
    return words
  }
}
