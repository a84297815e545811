import WalletModel

/// Reads a query: each name at most once, nothing unknown.
struct WireParameters {
  private var rest: [WireField]

  init(_ request: WireRequest) { rest = request.query }

  private mutating func take(_ name: String) throws(WireMalformed) -> String? {
    let found = rest.filter { $0.name == name }
    rest.removeAll { $0.name == name }
    if found.count > 1 { throw WireMalformed(name, "may be given once only") }
    return found.first?.value
  }

  mutating func integer(_ name: String) throws(WireMalformed) -> Int? {
    guard let text = try take(name) else { return nil }
    // `Int` takes a plus as well.
    guard text.first != "+", let value = Int(text) else {
      throw WireMalformed(name, "must be an integer")
    }
    return value
  }

  mutating func text(_ name: String) throws(WireMalformed) -> String? { try take(name) }

  mutating func time(_ name: String) throws(WireMalformed) -> Timestamp? {
    guard let text = try take(name) else { return nil }
    guard let time = Timestamp(text) else {
      throw WireMalformed(name, "must be a time like 2026-03-03T12:41:07Z")
    }
    return time
  }

  mutating func word<T: WireWord>(_ name: String) throws(WireMalformed) -> T? {
    guard let text = try take(name) else { return nil }
    return try known(text, name)
  }

  /// A35: a comma-separated list.
  mutating func words<T: WireWord>(_ name: String) throws(WireMalformed) -> [T] {
    guard let text = try take(name) else { return [] }
    var values: [T] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      values.append(try known(String(part), name))
    }
    return values
  }

  private func known<T: WireWord>(_ text: String, _ name: String) throws(WireMalformed) -> T {
    guard let value = T.allCases.first(where: { $0.rawValue == text }) else {
      let words = T.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireMalformed(name, "must be of " + words)
    }
    return value
  }

  func end() throws(WireMalformed) {
    if !rest.isEmpty { throw WireMalformed("query", "has a parameter that is not known") }
  }
}
