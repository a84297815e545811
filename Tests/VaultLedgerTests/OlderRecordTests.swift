import Testing
import WalletModel

@testable import Issuer
@testable import VaultLedger
@testable import VaultTesting

/// Records that were written before they got additional fields.
@Suite struct OlderRecordTests {
  /// Cards had no times at which they are locked.
  @Test func oldCardsAreRead() throws {
    var timed = StoredSamples.fullCard
    let before = recordBytes(timed).count
    timed.card.autoLockDays = 30
    timed.times.lastUsed = StoredSamples.time
    var bytes = recordBytes(timed)
    #expect(bytes.count > before)
    #expect(try readRecord(bytes, like: timed).card.autoLockDays == 30)
    // Cards that were locked by themselves could not take a change back.
    let withTimes = bytes.count
    timed.times.daysSet = StoredSamples.time
    timed.before = [StatusBefore(timed)]
    bytes = recordBytes(timed)
    let new = try readRecord(bytes, like: timed)
    #expect(new.times == timed.times && new.before == timed.before)
    let known = try readRecord(Array(bytes.prefix(withTimes)), like: timed)
    #expect(known.card.autoLockDays == 30 && known.before.isEmpty && known.times.daysSet == nil)
    let old = try readRecord(Array(bytes.prefix(before)), like: timed)
    #expect(old.card.autoLockDays == nil && old.times == CardTimes())
    #expect(old.tokenMarks == timed.tokenMarks)
    // Records with these had no rules.
    let withBefore = bytes.count
    timed.card.rules = StoredSamples.rules
    bytes = recordBytes(timed)
    #expect(try readRecord(bytes, like: timed).card.rules == StoredSamples.rules)
    let withoutRules = try readRecord(Array(bytes.prefix(withBefore)), like: timed)
    #expect(withoutRules.card.rules == SpendingRules() && withoutRules.before == timed.before)
  }

  /// A pause did not say whether it was one of all cards.
  @Test func oldVirtualCardsAreRead() throws {
    let new = StoredSamples.virtualCard
    let bytes = recordBytes(new)
    #expect(try readRecord(bytes, like: new) == new)
    var old = new
    old.card.isPausedWithAll = false
    #expect(try readRecord(bytes.dropLast(), like: new) == old)
  }

  @Test func oldSignInRecordsAreRead() throws {
    let renewed = StoredSamples.signIn
    var signIn = renewed
    signIn.used = nil
    // The end of the record, or the zeros of its padding.
    #expect(try readRecord(recordBytes(signIn).dropLast(), like: signIn) == signIn)
    let padded = writtenBytes {
      $0.put(signIn)
      $0.pad(to: 256)
    }
    #expect(try readRecord(padded, like: signIn) == signIn)
    // Control: a record with the field.
    #expect(try readRecord(recordBytes(renewed), like: renewed) == renewed)
  }
}
