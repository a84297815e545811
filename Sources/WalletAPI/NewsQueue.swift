import Synchronization

/// News that a listener has not taken yet, merged: however much comes, it is a handful of events,
/// and none that has to be known is lost.
package struct NewsBacklog: Sendable {
  /// The most ids that are reported one by one. Above that, any may have changed.
  package static let mostIDs = 64
  /// Of what cannot be merged (the way to the server, damage), the last ones.
  package static let mostOthers = 16
  private var events: [WalletEvent] = []

  package init() {}

  package var isEmpty: Bool { events.isEmpty }

  /// The oldest event is reported first. A merged event takes the place of the earlier one: the
  /// listener reads the present state anyway.
  package mutating func add(_ event: WalletEvent) {
    switch event {
    case .changed(let topic, let ids):
      for index in events.indices {
        guard case .changed(topic, let known) = events[index] else { continue }
        events[index] = .changed(topic, ids: Self.merged(known, ids))
        return
      }
      events.append(.changed(topic, ids: Self.merged([], ids)))
    case .cardsAdded:
      events.removeAll { if case .cardsAdded = $0 { true } else { false } }
      events.append(event)
    case .damageFound, .connectionLost, .connectionRestored, .newsLate, .newsOnTime, .signInEnded:
      events.append(event)
      let others = events.indices.filter { Self.isOther(events[$0]) }
      if others.count > Self.mostOthers { events.remove(at: others[0]) }
    }
  }

  /// The one that has waited longest; nil: there is none.
  package mutating func take() -> WalletEvent? { events.isEmpty ? nil : events.removeFirst() }

  private static func merged(_ known: [String]?, _ more: [String]?) -> [String]? {
    guard var all = known, let more, more.count <= mostIDs else { return nil }
    for id in more where !all.contains(id) { all.append(id) }
    return all.count <= mostIDs ? all : nil
  }

  private static func isOther(_ event: WalletEvent) -> Bool {
    switch event {
    case .changed, .cardsAdded: false
    case .damageFound, .connectionLost, .connectionRestored, .newsLate, .newsOnTime, .signInEnded:
      true
    }
  }
}

/// One listener's news, from the threads that report them to the task that takes them.
package final class NewsQueue: Sendable {
  private struct State {
    var backlog = NewsBacklog()
    var waiting: CheckedContinuation<WalletEvent?, Never>?
    var isFinished = false
  }
  private let state = Mutex(State())

  package init() {}

  package func put(_ event: WalletEvent) {
    let waiting = state.withLock { state -> CheckedContinuation<WalletEvent?, Never>? in
      guard !state.isFinished else { return nil }
      guard let waiting = state.waiting else {
        state.backlog.add(event)
        return nil
      }
      state.waiting = nil
      return waiting
    }
    waiting?.resume(returning: event)
  }

  /// What has not been taken is still delivered, then the stream ends.
  package func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }

  /// The news, for one listener. `onEnd` is called when it has stopped listening.
  package func stream(onEnd: @escaping @Sendable () -> Void) -> AsyncStream<WalletEvent> {
    let listening = Listening(onEnd)
    return AsyncStream(
      unfolding: { [self] in
        withExtendedLifetime(listening) {}
        return await next()
      },
      onCancel: { [self] in
        finish()
        listening.end()
      })
  }

  private func next() async -> WalletEvent? {
    await withCheckedContinuation { continuation in
      let event = state.withLock { state -> WalletEvent?? in
        if let event = state.backlog.take() { return .some(event) }
        if state.isFinished { return .some(nil) }
        state.waiting = continuation
        return nil
      }
      if let event { continuation.resume(returning: event) }
    }
  }
}

/// Ends once: on request, or when nobody holds the stream any more.
private final class Listening: Sendable {
  private let onEnd: Mutex<(@Sendable () -> Void)?>

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = Mutex(onEnd) }

  deinit { end() }

  func end() {
    let body = onEnd.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}
