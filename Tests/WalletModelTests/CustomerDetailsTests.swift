import Testing
import WalletModel

@Suite struct CustomerDetailsTests {
  @Test(arguments: ["Ana Petrova", "Jean-Luc O'Neill", "Zoë Ångström", "Al"])
  func goodNames(_ name: String) { #expect(Rules.holderName(name) == nil) }

  @Test(arguments: [
    "", "A", "Ana  Petrova", " Ana", "Ana ", "Ana1", "Ана", "An\u{202e}a",
    "A name that is far too long",
  ])
  func badNames(_ name: String) { #expect(Rules.holderName(name) != nil) }

  @Test(arguments: ["a@b.co", "first.last+tag@sub.example.museum"])
  func goodAddresses(_ email: String) { #expect(Rules.email(email) == nil) }

  @Test(arguments: [
    "", "a@b.c", "abcdef", "@example.com", "a@example", "a@@b.com", "a@.com", "a b@c.de",
    "a@b..com",
  ])
  func badAddresses(_ email: String) { #expect(Rules.email(email) != nil) }

  /// Characters are Unicode scalars. A combining accent counts, too.
  @Test func lengthCountsScalars() {
    func address(_ accents: Int) -> String {
      "a" + String(repeating: "\u{301}", count: accents) + "@example.com"
    }
    #expect(address(242).unicodeScalars.count == 255)
    #expect(Rules.email(address(242)) == nil && Rules.email(address(243)) != nil)
  }

  @Test func everyWrongFieldIsReported() {
    let details = CustomerDetails(name: "", mobile: "1", email: "x")
    #expect(details.fieldErrors.map(\.field) == ["name", "mobile", "email"])
    let good = CustomerDetails(name: "Ana", mobile: "+359 888123456", email: "ana@example.com")
    #expect(good.fieldErrors.isEmpty)
  }
}
