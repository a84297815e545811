import Secrets
import WalletAPI
import WalletModel

/// The schema of a record, made from the list of its fields.
struct RecordSchema: FieldVisitor, ValueVisitor {
  typealias Failure = Never
  static var isReading: Bool { false }
  /// An optional field of a request may be absent or null; one of an answer is absent.
  private let isRequest: Bool
  private var properties: [(String, JSON)] = []
  private var required: [JSON] = []
  private var last: [(String, JSON)] = []
  /// The schema of the last value.
  private var value = JSON.null
  /// The records that its fields name.
  private(set) var nested: [any WireRecord.Type] = []

  private init(isRequest: Bool) { self.isRequest = isRequest }

  /// - Parameter isRequest: Optional fields may be null as well.
  static func of<R: WireRecord>(_ type: R.Type, isRequest: Bool) -> RecordSchema {
    var schema = RecordSchema(isRequest: isRequest)
    var record = R.blank
    record.fields(&schema)
    return schema
  }

  var json: JSON {
    [
      "type": "object", "properties": .named(properties + last), "required": .array(required),
    ]
  }

  private mutating func schema<T: FieldValue>(_ type: T.Type, _ form: FieldForm) -> JSON {
    var blank = T.blank
    blank.visit(&self, form)
    return value
  }

  private mutating func add(_ name: String, _ schema: JSON, isRequired: Bool) {
    if isRequired {
      required.append(.string(name))
      properties.append((name, schema))
    } else {
      properties.append((name, isRequest ? ["anyOf": [schema, ["type": "null"]]] : schema))
    }
  }

  mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ form: FieldForm) {
    add(name, schema(T.self, form), isRequired: true)
  }

  mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool
  ) { field(name, &value, form) }

  mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool
  ) { add(name, schema(T.self, form), isRequired: isAlwaysWritten) }

  mutating func patch<T: FieldValue>(_ name: String, _ value: inout Patch<T>, _ form: FieldForm) {
    properties.append((name, ["anyOf": [schema(T.self, form), ["type": "null"]]]))
  }

  mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm) {
    add(name, schema(String.self, form), isRequired: true)
  }

  mutating func optionalSecret(_ name: String, _ value: inout Secret?, _ form: FieldForm) {
    add(name, schema(String.self, form), isRequired: false)
  }

  mutating func readable<T: FieldValue>(_ name: String, _ list: inout [T], isOmitted: Bool) {
    add(name, schema([T].self, .anything), isRequired: !isOmitted)
  }

  mutating func constant(_ name: String, _ text: String) {
    last.append((name, ["anyOf": [OpenAPISchemas.text(.anything), ["type": "null"]]]))
  }

  mutating func absent(_ name: String, _ reason: String) {
    properties.append((name, ["type": "null"]))
  }

  mutating func damaged(_ isDamaged: Bool) -> Bool { false }

  mutating func text(_ text: inout String, _ form: FieldForm) { value = OpenAPISchemas.text(form) }

  mutating func integer<I: FixedWidthInteger & Sendable>(_ number: inout I, _ form: FieldForm) {
    var fields: [(String, JSON)] = [("type", "integer")]
    switch form {
    case .count: fields.append(("minimum", 0))
    case .positive: fields.append(("minimum", 1))
    case .documented(let least, let most):
      fields.append(("minimum", .integer(least)))
      if let most { fields.append(("maximum", .integer(most))) }
    case .range(let range):
      fields.append(("minimum", .integer(range.lowerBound)))
      fields.append(("maximum", .integer(range.upperBound)))
    // The others say nothing of a number.
    default: break
    }
    value = .named(fields)
  }

  mutating func flag(_ flag: inout Bool) { value = OpenAPISchemas.flag }

  mutating func time(_ time: inout Timestamp) { value = OpenAPISchemas.time }

  mutating func word<E: WireEnum & FieldValue>(_ word: inout E, _ form: FieldForm) {
    value =
      if case .among(let texts) = form {
        OpenAPISchemas.among(texts)
      } else {
        OpenAPISchemas.words(E.self)
      }
  }

  mutating func coded<C: TextCoded>(_ coded: inout C, _ form: FieldForm) {
    value =
      if case .anything = form { OpenAPISchemas.text(C.form) } else { OpenAPISchemas.text(form) }
  }

  mutating func record<R: WireRecord>(_ record: inout R) {
    value = OpenAPISchemas.reference(R.recordName)
    nested.append(R.self)
  }

  mutating func list<T: FieldValue>(_ list: inout [T], _ form: FieldForm) {
    value = OpenAPISchemas.list(of: schema(T.self, form))
  }
}
