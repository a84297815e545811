import Testing
import ThreeDSecure
import WalletModel

/// D25, D27–D33.
struct RequestTests {
  private let request = ThreeDSRequest(merchantURL: "https://shop.example/checkout#/desktop")

  private func fields(_ change: (inout ThreeDSRequest) -> Void) -> [String] {
    var request = request
    change(&request)
    return request.fieldErrors.map(\.field)
  }

  /// The published words, in the published order.
  @Test func wireWords() {
    #expect(words(RenderType.self) == "NATIVE HTML BOTH")
    #expect(words(SimulatorType.self) == "EXTERNAL INTERNAL")
    #expect(
      words(AuthenticationPurpose.self) == """
        PAYMENT_TRANSACTION RECURRING_TRANSACTION ADD_CARD MAINTAIN_CARD EMV_TOKEN_VERIFICATION \
        INSTALMENT_TRANSACTION
        """)
    #expect(words(DeviceChannel.self) == "APP BROWSER SDK 3RI")
    #expect(words(MessageCategory.self) == "PAYMENT NON_PAYMENT")
    #expect(
      words(TransactionIntent.self) == """
        GOODS_OR_SERVICE_PURCHASE CHECK_ACCEPTANCE ACCOUNT_FUNDING QUASI_CASH_TRANSACTION \
        PREPAID_ACTIVATION
        """)
    #expect(
      words(ChallengePreference.self) == """
        CHALLENGE_MANDATED CHALLENGE_REQUESTED NO_PREFERENCE
        """)
    #expect(
      words(LoginMethod.self) == """
        THIRD_PARTY_AUTHENTICATION NO_LOGIN INTERNAL_CREDENTIALS FEDERATED_ID ISSUER_CREDENTIALS \
        FIDO_AUTHENTICATOR
        """)
    #expect(
      words(PriorMethod.self) == """
        FRICTIONLESS_AUTHENTICATION ACS_CHALLENGE AVS_VERIFIED OTHER_ISSUER_METHOD
        """)
    #expect(words(PreOrderIndicator.self) == "MERCHANDISE_AVAILABLE FUTURE_AVAILABILITY")
    #expect(words(ReorderIndicator.self) == "FIRST_TIME_ORDER REORDER")
    #expect(
      words(ShippingIndicator.self) == """
        SHIP_TO_BILLING_ADDRESS SHIP_TO_VERIFIED_ADDRESS SHIP_TO_DIFFERENT_ADDRESS SHIP_TO_STORE \
        DIGITAL_GOODS TRAVEL_AND_EVENT_TICKETS OTHER
        """)
    #expect(
      words(ChangedRange.self) == """
        DURING_TRANSACTION LESS_THAN_THIRTY_DAYS THIRTY_TO_SIXTY_DAYS MORE_THAN_SIXTY_DAYS
        """)
    #expect(
      words(CreatedRange.self) == """
        NO_ACCOUNT DURING_TRANSACTION LESS_THAN_THIRTY_DAYS THIRTY_TO_SIXTY_DAYS \
        MORE_THAN_SIXTY_DAYS
        """)
    #expect(
      words(InitialUsageRange.self) == """
        CURRENT_TRANSACTION LESS_THAN_THIRTY_DAYS THIRTY_TO_SIXTY_DAYS MORE_THAN_SIXTY_DAYS
        """)
    #expect(
      words(PasswordChangeRange.self) == """
        NO_CHANGE DURING_TRANSACTION LESS_THAN_THIRTY_DAYS THIRTY_TO_SIXTY_DAYS \
        MORE_THAN_SIXTY_DAYS
        """)
  }

  private func words<T: WireWord>(_ type: T.Type) -> String {
    T.allCases.map(\.rawValue).joined(separator: " ")
  }

  /// A merchant's unknown words are refused; a server's are kept (D30).
  @Test func unknownWords() {
    #expect(AuthenticationPurpose(rawValue: "PAYMENT") == nil)
    #expect(RenderType(rawValue: "native") == nil)
    #expect(Word<DeviceChannel>(rawValue: "TV") == .other("TV"))
    #expect(Word<DeviceChannel>(rawValue: "3RI") == .known(.requestor))
  }

  /// H09.
  @Test func wordWithASpace() {
    #expect(ChallengePreference(received: "CHALLENGE_ REQUESTED") == .requested)
    #expect(ChallengePreference(received: "CHALLENGE_REQUESTED") == .requested)
    #expect(ChallengePreference(received: "CHALLENGE_ MANDATED") == nil)
    #expect(ChallengePreference.requested.rawValue == "CHALLENGE_REQUESTED")
  }

  @Test func defaults() {
    #expect(request.fieldErrors.isEmpty)
    #expect(request.deviceChannel == .known(.sdk))
    #expect(!request.useThreeDSecureVersion2)
    #expect(request.authenticationPurpose == .payment)
  }

  /// D30.
  @Test(arguments: [Word(DeviceChannel.app), .known(.browser), .known(.requestor), .other("")])
  func otherChannels(_ channel: Word<DeviceChannel>) {
    #expect(fields { $0.deviceChannel = channel } == ["deviceChannel"])
  }

  @Test(arguments: [
    ("https://shop.example", true), ("HTTP://shop.example?x=1", true), ("", false),
    ("shop.example", false), ("ftp://shop.example", false), ("https://", false),
    ("https:///path", false), ("https://user@shop.example", false),
    ("https://shop.example/a b", false), ("https://shop.example/\"><script>", false),
    ("https://shop.example/\u{202e}", false),
    ("https://" + String(repeating: "a", count: 2040), true),
    ("https://" + String(repeating: "a", count: 2041), false),
  ])
  func merchantURL(_ url: String, _ isRight: Bool) {
    #expect(fields { $0.merchantURL = url } == (isRight ? [] : ["merchantUrl"]))
  }

  /// D25.
  @Test(arguments: [(nil, false), (0, false), (1, true), (999, true), (1000, false)])
  func instalments(_ count: Int?, _ isRight: Bool) {
    let found = fields {
      $0.authenticationPurpose = .instalment
      $0.maxAuthorizationsForInstalmentPayment = count
    }
    #expect(found == (isRight ? [] : ["maxAuthorizationsForInstalmentPayment"]))
  }

  @Test func dataIsCountedInBytes() {
    for (text, isRight) in [
      (String(repeating: "x", count: 2048), true), (String(repeating: "x", count: 2049), false),
      (String(repeating: "é", count: 1024), true), (String(repeating: "é", count: 1025), false),
    ] {
      let found = fields {
        $0.userLogin = .init()
        $0.userLogin?.data = text
        $0.priorThreeDSAuthentication = .init()
        $0.priorThreeDSAuthentication?.data = text
      }
      #expect(found == (isRight ? [] : ["userLogin.data", "priorThreeDSAuthentication.data"]))
    }
  }

  @Test func everyFieldHasItsError() {
    let found = fields {
      $0.billingCycle = .init()
      $0.billingCycle?.frequency = 0
      $0.electronicDelivery = .init(isElectronicDelivery: true)
      $0.electronicDelivery?.email = "nobody"
      $0.profile = .init()
      $0.profile?.email = "@"
      $0.profile?.phone = ""
      $0.profile?.cellPhone = String(repeating: "1", count: 41)
      $0.purchasedGiftCardDetails = .init()
      $0.purchasedGiftCardDetails?.amount = Money(-1, Currency("ars"))
      $0.purchasedGiftCardDetails?.count = 100
      $0.userAccountDetails = .init()
      $0.userAccountDetails?.addCardAttemptsForLastDay = -1
      $0.priorThreeDSAuthentication = .init()
      $0.priorThreeDSAuthentication?.id = "\u{7}"
      $0.totalPurchasesSixMonthCount = 10_000
      $0.transactionCountForPreviousDay = .min
      $0.transactionCountForPreviousYear = .max
      $0.travelDetails = .init()
      $0.travelDetails?.airlineCarrier = ""
      $0.travelDetails?.destination = ""
      $0.travelDetails?.origin = ""
      $0.travelDetails?.passengerFirstName = ""
      $0.travelDetails?.passengerLastName = String(repeating: "x", count: 81)
    }
    #expect(
      found == [
        "billingCycle.frequency", "electronicDelivery.email", "profile.email", "profile.phone",
        "profile.cellPhone", "purchasedGiftCardDetails.amount",
        "purchasedGiftCardDetails.currency", "purchasedGiftCardDetails.count",
        "userAccountDetails.addCardAttemptsForLastDay", "priorThreeDSAuthentication.id",
        "totalPurchasesSixMonthCount", "transactionCountForPreviousDay",
        "transactionCountForPreviousYear", "travelDetails.airlineCarrier",
        "travelDetails.destination", "travelDetails.origin", "travelDetails.passengerFirstName",
        "travelDetails.passengerLastName",
      ])
  }

  @Test(arguments: [
    ("2014-01-26", true), ("2028-02-29", true), ("2026-02-29", false), ("2026-13-01", false),
    ("2026-1-01", false), ("20260101", false), ("2026-01-01T", false), ("", false),
    ("٢٠٢٦-01-01", false),
  ])
  func dates(_ text: String, _ isRight: Bool) {
    #expect((CalendarDate(text)?.description == text) == isRight)
  }
}
