import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger

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
