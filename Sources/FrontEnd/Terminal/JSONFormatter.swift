/// Formats compact JSON like `JSONEncoder` does: with sorted keys, one value in each line.
/// `JSONEncoder` takes ten times as long. The input is our own and valid.
struct JSONFormatter {
  private let text: [UInt8]
  private var at = 0
  private(set) var bytes: [UInt8] = []

  init(_ compact: [UInt8]) {
    text = compact
    bytes.reserveCapacity(3 * compact.count)
    value(depth: 0)
    put("\n")
  }

  private mutating func value(depth: Int) {
    switch text[at] {
    case UInt8(ascii: "{"): object(depth)
    case UInt8(ascii: "["): array(depth)
    default: copy(token(at: at))
    }
  }

  /// Written in one pass. Members that are not in the right order are sorted afterwards.
  private mutating func object(_ depth: Int) {
    put("{")
    at += 1
    let start = bytes.count
    var fields: [(name: Range<Int>, place: Range<Int>)] = []
    while text[at] != UInt8(ascii: "}") {
      if text[at] == UInt8(ascii: ",") {
        put(",")
        at += 1
      }
      let first = bytes.count
      line(depth + 1)
      let name = token(at: at)
      copy(name)
      put(" : ")
      at += 1
      value(depth: depth + 1)
      fields.append((name, first..<bytes.count))
    }
    sort(fields, from: start)
    if fields.isEmpty { put("\n") }
    line(depth)
    put("}")
    at += 1
  }

  private mutating func sort(_ fields: [(name: Range<Int>, place: Range<Int>)], from start: Int) {
    let sorted = fields.sorted { text[$0.name].lexicographicallyPrecedes(text[$1.name]) }
    if sorted.elementsEqual(fields, by: { $0.name == $1.name }) { return }
    let written = Array(bytes[start...])
    bytes.removeSubrange(start...)
    for (index, field) in sorted.enumerated() {
      if index > 0 { put(",") }
      let (first, end) = (field.place.lowerBound - start, field.place.upperBound - start)
      bytes.append(contentsOf: written[first..<end])
    }
  }

  private mutating func array(_ depth: Int) {
    put("[")
    at += 1
    if text[at] == UInt8(ascii: "]") { put("\n") }
    while text[at] != UInt8(ascii: "]") {
      if text[at] == UInt8(ascii: ",") {
        put(",")
        at += 1
      }
      line(depth + 1)
      value(depth: depth + 1)
    }
    line(depth)
    put("]")
    at += 1
  }

  private mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func line(_ depth: Int) {
    put("\n")
    for _ in 0..<depth { put("  ") }
  }

  private mutating func copy(_ token: Range<Int>) {
    bytes.append(contentsOf: text[token])
    at = token.upperBound
  }

  /// The string, number or word that begins here.
  private func token(at start: Int) -> Range<Int> {
    var end = start + 1
    if text[start] == UInt8(ascii: "\"") {
      while text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return start..<end + 1
    }
    while end < text.count, !",]}".utf8.contains(text[end]) { end += 1 }
    return start..<end
  }
}
