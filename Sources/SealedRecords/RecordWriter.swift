package import Issuer
package import Secrets
package import WalletAPI
package import WalletModel

/// Writes a record in a compact form: numbers as variable-length integers, text with its length in
/// front. Fields have no names: their order is that of the record's list. The buffer is reused.
package struct RecordWriter {
  private(set) var bytes: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  package init(capacity: Int) {
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  package func free() { bytes.deallocate() }

  package mutating func clear() { count = 0 }

  /// Pads with zeros to a multiple of `size`.
  package mutating func pad(to size: Int) {
    let padded = (count + size - 1) / size * size
    reserve(padded - count)
    UnsafeMutableRawBufferPointer(rebasing: bytes[count..<padded]).initializeMemory(
      as: UInt8.self, repeating: 0)
    count = padded
  }

  package var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

  private mutating func reserve(_ more: Int) {
    guard count + more > bytes.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count * 2, count + more), alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(bytes))
    bytes.deallocate()
    bytes = larger
  }

  /// Every record begins with the number of its format.
  package mutating func put<R: LedgerRecord>(_ record: R) {
    var record = record
    put(byte: 1)
    record.fields(&self)
  }

  package mutating func put(byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  /// Zigzag encoding, then seven bits for each byte.
  package mutating func put(_ value: Int64) {
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

  /// Bytes without their number.
  mutating func append(_ raw: [UInt8]) { raw.withUnsafeBytes { append($0) } }

  package mutating func put(_ raw: UnsafeRawBufferPointer) {
    put(Int64(raw.count))
    append(raw)
  }

  private mutating func append(_ raw: UnsafeRawBufferPointer) {
    reserve(raw.count)
    UnsafeMutableRawBufferPointer(rebasing: bytes[count..<count + raw.count]).copyMemory(from: raw)
    count += raw.count
  }
}

extension RecordWriter: ValueVisitor {
  package typealias Failure = Never

  package mutating func text(_ value: inout String, _ form: FieldForm) {
    value.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }
  package mutating func put(text: String) {
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }
  package mutating func integer<I: FixedWidthInteger & Sendable>(
    _ value: inout I, _ form: FieldForm
  ) {
    if form.isByte { put(byte: UInt8(clamping: value)) } else { put(Int64(value)) }
  }
  package mutating func flag(_ value: inout Bool) { put(byte: value ? 1 : 0) }
  package mutating func time(_ value: inout Timestamp) { put(value.milliseconds) }
  package mutating func word<E: WireEnum & FieldValue>(_ value: inout E, _ form: FieldForm) {
    var word = value.rawValue
    text(&word, form)
  }
  package mutating func numbered<E: NumberedWord>(_ value: inout E, _ form: FieldForm) {
    let number = E.numbers.firstIndex(of: value)
    put(byte: number.map { UInt8(clamping: $0) } ?? 0xff)
  }
  package mutating func coded<C: TextCoded>(_ value: inout C, _ form: FieldForm) {
    var coded = value.coded
    text(&coded, form)
  }
  package mutating func bytes(_ value: inout [UInt8]) { value.withUnsafeBytes { put($0) } }
  package mutating func record<R: WireRecord>(_ value: inout R) { value.fields(&self) }
  package mutating func list<T: FieldValue>(_ value: inout [T], _ form: FieldForm) {
    put(Int64(value.count))
    for index in value.indices { value[index].visit(&self, form) }
  }
}

extension RecordWriter: FieldVisitor {
  package static var isReading: Bool { false }

  package mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ form: FieldForm) {
    value.visit(&self, form)
  }
  package mutating func lenient<T: FieldValue>(
    _ name: String, _ value: inout T, _ form: FieldForm, isOmitted: Bool
  ) { value.visit(&self, form) }
  /// A byte that says whether there is a value, then the value.
  package mutating func optional<T: FieldValue>(
    _ name: String, _ value: inout T?, _ form: FieldForm, isAlwaysWritten: Bool
  ) {
    put(byte: value == nil ? 0 : 1)
    value?.visit(&self, form)
  }
  package mutating func records<R: ListedRecord>(_ name: String, _ list: inout [R]) {
    self.list(&list, .anything)
  }
  package mutating func optionalRecords<R: ListedRecord>(_ name: String, _ list: inout [R]?) {
    optional(name, &list, .anything, isAlwaysWritten: false)
  }
  package mutating func readable<T: FieldValue>(_ name: String, _ list: inout [T], isOmitted: Bool)
  {
    self.list(&list, .anything)
  }
  package mutating func optionalReadable<T: FieldValue>(_ name: String, _ list: inout [T]?) {
    optional(name, &list, .anything, isAlwaysWritten: false)
  }
  package mutating func constant(_ name: String, _ text: String) {}
  package mutating func absent(_ name: String, _ reason: String) {}
  package mutating func retryDelay(_ name: String, _ seconds: inout Int?) {
    optional(name, &seconds, .count, isAlwaysWritten: false)
  }
  package mutating func damaged(_ isDamaged: Bool) -> Bool { false }

  // In the row's key.
  package mutating func key(_ name: String, _ id: inout String) {}
  package mutating func owner(_ name: String, _ customer: inout CustomerID) {}
  package mutating func link(_ name: String, _ link: inout Int64) {}
  package mutating func amount(_ name: String, _ money: inout Money, in currency: Currency) {
    put(money.minorUnits)
  }

  // Records have no secrets, which have rows of their own, and none of a request's fields.
  package mutating func patch<T: FieldValue>(
    _ name: String, _ value: inout Patch<T>, _ form: FieldForm
  ) {
    preconditionFailure("\(name) cannot be stored")
  }
  package mutating func secret(_ name: String, _ value: inout Secret, _ form: FieldForm) {
    preconditionFailure("\(name) is a secret and cannot be stored in a record")
  }
  package mutating func optionalSecret(_ name: String, _ value: inout Secret?, _ form: FieldForm) {
    preconditionFailure("\(name) is a secret and cannot be stored in a record")
  }
}

extension FieldForm {
  /// Whether an integer of this form is stored in one byte.
  package var isByte: Bool {
    guard case .range(let range) = self else { return false }
    return range.lowerBound >= 0 && range.upperBound <= 0xff
  }
}
