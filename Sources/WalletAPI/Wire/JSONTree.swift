package import Secrets
package import WalletModel

/// Makes a tree of a record's fields, to be written in locked memory. Secrets in the tree are
/// handles.
package struct JSONTree: FieldVisitor, ValueVisitor {
  package typealias Failure = Never
  package static var isReading: Bool { false }
  /// The fields so far, and the last value.
  private var fields: [(name: String, value: JSON)] = []
  private var value = JSON.null

  package init() {}

  package var object: JSON { .object(fields) }

  /// A record as an object.
  package static func object(_ record: some WireRecord) -> JSON {
    var (tree, record) = (JSONTree(), record)
    record.fields(&tree)
    return tree.object
  }

  private mutating func add(_ name: String, _ value: JSON) {
    fields.append((name, value))
  }

  private func tree<T: FieldValue>(_ value: inout T, _ form: FieldForm) -> JSON {
    var tree = JSONTree()
    value.visit(&tree, form)
    return tree.value
  }

  package mutating func field<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm
  ) { add(name, tree(&value, form)) }

  package mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool
  ) {
    if !isOmitted { field(name, &value, form) }
  }

  package mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool
  ) {
    if var value { field(name, &value, form) }
  }

  package mutating func patch<T: FieldValue>(
    _ name: String, _ value: inout Patch<T>, _ form: FieldForm
  ) {
    switch value {
    case .absent: break
    case .null: add(name, .null)
    case .value(var value): field(name, &value, form)
    }
  }

  package mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm) {
    add(name, .secret(value))
  }

  package mutating func optionalSecret(
    _ name: String, _ value: inout Secret?, _ form: FieldForm
  ) {
    if let value { add(name, .secret(value)) }
  }

  package mutating func constant(_ name: String, _ text: String) { add(name, .string(text)) }

  package mutating func damaged(_ isDamaged: Bool) -> Bool {
    if isDamaged { add("damaged", .bool(true)) }
    return isDamaged
  }

  package mutating func text(_ text: inout String, _ form: FieldForm) { value = .string(text) }
  package mutating func integer<I: FixedWidthInteger & Sendable>(
    _ number: inout I, _ form: FieldForm
  ) { value = .integer(Int64(number)) }
  package mutating func flag(_ flag: inout Bool) { value = .bool(flag) }
  package mutating func time(_ time: inout Timestamp) { value = .string(time.description) }
  package mutating func word<E: WireEnum & FieldValue>(_ word: inout E, _ form: FieldForm) {
    value = .string(word.rawValue)
  }
  package mutating func coded<C: TextCoded>(_ coded: inout C, _ form: FieldForm) {
    value = .string(coded.coded)
  }
  package mutating func record<R: WireRecord>(_ record: inout R) {
    var tree = JSONTree()
    record.fields(&tree)
    value = tree.object
  }
  package mutating func list<T: FieldValue>(_ list: inout [T], _ form: FieldForm) {
    value = .array(
      list.map { element in
        var element = element
        return tree(&element, form)
      })
  }
}
