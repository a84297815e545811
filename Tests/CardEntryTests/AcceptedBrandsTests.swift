import Testing
import WalletModel

/// D03, D04, D34.
struct AcceptedBrandsTests {
  private static let tables: [([String: String], CardBrand, CardFunding)] = [
    (["VI": "CREDIT"], .visa, .credit), (["VD": "DEBIT"], .visa, .debit),
    (["VE": "BOTH"], .visa, .both), (["VI": "CREDIT", "VD": "DEBIT"], .visa, .both),
    (["MC": "CREDIT"], .mastercard, .credit), (["AM": "BOTH"], .amex, .both),
    (["DI": "DEBIT"], .discover, .debit), (["MC": "CREDIT"], .visa, []),
    (["XX": "BOTH", "MC": "BOTH"], .mastercard, .both), (["MC": "PREPAID"], .mastercard, []),
    (["MC": "credit"], .mastercard, []), ([:], .visa, []),
  ]

  @Test(arguments: tables)
  func typesOfCards(_ table: [String: String], _ brand: CardBrand, _ expected: CardFunding) {
    let brands = AcceptedBrands(cardTypeConfig: table)
    #expect(brands[brand] == expected)
    #expect(brands.contains(brand) == !expected.isEmpty)
    #expect(!brands.contains(.unknown))
  }

  @Test func brandsWithThreeDSecure() {
    let brands = CardBrand.allCases.filter(\.hasThreeDSecure)
    #expect(brands == [.visa, .amex, .mastercard])
  }

  private let account = OfferedMethod(
    method: "CARD", accountID: "1001", cardTypeConfig: ["VI": "BOTH"])

  @Test func theFormOpensForAnAccountWithCards() throws {
    let brands = try AcceptedBrands(currency: "USD", account: "1001", methods: [account])
    #expect(brands.contains(.visa))
    #expect(!brands.contains(.amex))
  }

  @Test(arguments: ["", "US", "USDX", "usd", "U5D", "ÜSD", "USD\n"])
  func currencyHasThreeCapitals(_ currency: String) {
    #expect(throws: PaymentError(.currency)) {
      try AcceptedBrands(currency: currency, account: "x", methods: nil)
    }
  }

  @Test(arguments: ["", "x", "-1", "10 01", "١", "1001\n"])
  func accountIsDigits(_ id: String) {
    #expect(throws: PaymentError(.accountForm)) {
      try AcceptedBrands(currency: "USD", account: id, methods: nil)
    }
  }

  @Test func accountMustAcceptCards() {
    func refusal(_ methods: [OfferedMethod]?) -> PaymentError? {
      #expect(throws: PaymentError.self) {
        try AcceptedBrands(currency: "USD", account: "1001", methods: methods)
      }
    }
    #expect(refusal(nil) == PaymentError(.methodsNotLoaded))
    #expect(refusal([]) == PaymentError(.noMethods))
    let other = OfferedMethod(method: "CARD", accountID: "1002", cardTypeConfig: ["VI": "BOTH"])
    let bank = OfferedMethod(method: "ACH", accountID: "1001", cardTypeConfig: ["VI": "BOTH"])
    #expect(refusal([other, bank]) == PaymentError(.account, "CARD"))
    let bare = OfferedMethod(method: "CARD", accountID: "1001", cardTypeConfig: nil)
    #expect(refusal([bare]) == PaymentError(.accountNotConfigured))
    let odd = OfferedMethod(method: "CARD", accountID: "1001", cardTypeConfig: ["XX": "BOTH"])
    #expect(refusal([odd]) == PaymentError(.noMethods))
  }
}
