/// What is wrong with a text that should be metadata (F13). Lines and columns begin with 1.
package enum MetadataMistake: Hashable, Sendable {
  /// Not UTF-8 from there on.
  case notText(line: Int, column: Int)
  /// No JSON from there on.
  case notJSON(line: Int, column: Int)
  case tooLong

  /// nil: nothing. An empty text takes the metadata away.
  package static func of(_ bytes: [UInt8]) -> MetadataMistake? {
    if bytes.isEmpty { return nil }
    if let byte = firstNoText(bytes) {
      let (line, column) = place(of: byte, in: bytes)
      return .notText(line: line, column: column)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let byte = JSON.mistake(in: text) {
      let (line, column) = place(of: byte, in: bytes)
      return .notJSON(line: line, column: column)
    }
    return VirtualCardRequest.metadataProblem(text) == nil ? nil : .tooLong
  }

  /// The line of the mistake, beginning with 1; nil: it is in no place.
  package var line: Int? {
    switch self {
    case .notText(let line, _), .notJSON(let line, _): line
    case .tooLong: nil
    }
  }

  /// The first byte that is not UTF-8; nil: all are.
  private static func firstNoText(_ bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }

  private static func place(of byte: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(byte)
    let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let column = String(decoding: before[start...], as: UTF8.self).count
    return (before.count { $0 == 0x0a } + 1, column + 1)
  }
}
