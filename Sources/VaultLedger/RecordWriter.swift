import Issuer
import Secrets
import WalletAPI
import WalletModel

/// Writes a record in a compact form: numbers as variable-length integers, text with its length in
/// front. Fields have no names: their order is that of the record's list. The buffer is reused.
struct RecordWriter: ValueVisitor, FieldVisitor {
  private(set) var bytes: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(capacity: Int) {
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  func free() { bytes.deallocate() }

  mutating func clear() { count = 0 }

  /// Pads with zeros to a multiple of `size`.
  mutating func pad(to size: Int) {
    let padded = (count + size - 1) / size * size
    reserve(padded - count)
    UnsafeMutableRawBufferPointer(rebasing: bytes[count..<padded]).initializeMemory(
      as: UInt8.self, repeating: 0)
    count = padded
  }

  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

  private mutating func reserve(_ more: Int) {
    guard count + more > bytes.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count * 2, count + more), alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(bytes))
    bytes.deallocate()
    bytes = larger
  }

  /// Every record begins with the number of its format.
  mutating func put<R: LedgerRecord>(_ record: R) {
    put(byte: 1)
    if R.self == CardRecord.self, var card = record as? CardRecord { return put(card: &card) }
    if R.self == ChangeRecord.self, let change = record as? ChangeRecord, put(change: change) {
      return
    }
    var record = record
    record.fields(&self)
  }

  mutating func put(byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  /// Zigzag encoding, then seven bits for each byte.
  mutating func put(_ value: Int64) {
    var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
    reserve(10)
    while rest >= 0x80 {
      bytes[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count += 1
      rest >>= 7
    }
    bytes[count] = UInt8(rest)
    count += 1
  }

  mutating func put(_ raw: UnsafeRawBufferPointer) {
    put(Int64(raw.count))
    reserve(raw.count)
    UnsafeMutableRawBufferPointer(rebasing: bytes[count..<count + raw.count]).copyMemory(from: raw)
    count += raw.count
  }

  typealias Failure = Never

  mutating func text(_ value: inout String, _ form: FieldForm) {
    value.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }
  mutating func integer<I: FixedWidthInteger & Sendable>(_ value: inout I, _ form: FieldForm) {
    if form.isByte { put(byte: UInt8(clamping: value)) } else { put(Int64(value)) }
  }
  mutating func flag(_ value: inout Bool) { put(byte: value ? 1 : 0) }
  mutating func time(_ value: inout Timestamp) { put(value.milliseconds) }
  mutating func word<E: WireEnum & FieldValue>(_ value: inout E, _ form: FieldForm) {
    var word = value.rawValue
    text(&word, form)
  }
  mutating func numbered<E: NumberedWord>(_ value: inout E, _ form: FieldForm) {
    put(byte: value.storedNumber)
  }
  mutating func coded<C: TextCoded>(_ value: inout C, _ form: FieldForm) {
    var coded = value.coded
    text(&coded, form)
  }
  mutating func bytes(_ value: inout [UInt8]) { value.withUnsafeBytes { put($0) } }
  mutating func record<R: WireRecord>(_ value: inout R) { value.fields(&self) }
  mutating func list<T: FieldValue>(_ value: inout [T], _ form: FieldForm) {
    put(Int64(value.count))
    for index in value.indices { value[index].visit(&self, form) }
  }

  static var isReading: Bool { false }
  static var isStored: Bool { true }

  mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ form: FieldForm) {
    value.visit(&self, form)
  }
  mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool
  ) { value.visit(&self, form) }
  /// A byte that says whether there is a value, then the value.
  mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool
  ) {
    // A comparison with nil would copy the value.
    let presence = count
    put(byte: 0)
    if value?.visit(&self, form) != nil { bytes[presence] = 1 }
  }
  mutating func constant(_ name: String, _ text: String) {}
  mutating func damaged(_ isDamaged: Bool) -> Bool { false }

  // In the row's key.
  mutating func key(_ name: String, _ id: inout String) {}
  mutating func owner(_ name: String, _ customer: inout CustomerID) {}
  mutating func link(_ name: String, _ link: inout Int64) {}
  mutating func amount(_ name: String, _ money: inout Money, in currency: Currency) {
    put(money.minorUnits)
  }

  // Records have no secrets, which have rows of their own, and none of a request's fields.
  mutating func patch<T: FieldValue>(_ name: String, _ value: inout Patch<T>, _ form: FieldForm) {
    preconditionFailure("\(name) cannot be stored")
  }
  mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm) {
    preconditionFailure("\(name) is a secret and cannot be stored in a record")
  }
  mutating func optionalSecret(_ name: String, _ value: inout Secret?, _ form: FieldForm) {
    preconditionFailure("\(name) is a secret and cannot be stored in a record")
  }
}

extension FieldForm {
  /// Whether an integer of this form is stored in one byte.
  var isByte: Bool {
    guard case .range(let range) = self else { return false }
    return range.lowerBound >= 0 && range.upperBound <= 0xff
  }
}
