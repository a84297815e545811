import Synchronization

/// Ids of requests, which are unique in a log: a random number for this run, and the number of the
/// request. They are short enough to be read aloud.
final class RequestIDs: Sendable {
  private let run = String(UInt32.random(in: 0..<1 << 24) | 1 << 23, radix: 16) + "-"
  private let number = Atomic<UInt64>(0)

  func next() -> String {
    run + String(number.add(1, ordering: .relaxed).newValue, radix: 16)
  }
}
