import Issuer
import Secrets
import WalletAPI
import WalletModel

/// The record does not have the expected form.
struct MalformedRecord: Error {}

/// Reads what `RecordWriter` wrote, and never beyond the end.
struct RecordReader {
  private var bytes: UnsafeRawBufferPointer
  private var at = 0
  /// From the row's key.
  private let lookupKey: UnsafeRawBufferPointer?
  private let customer: CustomerID

  init(
    _ bytes: UnsafeRawBufferPointer, lookupKey: UnsafeRawBufferPointer? = nil,
    customer: CustomerID = CustomerID("")
  ) {
    self.bytes = bytes
    self.lookupKey = lookupKey
    self.customer = customer
  }

  /// The whole record.
  mutating func read<R: LedgerRecord>(_ type: R.Type) throws(MalformedRecord) -> R {
    if R.keying == .chained { (bytes, at) = (try raw(), 0) }
    guard try byte() == 1 else { throw MalformedRecord() }
    if R.self == CardRecord.self, let card = try card() as? R { return card }
    if R.self == VirtualCardRecord.self, let card = try virtualCard() as? R { return card }
    if R.self == ListedVirtualCard.self,
      let card = ListedVirtualCard(try virtualCard(isListed: true)) as? R
    {
      return card
    }
    return try listed(type)
  }

  /// What follows the first byte, by the list of the record's fields.
  mutating func listed<R: LedgerRecord>(_ type: R.Type) throws(MalformedRecord) -> R {
    var record = R.blank
    try record.fields(&self)
    return record
  }

  mutating func byte() throws(MalformedRecord) -> UInt8 {
    guard at < bytes.count else { throw MalformedRecord() }
    at += 1
    return bytes[at - 1]
  }

  mutating func integer() throws(MalformedRecord) -> Int64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 64 else { throw MalformedRecord() }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    let number = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    // No record has a larger number, and sums of such numbers cannot overflow.
    guard number.magnitude < 1_000_000_000_000_000 else { throw MalformedRecord() }
    return number
  }

  /// The number of elements that follow, of at least one byte each.
  mutating func count() throws(MalformedRecord) -> Int {
    let count = try integer()
    guard (0...Int64(bytes.count - at)).contains(count) else { throw MalformedRecord() }
    return Int(count)
  }

  mutating func raw() throws(MalformedRecord) -> UnsafeRawBufferPointer {
    let count = try count()
    defer { at += count }
    return UnsafeRawBufferPointer(rebasing: bytes[at..<at + count])
  }

  /// Fields that were added later are missing in older records: these end here, or have padding.
  var isAtEnd: Bool { at == bytes.count }

  /// The number of bytes that are not read yet.
  var remaining: Int { bytes.count - at }

  /// Whether an optional field follows.
  mutating func isPresent() throws(MalformedRecord) -> Bool {
    if isAtEnd { return false }
    return try byte() != 0
  }
}

extension RecordReader: ValueVisitor {
  typealias Failure = MalformedRecord

  mutating func text(_ value: inout String, _ form: FieldForm) throws(MalformedRecord) {
    value = String(decoding: try raw(), as: UTF8.self)
  }

  mutating func integer<I: FixedWidthInteger & Sendable>(_ value: inout I, _ form: FieldForm)
    throws(MalformedRecord)
  {
    let number = form.isByte ? Int64(try byte()) : try integer()
    if form.isByte, let range = form.range, !range.contains(number) { throw MalformedRecord() }
    guard let integer = I(exactly: number) else { throw MalformedRecord() }
    value = integer
  }

  mutating func flag(_ value: inout Bool) throws(MalformedRecord) { value = try byte() != 0 }

  mutating func time(_ value: inout Timestamp) throws(MalformedRecord) {
    let time = Timestamp(milliseconds: try integer())
    guard Timestamp.written.contains(time) else { throw MalformedRecord() }
    value = time
  }

  mutating func word<E: WireEnum & FieldValue>(_ value: inout E, _ form: FieldForm)
    throws(MalformedRecord)
  {
    value = E(rawValue: String(decoding: try raw(), as: UTF8.self))
  }

  mutating func numbered<E: NumberedWord>(_ value: inout E, _ form: FieldForm)
    throws(MalformedRecord)
  {
    value = try number(of: E.self)
  }

  mutating func coded<C: TextCoded>(_ value: inout C, _ form: FieldForm) throws(MalformedRecord) {
    value = C(String(decoding: try raw(), as: UTF8.self))
  }

  mutating func bytes(_ value: inout [UInt8]) throws(MalformedRecord) { value = Array(try raw()) }

  mutating func record<R: WireRecord>(_ value: inout R) throws(MalformedRecord) {
    try value.fields(&self)
  }

  mutating func list<T: FieldValue>(_ value: inout [T], _ form: FieldForm) throws(MalformedRecord) {
    let count = try count()
    value = []
    for _ in 0..<count {
      var element = T.blank
      try element.visit(&self, form)
      value.append(element)
    }
  }
}

extension RecordReader: FieldVisitor {
  static var isReading: Bool { true }
  static var isStored: Bool { true }

  mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ form: FieldForm)
    throws(MalformedRecord)
  { try value.visit(&self, form) }

  mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool
  ) throws(MalformedRecord) { if !isAtEnd { try value.visit(&self, form) } }

  mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool
  ) throws(MalformedRecord) {
    value = nil
    if try isPresent() {
      var new = T.blank
      try new.visit(&self, form)
      value = new
    }
  }

  mutating func readable<T: FieldValue>(_ name: String, _ list: inout [T], isOmitted: Bool)
    throws(MalformedRecord)
  { try self.list(&list, .anything) }

  mutating func constant(_ name: String, _ text: String) {}

  mutating func damaged(_ isDamaged: Bool) -> Bool { false }

  // In the row's key.

  mutating func key(_ name: String, _ id: inout String) throws(MalformedRecord) {
    guard let lookupKey else { throw MalformedRecord() }
    id = String(decoding: lookupKey, as: UTF8.self)
  }

  mutating func owner(_ name: String, _ customer: inout CustomerID) { customer = self.customer }

  mutating func link(_ name: String, _ link: inout Int64) throws(MalformedRecord) {
    guard let lookupKey, lookupKey.count == 8 else { throw MalformedRecord() }
    let row = RowID(Int64(bigEndian: lookupKey.loadUnaligned(as: Int64.self)))
    guard let kind = row.kind else { throw MalformedRecord() }
    link = LedgerLink(kind, row.number).packed
  }

  mutating func amount(_ name: String, _ money: inout Money, in currency: Currency)
    throws(MalformedRecord)
  { money = Money(try integer(), currency) }

  // `RecordWriter` writes none of these.

  mutating func patch<T: FieldValue>(_ name: String, _ value: inout Patch<T>, _ form: FieldForm)
    throws(MalformedRecord)
  { throw MalformedRecord() }

  mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm)
    throws(MalformedRecord)
  { throw MalformedRecord() }

  mutating func optionalSecret(_ name: String, _ value: inout Secret?, _ form: FieldForm)
    throws(MalformedRecord)
  { throw MalformedRecord() }
}
