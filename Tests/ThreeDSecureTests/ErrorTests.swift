import Testing
import ThreeDSecure
import WalletModel

/// D49, D54, E30, E31: letters and numbers.
struct ErrorTests {
  /// By the rules of the networks. American Express has Visa's numbers.
  @Test func eci() {
    let table: [(ThreeDSResult, String?, String?)] = [
      (.succeeded, "05", "02"), (.attempted, "06", "01"), (.failed, "07", "00"),
      (.unavailable, "07", "00"), (.rejected, "07", "00"), (.challengeRequired, nil, nil),
      (.other("Z"), nil, nil),
    ]
    for (result, visa, mastercard) in table {
      #expect(result.eci(.visa) == visa)
      #expect(result.eci(.amex) == visa)
      #expect(result.eci(.mastercard) == mastercard)
      #expect(result.eci(.discover) == nil)
      #expect(result.eci(.unknown) == nil)
    }
  }

  @Test func letters() {
    #expect(ThreeDSResult.allCases.map(\.rawValue) == ["Y", "A", "N", "U", "C", "R"])
    #expect(ThreeDSResult.allCases.filter(\.isAccepted) == [.succeeded, .attempted])
    #expect(ThreeDSResult(rawValue: "y") == .other("y"))
    #expect(!ThreeDSResult(rawValue: "y").isAccepted)
    #expect(AuthenticationStatus(rawValue: "DONE") == .other("DONE"))
    #expect(
      AuthenticationStatus.allCases.map(\.rawValue) == ["COMPLETED", "PENDING", "FAILED"])
  }

  @Test func publishedErrors() {
    let found = ThreeDSError.all.map { "\($0.code) \($0.message)" }.sorted()
    #expect(
      found == [
        "9002 Error communicating with server.",
        "9003 You submitted an invalid card number or brand or combination of card number and "
          + "brand with your request.",
        "9013 Invalid apiKey parameter.",
        "9054 Amount should be a number greater than 0 no longer than 11 characters.",
        "9055 Invalid currency parameter.",
        "9068 Invalid country parameter.",
        "9131 Status of the payment handle is FAILED.",
        "9168 Error communicating with server.",
        "9197 Unable to process challenge payload.",
        "9198 Error code: 0",
        "9199 3DS challenge timeout.",
        "9200 User cancelled 3DS challenge.",
        "9201 JWT is not validated.",
        "9204 Timeout error.",
        "9205 Encoding error.",
      ])
    #expect(ThreeDSError.session(42).message == "Error code: 42")
  }

  /// E30.
  @Test func netsNumbers() {
    let netaxept = [14, 25, 30, 84, 86, 96, 97, 98, 99]
    let numbers = netaxept + [101, 102, 103] + Array(300...311) + [900, 901]
    #expect(NetsError.all.map(\.code) == numbers)
    for code in -1...1000 {
      #expect((NetsError(code: code)?.code == code) == numbers.contains(code))
    }
    #expect(NetsError(code: 307)?.kind == .walletOrPage)
    #expect(NetsError(code: 102)?.kind == .threeDSecure)
    #expect(NetsError(code: 300) == .generic)
    #expect(Set(NetsError.all.map(\.kind)) == Set(NetsError.Kind.allCases))
  }

  /// E31.
  @Test(arguments: [
    ("14", 14), ("99", 99), ("MZ", 900), ("T1", 901), ("OK", nil), ("05", 300), ("014", 300),
    ("", 300), ("101", 300), ("900", 300),
  ])
  func responseCodes(_ code: String, _ number: Int?) {
    #expect(NetsError(responseCode: code, source: .netaxept)?.code == number)
    for source in ResponseSource.allCases where source != .netaxept {
      #expect(NetsError(responseCode: code, source: source) == nil)
    }
  }

  @Test func sources() {
    #expect(ResponseSource.allCases.map(\.rawValue) == ["01", "02", "03", "04", "05"])
    #expect(ResponseSource.allCases.filter(\.reachesSDK) == [.netaxept])
  }

  /// D43.
  @Test func codesOfTheBackEnd() {
    let expected: [Int: ThreeDSError] = [
      5000: .invalidAPIKey, 5001: .invalidCurrency, 5003: .invalidAmount, 5010: .invalidCountry,
      5275: .invalidAPIKey, 5276: .invalidAPIKey, 5278: .invalidAPIKey, 5279: .invalidAPIKey,
      5280: .invalidAPIKey,
    ]
    for code in 4990...5300 { #expect(ThreeDSError(backend: code) == expected[code]) }
  }
}
