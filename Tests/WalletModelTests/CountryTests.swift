import Testing
import WalletModel

/// F37
@Suite struct CountryTests {
  @Test func codesAreConvertedInBothDirections() {
    #expect(Countries.codes.count == 249)
    for (two, three) in [("AU", "AUS"), ("US", "USA"), ("GB", "GBR"), ("VN", "VNM")] {
      #expect(Countries.alpha2(three) == two)
      #expect(Countries.alpha3(two) == three)
    }
    for code in Countries.codes {
      let three = Countries.alpha3(code)
      #expect(three?.utf8.count == 3 && three.map(Countries.alpha2) == code)
    }
  }

  @Test func otherTextsStay() {
    for text in ["", "US", "XYZ", "usa", "USAA"] { #expect(Countries.alpha2(text) == text) }
    for text in ["", "XX", "USA", "us"] { #expect(Countries.alpha3(text) == nil) }
  }
}
