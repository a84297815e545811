package import Secrets
package import WalletModel

/// A record whose fields are in one list (`fields`). The list reads it from JSON, writes it as
/// JSON, and describes it in the OpenAPI document.
package protocol WireRecord: FieldValue {
  /// The name of its schema in the OpenAPI document: `Card`. By default the name of the type.
  static var recordName: String { get }
  /// Visits the fields, in the order in which they are written.
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure)
}

extension WireRecord {
  package static var recordName: String { String(describing: Self.self) }
}

/// A record in lists. If it cannot be read, it is shown there as damaged.
package protocol ListedRecord: WireRecord {
  /// The field with its id.
  static var idName: String { get }
  /// - Parameter id: Empty if it cannot be read either.
  static func damaged(id: String) -> Self
}

/// A record in lists that is known by its `id`.
package protocol IdentifiedRecord: ListedRecord {
  var id: String { get set }
  /// Nothing of it is known but the id.
  var isDamaged: Bool { get set }
}

extension IdentifiedRecord {
  package static var idName: String { "id" }
  package static func damaged(id: String) -> Self {
    var record = blank
    record.id = id
    record.isDamaged = true
    return record
  }
}

/// Goes over the fields of a record, to read, write or describe them.
package protocol FieldVisitor {
  associatedtype Failure: Error
  /// Whether the fields get new values. Then values that follow from several fields are computed
  /// last.
  static var isReading: Bool { get }
  /// Whether they are the fields of a ledger. It does not keep what follows from other records, and
  /// what was added later is at the end of a record.
  static var isStored: Bool { get }

  /// A field that every record has.
  mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ form: FieldForm)
    throws(Failure)
  /// A field that our answers always have. In the answers of other servers it may be missing, and
  /// stays blank. In a request it is required.
  ///
  /// - Parameter isOmitted: It is not written, since its value is not known.
  mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool) throws(Failure)
  /// An optional field.
  ///
  /// - Parameter isAlwaysWritten: Our own records always have it; the document says that it is
  ///   required.
  mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool) throws(Failure)
  /// A field for which null differs from absence.
  mutating func patch<T: FieldValue>(
    _ name: String, _ value: inout Patch<T>, _ form: FieldForm) throws(Failure)
  /// A text that is in locked memory only.
  mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm)
    throws(Failure)
  mutating func optionalSecret(_ name: String, _ value: inout Secret?, _ form: FieldForm)
    throws(Failure)
  /// A list in which a record that cannot be read is kept, as damaged.
  mutating func records<R: ListedRecord>(_ name: String, _ list: inout [R])
    throws(Failure)
  mutating func optionalRecords<R: ListedRecord>(_ name: String, _ list: inout [R]?)
    throws(Failure)
  /// A list that is read without the elements that cannot be read.
  mutating func readable<T: FieldValue>(_ name: String, _ list: inout [T], isOmitted: Bool)
    throws(Failure)
  mutating func optionalReadable<T: FieldValue>(_ name: String, _ list: inout [T]?)
    throws(Failure)
  /// A constant text: it is written and not kept. In documents it comes last.
  mutating func constant(_ name: String, _ text: String) throws(Failure)
  /// The seconds after which a client may try again. A larger number is read as a day.
  mutating func retryDelay(_ name: String, _ seconds: inout Int?) throws(Failure)
  /// A field that must not be given together with the others. It is refused with this reason.
  mutating func absent(_ name: String, _ reason: String) throws(Failure)
  /// Writes that a record is damaged, after its id. True: nothing else of it is known.
  mutating func damaged(_ isDamaged: Bool) -> Bool

  // What a ledger may keep in the key of a record, and not in the record itself.
  /// The id that the record is found by.
  mutating func key(_ name: String, _ id: inout String) throws(Failure)
  /// The customer whose record it is.
  mutating func owner(_ name: String, _ customer: inout CustomerID) throws(Failure)
  /// The place of the record that it belongs to.
  mutating func link(_ name: String, _ link: inout Int64) throws(Failure)
  /// An amount in the currency of an earlier field.
  mutating func amount(_ name: String, _ money: inout Money, in currency: Currency)
    throws(Failure)
}

extension FieldVisitor {
  package static var isStored: Bool { false }

  package mutating func field<T: FieldValue>(_ name: String, _ value: inout T)
    throws(Failure)
  { try field(name, &value, .anything) }

