import Threads

/// Counters, as Prometheus reads them.
final class Metrics: Sendable {
  private struct Key: Hashable {
    let route: String
    let method: String
    let status: Int
  }
  private struct Sum {
    var count = 0
    var microseconds: Int64 = 0

    mutating func add(_ more: Int64) {
      count += 1
      microseconds += more
    }
  }
  private let sums = Locked<[Key: Sum]>([:])

  /// `route` is the declared one, never the path that came.
  func count(route: String, method: String, status: Int, microseconds: Int64) {
    let key = Key(route: route, method: method, status: status)
    sums.withLock { $0[key, default: Sum()].add(microseconds) }
  }

  /// - Parameter now: What is there at this moment: name, words for people, number.
  func text(now: [(name: String, words: String, value: Int)]) -> String {
    let sums = sums.withLock { $0 }.sorted {
      ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
    }
    func labels(_ key: Key) -> String {
      "{method=\"\(key.method)\",route=\"\(key.route)\",status=\"\(key.status)\"}"
    }
    var text = "# HELP walletd_requests_total Requests answered.\n"
    text += "# TYPE walletd_requests_total counter\n"
    for (key, sum) in sums { text += "walletd_requests_total\(labels(key)) \(sum.count)\n" }
    text += "# HELP walletd_request_seconds_total Time from a request's head to the end of its"
    text += " answer; nothing for streams of news.\n"
    text += "# TYPE walletd_request_seconds_total counter\n"
    for (key, sum) in sums {
      text += "walletd_request_seconds_total\(labels(key)) \(Double(sum.microseconds) / 1e6)\n"
    }
    for gauge in now {
      text += "# HELP \(gauge.name) \(gauge.words)\n# TYPE \(gauge.name) gauge\n"
      text += "\(gauge.name) \(gauge.value)\n"
    }
    return text
  }
}
