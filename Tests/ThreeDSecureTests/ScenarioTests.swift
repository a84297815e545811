import Testing
import ThreeDSecure
import WalletModel

/// D28, D34, E22: who is asked, and how it ends, by numbers and amounts.
struct ScenarioTests {
  private static let brands: [CardBrand] = [.visa, .mastercard, .amex]

  private func scenario(_ number: String) -> Scenario? {
    Array(number.utf8).withUnsafeBytes { Scenario(number: $0) }
  }

  private func decision(_ inquiry: DirectoryInquiry) -> DirectoryDecision {
    DirectoryServer.answer(inquiry).decision
  }

  private static func challenge(_ type: ChallengeType) -> DirectoryDecision {
    .challenge(Challenge(type, render: .both))
  }

  /// The documented table.
  @Test(arguments: [
    (Scenario.frictionless, "4000000000001000", DirectoryDecision.result(.succeeded)),
    (.attempted, "4000000000001018", .result(.attempted)),
    (.failed, "4000000000001026", .result(.failed)),
    (.unavailable, "4000000000001034", .result(.unavailable)),
    (.rejected, "4000000000001042", .result(.rejected)),
    (.requestTimeout, "4000000000001059", .result(.succeeded)),
    (.oneTimeCode, "4000000000001109", challenge(.oneTimeCode)),
    (.outOfBand, "4000000000001117", challenge(.outOfBand)),
    (.singleSelect, "4000000000001125", challenge(.singleSelect)),
    (.multiSelect, "4000000000001133", challenge(.multiSelect)),
    (.page, "4000000000001141", challenge(.html)),
    (
      .challengeTimeout, "4000000000001158",
      .challenge(Challenge(.oneTimeCode, render: .both, forcedEnd: .timeout))
    ),
    (
      .cancelled, "4000000000001166",
      .challenge(Challenge(.oneTimeCode, render: .both, forcedEnd: .cancelled))
    ),
  ])
  func table(_ scenario: Scenario, _ visa: String, _ expected: DirectoryDecision) {
    #expect(scenario.testNumber(.visa) == visa)
    #expect(decision(DirectoryInquiry(numberScenario: scenario, amount: 0)) == expected)
    #expect(
      decision(DirectoryInquiry(numberScenario: nil, amount: scenario.amount)) == expected)
    let delay = DirectoryServer.answer(DirectoryInquiry(numberScenario: scenario, amount: 0)).delay
    #expect((delay >= Authentication.requestLimit) == (scenario == .requestTimeout))
  }

  @Test(arguments: brands)
  func testNumbers(_ brand: CardBrand) throws {
    for expected in Scenario.allCases {
      let number = try #require(expected.testNumber(brand))
      #expect(PAN.brand(of: number.utf8) == brand)
      #expect(number.count == (brand == .amex ? 15 : 16))
      #expect(PAN.isLuhnValid(number.utf8))
      #expect(scenario(number) == expected)
    }
  }

  @Test(arguments: [
    "", "4", "4000000000001001", "40000000000010009", "400000000000100", "4111111111111111",
    "5555555555554444", "378282246310005", "6011111111111117", "4000000000002008",
    "400000000000x000", "4000000000001xx0",
  ])
  func otherNumbers(_ number: String) { #expect(scenario(number) == nil) }

  /// D58's amounts are not used, and the scenarios have amounts of their own.
  @Test func amounts() {
    let used = Set(Scenario.allCases.map(\.amount))
    #expect(used.count == Scenario.allCases.count)
    let payments: [Int64] = [1, 100, 4, 5, 6, 11, 12, 13, 20, 23, 24, 25, 77] + Array(90...96)
    #expect(used.isDisjoint(with: payments))
    for expected in Scenario.allCases { #expect(Scenario(amount: expected.amount) == expected) }
    for amount in [Int64.min, -1, 0, 100, 8999, 9000, 9099, 9117, .max] {
      #expect(Scenario(amount: amount) == nil)
    }
  }

  /// D28: outside the number decides first, inside only the amount.
  @Test func simulators() {
    var inquiry = DirectoryInquiry(
      numberScenario: .failed, amount: Scenario.oneTimeCode.amount)
    #expect(inquiry.simulator == .external)
    #expect(decision(inquiry) == .result(.failed))
    inquiry.simulator = .internal
    #expect(decision(inquiry) == Self.challenge(.oneTimeCode))
    inquiry.amount = 500
    #expect(decision(inquiry) == .result(.succeeded))
  }

  /// D31, E22: a demanded challenge, and the owner's own wallet.
  @Test func withoutAScenario() {
    var inquiry = DirectoryInquiry(numberScenario: nil, amount: 500)
    #expect(decision(inquiry) == .result(.succeeded))
    for preference in [ChallengePreference.requested, .noPreference] {
      inquiry.preference = preference
      #expect(decision(inquiry) == .result(.succeeded))
    }
    inquiry.preference = .mandated
    #expect(decision(inquiry) == Self.challenge(.oneTimeCode))
    inquiry.preference = nil
    inquiry.isForced = true
    #expect(decision(inquiry) == Self.challenge(.oneTimeCode))
    inquiry.isWalletCard = true
    #expect(decision(inquiry) == Self.challenge(.outOfBand))
    inquiry.isForced = false
    #expect(decision(inquiry) == Self.challenge(.outOfBand))
  }

  /// D34, E22.
  @Test(arguments: [CardBrand.visa, .mastercard, .amex, .discover, .unknown])
  func participation(_ brand: CardBrand) {
    let takesPart = Self.brands.contains(brand)
    func found(_ isConfigured: Bool, _ isForced: Bool) -> Participation {
      DirectoryServer.participation(
        brand, merchantIsConfigured: isConfigured, isForced: isForced)
    }
    #expect(found(true, false) == (takesPart ? .authenticate : .skip))
    #expect(found(true, true) == (takesPart ? .authenticate : .unavailable))
    #expect(found(false, false) == .merchantNotConfigured)
    #expect(found(false, true) == .merchantNotConfigured)
    #expect((Scenario.frictionless.testNumber(brand) != nil) == takesPart)
  }
}
