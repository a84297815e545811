extension TextOutput {
  /// Compact JSON, formatted like `JSONEncoder` does: with sorted keys, one value in each line.
  /// `JSONEncoder` takes ten times as long. The JSON is our own and valid.
  ///
  /// - Parameters:
  ///   - depth: The levels that are open where it is written.
  ///   - head: Formatted JSON before it.
  ///   - tail: Formatted JSON behind it.
  package func json(
    formatting compact: [UInt8], depth: Int = 0, after head: String = "", before tail: String
  ) throws(OutputFailure) {
    try compact.withUnsafeBufferPointer { (text) throws(OutputFailure) in
      var formatter = JSONFormatter(text, self)
      formatter.bytes += head.utf8
      try formatter.put(0, depth)
      formatter.bytes += tail.utf8
      try json(formatter.bytes)
    }
  }
}

private struct JSONFormatter {
  /// The place of a name, a string, a number or a word. Of an object or an array: its beginning, and
  /// the number of the token behind it.
  private typealias Token = (start: Int, end: Int)

  private let text: UnsafeBufferPointer<UInt8>
  private let output: TextOutput
  private var tokens: [Token] = []
  fileprivate var bytes: [UInt8] = []
  /// Long output is written in pieces, which are not all in memory at the same time.
  private static let piece = 64 << 10

  fileprivate init(_ text: UnsafeBufferPointer<UInt8>, _ output: TextOutput) {
    self.text = text
    self.output = output
    tokens.reserveCapacity(text.count / 12)
    var open: [Int] = []
    var at = 0
    while at < text.count {
      let start = at
      at += 1
      switch text[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(tokens.count)
        tokens.append((start, 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): tokens[open.removeLast()].end = tokens.count
      case UInt8(ascii: ","), UInt8(ascii: ":"): break
      case UInt8(ascii: "\""):
        while text[at] != UInt8(ascii: "\"") {
          // To choose between one and two would take longer.
          if text[at] == UInt8(ascii: "\\") { at += 1 }
          at += 1
        }
        at += 1
        tokens.append((start, at))
      default:
        while at < text.count, !",]}".utf8.contains(text[at]) { at += 1 }
        tokens.append((start, at))
      }
    }
  }

  fileprivate mutating func put(_ number: Int, _ depth: Int) throws(OutputFailure) {
    guard isNested(number) else { return put(token: number) }
    let bracket = text[tokens[number].start]
    let isObject = bracket == UInt8(ascii: "{")
    // Names or values.
    var items: [Int] = []
    var next = number + 1
    while next < tokens[number].end {
      items.append(next)
      let value = isObject ? next + 1 : next
      next = isNested(value) ? tokens[value].end : value + 1
    }
    if isObject { items.sort { bytes(of: $0).lexicographicallyPrecedes(bytes(of: $1)) } }
    bytes.append(bracket)
    for item in items {
      if item != items[0] { bytes.append(UInt8(ascii: ",")) }
      putLine(depth + 1)
      if isObject {
        put(token: item)
        bytes += " : ".utf8
      }
      try put(isObject ? item + 1 : item, depth + 1)
    }
    if items.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    putLine(depth)
    bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    guard bytes.count > Self.piece else { return }
    try output.json(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func putLine(_ depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }

  private mutating func put(token number: Int) { bytes += bytes(of: number) }

  private func bytes(of number: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[tokens[number].start..<tokens[number].end])
  }

  /// Whether it is an object or an array.
  private func isNested(_ number: Int) -> Bool {
    let first = text[tokens[number].start]
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
