import Synchronization

/// Names for requests, no two of which are the same in all that a log keeps: of this run, and its
/// number in it. Short enough to be read aloud.
final class RequestIDs: Sendable {
  private let run = String(UInt32.random(in: 0..<1 << 24) | 1 << 23, radix: 16)
  private let number = Atomic<UInt64>(0)

  func next() -> String {
    "\(run)-\(String(number.add(1, ordering: .relaxed).newValue, radix: 16))"
  }
}
