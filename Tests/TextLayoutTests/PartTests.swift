import Testing
import TextLayout

struct PartTests {
  @Test(
    arguments: [
      ("abc", "abc", 0), ("abc", "c", 2), ("aab", "ab", 1), ("ababac", "abac", 2), ("aaa", "aa", 0),
      ("abc", "", 0), ("", "", 0), ("ab", "abc", nil), ("", "a", nil), ("abab", "ba ", nil),
    ] as [(String, String, Int?)])
  func theFirstPlaceIsFound(_ text: String, _ part: String, _ start: Int?) {
    let place = text.firstRange(ofPart: part)
    #expect(place.map { text[..<$0.lowerBound].count } == start)
    #expect(place.map { text[$0] == part } != false)
    #expect(text.contains(part: part) == (start != nil))
    let bytes = Array(text.utf8)
    #expect(bytes.firstRange(ofPart: part.utf8) == start.map { $0..<$0 + part.utf8.count })
    // Places count from where a slice begins.
    #expect(([0] + bytes)[1...].firstRange(ofPart: part.utf8)?.lowerBound == start.map { $0 + 1 })
  }

  @Test func aPartEndsWhereCharactersEnd() {
    #expect(!"cafe\u{301}".contains(part: "cafe") && "cafe\u{301}s".contains(part: "caf\u{e9}"))
  }

  @Test(arguments: [
    ("a · b · c", " · ", ", ", "a, b, c"), ("aaaaa", "aa", "b", "bba"), ("abc", "", "x", "abc"),
    ("abab", "ab", "", ""), ("aba", "a", "aa", "aabaa"), ("", "a", "b", ""),
    ("abc", "d", "e", "abc"),
  ])
  func eachPartIsReplacedOnce(_ text: String, _ part: String, _ new: String, _ expected: String) {
    #expect(text.replacing(part: part, with: new) == expected)
  }

  @Test func aScalarIsReplacedBeforeACombiningMark() {
    #expect("a'\u{301}'".escaping(["'": "$"]) == "a$\u{301}$")
  }
}
