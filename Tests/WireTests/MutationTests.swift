import Foundation
import SeededGenerator
import Testing
import Waiting
import WalletAPI
import WalletModel

/// Readers with random bytes: none may end the program. The results do not matter.
struct MutationTests {
  /// Valid answers of each kind with random changes, which are the same each time.
  @Test func randomChangesOfAnswersAreHarmless() throws {
    var chance = Chance(seed: 2026)
    let good = try Answers.whole.get().map { try Answer($0) }
    #expect(good.count > 30)
    let rounds = Effort.pick(short: 10, long: 150, torture: 20_000)
    var read = 0
    for answer in good {
      let reader = try #require(Readers.all[answer.operation])
      for _ in 0..<rounds {
        var bytes = answer.body.withBytes { Array($0) }
        for _ in 0...chance.roll(3) { chance.change(&bytes) }
        if (try? reader(.plain(bytes))) != nil { read += 1 }
      }
    }
    // Some are still valid, so more than the parser is tested.
    #expect(read > 10 * rounds / 3)
  }

  @Test func randomChangesOfHeadersAreHarmless() {
    var chance = Chance(seed: 7)
    let good = Array(
      #"Bearer realm="x", SCA realm="y" auth-param1="eyJzY2FEZXRhaWxzIjp7fX0=""#.utf8)
    for _ in 0..<Effort.pick(short: 300, long: 3000, torture: 200_000) {
      var bytes = good
      for _ in 0...chance.roll(4) { chance.change(&bytes) }
      let text = String(decoding: bytes, as: UTF8.self)
      let headers = ["WWW-Authenticate", "Retry-After", "Date", "Request-Id"].map {
        WireField($0, text)
      }
      let error = WalletError(wire: WireResponse(401, headers: headers))
      #expect([.unauthorized, .netAnswer, .scaRequired].contains(error.code))
      _ = try? ScaReference(header: text)
      _ = Timestamp(text)
      _ = CardExpiry(written: text)
      _ = Money(written: text, Currency("KWD"))
    }
  }

  /// Numbers in any place.
  @Test(arguments: [
    "-1", "9223372036854775807", "-9223372036854775808", "1e300", "-1e300", "1e-300", "1e999",
    "0.5", "43.0", "4.3e1", "-0", "0e0", "18446744073709551616",
  ])
  func numbersInPlaceOfAllNumbers(_ number: String) throws {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    for line in try Answers.whole.get() {
      let answer = try Answer(line)
      var bytes: [UInt8] = []
      // A number follows a colon, a comma or a bracket.
      for (index, byte) in answer.body.withBytes({ Array($0) }).enumerated() {
        let isNumber = digits.contains(byte)
        if isNumber, index > 0, let last = bytes.last, ":[,".utf8.contains(last) {
          bytes += Array(number.utf8) + [0]
        } else if !isNumber || bytes.last != 0 {
          bytes.append(byte)
        }
      }
      bytes.removeAll { $0 == 0 }
      _ = try? Readers.all[answer.operation]?(.plain(bytes))
    }
  }
}

/// Random changes of bytes.
private struct Chance {
  private var numbers: SeededGenerator
  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  /// From 0 up to `limit` - 1.
  mutating func roll(_ limit: Int) -> Int { limit < 1 ? 0 : Int(numbers.next() % UInt64(limit)) }

  private static let pieces: [[UInt8]] = [
    "-", "9", "e9", ".5", "null", "true", "[]", "{}", "\"", "\\", "\\u0000", "\\ud800", ",", ":",
    "9223372036854775807", "-9223372036854775808", "1e300", "\u{202e}", "{\"a\":1}", "[[[[", "=",
  ].map { Array($0.utf8) }

  /// Flips a bit, removes or inserts bytes, or repeats a part.
  mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let at = roll(bytes.count)
    let end = min(bytes.count, at + roll(12))
    switch roll(6) {
    case 0: bytes[at] ^= 1 << UInt8(roll(8))
    case 1: bytes[at] = UInt8(roll(256))
    case 2: bytes.removeSubrange(at..<end)
    case 3: bytes.insert(contentsOf: bytes[at..<end], at: at)
    case 4: bytes.replaceSubrange(at..<end, with: Self.pieces[roll(Self.pieces.count)])
    default: bytes.insert(contentsOf: Self.pieces[roll(Self.pieces.count)], at: at)
    }
  }
}
