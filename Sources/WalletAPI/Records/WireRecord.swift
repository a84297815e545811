package import Secrets
package import WalletModel

/// A record whose fields stand in one list (`fields`): what is read and written as JSON, what the
/// OpenAPI document says of it, and what a ledger keeps are made from that list.
package protocol WireRecord: FieldValue {
  /// What documents call a record of this kind: `Card`.
  static var recordName: String { get }
  /// Visits the fields, in the order in which they are written.
  mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure)
}

/// A record that stands in lists, and can be shown there when it cannot be read.
package protocol ListedRecord: WireRecord {
  /// The field that tells it from others.
  static var idName: String { get }
  /// - Parameter id: Empty: it cannot be told, either.
  static func damaged(id: String) -> Self
}

/// What goes over the fields of a record, to read or to write them.
package protocol FieldVisitor {
  associatedtype Failure: Error
  /// Whether fields get new values: then what follows from several of them is worked out last.
  static var reads: Bool { get }

  /// A field that every record has.
  mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ form: FieldForm)
    throws(Failure)
  /// A field that we always write and others need not: what they leave out stays blank. In a request
  /// it is needed.
  ///
  /// - Parameter isLeftOut: Not written, since nobody said it.
  mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isLeftOut: Bool) throws(Failure)
  /// A field that a record may have.
  ///
  /// - Parameter isUsual: Our own records always have it.
  mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isUsual: Bool) throws(Failure)
  /// A field that is told apart from null.
  mutating func patch<T: FieldValue>(
    _ name: String, _ value: inout Patch<T>, _ form: FieldForm) throws(Failure)
  /// A text that stands in locked memory only, on its whole way.
  mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm)
    throws(Failure)
  mutating func optionalSecret(_ name: String, _ value: inout Secret?, _ form: FieldForm)
    throws(Failure)
  /// A list in which a record that cannot be read hides no other: it stands there as damaged.
  mutating func records<R: ListedRecord>(_ name: String, _ list: inout [R])
    throws(Failure)
  mutating func optionalRecords<R: ListedRecord>(_ name: String, _ list: inout [R]?)
    throws(Failure)
  /// A list that is read without what cannot be read of it: what there is no use in showing.
  mutating func readable<T: FieldValue>(_ name: String, _ list: inout [T], isLeftOut: Bool)
    throws(Failure)
  mutating func optionalReadable<T: FieldValue>(_ name: String, _ list: inout [T]?)
    throws(Failure)
  /// A text that is said and not kept, at the end of documents.
  mutating func said(_ name: String, _ text: String) throws(Failure)
  /// Seconds that a server asks to be left alone: a day at most of whatever number it says.
  mutating func wait(_ name: String, _ seconds: inout Int?) throws(Failure)
  /// A field that goes together with none of the others: it is refused, for this reason.
  mutating func absent(_ name: String, _ reason: String) throws(Failure)
  /// Writes that a record is damaged, after the field that names it. True: nothing else is known of it.
  mutating func damaged(_ isDamaged: Bool) -> Bool

  // What a ledger may keep in the key of a record, and not in the record itself.
  /// The id that the record is found by.
  mutating func key(_ name: String, _ id: inout String) throws(Failure)
  /// The customer whose record it is.
  mutating func owner(_ name: String, _ customer: inout CustomerID) throws(Failure)
  /// The place of the record that it belongs to.
  mutating func link(_ name: String, _ place: inout Int64) throws(Failure)
  /// An amount in the currency of an earlier field.
  mutating func amount(_ name: String, _ money: inout Money, in currency: Currency)
    throws(Failure)
}

extension FieldVisitor {
  package mutating func field<T: FieldValue>(_ name: String, _ value: inout T)
    throws(Failure)
  { try field(name, &value, .usual) }

  package mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm = .usual
  ) throws(Failure) { try lenient(name, &value, form, isLeftOut: false) }

  package mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm = .usual
  ) throws(Failure) { try optional(name, &value, form, isUsual: false) }

  package mutating func readable<T: FieldValue>(_ name: String, _ list: inout [T])
    throws(Failure)
  { try readable(name, &list, isLeftOut: false) }

  package mutating func key(_ name: String, _ id: inout String) throws(Failure) {
    try field(name, &id)
  }

  package mutating func owner(_ name: String, _ customer: inout CustomerID) throws(Failure) {
    try lenient(name, &customer)
  }

  package mutating func link(_ name: String, _ place: inout Int64) throws(Failure) {
    try field(name, &place)
  }

  package mutating func amount(_ name: String, _ money: inout Money, in currency: Currency)
    throws(Failure)
  { try field(name, &money) }
}

/// What a field may hold: a text, a number, a word of a list, a record, a list of these.
package protocol FieldValue: Sendable {
  /// What there is before anything was read: of a record, what its fields are where they may be left
  /// out.
  static var blank: Self { get }
  mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure)
  /// Visits a list of such values. Only bytes have a form of their own.
  static func visit<V: ValueVisitor>(list: inout [Self], _ v: inout V, _ form: FieldForm)
    throws(V.Failure)
}

/// What reads or writes one value, by its kind.
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
    try self.text(&text, .usual)
    value = Base64.decode(text) ?? []
  }
}

/// A text with a type of its own, which takes any text: ids, currencies.
package protocol TextCoded: FieldValue {
  static var form: FieldForm { get }
  init(_ text: String)
  var coded: String { get }
}

/// A field of a change: left out it stays as it is, null takes it away.
package enum Patch<Value: Sendable>: Sendable {
  case absent
  case null
  case value(Value)
}

extension Patch: Equatable where Value: Equatable {}

/// What is allowed in a field, beyond its type. Integers are refused when they are not of their form;
/// texts are judged by the rules of requests, and only documents say how they look.
package enum FieldForm: Sendable {
  /// What the type allows. Of integers: any of 64 bits.
  case usual
  // Texts.
  /// Of so many characters.
  case text(Int, Int? = nil)
  /// The same, without characters that cannot be seen.
  case seen(Int, Int)
  /// So many digits, or from so many to so many.
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
  /// One of these texts. Other words of a `WireEnum` are read all the same.
  case among([String])
  // Integers: of 15 digits at most, so that no sum of them is too large for 64 bits.
  case boundedInteger
  /// 0 or more.
  case count
  /// 1 or more.
  case positive
  case range(ClosedRange<Int64>)
  /// So much or more, and so much at most. What answers say is shown, and what requests say is judged
  /// by their rules: nothing is refused where it is read.
  case shown(Int64, Int64? = nil)

  /// What an integer has to be; nil: any of 64 bits.
  package var range: ClosedRange<Int64>? {
    switch self {
    case .boundedInteger: Int64.min...Int64.max
    case .count: 0...Int64.max
    case .positive: 1...Int64.max
    case .range(let range): range
    default: nil
    }
  }
}
