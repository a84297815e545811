import WalletModel

/// Reads a query: each name at most once, nothing unknown.
struct QueryReader: ParameterVisitor {
  private var rest: [WireField]

  @specialized(where Q == CardQuery)
  static func read<Q: QueryRecord>(_ fields: [WireField]) throws(WireMalformed) -> Q {
    var (query, reader) = (Q.blank, QueryReader(rest: fields))
    try query.parameters(&reader)
    if !reader.rest.isEmpty {
      throw WireMalformed("query", "has a parameter that is not known")
    }
    return query
  }

  private mutating func take(_ name: String) throws(WireMalformed) -> String? {
    guard let place = rest.firstIndex(where: { $0.name == name }) else { return nil }
    let found = rest.remove(at: place)
    if rest.contains(where: { $0.name == name }) {
      throw WireMalformed(name, "may be given once only")
    }
    return found.value
  }

  mutating func word<T: WireWord>(_ name: String, _ value: inout T?) throws(WireMalformed) {
    guard let text = try take(name) else { return }
    value = try known(text, name)
  }

  mutating func words<T: WireWord>(_ name: String, _ values: inout [T]) throws(WireMalformed) {
    guard let text = try take(name) else { return }
    values = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      values.append(try known(String(part), name))
    }
  }

  private func known<T: WireWord>(_ text: String, _ name: String) throws(WireMalformed) -> T {
    guard let value = T.allCases.first(where: { $0.rawValue == text }) else {
      let words = T.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireMalformed(name, "must be of " + words)
    }
    return value
  }

  mutating func integer(_ name: String, _ value: inout Int, _ range: ClosedRange<Int>)
    throws(WireMalformed)
  {
    guard let text = try take(name) else { return }
    // `Int` takes a plus as well.
    guard text.first != "+", let number = Int(text) else {
      throw WireMalformed(name, "must be an integer")
    }
    value = number
  }

  mutating func time(_ name: String, _ value: inout Timestamp?, about: String?)
    throws(WireMalformed)
  {
    guard let text = try take(name) else { return }
    guard let time = Timestamp(text) else {
      throw WireMalformed(name, "must be a time like 2026-03-03T12:41:07Z")
    }
    value = time
  }

  mutating func digits(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>)
    throws(WireMalformed)
  { try text(name, &value, count) }

  mutating func text(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>)
    throws(WireMalformed)
  { if let text = try take(name) { value = text } }
}

/// Writes a query. Parameters without a value are left out.
struct QueryWriter: ParameterVisitor {
  private(set) var fields: [WireField] = []

  static func fields<Q: QueryRecord>(_ query: Q) -> [WireField] {
    var (query, writer) = (query, QueryWriter())
    query.parameters(&writer)
    return writer.fields
  }

  private mutating func add(_ name: String, _ text: String?) {
    if let text { fields.append(WireField(name, text)) }
  }

  mutating func word<T: WireWord>(_ name: String, _ value: inout T?) { add(name, value?.rawValue) }

  mutating func words<T: WireWord>(_ name: String, _ values: inout [T]) {
    if !values.isEmpty { add(name, values.map(\.rawValue).joined(separator: ",")) }
  }

  mutating func integer(_ name: String, _ value: inout Int, _ range: ClosedRange<Int>) {
    add(name, String(value))
  }

  mutating func time(_ name: String, _ value: inout Timestamp?, about: String?) {
    add(name, value?.description)
  }

  mutating func digits(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>) {
    add(name, value)
  }

  mutating func text(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>) {
    add(name, value)
  }
}
