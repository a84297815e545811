// JSON as Swift literals. Names keep their order.
extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral fields: (String, JSON)...) {
    self = .object(fields.map { (name: $0.0, value: $0.1) })
  }
  package init(arrayLiteral values: JSON...) { self = .array(values) }
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON {
  /// A text; nil: null.
  package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  package static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
  /// A number; nil: null.
  package static func count(_ number: Int?) -> JSON { number.map { .integer(Int64($0)) } ?? .null }
}
