/// Prints results of the complete forms for the documentation.
enum Figures {
  static func tell(_ name: String, _ times: [Duration]) {
    let sorted = times.sorted()
    guard let last = sorted.last else { return }
    tell(
      name,
      "median \(sorted[sorted.count / 2]), p99 \(sorted[sorted.count * 99 / 100]), worst \(last)")
  }

  static func tell(_ name: String, _ what: String) { print("figure: \(name): \(what)") }
}
