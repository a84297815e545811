import WalletAPI
import WalletModel

/// The parameters of a query, made from their list.
struct QuerySchema: ParameterVisitor {
  private var all: [JSON] = []

  static func parameters(_ type: any QueryRecord.Type) -> [JSON] { parameters(of: type) }

  private static func parameters<Q: QueryRecord>(of type: Q.Type) -> [JSON] {
    var (query, schema) = (Q.blank, QuerySchema())
    query.parameters(&schema)
    return schema.all
  }

  private mutating func add(_ name: String, _ schema: JSON, about: String? = nil) {
    all.append(
      .present([
        ("name", .string(name)), ("in", .string("query")),
        ("description", about.map { JSON.string($0) }), ("style", .string("form")),
        ("explode", .bool(false)), ("schema", schema),
      ]))
  }

  mutating func word<T: WireWord>(_ name: String, _ value: inout T?) {
    add(name, OpenAPISchemas.words(T.self))
  }

  mutating func words<T: WireWord>(_ name: String, _ values: inout [T]) {
    add(name, ["type": "array", "minItems": 1, "items": OpenAPISchemas.words(T.self)])
  }

  mutating func integer(_ name: String, _ value: inout Int, _ range: ClosedRange<Int>) {
    add(
      name,
      [
        "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
        "maximum": .integer(Int64(range.upperBound)), "default": .integer(Int64(value)),
      ])
  }

  mutating func time(_ name: String, _ value: inout Timestamp?, about: String?) {
    add(name, OpenAPISchemas.time, about: about)
  }

  mutating func digits(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>) {
    add(name, OpenAPISchemas.text(.digits(count.lowerBound, count.upperBound)))
  }

  mutating func text(_ name: String, _ value: inout String?, _ count: ClosedRange<Int>) {
    add(name, OpenAPISchemas.text(.text(count.lowerBound, count.upperBound)))
  }
}
