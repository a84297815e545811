import Testing
import WalletModel

/// A18.
struct AddressRulesTests {
  private func problems(_ market: Market, _ change: (inout DeliveryAddress) -> Void) -> [String] {
    var address = DeliveryAddress(
      address1: "12 Main St", city: "Sofia", countryCode: "BG", postalCode: "1000")
    if market == .us { address.state = "CA" }
    change(&address)
    return address.fieldErrors(market: market).map { String($0.field.dropFirst(16)) }
  }

  @Test(arguments: [Market.eu, .us]) func theSmallestAddressIsValid(_ market: Market) {
    #expect(problems(market) { _ in } == [])
  }

  @Test(arguments: [(0, false), (3, false), (4, true), (40, true), (41, false)])
  func address1(_ length: Int, _ fine: Bool) {
    let text = String(repeating: "x", count: length)
    #expect(problems(.eu) { $0.address1 = text } == (fine ? [] : ["address1"]))
  }

  @Test(arguments: [(0, true), (30, true), (31, false)])
  func address2And3(_ length: Int, _ fine: Bool) {
    let text = String(repeating: "x", count: length)
    #expect(problems(.eu) { $0.address2 = text } == (fine ? [] : ["address2"]))
    #expect(problems(.eu) { $0.address3 = text } == (fine ? [] : ["address3"]))
  }

  @Test(arguments: [
    ("Sofia", true), ("St. Pölten", true), ("Stratford-upon-Avon", true), ("София", true),
    ("Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", true), ("Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ("", false), ("Sofia 1", false), ("L'Aquila", false), ("Sofia\n", false), ("a_b", false),
  ])
  func city(_ text: String, _ fine: Bool) {
    #expect(problems(.eu) { $0.city = text } == (fine ? [] : ["city"]))
  }

  @Test(arguments: [
    ("BG", true), ("US", true), ("", false), ("bg", false), ("BGR", false), ("B", false),
    ("XX", false), ("UK", false), ("B1", false),
  ])
  func country(_ text: String, _ fine: Bool) {
    #expect(problems(.eu) { $0.countryCode = text } == (fine ? [] : ["countryCode"]))
  }

  @Test(
    arguments: [
      (Market.eu, nil, true), (.eu, "", true), (.eu, "ABC", true), (.eu, "ABCD", false),
      (.us, nil, false), (.us, "", false), (.us, "C", false), (.us, "CA", true),
      (.us, "CAL", true), (.us, "CALI", false),
    ] as [(Market, String?, Bool)])
  func state(_ market: Market, _ text: String?, _ fine: Bool) {
    #expect(problems(market) { $0.state = text } == (fine ? [] : ["state"]))
  }

  @Test(arguments: [
    (Market.eu, "1", true), (.eu, "1234567890123456", true), (.eu, "12345678901234567", false),
    (.eu, "", false), (.eu, "A_1", true), (.us, "90210-1234", true), (.us, "ab 12", true),
    (.us, "A_1", false), (.us, "", false), (.us, "9021Ö", false),
  ])
  func postalCode(_ market: Market, _ text: String, _ fine: Bool) {
    #expect(problems(market) { $0.postalCode = text } == (fine ? [] : ["postalCode"]))
  }
}

/// A22, A23 and the query of A02.
struct RequestRulesTests {
  @Test(arguments: [
    ("0093", "123", []), ("009", "123", ["lastFourDigits"]), ("00931", "123", ["lastFourDigits"]),
    ("00a3", "123", ["lastFourDigits"]), ("", "", ["lastFourDigits", "cvv"]),
    ("0093", "12", ["cvv"]), ("0093", "1234", ["cvv"]), ("0093", "12x", ["cvv"]),
    ("٠٠٩٣", "123", ["lastFourDigits"]),
  ])
  func activationNeedsTheRightData(_ lastFour: String, _ cvv: String, _ expected: [String]) {
    let request = CardActivationRequest(lastFourDigits: lastFour, cvv: secret(cvv))
    #expect(request.fieldErrors.map(\.field) == expected)
  }

  @Test(arguments: CardStatus.allCases) func statusOfAnUpdate(_ status: CardStatus) {
    let allowed: Set<CardStatus> = [.active, .locked, .cancelled]
    let errors = CardUpdateRequest.status(status, reason: "why").fieldErrors.map(\.field)
    #expect(errors == (allowed.contains(status) ? [] : ["status"]))
  }

  @Test(arguments: [(0, false), (1, true), (200, true), (201, false)])
  func reasonOfAnUpdate(_ length: Int, _ fine: Bool) {
    let reason = String(repeating: "x", count: length)
    let errors = CardUpdateRequest.status(.locked, reason: reason).fieldErrors.map(\.field)
    #expect(errors == (fine ? [] : ["statusReason"]))
  }

  @Test(arguments: [("1234", true), ("123", false), ("12345", false), ("abcd", false)])
  func pinOfAnUpdate(_ pin: String, _ fine: Bool) {
    #expect(CardUpdateRequest.pin(secret(pin)).fieldErrors.map(\.field) == (fine ? [] : ["pin"]))
  }

  @Test(arguments: [
    (1, 0, []), (1000, 0, []), (0, 0, ["limit"]), (1001, 0, ["limit"]), (-1, 0, ["limit"]),
    (20, -1, ["offset"]), (0, -1, ["limit", "offset"]), (20, Int.max, []),
  ])
  func query(_ limit: Int, _ offset: Int, _ expected: [String]) {
    #expect(CardQuery(limit: limit, offset: offset).fieldErrors.map(\.field) == expected)
  }
}
