import Languages
import Testing

@testable import Words

@Suite struct ProgrammeTests {
  @Test(arguments: [
    ("SKRILL-VIRTUAL-MC-EEA", "Skrill Mastercard", "Skrill Virtual Mastercard, EEA"),
    ("SKRILL-PHYSICAL-VISA-EEA", "Skrill Visa", "Skrill Physical Visa, EEA"),
    ("BRAND-PHYSICAL-MC", "Brand Mastercard", "Brand Physical Mastercard"),
    ("ACME_GOLD_VISA", "Acme Gold Visa", "Acme Gold Visa"), ("MC", "Mastercard", "Mastercard"),
    // Of which nothing is known.
    ("XY-9-PLUS", "Xy 9 Plus", "Xy 9 Plus"), ("", "", ""),
    // A name that is no code.
    ("My card-type", "My card-type", "My card-type"),
  ])
  func aCodeIsWrittenInWords(code: String, short: String, full: String) {
    let name = Words(.english).cardForms.programme(code)
    #expect(name.short == short)
    #expect(name.full == full)
  }

  @Test func germanPutsTheTypeBehindTheName() {
    let name = Words(.german).cardForms.programme("SKRILL-VIRTUAL-MC-EEA")
    #expect(name.full == "Skrill Mastercard virtuell, EEA")
    #expect(name.regional == "Skrill Mastercard, EEA")
  }
}
