import CWidth
import Testing
import TextLayout

@Suite struct TextTests {
  @Test(arguments: 1...12) func fittedTextFits(width: Int) {
    for text in ["日本語テキスト", "e\u{301}e\u{301}e\u{301}", "\u{200b}\u{7f}", "🇩🇪👩‍👩‍👧", "plain"] {
      #expect(Text.width(of: Text.truncate(text, to: width)) <= width)
      #expect(Text.width(of: Text.pad(text, to: width)) == width)
      #expect(Text.wrap(text, to: width).allSatisfy { Text.width(of: $0) <= max(width, 2) })
    }
  }

  /// The fast path for ASCII gives the same result as the general one.
  @Test(arguments: ["", " ", "abc ~", "a\u{7f}", "a\tb", "é", "──", "a–b", "\u{1b}[2J"])
  func theFastWidthAgreesWithTheSlowOne(_ text: String) {
    let long = text.unicodeScalars.reduce(0) { sum, scalar in
      let width = Text.width(of: scalar)
      return sum + (width >= 0 ? width : Text.visible(scalar).utf8.count)
    }
    #expect(Text.width(of: text) == long)
    #expect(Text.clean(text).unicodeScalars.allSatisfy { Text.width(of: $0) >= 0 })
  }

  @Test func linesAndShapesAreOneColumnWide() {
    // A width outside the fast path sets a UTF-8 locale if there is none.
    #expect(Text.width(of: "界") == 2)
    for value in UInt32(0x2500)..<0x25fd {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(width_of_scalar(value) == Int32(Text.width(of: scalar)))
    }
  }
}
