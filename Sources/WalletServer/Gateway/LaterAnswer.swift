import CMicroHTTPD
import Threads
import WalletAPI

/// An answer that another thread makes. Until then the daemon leaves the connection alone, so that
/// its thread serves others.
final class LaterAnswer: @unchecked Sendable {
  private struct State {
    var answer: WireResponse?
    var isSuspended = false
    var isTaken = false
  }
  private let connection: OpaquePointer
  private let state = Locked(State())

  /// - Parameter connection: The daemon's, which exists as long as the request.
  init(_ connection: OpaquePointer) { self.connection = connection }

  /// Sends the answer. Only the first one counts.
  func finish(_ answer: WireResponse) {
    state.withLock { state in
      guard state.answer == nil, !state.isTaken else { return }
      state.answer = answer
      guard state.isSuspended else { return }
      state.isSuspended = false
      MHD_resume_connection(connection)
    }
  }

  /// The answer. nil: it is not there yet, and the connection waits for it. Called on the
  /// connection's thread.
  func take() -> WireResponse? {
    state.withLock { state in
      guard let answer = state.answer else {
        if !state.isSuspended, !state.isTaken {
          state.isSuspended = true
          MHD_suspend_connection(connection)
        }
        return nil
      }
      (state.answer, state.isTaken) = (nil, true)
      return answer
    }
  }
}
