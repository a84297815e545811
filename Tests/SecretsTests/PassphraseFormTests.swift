import Secrets
import Testing

/// A passphrase is the same in whichever form its letters are typed.
struct PassphraseFormTests {
  static let composed = "Z\u{fc}rcher Stra\u{df}e 12 caf\u{e9}"
  static let decomposed = "Zu\u{308}rcher Stra\u{df}e 12 cafe\u{301}"
  private static let salt = [UInt8](0..<16)

  private func text(_ secret: Secret?) -> String? {
    secret?.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func key(_ text: String) throws -> PassphraseKey {
    try #require(PassphraseKey(secret(text), salt: Self.salt, .minimum))
  }

  @Test func theSameLettersHaveTheSameBytes() {
    let normal = text(secret(Self.decomposed).normalized())
    #expect(normal.map { Array($0.utf8) } == Array(Self.composed.utf8))
    #expect(text(secret("\u{feff}horse").normalized()) == "horse")
    // U+1D160 becomes three times as long.
    let note = "\u{1d160}"
    #expect(secret(note).normalized()?.count == 3 * note.utf8.count)
  }

  @Test(arguments: ["", "correct horse", composed, "\u{feff}"])
  func normalTextIsNotCopied(_ text: String) {
    #expect(secret(text).normalized() == nil)
  }

  /// Bytes that are not UTF-8 must not all become the same replacement character.
  @Test func otherBytesStayAsTheyAre() {
    #expect(secret([0x5a, 0xfc, 0x72]).normalized() == nil)
    #expect(secret([0x75, 0xcc, 0x88, 0xff]).normalized() == nil)
  }

  @Test func eachFormOpensWhatTheOtherHasSealed() throws {
    let content = secret("data key")
    for (sealing, opening) in [
      (Self.composed, Self.decomposed), (Self.decomposed, Self.composed),
      ("horse", "\u{feff}horse"),
    ] {
      let box = try key(sealing).seal(content, boundTo: [1])
      let opened = try key(opening).open(box, boundTo: [1])
      #expect(text(opened) == "data key")
      #expect(try key(opening + "x").open(box, boundTo: [1]) == nil)
    }
  }

  /// Boxes of a version that did not normalise: of the decomposed passphrase, and of one with a
  /// byte order mark. They were made with libsodium from Python.
  @Test(arguments: [
    (decomposed, "7c99076e428afcb730d1122861e79b2496b4e7e90492c6b4"),
    ("\u{feff}correct horse", "b098177738652b4b8c7ad63789e8d81872391a3bb6e70200"),
  ])
  func theBytesAsTheyAreOpenOlderBoxes(_ passphrase: String, _ sealed: String) throws {
    var box = [UInt8](repeating: 0, count: 24)
    var rest = sealed[...]
    while !rest.isEmpty {
      box.append(try #require(UInt8(rest.prefix(2), radix: 16)))
      rest = rest.dropFirst(2)
    }
    let bound = Array("header".utf8)
    let opened = try key(passphrase).open(box, boundTo: bound)
    #expect(text(opened) == "data key")
    #expect(try key("another").open(box, boundTo: bound) == nil)
  }
}
