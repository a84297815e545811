/// How much locked memory requests and answers may take together: the arena is finite, and running
/// out of it ends the process.
final class ArenaBudget: Sendable {
  private let left: Locked<Int>
  init(bytes: Int) { left = Locked(bytes) }

  func take(_ bytes: Int) -> Bool {
    left.withLock { left in
      guard left >= bytes else { return false }
      left -= bytes
      return true
    }
  }
  func giveBack(_ bytes: Int) { if bytes > 0 { left.withLock { $0 += bytes } } }
}
