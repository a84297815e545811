/// The body of a request.
package protocol BodyRecord: Sendable {
  /// What documents call it; nil: there is no body.
  static var bodyName: String? { get }
  /// The records that it can be.
  static var bodyRecords: [any WireRecord.Type] { get }
  init(body: WireBody) throws(WireMalformed)
  var wireBody: WireBody { get }
}

/// A record may have a secret: it is written in locked memory.
extension BodyRecord where Self: WireRecord {
  package static var bodyName: String? { recordName }
  package static var bodyRecords: [any WireRecord.Type] { [Self.self] }
  package init(body: WireBody) throws(WireMalformed) {
    self = try JSONReader.read(try JSON.read(body), isRequest: true)
  }
  package var wireBody: WireBody { .locked(self) }
}

/// A record without a secret.
extension BodyRecord where Self: WireRecord & JSONWritable {
  package var wireBody: WireBody { .plain(JSONWriter.bytes(self)) }
}

/// The body of a request that has none. An object is accepted, and its members are ignored.
package struct NoBody: BodyRecord {
  package static var bodyName: String? { nil }
  package static var bodyRecords: [any WireRecord.Type] { [] }
  init() {}
  package init(body: WireBody) throws(WireMalformed) {
    if !body.isEmpty { _ = try JSONFields(try JSON.read(body)) }
  }
  package var wireBody: WireBody { .none }
}

extension WireBody {
  /// A record in locked memory.
  static func locked(_ record: some WireRecord) -> WireBody {
    .secret(JSONTree.object(record).sealed())
  }
}

/// A record around one value, which is all that an operation answers.
package protocol WrappingRecord: WireRecord {
  associatedtype Value: Sendable
  var value: Value { get }
  init(_ value: Value)
}

/// A record that is answered with all others of its kind.
package protocol FullyListedRecord: ListedRecord {
  /// What documents call the answer, and the one field that it has.
  static var listRecordName: String { get }
  static var listName: String { get }
}

extension FullyListedRecord {
  package static var listRecordName: String { recordName + "s" }
}

/// A list in an object, so that there is room for more.
package struct FullList<Element: FullyListedRecord>: WrappingRecord {
  package private(set) var value: [Element]
  package init(_ value: [Element]) { self.value = value }
  package static var blank: FullList { FullList([]) }
  package static var recordName: String { Element.listRecordName }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.records(Element.listName, &value)
  }
}

extension FullList: JSONWritable, JSONReadable where Element: JSONValue {}
