import Synchronization

/// A backend's events for any number of listeners. Thread-safe.
package final class NewsBroadcast: Sendable {
  private struct State {
    var listeners: [Int: NewsQueue] = [:]
    var next = 0
    var isFinished = false
    var observer: (@Sendable (WalletEvent) -> Void)?
    /// The first findings of damage. Damage is permanent, so later listeners are told too.
    var damage: [WalletEvent] = []
  }
  private let state = Mutex(State())

  package init() {}

  package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// The events from now on, and the damage that was found before.
  ///
  /// - Parameter onLast: Called when nobody listens any more.
  package func listen(onLast: (@Sendable () -> Void)? = nil) -> AsyncStream<WalletEvent> {
    let queue = NewsQueue()
    let number = state.withLock { state in
      if state.isFinished { queue.finish() } else { state.listeners[state.next] = queue }
      for event in state.damage { queue.put(event) }
      defer { state.next += 1 }
      return state.next
    }
    return queue.stream { [weak self] in
      let isLast = self?.state.withLock { state in
        state.listeners.removeValue(forKey: number) != nil && state.listeners.isEmpty
      }
      if isLast == true { onLast?() }
    }
  }

  /// There is one observer; a new one replaces it. It is told before the listeners.
  package func observe(_ body: @escaping @Sendable (WalletEvent) -> Void) {
    state.withLock { $0.observer = body }
  }

  package func send(_ event: WalletEvent) {
    let (listeners, observer) = state.withLock { state in
      if case .damageFound = event, !state.damage.contains(event),
        state.damage.count < NewsBacklog.mostOthers
      {
        state.damage.append(event)
      }
      return (Array(state.listeners.values), state.observer)
    }
    observer?(event)
    for listener in listeners { listener.put(event) }
  }

  /// Ends the events of all listeners.
  package func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
