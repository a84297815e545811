/// A number for the operator. walletd tells it to Prometheus.
package struct Metric: Sendable {
  package enum Value: Sendable {
    /// It rises and falls.
    case gauge(Double)
    /// It only rises, from the start of the server.
    case counter(Int)
    /// How often something happened since the start of the server, and how long it took together.
    case times(count: Int, seconds: Double)
  }
  /// In the form of Prometheus: with the unit at its end.
  package let name: String
  /// What it is, in one line.
  package let words: String
  package let value: Value

  package init(_ name: String, _ words: String, _ value: Value) {
    self.name = name
    self.words = words
    self.value = value
  }

  package init(_ name: String, _ words: String, _ value: Int) {
    self.init(name, words, .gauge(Double(value)))
  }
}
