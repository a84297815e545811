import Threads

/// Limits the locked memory for requests and answers. The arena is small, and the process ends when
/// it is full.
final class ArenaBudget: Sendable {
  private struct State {
    var left: Int
    var taken: [String: Int] = [:]
  }
  private let state: Locked<State>
  private let each: Int

  /// - Parameter each: The limit in bytes for one customer or address.
  init(bytes: Int, each: Int) {
    state = Locked(State(left: bytes))
    self.each = each
  }

  func take(_ bytes: Int, for who: String) -> Bool {
    state.withLock { state in
      let theirs = state.taken[who, default: 0] + bytes
      guard state.left >= bytes, theirs <= each else { return false }
      state.left -= bytes
      state.taken[who] = theirs
      return true
    }
  }

  func release(_ bytes: Int, for who: String) {
    if bytes == 0 { return }
    state.withLock { state in
      state.left += bytes
      let theirs = state.taken[who, default: 0] - bytes
      state.taken[who] = theirs > 0 ? theirs : nil
    }
  }
}
