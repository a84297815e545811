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
    #expect(ShopMethod.accepted.allSatisfy { $0.serviceType == "M" })
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
