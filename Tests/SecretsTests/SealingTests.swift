import Secrets
import Testing

@Suite struct SealingTests {
  private static let message = "{\"pin\":\"4821\"}"

  private func sealed(to pair: SealingKeyPair, about label: String) throws -> [UInt8] {
    let key = try #require(SealingKey(pair.publicKey))
    return try #require(key.seal(secret(Self.message), about: label))
  }

  @Test func aSealedMessageIsOpened() throws {
    let pair = SealingKeyPair()
    let box = try sealed(to: pair, about: "this")
    #expect(!String(decoding: box, as: UTF8.self).contains("4821"))
    #expect(try #require(pair.open(box, about: "this")).matches(secret(Self.message)))
    // Two boxes with the same message are different.
    #expect(try sealed(to: pair, about: "this") != box)
  }

  @Test func otherMessagesAreNotOpened() throws {
    let pair = SealingKeyPair()
    let box = try sealed(to: pair, about: "this")
    for label in ["", "thi", "this\n{\"pin\":", "that"] {
      #expect(pair.open(box, about: label) == nil)
    }
    #expect(SealingKeyPair().open(box, about: "this") == nil)
    for index in box.indices {
      var damaged = box
      damaged[index] ^= 1
      #expect(pair.open(damaged, about: "this") == nil)
    }
    for count in 0..<box.count {
      #expect(pair.open(Array(box.prefix(count)), about: "this") == nil)
    }
    pair.wipe()
    #expect(pair.open(box, about: "this") == nil)
  }

  /// Points with which every secret gives the same key, and values that are not keys.
  @Test(arguments: [
    "", "00", String(repeating: "00", count: 32), "01" + String(repeating: "00", count: 31),
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    String(repeating: "42", count: 31), String(repeating: "42", count: 33),
  ])
  func refusesBadKeys(_ hex: String) {
    let digits = Array(hex)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
    #expect(SealingKey(bytes) == nil)
  }

  @Test func onlyValidKeysAreAccepted() {
    #expect(SealingKey([UInt8](repeating: 0x42, count: 32)) != nil)
  }
}
