import Testing
import WalletAPI

/// What is wrong with a text that should be metadata (F13).
struct MetadataMistakeTests {
  private func mistake(_ text: String) -> MetadataMistake? { .of(Array(text.utf8)) }

  @Test func aTextThatIsRightHasNone() {
    for text in ["", "{}", "null", "\"ä\"", "[1,\n2]"] { #expect(mistake(text) == nil, "\(text)") }
  }

  @Test func theFirstMistakeHasAPlace() {
    #expect(mistake("{a") == .notJSON(line: 1, column: 2))
    #expect(mistake("[\n1,\n]") == .notJSON(line: 3, column: 1))
    #expect(mistake("[\"ö\" 2]") == .notJSON(line: 1, column: 6))
    #expect(MetadataMistake.of([0x5b, 0x0a, 0xc3, 0xa4, 0xff]) == .notText(line: 2, column: 2))
    #expect(MetadataMistake.of([0x22, 0xc3]) == .notText(line: 1, column: 2))
    #expect(mistake("\"\(String(repeating: "x", count: 3_000))\"") == .tooLong)
  }
}
