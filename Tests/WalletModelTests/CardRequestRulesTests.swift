import Testing
import WalletModel

/// A16, A17, A19 and our alias.
struct CardRequestRulesTests {
  private let virtual = CardProgram(
    cardType: .virtual, scheme: .visa, name: "V", currencies: [Currency("EUR"), Currency("USD")])
  private let physical = CardProgram(
    cardType: .physical, scheme: .visa, name: "V", currencies: [Currency("EUR")])
  private let address = DeliveryAddress(
    address1: "12 Vitosha Blvd", city: "Sofia", countryCode: "BG", postalCode: "1000")

  private func problems(
    _ market: Market = .eu, _ program: CardProgram? = nil,
    _ change: (inout CardRequest) -> Void
  ) -> [String] {
    var request = CardRequest(programName: "V", currency: "EUR")
    if market == .us {
      request.termsAndConditionsAccepted = true
      request.eDisclosureAccepted = true
    }
    change(&request)
    return request.fieldErrors(program: program ?? virtual, market: market).map(\.field)
  }

  @Test func theSmallestRequestIsValid() {
    #expect(problems { _ in } == [])
    #expect(problems(.us) { _ in } == [])
  }

  @Test func programMustBeNamedAndEligible() {
    let empty = CardRequest(programName: "", currency: "EUR").fieldErrors(program: nil, market: .eu)
    #expect(empty == [FieldError("programName", .field(.needed))])
    let unknown = CardRequest(programName: "X", currency: "EUR")
      .fieldErrors(program: nil, market: .eu)
    #expect(unknown.map(\.field) == ["programName"])
    #expect(unknown != empty)
  }

  @Test(arguments: [
    ("EUR", true), ("USD", true), ("", false), ("eur", false), ("EU", false), ("EURO", false),
    ("E1R", false), ("GBP", false), ("ÄUR", false),
  ])
  func currency(_ code: String, _ fine: Bool) {
    #expect(problems { $0.currency = code } == (fine ? [] : ["currency"]))
  }

  @Test(arguments: [
    ("+1 123456789", true), ("+11234567899", true), ("+359 888123456", true),
    ("+359\t888123456", true), ("+1234567", true), ("+359 8881", true), ("+123456789012345", true),
    ("+1 23456789012345", true), ("+359 888123456789", true),
    // E.164: 7 to 15 digits, with a country code of one to three.
    ("+43", false), ("+12", false), ("+1 1", false), ("+123456", false), ("+359 888", false),
    ("+1234567890123456", false), ("+1 234567890123456", false), ("+359 8881234567890", false),
    ("+3598 88123456", false), ("+123456789012345678901234567890", false),
    ("", false), ("+", false), ("+1", false), ("11234567", false), ("+1 ", false),
    ("+ 1234567", false), ("+1  2345678", false), ("+1 234 5678", false),
    ("+1-2345678", false), ("+1a 2345678", false), ("+1 2345678x", false), (" +1 2345678", false),
    ("+1 2345678\n", false), ("+٣٥٩ 888123456", false),
  ])
  func mobile(_ text: String, _ fine: Bool) {
    #expect(problems { $0.mobile = text } == (fine ? [] : ["mobile"]))
  }

  @Test(arguments: [
    ("1234", true), ("0000", true), ("123", false), ("12345", false), ("12a4", false),
    ("", false), ("12 4", false),
  ])
  func pin(_ text: String, _ fine: Bool) {
    #expect(problems { $0.cardPin = secret(text) } == (fine ? [] : ["cardPin"]))
  }

  @Test func aPinIsSetSeparatelyInTheUS() {
    #expect(problems(.us) { $0.cardPin = secret("1234") } == ["cardPin"])
  }

  @Test(arguments: [(0, false), (1, true), (40, true), (41, false)])
  func externalID(_ length: Int, _ fine: Bool) {
    let text = String(repeating: "x", count: length)
    #expect(problems { $0.externalID = text } == (fine ? [] : ["externalId"]))
  }

