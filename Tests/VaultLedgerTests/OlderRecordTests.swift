import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import SealedRecords
@testable import VaultLedger

extension CardRecord {
  fileprivate func at(_ position: Int) -> CardRecord {
    var record = self
    record.position = position
    return record
  }
}

/// Records that were written before they got additional fields.
@Suite struct OlderRecordTests {
  private let made = Moment(wall: Timestamp(milliseconds: 1_700_000_000_000), boot: 5)

  private var signIn: SignInRecord {
    var signIn = SignInRecord(
      id: "s", customer: CustomerID("c"), user: "u", userMark: [1], deviceID: "d",
      scopes: [.wallet], family: [2], refresh: [3], refreshMade: made)
    signIn.access = [.init(hash: [4], scopes: [.wallet], made: made)]
    return signIn
  }

  private func read(_ record: Slice<UnsafeRawBufferPointer>) throws -> SignInRecord {
    var reader = RecordReader(UnsafeRawBufferPointer(rebasing: record), customer: signIn.customer)
    return try reader.read(SignInRecord.self)
  }

  /// Cards had no times at which they are locked.
  @Test func oldCardsAreRead() throws {
    var writer = RecordWriter(capacity: 1024)
    defer { writer.free() }
    var timed = StoredSamples.fullCard
    writer.put(timed)
    let before = writer.count
    timed.card.autoLockDays = 30
    timed.times.lastUsed = StoredSamples.time
    writer.clear()
    writer.put(timed)
    #expect(writer.count > before)
    func read(_ record: Slice<UnsafeRawBufferPointer>) throws -> CardRecord {
      try Array("card-2".utf8).withUnsafeBytes { id in
        var reader = RecordReader(
          UnsafeRawBufferPointer(rebasing: record), lookupKey: id,
          customer: timed.card.customerID)
        return try reader.read(CardRecord.self)
      }
    }
    #expect(try read(writer.written[...]).card.autoLockDays == 30)
    let old = try read(writer.written[..<before])
    #expect(old.card.autoLockDays == nil && old.times == CardTimes())
    #expect(old.tokenMarks == timed.tokenMarks)
    #expect(old.card.tokenizations == timed.card.tokenizations)
    // Those with times had no limits.
    #expect(try read(writer.written[...]).storedLimits == nil)
    timed.card.limits.paymentLimit = 50_00
    writer.clear()
    writer.put(timed)
    #expect(try read(writer.written[...]).card.limits == timed.card.limits)
    // Nor were tokens frozen.
    timed.card.tokenizations?[1].isFrozen = true
    writer.clear()
    writer.put(timed)
    #expect(try read(writer.written[...]) == timed.at(-1))
    let plain = try read(writer.written.dropLast(2))
    #expect(plain.card.tokenizations?.map(\.isFrozen) == [false, false])
    #expect(plain.times == timed.times)
  }

  /// A pause did not say that it was one of all cards.
  @Test func oldVirtualCardsAreRead() throws {
    var writer = RecordWriter(capacity: 1024)
    defer { writer.free() }
    let new = StoredSamples.virtualCard
    writer.put(new)
    func read(_ record: Slice<UnsafeRawBufferPointer>) throws -> VirtualCardRecord {
      var reader = RecordReader(
        UnsafeRawBufferPointer(rebasing: record), customer: new.card.owner)
      return try reader.read(VirtualCardRecord.self)
    }
    #expect(try read(writer.written[...]) == new)
    var old = new
    old.card.isPausedWithAll = false
    #expect(try read(writer.written.dropLast()) == old)
  }

  /// A root names as many kinds as its program knew. New kinds begin with nothing.
  @Test(arguments: [30, 31, RootRecord.mostKinds]) func oldRootsAreRead(kinds: Int) throws {
    var writer = RecordWriter(capacity: 2048)
    defer { writer.free() }
    writer.put(byte: 1)
    writer.put(77)
    (0..<32).map { UInt8($0) }.withUnsafeBytes { writer.put($0) }
    writer.put(byte: UInt8(kinds))
    for kind in 1...kinds {
      writer.put(Int64(kind))
      writer.put(Int64(kind) * 10)
    }
    [UInt8](repeating: 9, count: 32).withUnsafeBytes { writer.put($0) }
    var reader = RecordReader(
      UnsafeRawBufferPointer(rebasing: writer.written[...]), customer: CustomerID(""))
    let root = try reader.root()
    #expect(root.counter == 77 && root.auditLink == [UInt8](repeating: 9, count: 32))
    #expect(root.counts[kinds] == Int64(kinds) && root.numbers[1] == 10)
    #expect(root.counts.dropFirst(kinds + 1).allSatisfy { $0 == 0 })
    #expect(RecordKind.allCases.count <= RootRecord.mostKinds)
  }

  @Test func oldSignInRecordsAreRead() throws {
    var writer = RecordWriter(capacity: 256)
    defer { writer.free() }
    writer.put(signIn)
    // The end of the record, or the zeros of its padding.
    #expect(try read(writer.written.dropLast(2)) == signIn)
    #expect(try read(writer.written.dropLast()) == signIn)
    writer.pad(to: 256)
    #expect(try read(writer.written[...]) == signIn)
    // Control: a record with the field.
    var renewed = signIn
    renewed.used = .init(hash: [5], at: made, before: [[4], [6]])
    writer.clear()
    writer.put(renewed)
    #expect(try read(writer.written[...]) == renewed)
    // Those of one server have no activity.
    renewed.active = made
    let before = writer.count
    writer.clear()
    writer.put(renewed)
    #expect(try read(writer.written[...]) == renewed)
    renewed.active = nil
    #expect(try read(writer.written[..<(before - 1)]) == renewed)
  }
}
