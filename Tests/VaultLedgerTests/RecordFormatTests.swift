import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

func writtenBytes(_ write: (inout RecordWriter) -> Void) -> [UInt8] {
  var writer = RecordWriter(capacity: 16)
  defer { writer.free() }
  write(&writer)
  return Array(writer.written)
}

func recordBytes<R: LedgerRecord>(_ record: R) -> [UInt8] { writtenBytes { $0.put(record) } }

/// - Parameter like: The part of a record that is in its row's key.
func readRecord<R: LedgerRecord>(_ bytes: [UInt8], like record: R) throws -> R {
  let key =
    record.link.map { link in
      withUnsafeBytes(of: RowID(link.kind, customer: 1, link.place).value.bigEndian) { Array($0) }
    } ?? Array(record.recordID.utf8)
  return try bytes.withUnsafeBytes { bytes in
    try key.withUnsafeBytes { key in
      var reader = RecordReader(bytes, lookupKey: key, customer: StoredSamples.customer)
      var read = try reader.read(R.self)
      read.place = record.place
      return read
    }
  }
}

/// The records of every kind in the form of the file.
@Suite struct RecordFormatTests {
  private static func isSame(_ a: any LedgerRecord, _ b: any LedgerRecord) -> Bool {
    func isEqual<T: Equatable>(_ a: T) -> Bool { b as? T == a }
    guard let a = a as? any Equatable else { return false }
    return isEqual(a)
  }

  /// In an audit entry's row its bytes are followed by a link.
  private static func row<R: LedgerRecord>(_ record: R) -> [UInt8] {
    let bytes = recordBytes(record)
    guard R.keying == .chained else { return bytes }
    return writtenBytes { writer in bytes.withUnsafeBytes { writer.put($0) } }
  }

  @Test(arguments: RecordKind.allCases)
  func everyKindHasOneTypeThatIsReadAsItWasWritten(_ kind: RecordKind) throws {
    guard let type = kind.record else {
      #expect([.root, .pan, .pin, .code, .authenticator, .deviceKeys].contains(kind))
      return
    }
    #expect(type.kind == kind)
    func check<R: LedgerRecord>(_ record: R) throws {
      // Also if it is written by hand.
      var listed = record
      #expect(recordBytes(record) == [1] + writtenBytes { listed.fields(&$0) })
      let again = try readRecord(Self.row(record), like: record)
      #expect(Self.isSame(again, record), "\(again)")
      // What follows is padding.
      let padded = try readRecord(Self.row(record) + [0, 0], like: record)
      #expect(Self.isSame(padded, record))
    }
    let samples = StoredSamples.records.filter { Swift.type(of: $0).kind == kind }
    try #require(!samples.isEmpty, "StoredSamples needs a \(kind.word)")
    for sample in samples { try check(sample) }
    let last = try #require(samples.last)
    let blank = StoredSamples.blankParts(of: last)
    #expect(blank == [], "not in the sample, so nothing shows that it is stored")
  }

  /// Cards are read by hand, too, because that is faster. The list of their fields gives the
  /// same result, also for records that were cut off or changed.
  @Test func aCardReadByHandIsTheOneThatItsFieldsGive() throws {
    try compare(CardRecord.self) { reader throws(MalformedRecord) in try reader.card() }
  }

  @Test func aVirtualCardReadByHandIsTheOneThatItsFieldsGive() throws {
    try compare(VirtualCardRecord.self) { reader throws(MalformedRecord) in
      var (part, byFields) = (reader, reader)
      let listed = (try? part.virtualCard(isListed: true)).map { ListedVirtualCard($0) }
      let expected = try? byFields.listed(ListedVirtualCard.self)
      #expect(listed == expected)
      return try reader.virtualCard()
    }
  }