  package mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm = .anything
  ) throws(Failure) { try lenient(name, &value, form, isOmitted: false) }

  package mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm = .anything
  ) throws(Failure) { try optional(name, &value, form, isAlwaysWritten: false) }

  /// A flag that is written only if it is set.
  package mutating func optional(_ name: String, ifTrue flag: inout Bool) throws(Failure) {
    var sent: Bool? = flag ? true : nil
    try optional(name, &sent)
    if Self.isReading { flag = sent ?? false }
  }

  package mutating func readable<T: FieldValue>(_ name: String, _ list: inout [T])
    throws(Failure)
  { try readable(name, &list, isOmitted: false) }

  // A visitor that does not read JSON treats these like other fields.
  package mutating func records<R: ListedRecord>(_ name: String, _ list: inout [R])
    throws(Failure)
  { try field(name, &list) }

  package mutating func optionalRecords<R: ListedRecord>(_ name: String, _ list: inout [R]?)
    throws(Failure)
  { try optional(name, &list) }

  package mutating func readable<T: FieldValue>(
    _ name: String, _ list: inout [T], isOmitted: Bool
  ) throws(Failure) { try lenient(name, &list, .anything, isOmitted: isOmitted) }

  package mutating func optionalReadable<T: FieldValue>(_ name: String, _ list: inout [T]?)
    throws(Failure)
  { try optional(name, &list) }

  package mutating func retryDelay(_ name: String, _ seconds: inout Int?) throws(Failure) {
    try optional(name, &seconds, .count)
  }

  package mutating func absent(_ name: String, _ reason: String) throws(Failure) {}

  package mutating func key(_ name: String, _ id: inout String) throws(Failure) {
    try field(name, &id)
  }

  package mutating func owner(_ name: String, _ customer: inout CustomerID) throws(Failure) {
    try lenient(name, &customer)
  }

  package mutating func link(_ name: String, _ link: inout Int64) throws(Failure) {
    try field(name, &link)
  }

  package mutating func amount(_ name: String, _ money: inout Money, in currency: Currency)
    throws(Failure)
  { try field(name, &money) }
}

/// The type of a field: a text, a number, a word, a record, or a list of these.
package protocol FieldValue: Sendable {
  /// The value before anything was read. A field of a record that is absent keeps the value that it
  /// has here.
  static var blank: Self { get }
  mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure)
  /// Visits a list of such values. Only bytes have a form of their own.
  static func visit<V: ValueVisitor>(list: inout [Self], _ v: inout V, _ form: FieldForm)
    throws(V.Failure)
}

/// Reads, writes or describes one value.
package protocol ValueVisitor {
  associatedtype Failure: Error
  mutating func text(_ value: inout String, _ form: FieldForm) throws(Failure)
  mutating func integer<I: FixedWidthInteger & Sendable>(_ value: inout I, _ form: FieldForm)
    throws(Failure)
  mutating func flag(_ value: inout Bool) throws(Failure)
  mutating func time(_ value: inout Timestamp) throws(Failure)
  mutating func word<E: WireEnum & FieldValue>(_ value: inout E, _ form: FieldForm) throws(Failure)
  mutating func coded<C: TextCoded>(_ value: inout C, _ form: FieldForm) throws(Failure)
  mutating func record<R: WireRecord>(_ value: inout R) throws(Failure)
  mutating func list<T: FieldValue>(_ value: inout [T], _ form: FieldForm) throws(Failure)
  /// A word that may be stored as a number.
  mutating func numbered<E: NumberedWord>(_ value: inout E, _ form: FieldForm) throws(Failure)
  mutating func bytes(_ value: inout [UInt8]) throws(Failure)
}

extension ValueVisitor {
  package mutating func numbered<E: NumberedWord>(_ value: inout E, _ form: FieldForm)
    throws(Failure)
  { try word(&value, form) }

  /// In Base64; empty if they are none.
  package mutating func bytes(_ value: inout [UInt8]) throws(Failure) {
    var text = Base64.encode(value)
    try self.text(&text, .anything)
    value = Base64.decode(text) ?? []
  }
}

/// A type that is written as a text and takes any text: ids, currencies.
package protocol TextCoded: FieldValue {
  static var form: FieldForm { get }
  init(_ text: String)
  var coded: String { get }
}

/// A field of a change: absent leaves the value as it is, null removes it.
package enum Patch<Value: Sendable>: Sendable {
  case absent
  case null
  case value(Value)
}

extension Patch {
  /// What a field becomes that has had this value.
  package func applied(to value: Value?) -> Value? {
    switch self {
    case .absent: value
    case .null: nil
    case .value(let new): new
    }
  }
}

extension Patch: Equatable where Value: Equatable {}
extension Patch: Hashable where Value: Hashable {}

/// What is allowed in a field, beyond its type. Integers of another form are refused when they are
/// read. The form of a text is only documented: the rules of requests check it.
package enum FieldForm: Sendable {
  /// Anything that the type allows. An integer may have any 64 bits.
  case anything
  // Texts.
  /// The least and the greatest number of characters.
  case text(Int, Int? = nil)
  /// The same, without invisible characters.
  case visible(Int, Int)
  /// The number of digits, or the least and the greatest number.
  case digits(Int, Int? = nil)
  case id
  /// An idempotency key.
  case key
  case link
  case mobile
  case city
  case country
  case token
  case currency
  case base64
  /// One of these texts. Unknown words of a `WireEnum` are read nevertheless.
  case among([String])
  // Integers. They have at most 15 digits, so that no sum of them exceeds 64 bits.
  case boundedInteger
  /// 0 or more.
  case count
  /// 1 or more.
  case positive
  case range(ClosedRange<Int64>)
  /// The least and the greatest value, for the document only: no number is refused when it is read.
  /// Answers are shown as they are, and requests are checked by their rules.
  case documented(Int64, Int64? = nil)

  /// The integers that are allowed; nil: any of 64 bits.
  package var range: ClosedRange<Int64>? {
    switch self {
    case .boundedInteger: Int64.min...Int64.max
    case .count: 0...Int64.max
    case .positive: 1...Int64.max
    case .range(let range): range
    default: nil  // A text, or an integer that may be any when it is read.
    }
  }
}