  @Test(arguments: [(0, false), (1, true), (24, true), (25, false)])
  func alias(_ length: Int, _ fine: Bool) {
    let text = String(repeating: "ö", count: length)
    #expect(problems { $0.alias = text } == (fine ? [] : ["alias"]))
  }

  /// A terminal or a screen reader would show something else than the text contains.
  @Test(arguments: [
    "\u{0}", "\u{7}", "\u{a}", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{9b}", "\u{ad}", "\u{34f}",
    "\u{61c}", "\u{180e}", "\u{200b}", "\u{200e}", "\u{2028}", "\u{202e}", "\u{2066}",
    "\u{2060}", "\u{3164}", "\u{fe00}", "\u{feff}", "\u{fff9}", "\u{ffff}", "\u{378}",
    "\u{1bca0}", "\u{e0041}", "\u{e0100}", "\u{10ffff}",
  ])
  func nothingThatIsNotSeenIsInAnyText(_ hidden: String) {
    let text = "Tra" + hidden + "vel"
    func change(_ address: WritableKeyPath<DeliveryAddress, String?>) -> [String] {
      problems(.eu, physical) {
        $0.deliveryAddress = self.address
        $0.deliveryAddress?[keyPath: address] = text
      }
    }
    #expect(problems { $0.alias = text } == ["alias"])
    #expect(problems { $0.externalID = text } == ["externalId"])
    #expect(change(\.address2) == ["deliveryAddress.address2"])
    #expect(change(\.address3) == ["deliveryAddress.address3"])
    #expect(
      problems(.eu, physical) {
        $0.deliveryAddress = self.address
        $0.deliveryAddress?.address1 = text
        $0.deliveryAddress?.city = text
        $0.deliveryAddress?.postalCode = text
      } == ["deliveryAddress.address1", "deliveryAddress.city", "deliveryAddress.postalCode"])
    #expect(
      CardUpdateRequest.status(.locked, reason: text).fieldErrors.map(\.field) == ["statusReason"])
    #expect(Rules.email("ana\(hidden)@example.com") != nil)
    #expect(Rules.holderName(text) != nil)
  }

  /// Names may use any script, combining marks and emoji.
  @Test(arguments: [
    "Reisen – Köln", "Путешествия", "旅行カード", "سفر", "नमस्ते", "e\u{301}te\u{301}", "❤\u{fe0f} 🏖️",
    "O’Neill & Söhne", "½ €",
  ])
  func namesOfEveryScriptAreFine(_ text: String) {
    #expect(problems { $0.alias = text } == [])
  }

  @Test func onlyPhysicalCardsHaveAnAddress() {
    #expect(problems(.eu, physical) { _ in } == ["deliveryAddress"])
    #expect(problems(.eu, physical) { $0.deliveryAddress = self.address } == [])
    #expect(problems(.eu, virtual) { $0.deliveryAddress = self.address } == ["deliveryAddress"])
  }

  @Test func addressFieldsAreReportedWithTheirPath() {
    #expect(
      problems(.eu, physical) {
        $0.deliveryAddress = self.address
        $0.deliveryAddress?.city = ""
      } == ["deliveryAddress.city"])
  }

  @Test(arguments: [true, false, nil] as [Bool?])
  func consents(_ given: Bool?) {
    let expected = given == true ? [] : ["termsAndConditionsAccepted", "eDisclosureAccepted"]
    #expect(
      problems(.us) {
        $0.termsAndConditionsAccepted = given
        $0.eDisclosureAccepted = given
      } == expected)
    // Customers elsewhere are not asked for them.
    #expect(
      problems(.eu) {
        $0.termsAndConditionsAccepted = given
        $0.eDisclosureAccepted = given
      } == [])
  }

  @Test func problemsAreInTheOrderOfTheFields() {
    let found = problems {
      $0.currency = "x"
      $0.mobile = "1"
      $0.cardPin = secret("1")
      $0.externalID = ""
      $0.alias = ""
      $0.deliveryAddress = self.address
    }
    #expect(
      found == ["currency", "mobile", "cardPin", "externalId", "alias", "deliveryAddress"])
  }
}
