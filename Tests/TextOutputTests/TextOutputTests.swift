import Glibc
import Secrets
import Testing
import TextLayout

@testable import TextOutput

/// The output at the other end of a pipe, for any input.
@Suite struct TextOutputTests {
  /// All scalars that a text must not contain, and some invalid bytes.
  private static let hazards = (0...0x10ffff).compactMap { Unicode.Scalar($0) }
    .filter { Text.isHazard($0) }

  private func written(_ body: (TextOutput) throws -> Void) throws -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    // More than a text of this test has.
    // Swift does not import F_SETPIPE_SZ.
    let setPipeSize: Int32 = 1031
    _ = fcntl(ends[1], setPipeSize, 1 << 20)
    defer { close(ends[0]) }
    try body(TextOutput(ends[1]))
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes[..<max(0, read(ends[0], &bytes, bytes.count))])
  }

  private func isHarmless(_ bytes: [UInt8]) -> Bool {
    let text = String(validating: bytes, as: UTF8.self)
    return text?.unicodeScalars.allSatisfy { $0 == "\n" || !Text.isHazard($0) } ?? false
  }

  @Test func hazardsAreNeverWritten() throws {
    #expect(Self.hazards.count > 4_000)
    for start in stride(from: 0, to: Self.hazards.count, by: 200) {
      let part = Self.hazards[start..<min(start + 200, Self.hazards.count)]
      let text = part.map { "a\($0)" }.joined()
      let out = try written { try $0.text(text) }
      #expect(isHarmless(out) && !out.isEmpty)
      #expect(isHarmless(try written { try $0.json("\"\(text)\"") }))
      #expect(isHarmless(try written { try $0.json(Array(text.utf8)) }))
      let secret = Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
      let shown = try written { try $0.secret(secret) }
      #expect(isHarmless(shown) && shown.count == text.utf8.count)
      var styled = StyledText()
      styled.append(text)
      #expect(isHarmless(Array(styled.text.utf8)))
    }
  }

  @Test func aLineHasNoLineEndInside() throws {
    #expect(try written { try $0.line("a\nb\r") } == Array("a<U+000A>b<U+000D>\n".utf8))
    #expect(try written { try $0.text("a\nb\u{1b}\n") } == Array("a\nb<U+001B>\n".utf8))
  }

  @Test func harmlessTextIsUnchanged() throws {
    let text = "Zalando – Söhne 旅行 ❤\u{fe0f} ½\n\"\\\n"
    #expect(try written { try $0.text(text) } == Array(text.utf8))
    #expect(try written { try $0.json(text) } == Array(text.utf8))
  }

  /// Members are in the order of their names. Texts may have quotes, brackets and commas in them.
  @Test func compactJSONIsFormatted() throws {
    let compact = #"{"b":[1,{"z":{},"a":"\"}]}\\"},[]],"a{":"日,:","a":-1.5e3,"aa":null}"#
    let out = try written { output in
      try output.json(formatting: Array(compact.utf8), depth: 1, after: "{", before: "}")
    }
    let lines = [
      "{{", #"    "a" : -1.5e3,"#, #"    "aa" : null,"#, #"    "a{" : "日,:","#, #"    "b" : ["#,
      "      1,", "      {", #"        "a" : "\"}]}\\","#, #"        "z" : {"#, "",
      "        }", "      },", "      [", "", "      ]", "    ]", "  }}",
    ]
    #expect(String(decoding: out, as: UTF8.self) == lines.joined(separator: "\n"))
  }

  @Test func longJSONIsWrittenInPiecesWithoutALoss() throws {
    let items = (0..<20_000).map { "[\"\($0) ü\"]" }
    let out = try written { output in
      try output.json(formatting: Array("[\(items.joined(separator: ","))]".utf8), before: "")
    }
    let text = String(decoding: out, as: UTF8.self)
    #expect(out.count > 400_000)
    #expect(
      text.filter { $0 != "\n" && $0 != " " }
        == "[\(items.joined(separator: ","))]".filter { $0 != " " })
  }

  /// Escaped as in JSON (RFC 8259, 7), so that a reader gets the same text.
  @Test func escapedJSONHasTheSameMeaning() throws {
    let out = try written { try $0.json("\"a\u{7f}\u{9b}\u{202e}\u{2028}\u{e0041}z\"") }
    #expect(
      String(decoding: out, as: UTF8.self)
        == #""a\u007f\u009b\u202e\u2028\udb40\udc41z""#)
  }

  /// Invalid bytes, truncated and overlong forms, and characters that would end a string.
  @Test(
    arguments: [
      ([0x31, 0x1b, 0x32], "1?2"), ([0xc2], "?"), ([0xc0, 0x80], "??"),
      ([0xe0, 0x80, 0x80], "???"),
      ([0xed, 0xa0, 0x80], "???"), ([0xf5, 0x80, 0x80, 0x80], "????"), ([0xc3, 0xa4], "ä"),
      ([0xc2, 0x9b], "??"), ([0x22, 0x5c], "\"\\"),
    ] as [([UInt8], String)])
  func aSecretIsTextOrQuestionMarks(_ bytes: [UInt8], _ shown: String) throws {
    let secret = bytes.withUnsafeBytes { Secret(copying: $0) }
    #expect(try written { try $0.secret(secret) } == Array(shown.utf8))
    let quoted = shown == "\"\\" ? "??" : shown
    #expect(try written { try $0.secret(secret, isQuoted: true) } == Array(quoted.utf8))
    #expect(try written { try $0.secret(secret, 0..<99) } == Array(shown.utf8))
    #expect(try written { try $0.secret(secret, 7..<9) }.isEmpty)
  }
}
