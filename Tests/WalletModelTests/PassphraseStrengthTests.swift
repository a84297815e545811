import Testing

@testable import WalletModel

@Suite struct PassphraseStrengthTests {
  @Test(arguments: [
    ("", PassphraseStrength.weak), ("12345678", .weak), ("aaaaaaaaaaaaaaaaaaaa", .weak),
    ("password123", .weak), ("PassWord2026", .weak), ("abcdefghijklmnop", .weak),
    ("qwertyuiop", .weak), ("kpfjzmta", .weak), ("xK9!mQ2#vT7p", .fair),
    ("correct horse battery staple", .strong), ("Schnee liegt auf dem Witoscha", .strong),
  ])
  func whatIsHardToGuessIsStrong(_ text: String, _ strength: PassphraseStrength) {
    let typed = secret(text)
    #expect(PassphraseStrength(typed) == strength, "\(PassphraseStrength.bits(typed)) bits")
  }

  @Test func eachCharacterCountsAndNoneIsWorthLessThanNothing() {
    var before = -1.0
    for end in 0...12 {
      let bits = PassphraseStrength.bits(secret(String("Zug nach Wien".prefix(end))))
      #expect(bits > before)
      before = bits
    }
  }

  /// A word is as common in capitals; letters of other scripts are characters, not bytes.
  @Test func capitalsAndOtherScripts() {
    #expect(
      PassphraseStrength.bits(secret("SUNSHINE")) == PassphraseStrength.bits(secret("sunshine")))
    #expect(PassphraseStrength.bits(secret("ж")) == 6)
  }
}
