import Issuer
import Programs
import Secrets
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// Delivery of messages, independent of answers to requests.
extension WalletServer {
  /// Delivers messages that are on the disk. Their codes are read immediately before.
  func deliver(_ messages: [String], of customer: CustomerID, _ issuer: Issuer) {
    guard let program = options.deliveryProgram else { return }
    for message in messages {
      // The end of the server waits for deliveries as for answers.
      inFlight.add(1, ordering: .relaxed)
      let isTaken = deliveries.take(message) { [self] in
        defer { inFlight.subtract(1, ordering: .relaxed) }
        deliver(message, of: customer, issuer, by: program)
      }
      guard !isTaken else { continue }
      inFlight.subtract(1, ordering: .relaxed)
      options.notice?("message \(message) was not delivered: too many are waiting")
    }
  }

  /// Logs the messages that will not be delivered.
  func abandonDeliveries() {
    let left = deliveries.giveUp()
    for message in left.waiting {
      options.notice?("message \(message) was not delivered: the server ends")
    }
    for message in left.underWay {
      options.notice?("message \(message) may not be delivered: the server ends before its program")
    }
  }

  private func deliver(
    _ message: String, of customer: CustomerID, _ issuer: Issuer, by program: String
  ) {
    do throws(WalletError) {
      guard let delivery = try issuer.delivery(of: message, customer) else { return }
      let json = delivery.json
      defer { json.wipe() }
      let failure = Programs.run(program, input: json, seconds: options.deliverySeconds)
      if let failure { options.notice?("message \(message) was not delivered: \(failure)") }
    } catch {
      options.notice?("message \(message) was not delivered: \(error.message)")
    }
  }
}

extension MessageDelivery {
  /// The input of the delivery program.
  fileprivate var json: Secret {
    let whole = Secret(capacity: text.utf8.count + code.count)
    let parts = text.split(separator: "%@", maxSplits: 1, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 { code.withBytes { for byte in $0 { whole.append(byte) } } }
      for byte in part.utf8 { whole.append(byte) }
    }
    defer { whole.wipe() }
    return JSON.object([
      ("channel", .string(channel.rawValue)), ("target", .string(target)),
      ("sender", .string(sender)), ("text", .secret(whole)),
    ]).sealed()
  }
}

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
