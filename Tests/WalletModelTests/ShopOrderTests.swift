import Testing
import WalletModel

@Suite struct ShopOrderTests {
  /// E29.
  @Test func theMethodsHaveTheirNames() {
    let names = ShopMethod.allCases.map(\.rawValue)
    #expect(names.count == 23)
    #expect(
      names.filter { $0.hasPrefix("Paytrail") } == [
        "PaytrailAktia", "PaytrailAlandsbanken", "PaytrailDanskeBank", "PaytrailHandelsbanken",
        "PaytrailNordea", "PaytrailOmaSaastopankki", "PaytrailOP", "PaytrailPOP",
        "PaytrailSaastopankki", "PaytrailSPankki",
      ])
    #expect(ShopMethod.paytrailOP.displayName == "PaytrailOPBankFinland")
    #expect(ShopMethod.paytrailSPankki.displayName == "PaytrailSPankkiFinland")
    #expect(ShopMethod.swish.displayName == "Swish")
    let elsewhere = ShopMethod.allCases.filter { $0.serviceType == "B" }
    #expect(elsewhere.count == 11 && elsewhere.contains(.payPal))
    // The wallet is asked for a card, another service has asked, or an app would ask.
    func methods(_ agreement: ShopMethod.Agreement) -> [ShopMethod] {
      ShopMethod.allCases.filter { $0.agreement == agreement }
    }
    #expect(methods(.card).count == 8 && methods(.card).allSatisfy { $0.serviceType == "M" })
    #expect(Set(methods(.elsewhere)) == Set(elsewhere + [.applePay]))
    #expect(methods(.app) == [.swish, .vipps, .mobilePay])
    for method in ShopMethod.allCases {
      #expect((method.appScheme != nil) == (method.agreement == .app))
      #expect(ShopMethod(named: method.rawValue) == method)
      #expect(ShopMethod(named: method.displayName) == method)
    }
    #expect(ShopMethod(named: "Cash") == nil)
  }

  /// E30: the number of a refusal for each operation in each state.
  @Test func aRefusedOperationHasItsNumber() {
    func numbers(_ operation: ShopOperation, wasDeclined: Bool = false) -> [Int?] {
      CardRegistrationState.allCases.map { state in
        operation.next(from: state) == nil
          ? operation.refusal(in: state, wasDeclined: wasDeclined) : nil
      }
    }
    #expect(numbers(.authorize) == [nil, 98, 98, 98, 98, 98])
    #expect(numbers(.capture) == [97, nil, 98, 98, 98, 98])
    #expect(numbers(.credit) == [97, 97, nil, 98, 86, 98])
    #expect(numbers(.annul) == [97, nil, 98, 86, 98, 98])
    #expect(numbers(.verify, wasDeclined: true) == [nil, 98, 98, 84, 98, 98])
    #expect(numbers(.annul, wasDeclined: true)[3] == 84)
  }

  /// D02.
  @Test func aReferenceIsNewEachTime() {
    let references = Set((0..<100).map { _ in MerchantReference.make() })
    #expect(references.count == 100)
    for reference in references {
      let parts = reference.split(separator: "-").map(\.count)
      #expect(parts == [8, 4, 4, 4, 12] && Array(reference)[14] == "4", "\(reference)")
      #expect(Rules.length(reference, 1...64) == nil)
    }
  }
}