  /// Reads samples, and each of them cut and changed at each byte, in both ways.
  private func compare<R: LedgerRecord & Equatable>(
    _ type: R.Type, byHand: (inout RecordReader) throws(MalformedRecord) -> R
  ) throws {
    func read(_ bytes: [UInt8], _ body: (inout RecordReader) throws(MalformedRecord) -> R) -> R? {
      bytes.withUnsafeBytes { bytes in
        Array("card-1".utf8).withUnsafeBytes { key in
          var reader = RecordReader(bytes, lookupKey: key, customer: StoredSamples.customer)
          return try? body(&reader)
        }
      }
    }
    let samples = StoredSamples.records.compactMap { $0 as? R }
    try #require(!samples.isEmpty)
    var (same, refused) = (0, 0)
    for sample in samples {
      var listed = sample
      let bytes = writtenBytes { listed.fields(&$0) }
      var variants = [bytes, bytes + [0, 0]] + bytes.indices.map { Array(bytes.prefix($0)) }
      for index in bytes.indices {
        for byte: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
          var changed = bytes
          changed[index] = byte
          variants.append(changed)
        }
      }
      for bytes in variants {
        let record = read(bytes, byHand)
        let listed = read(bytes) { reader throws(MalformedRecord) in try reader.listed(R.self) }
        #expect(record == listed, "\(bytes)")
        if record == nil { refused += 1 } else { same += 1 }
      }
    }
    // Control: both kinds of variants are among them.
    #expect(same > 100)
    #expect(refused > 100)
  }

  /// The vault has one chain, and one index of hashes.
  @Test func oneKindIsChainedAndOneHashed() {
    func kinds(_ keying: LedgerKeying) -> [RecordKind] {
      RecordKind.allCases.filter { $0.record?.keying == keying }
    }
    #expect(kinds(.chained) == [.audit])
    #expect(kinds(.hashed) == [.change])
  }

  /// Vaults have records in this form. They must stay readable.
  @Test(arguments: StoredSamples.bytes)
  func bytesStayAsTheyAre(_ name: String, _ record: any LedgerRecord, _ bytes: String) throws {
    func check<R: LedgerRecord>(_ record: R) throws {
      // Also if it is written by hand.
      var listed = record
      #expect(recordBytes(record) == [1] + writtenBytes { listed.fields(&$0) })
      let written = recordBytes(record)
      let text = written.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
      #expect(text == bytes, "\(name)")
    }
    try check(record)
  }

  /// - Parameters:
  ///   - older: The record without a field that older vaults do not have. Its bytes are as they were
  ///     then.
  ///   - zeros: The padding that may follow them.
  private func expectRead<R: LedgerRecord & Equatable>(
    _ record: R, andWithoutAField older: R, zeros: Int = 0
  ) throws {
    let (bytes, old) = (recordBytes(record), recordBytes(older))
    #expect(bytes.starts(with: old))
    for count in [0, zeros] {
      #expect(try readRecord(old + Array(repeating: 0, count: count), like: older) == older)
    }
    // Control: with it.
    #expect(try readRecord(bytes, like: record) == record)
  }

  @Test func aPaymentWithoutAMerchantCategoryCodeIsRead() throws {
    let record = PaymentRecord(StoredSamples.payment, card: 3)
    var older = record
    older.payment.mcc = nil
    try expectRead(record, andWithoutAField: older, zeros: 9)
  }

  /// Declined payments had no rule before.
  @Test func aPaymentWithoutARuleIsRead() throws {
    let record = StoredSamples.virtualPayment
    var older = record
    older.payment.declineRule = nil
    try expectRead(record, andWithoutAField: older)
    // With it where there is no code.
    older.payment.mcc = nil
    older.payment.declineRule = record.payment.declineRule
    #expect(try readRecord(recordBytes(older), like: older) == older)
  }

  /// Payments had no note before.
  @Test func aPaymentWithoutANoteIsRead() throws {
    let (older, record) = (StoredSamples.virtualPayment, StoredSamples.notedPayment)
    let (bytes, old) = (recordBytes(record), recordBytes(older))
    #expect(bytes.starts(with: old))
    #expect(try readRecord(old, like: older) == older)
    #expect(try readRecord(old + [0, 0], like: older) == older)
    // Control: with it, also where there is neither a rule nor a code.
    var plain = record
    (plain.payment.declineRule, plain.payment.mcc) = (nil, nil)
    for record in [record, plain] {
      #expect(try readRecord(recordBytes(record), like: record) == record)
    }
  }

  /// Sales had no channel before.
  @Test func aSaleWithoutAChannelIsRead() throws {
    try expectRead(
      StoredSamples.phoneSale, andWithoutAField: StoredSamples.virtualSale, zeros: 2)
    // With it where nothing counts.
    var plain = StoredSamples.sale
    plain.channel = .web
    #expect(try readRecord(recordBytes(plain), like: plain) == plain)
  }

  /// Tokens could be neither frozen nor removed.
  @Test func aCardWithoutFrozenTokensIsRead() throws {
    var record = StoredSamples.fullCard
    record.card.tokenizations?[1].isFrozen = true
    try expectRead(record, andWithoutAField: StoredSamples.fullCard, zeros: 20)
  }

  /// Payments had no version at first, and what follows it.
  @Test func anOlderPaymentHasWhatFollowsFromItsOtherFields() throws {
    var payment = StoredSamples.payment
    payment.detail = []
    payment.mcc = nil
    payment.version = 1
    payment.sequenceID = payment.id.rawValue
    payment.sortDate = payment.transactedAt
    payment.createdAt = payment.transactedAt
    payment.updatedAt = payment.transactedAt
    let record = PaymentRecord(payment, card: 3)
    // The version, no sequence, three times with their marks, no details.
    let count = recordBytes(record).count
    let added = 1 + 1 + 3 * (1 + StoredSamples.timeBytes) + 1
    let old = Array(recordBytes(record).prefix(count - added))
    #expect(try readRecord(old, like: record) == record)
    #expect(try readRecord(old + Array(repeating: 0, count: 40), like: record) == record)
    // Control: without another byte it cannot be read.
    #expect(throws: MalformedRecord.self) { try readRecord(old.dropLast(4), like: record) }
  }
}
