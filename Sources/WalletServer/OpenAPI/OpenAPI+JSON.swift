import WalletAPI

extension JSON {
  static func named(_ fields: [(String, JSON)]) -> JSON {
    .object(fields.map { (name: $0.0, value: $0.1) })
  }

  /// An object without the members that are nil.
  static func present(_ fields: [(String, JSON?)]) -> JSON {
    named(fields.compactMap { name, value in value.map { (name, $0) } })
  }

  /// An object of the texts that are not nil.
  static func named(texts: [(String, String?)]) -> JSON {
    present(texts.map { name, text in (name, text.map { JSON.string($0) }) })
  }

  /// The same object with one more member.
  func adding(_ name: String, _ value: JSON) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields + [(name: name, value: value)])
  }
}

/// Writes JSON for people: two spaces, a line for each name, lists of plain values in one line.
struct PrettyJSON {
  private(set) var text = ""

  mutating func put(_ json: JSON, indent: String = "") {
    let inner = indent + "  "
    switch json {
    case .object(let fields) where !fields.isEmpty:
      text += "{\n"
      for (index, field) in fields.enumerated() {
        text += inner + quoted(field.name) + ": "
        put(field.value, indent: inner)
        text += index == fields.count - 1 ? "\n" : ",\n"
      }
      text += indent + "}"
    case .array(let values) where values.allSatisfy(\.isScalar):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        put(value)
      }
      text += "]"
    case .array(let values):
      text += "[\n"
      for (index, value) in values.enumerated() {
        text += inner
        put(value, indent: inner)
        text += index == values.count - 1 ? "\n" : ",\n"
      }
      text += indent + "]"
    case .object: text += "{}"
    case .string(let value): text += quoted(value)
    case .integer(let value): text += String(value)
    case .number(let value): text += String(value)
    case .bool(let value): text += String(value)
    case .null, .secret, .locked: text += "null"
    }
  }

  private func quoted(_ value: String) -> String {
    String(decoding: JSONWriter.bytes(value), as: UTF8.self)
  }
}

extension JSON {
  fileprivate var isScalar: Bool {
    switch self {
    case .object, .array: false
    case .null, .bool, .integer, .number, .string, .secret, .locked: true
    }
  }
}
