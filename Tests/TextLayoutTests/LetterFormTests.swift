import Testing
import TextLayout

/// Forms of letters, and the joiners between them.
struct LetterFormTests {
  private func withoutJoiners(_ text: String) -> [Unicode.Scalar] {
    Array(text.unicodeScalars).filter { $0 != "\u{200c}" && $0 != "\u{200d}" }
  }

  @Test(arguments: [
    ("Tōkyō", "tokyo"), ("To\u{304}kyo\u{304}", "tokyo"), ("Straße", "strasse"),
    ("STRASSE", "strasse"), ("İZMİR", "izmir"), ("Ａｂ１", "ab1"), ("ﬁn", "fin"),
    ("Łódź Ø", "łodz ø"), ("Ἀθῆναι", "αθηναι"), ("café", "cafe"), ("lidl", "lidl"),
    ("می\u{200c}خواهم", "میخواهم"),
  ])
  func searchesIgnoreCaseAccentsAndForms(_ text: String, _ folded: String) {
    #expect(Array(Text.folded(text).utf8) == Array(folded.utf8))
    // Folding it again changes nothing, so both sides of a search can be folded.
    #expect(Text.folded(folded) == folded)
    #expect(Text.contains("1 " + text, folded: Array(folded.utf8)))
    #expect(!Text.contains(text, folded: Array((folded + "x").utf8)))
  }

  @Test func vowelSignsAreNoAccents() {
    #expect(Text.folded("कि") != Text.folded("क") && Text.folded("กุ") != Text.folded("ก"))
  }

  @Test func decomposedTextIsComposed() {
    #expect(Array(Text.composed("cafe\u{301}").utf8) == Array("caf\u{e9}".utf8))
    #expect(Text.composed("plain") == "plain")
  }

  /// Persian, Hindi, Sinhala, and an old form of Malayalam.
  @Test(arguments: [
    "می\u{200c}خواهم", "क्\u{200d}ष", "क्\u{200c}ष", "ශ්\u{200d}රී", "അവന്\u{200d}",
  ])
  func joinersOfWordsStay(_ word: String) {
    #expect(Array(Text.clean(word).utf8) == Array(word.utf8))
    #expect(Text.width(of: word) == withoutJoiners(word).reduce(0) { $0 + Text.width(of: $1) })
  }

  /// Elsewhere they are unseen. Terminals disagree on how wide a composed emoji is.
  @Test(arguments: [
    "pay\u{200d}pal", "a\u{200c}", "\u{200c}می", "می\u{200c}", "می\u{200c}\u{200c}خ", "م\u{200d}a",
    "1\u{200c}2", "👩\u{200d}💻", "❤\u{fe0f}\u{200d}🔥",
  ])
  func otherJoinersAreLeftOut(_ text: String) {
    #expect(Array(Text.clean(text).unicodeScalars) == withoutJoiners(text))
    #expect(Text.width(of: text) == Text.width(of: Text.clean(text)))
  }

  @Test(arguments: 1...9) func aTextWithJoinersIsCut(_ columns: Int) {
    let text = "می\u{200c}خو\u{200c}اهم"
    #expect(Text.width(of: Text.truncate(text, to: columns)) <= columns)
    let lines = Text.wrap(text, to: columns)
    #expect(lines.allSatisfy { Text.width(of: $0) <= columns })
    #expect(withoutJoiners(lines.joined()) == withoutJoiners(text))
  }
}
