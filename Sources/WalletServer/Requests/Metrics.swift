import Issuer
import Threads

/// The number of requests and their durations, in the format of Prometheus.
final class Metrics: Sendable {
  private struct Key: Hashable {
    let route: String
    let method: String
    let status: Int
  }
  /// Upper bounds in microseconds, and as text for Prometheus: from a cached page to a client's
  /// longest timeout.
  private static let bounds: [(microseconds: Int64, seconds: String)] = [
    (500, "0.0005"), (1000, "0.001"), (2500, "0.0025"), (5000, "0.005"), (10_000, "0.01"),
    (25_000, "0.025"), (50_000, "0.05"), (100_000, "0.1"), (250_000, "0.25"), (500_000, "0.5"),
    (1_000_000, "1"), (2_500_000, "2.5"), (10_000_000, "10"),
  ]
  private struct Sum {
    var count = 0
    var microseconds: Int64 = 0
    /// Requests that took no longer than each bound, and longer than the one before.
    var within = [Int](repeating: 0, count: Metrics.bounds.count)

    mutating func add(_ more: Int64) {
      count += 1
      microseconds += more
      if let place = Metrics.bounds.firstIndex(where: { more <= $0.microseconds }) {
        within[place] += 1
      }
    }
  }
  private let sums = Locked<[Key: Sum]>([:])

  /// - Parameter route: The declared path, never the actual one.
  func count(route: String, method: String, status: Int, microseconds: Int64) {
    let key = Key(route: route, method: method, status: status)
    sums.withLock { $0[key, default: Sum()].add(microseconds) }
  }

  /// - Parameter others: What other parts count.
  func text(_ others: [Metric]) -> String {
    let sums = sums.withLock { $0 }.sorted {
      ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
    }
    let name = "walletd_request_seconds"
    var text = "# HELP \(name) Time from a request's head to the end of its answer; nothing for"
    text += " streams of news.\n# TYPE \(name) histogram\n"
    for (key, sum) in sums {
      let labels = "method=\"\(key.method)\",route=\"\(key.route)\",status=\"\(key.status)\""
      var count = 0
      for (bound, within) in zip(Self.bounds, sum.within) {
        count += within
        text += "\(name)_bucket{\(labels),le=\"\(bound.seconds)\"} \(count)\n"
      }
      text += "\(name)_bucket{\(labels),le=\"+Inf\"} \(sum.count)\n"
      text += "\(name)_sum{\(labels)} \(Double(sum.microseconds) / 1e6)\n"
      text += "\(name)_count{\(labels)} \(sum.count)\n"
    }
    for metric in others {
      let name = metric.name
      text += "# HELP \(name) \(metric.words)\n# TYPE \(name) "
      switch metric.value {
      case .gauge(let value):
        let number = Int(exactly: value).map(String.init) ?? "\(value)"
        text += "gauge\n\(name) \(number)\n"
      case .counter(let value): text += "counter\n\(name) \(value)\n"
      case .times(let count, let seconds):
        text += "summary\n\(name)_sum \(seconds)\n\(name)_count \(count)\n"
      }
    }
    return text
  }
}
