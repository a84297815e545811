/// Writes compact JSON again as people read it: keys sorted, one value a line, as `JSONEncoder` does,
/// which takes ten times as long. What it reads is ours and valid.
struct PrettyJSON {
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

  private mutating func object(_ depth: Int) {
    let fields = fields().sorted { text[$0].lexicographicallyPrecedes(text[$1]) }
    let end = at
    put("{")
    for (index, field) in fields.enumerated() {
      if index > 0 { put(",") }
      line(depth + 1)
      copy(token(at: field.lowerBound))
      put(" : ")
      at += 1
      value(depth: depth + 1)
    }
    if fields.isEmpty { put("\n") }
    line(depth)
    put("}")
    at = end
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

  /// The string, number or word that begins there.
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

  /// Where the object's fields begin and end; `at` is behind it then.
  private mutating func fields() -> [Range<Int>] {
    var found: [Range<Int>] = []
    var depth = 0
    var start = at + 1
    while true {
      switch text[at] {
      case UInt8(ascii: "\""):
        at = token(at: at).upperBound
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          if start < at { found.append(start..<at) }
          at += 1
          return found
        }
      case UInt8(ascii: ",") where depth == 1:
        found.append(start..<at)
        start = at + 1
      default: break
      }
      at += 1
    }
  }
}
