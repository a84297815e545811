import Testing
import WalletAPI
import WalletModel

@testable import Issuer
@testable import VaultLedger
@testable import VaultTesting

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
    // Cards that were locked by themselves could not take a change back.
    let withTimes = writer.count
    timed.times.daysSet = StoredSamples.time
    timed.before = [StatusBefore(timed)]
    writer.clear()
    writer.put(timed)
    let new = try read(writer.written[...])
    #expect(new.times == timed.times && new.before == timed.before)
    let known = try read(writer.written[..<withTimes])
    #expect(known.card.autoLockDays == 30 && known.before.isEmpty && known.times.daysSet == nil)
    let old = try read(writer.written[..<before])
    #expect(old.card.autoLockDays == nil && old.times == CardTimes())
    #expect(old.tokenMarks == timed.tokenMarks)
    // Records with these had no rules.
    let withBefore = writer.count
    timed.card.rules = StoredSamples.rules
    writer.clear()
    writer.put(timed)
    #expect(try read(writer.written[...]).card.rules == StoredSamples.rules)
    let withoutRules = try read(writer.written[..<withBefore])
    #expect(withoutRules.card.rules == SpendingRules() && withoutRules.before == timed.before)
  }

  /// A pause did not say whether it was one of all cards.
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

  @Test func oldSignInRecordsAreRead() throws {
    var writer = RecordWriter(capacity: 256)
    defer { writer.free() }
    writer.put(signIn)
    // The end of the record, or the zeros of its padding.
    #expect(try read(writer.written.dropLast()) == signIn)
    writer.pad(to: 256)
    #expect(try read(writer.written[...]) == signIn)
    // Control: a record with the field.
    var renewed = signIn
    renewed.used = .init(hash: [5], at: made, before: [[4], [6]])
    writer.clear()
    writer.put(renewed)
    #expect(try read(writer.written[...]) == renewed)
  }
}
