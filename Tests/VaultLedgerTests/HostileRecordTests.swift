import Issuer
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Invalid records are refused and do not end the program.
@Suite struct HostileRecordTests {
  /// Reads these bytes with every reader of records.
  private func readAll(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { raw in
      func reader<R: LedgerRecord>(_ type: R.Type) -> (inout RecordReader) throws -> Void {
        { _ = try $0.read(R.self) }
      }
      var readers = RecordKind.allCases.compactMap(\.record).map { reader($0) }
      readers += [
        { _ = try $0.count() }, { try Self.time(&$0) }, { _ = try $0.raw() },
        {
          var text = ""
          try $0.text(&text, .anything)
        },
      ]
      return readers.filter { read in
        var reader = RecordReader(raw, lookupKey: raw)
        return (try? read(&reader)) != nil
      }.count
    }
  }

  private static func time(_ reader: inout RecordReader) throws(MalformedRecord) {
    var time = Timestamp.blank
    try reader.time(&time)
  }

  @Test func bytesByChance() {
    var state: UInt64 = 26
    func roll(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    var read = 0
    for _ in 0..<Effort.pick(short: 1000, long: 5000, torture: 1_000_000) {
      var bytes = (0..<roll(80)).map { _ in UInt8(roll(4) == 0 ? roll(256) : roll(3)) }
      if !bytes.isEmpty && roll(2) == 0 { bytes[0] = 1 }
      read += readAll(bytes)
    }
    #expect(read > 1000)
  }

  /// Numbers, times and counts have limits.
  @Test func numbersHaveRanges() throws {
    for number in [Int64.max, .min, 1_000_000_000_000_000, -1_000_000_000_000_000] {
      writtenBytes { $0.put(number) }.withUnsafeBytes { bytes in
        var reader = RecordReader(bytes)
        #expect(throws: MalformedRecord.self) { try reader.integer() }
        var again = RecordReader(bytes)
        #expect(throws: MalformedRecord.self) { try Self.time(&again) }
      }
    }
    for (count, isGood) in [(-1, false), (3, false), (2, true), (0, true)] {
      (writtenBytes { $0.put(Int64(count)) } + [0, 0]).withUnsafeBytes { bytes in
        var reader = RecordReader(bytes)
        #expect(((try? reader.count()) != nil) == isGood)
      }
    }
    for (time, isGood) in [
      (Timestamp.written.lowerBound, true), (.init(milliseconds: 1 << 49), false),
    ] {
      writtenBytes { $0.put(time.milliseconds) }.withUnsafeBytes { bytes in
        var reader = RecordReader(bytes)
        #expect(((try? Self.time(&reader)) != nil) == isGood)
      }
    }
  }
}
