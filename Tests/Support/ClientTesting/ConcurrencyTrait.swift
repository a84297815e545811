import Synchronization
import Testing

/// The number of cases of a test that run at the same time. More than one, because they mostly wait
/// for the pauses of the client. Not all, because each has a server that needs locked memory.
struct ConcurrencyTrait: TestTrait, TestScoping {
  private final class Room: Sendable {
    private struct State {
      var free: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func enter() async {
      await withCheckedContinuation { continuation in
        let isIn = state.withLock { state in
          if state.free == 0 {
            state.waiting.append(continuation)
            return false
          }
          state.free -= 1
          return true
        }
        if isIn { continuation.resume() }
      }
    }

    func leave() {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if state.waiting.isEmpty {
          state.free += 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
  }
  private let room: Room

  init(_ count: Int) { room = Room(count) }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await room.enter()
    defer { room.leave() }
    try await function()
  }
}

extension Trait where Self == ConcurrencyTrait {
  static func atOnce(_ count: Int) -> Self { ConcurrencyTrait(count) }
}
