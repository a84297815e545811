import Threads

/// Threads that deliver messages, as many as needed.
final class DeliveryQueue: Sendable {
  private struct Job: Sendable {
    let message: String
    let run: @Sendable () -> Void
  }
  private struct Work: Sendable {
    var waiting: [Job] = []
    /// Messages in delivery.
    var underWay: Set<String> = []
    var threads = 0
  }
  private let work = Locked(Work())
  private let atOnce: Int
  private let limit: Int

  /// - Parameter waiting: The most messages that may wait.
  init(atOnce: Int, waiting: Int) {
    self.atOnce = atOnce
    limit = waiting
  }

  /// False: too many are waiting.
  func take(_ message: String, _ run: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, isNew) = work.withLock { work in
      if work.waiting.count >= limit { return (false, false) }
      work.waiting.append(Job(message: message, run: run))
      guard work.threads < atOnce else { return (true, false) }
      work.threads += 1
      return (true, true)
    }
    if isNew {
      startThread { [self] in
        while let job = next() {
          job.run()
          work.withLock { _ = $0.underWay.remove(job.message) }
        }
      }
    }
    return isTaken
  }

  private func next() -> Job? {
    work.withLock { work in
      guard !work.waiting.isEmpty else {
        work.threads -= 1
        return nil
      }
      let job = work.waiting.removeFirst()
      work.underWay.insert(job.message)
      return job
    }
  }

  /// Stops starting deliveries. Returns those that wait and those in progress.
  func giveUp() -> (waiting: [String], underWay: [String]) {
    work.withLock { work in
      defer { work.waiting = [] }
      return (work.waiting.map(\.message), work.underWay.sorted())
    }
  }
}
