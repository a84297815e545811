import Synchronization

/// Notifications that wait while a program shows one. Each text waits once, so there are few.
package final class NotificationQueue: Sendable {
  private struct State {
    var texts: [String] = []
    var isShowing = false
  }
  private let state = Mutex(State())

  package init() {}

  /// Returns whether the caller has to show all that waits (`next`); false: somebody does already.
  package func add(_ text: String) -> Bool {
    state.withLock { state -> Bool in
      if !state.texts.contains(text) { state.texts.append(text) }
      defer { state.isShowing = true }
      return !state.isShowing
    }
  }

  /// The one that has waited longest; nil: none is left.
  package func next() -> String? {
    state.withLock { state -> String? in
      state.isShowing = !state.texts.isEmpty
      return state.isShowing ? state.texts.removeFirst() : nil
    }
  }
}
