import CardEntry
import Secrets
import Testing
import WalletModel

/// D08 to D10, D12, D13: what is shown, and where the caret is.
struct EntryLineTests {
  /// D08: a separator only if more digits follow.
  @Test func numberIsShownInGroups() {
    var form = CardEntryForm()
    var shown: [String] = []
    for digit in "411111111" {
      form.type("\(digit)", .number)
      shown.append(form.shown(.number))
    }
    #expect(
      shown == [
        "4|", "41|", "411|", "4111|", "4111 1|", "4111 11|", "4111 111|", "4111 1111|",
        "4111 1111 1|",
      ])
    form.type("11111111", .number)
    #expect(form.shown(.number) == "4111 1111 1111 1111|")
  }

  @Test(arguments: [
    (PAN.Separator.space, "3782 822463 10005|"), (.none, "378282246310005|"),
    (.dash, "3782-822463-10005|"), (.slash, "3782/822463/10005|"),
  ])
  func separatorCanBeChosen(_ separator: PAN.Separator, _ expected: String) {
    var form = CardEntryForm { $0.separator = separator }
    form.type(amex + "99", .number)
    #expect(form.shown(.number) == expected)
  }

  @Test func savedNumbersHaveAFifthGroup() {
    var form = CardEntryForm(.saving())
    form.type("4111111111111111110" + "5", .number)
    #expect(form.shown(.number) == "4111 1111 1111 1111 110|")
  }

  /// D09.
  @Test func onlyDigitsAreAccepted() {
    var form = CardEntryForm()
    for scalar: Unicode.Scalar in ["a", " ", "-", "٤", "４", "\u{0}", "é", "💳"] {
      #expect(form.edit(.insert(scalar), in: .number) == [.field(.number, .invalidCharacter)])
    }
    #expect(form.shown(.number) == "|")
  }

  @Test(arguments: [
    ("4111 1111 1111 1111", "4111 1111 1111 1111|", false), ("4111-1111", "4111 1111|", false),
    ("4111\u{a0}1111", "4111 1111|", false), ("41x11", "4111|", true), ("x", "|", true),
    ("\u{200e}4111\u{2011}1111\u{202f}1\u{2069}", "4111 1111 1|", false),
    ("41\n99", "41|", false), ("41\r\n99", "41|", false), ("", "|", false),
    ("41111111111111112222", "4111 1111 1111 1111|", false), ("٤٢", "|", true),
    ("3782822463100059999", "3782 822463 10005|", false),
  ])
  func numberIsPasted(_ text: String, _ expected: String, _ isInvalid: Bool) {
    var form = CardEntryForm()
    let events = form.edit(.paste(secret(text)), in: .number)
    #expect(form.shown(.number) == expected)
    #expect(events.contains(.field(.number, .invalidCharacter)) == isInvalid)
  }

  @Test func damagedTextIsPastedSafely() {
    var form = CardEntryForm()
    let damaged = Secret(count: 5) { $0.copyBytes(from: [0x34, 0xff, 0xc3, 0x31, 0xe2]) }
    let events = form.edit(.paste(damaged), in: .number)
    #expect(form.shown(.number) == "41|")
    #expect(events.first == .field(.number, .invalidCharacter))
  }

  @Test func aLineIsNotPastedIntoItself() {
    var form = CardEntryForm()
    form.type("41", .number)
    #expect(form.edit(.paste(form.line(.number).secret), in: .number) == [])
    #expect(form.shown(.number) == "41|")
  }

  @Test func textIsPastedAtTheCaret() {
    var form = CardEntryForm()
    form.type("4999", .number)
    #expect(form.edited(.number, .left, .paste(secret("11 11"))) == "4991 111|9")
  }

  @Test func caretIsOnDigitsAndPassesSeparators() {
    var form = CardEntryForm()
    form.type("411122", .number)
    var shown: [String] = []
    let edits: [LineEdit] = [
      .left, .left, .left, .right, .start, .left, .wordRight, .wordRight, .wordRight, .wordLeft,
      .wordLeft, .wordLeft, .end, .right, .column(4), .column(5), .column(0), .column(99),
      .column(-1),
    ]
    for edit in edits {
      #expect(form.edit(edit, in: .number) == [])
      shown.append(form.shown(.number))
    }
    #expect(
      shown == [
        "4111 2|2", "4111 |22", "411|1 22", "4111 |22", "|4111 22", "|4111 22", "4111 |22",
        "4111 22|", "4111 22|", "4111 |22", "|4111 22", "|4111 22", "4111 22|", "4111 22|",
        "411|1 22", "4111 |22", "|4111 22", "4111 22|", "|4111 22",
      ])
  }

  @Test func digitsAreDeletedAroundSeparators() {
    var form = CardEntryForm()
    form.type("411122", .number)
    #expect(form.edited(.number, .column(5), .deleteBackward) == "411|2 2")
    #expect(form.edited(.number, .deleteForward) == "411|2")
    form.type("33", .number)
    #expect(form.shown(.number) == "4113 3|2")
    #expect(form.edited(.number, .deleteWord) == "4113 |2")
    #expect(form.edited(.number, .deleteToStart) == "|2")
    #expect(form.edit(.deleteBackward, in: .number) == [])
    _ = form.edit(.end, in: .number)
    #expect(form.edit(.deleteForward, in: .number) == [])
  }

  @Test func aChangedBrandRegroupsUnderTheCaret() {
    var form = CardEntryForm()
    form.type("7123456789012345", .number)
    _ = form.edit(.start, in: .number)
    // The field is full.
    #expect(form.edit(.insert("3"), in: .number) == [])
    #expect(form.edited(.number, .end, .deleteBackward) == "7123 4567 8901 234|")
    _ = form.edit(.start, in: .number)
    form.type("3", .number)
    // Cut at the 15 digits of the new brand.
    #expect(form.shown(.number) == "3|712 345678 90123")
    #expect(form.edited(.number, .deleteBackward) == "|7123 4567 8901 23")
  }

  /// D12.
  @Test(arguments: [
    ("0", "0|"), ("1", "1|"), ("2", "02|"), ("9", "09|"), ("12", "12|"), ("122", "12 / 2|"),
    ("1229", "12 / 29|"), ("12299", "12 / 29|"), ("929", "09 / 29|"), ("000", "00 / 0|"),
    ("0001", "00 / 0|"), ("00", "00|"), ("0012", "00 / 12|"), ("1/29", "12 / 9|"),
    // The year may have four digits.
    ("11/2029", "11 / 29|"), ("112029", "11 / 29|"), ("92031", "09 / 31|"), ("1120", "11 / 20|"),
    ("11203", "11 / 3|"), ("1120299", "11 / 29|"), ("11/20x29", "11 / 29|"),
  ])
  func expiryIsCompleted(_ typed: String, _ expected: String) {
    var form = CardEntryForm()
    form.type(typed, .expiry)
    #expect(form.shown(.expiry) == expected)
  }

  @Test func expiryIsEditedAroundItsSeparator() {
    var form = CardEntryForm()
    form.type("1229", .expiry)
    #expect(form.edited(.expiry, .left, .left) == "12 / |29")
    #expect(form.edited(.expiry, .deleteBackward) == "1|2 / 9")
    form.type("0", .expiry)
    #expect(form.shown(.expiry) == "10 / |29")
    _ = form.edit(.deleteToStart, in: .expiry)
    // A single digit that is left over is not completed.
    #expect(form.edited(.expiry, .deleteForward) == "|9")
    #expect(form.edited(.expiry, .deleteForward) == "|")
  }

  @Test func nothingIsPastedIntoTheExpiry() {
    var form = CardEntryForm()
    #expect(form.edit(.paste(secret("1229")), in: .expiry) == [])
    #expect(form.shown(.expiry) == "|")
  }

  /// D10.
  @Test func cvvIsMaskedIfThatIsChosen() {
    var form = CardEntryForm { $0.masksCVV = true }
    form.type("1234", .cvv)
    #expect(form.shown(.cvv) == "****|")
    var open = CardEntryForm()
    open.type("12345", .cvv)
    #expect(open.shown(.cvv) == "1234|")
    #expect(open.edited(.cvv, .left, .deleteBackward) == "12|4")
    var visa = CardEntryForm()
    visa.type("4", .number)
    visa.type("1234", .cvv)
    #expect(visa.shown(.cvv) == "123|")
  }

  /// D13.
  @Test(arguments: [
    ("  Ana  Petrova ", "Ana Petrova |", false), ("Zoë D'Arc-Öst", "Zoë D'Arc-Öst|", false),
    ("An4a", "Ana|", true), ("Ана", "|", true), ("Ana\tB", "AnaB|", true),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWX|", false),
  ])
  func nameIsFiltered(_ text: String, _ expected: String, _ isInvalid: Bool) {
    var typed = CardEntryForm()
    let events = typed.type(text, .name)
    #expect(typed.shown(.name) == expected)
    #expect(events.contains(.field(.name, .invalidCharacter)) == isInvalid)
    var pasted = CardEntryForm()
    _ = pasted.edit(.paste(secret(text)), in: .name)
    #expect(pasted.shown(.name) == expected)
  }

  @Test func decomposedNamesArePasted() {
    var form = CardEntryForm()
    #expect(form.edit(.paste(secret("Zoe\u{308}")), in: .name).first != nil)
    #expect(form.shown(.name) == "Zo\u{eb}|")
  }

  @Test func spacesOfANameStaySingle() {
    var form = CardEntryForm()
    form.type("Ana B Cee", .name)
    for _ in 0..<4 { _ = form.edit(.left, in: .name) }
    #expect(form.shown(.name) == "Ana B| Cee")
    #expect(form.edited(.name, .deleteBackward) == "Ana |Cee")
    #expect(form.edit(.insert(" "), in: .name) == [])
    #expect(form.shown(.name) == "Ana |Cee")
    #expect(form.edited(.name, .wordLeft, .right, .wordRight) == "Ana |Cee")
    #expect(form.edited(.name, .deleteWord) == "|Cee")
    #expect(form.edit(.insert(" "), in: .name) == [])
    #expect(form.shown(.name) == "|Cee")
  }

  /// A copy of the form from before a change has a caret that may be behind the last digit.
  @Test func anOldCopyIsSafe() {
    var form = CardEntryForm()
    form.type("4111", .number)
    var old = form
    _ = form.edit(.deleteToStart, in: .number)
    #expect(old != form)
    #expect(old.shown(.number) == "|")
    old.type("5", .number)
    #expect(old.shown(.number) == "5|")
  }
}
