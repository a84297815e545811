import Testing
import WalletModel

/// D18–D26, D43–D46, D50–D53, D58.
@Suite struct PaymentTests {
  private static let start = Timestamp(seconds: 1_800_000_000)

  private func handle(
    _ status: PaymentHandleStatus, seconds: Int = PaymentHandle.timeToLive, redirect: Bool = false
  ) -> PaymentHandle {
    PaymentHandle(
      id: "1", merchantRefNum: "order-7", money: Money(1099, Currency("EUR")),
      transactionType: .payment, status: status, needsRedirect: redirect, createdAt: Self.start,
      timeToLiveSeconds: seconds,
      card: PaymentHandleCard(
        bin: "411111", lastDigits: "1111", brand: .visa, expiry: CardExpiry(month: 9, year: 2029),
        holderName: "ANA PETROVA"), merchantID: "zalando", merchantName: "Zalando")
  }

  private func options(_ change: (inout PaymentOptions) -> Void = { _ in }) -> PaymentOptions {
    var options = PaymentOptions(
      amount: 1099, currency: Currency("EUR"), merchantRefNum: "order-7", accountID: "1001")
    change(&options)
    return options
  }

  private func problem(_ options: PaymentOptions) -> PaymentError.Name? {
    options.problem(isSetUp: true, invalidFields: [], isBrandAccepted: true)?.name
  }

  // MARK: Options

  /// H03: nine digits at most; 0 only with 3-D Secure 2.
  @Test(
    arguments: [
      (1, false, true), (999_999_999, false, true), (0, false, false), (0, true, true),
      (-1, true, false), (1_000_000_000, true, false), (Int64.max, false, false),
      (Int64.min, true, false),
    ] as [(Int64, Bool, Bool)])
  func amounts(_ amount: Int64, _ usesThreeDSecure2: Bool, _ isFine: Bool) {
    let options = options {
      $0.amount = amount
      $0.usesThreeDSecure2 = usesThreeDSecure2
    }
    #expect(problem(options) == (isFine ? nil : .amount))
  }

  @Test(arguments: [(0, false), (1, true), (20, true), (21, false)])
  func dynamicDescriptor(_ length: Int, _ isFine: Bool) {
    let options = options { $0.dynamicDescriptor = String(repeating: "d", count: length) }
    #expect(problem(options) == (isFine ? nil : .dynamicDescriptor))
  }

  @Test(arguments: [(0, false), (1, true), (13, true), (14, false)])
  func merchantPhone(_ length: Int, _ isFine: Bool) {
    let options = options {
      $0.dynamicDescriptor = "SHOP"
      $0.merchantPhone = String(repeating: "1", count: length)
    }
    #expect(problem(options) == (isFine ? nil : .merchantPhone))
  }

  /// D61.
  @Test func theShopsPhoneNeedsADescriptor() {
    #expect(problem(options { $0.merchantPhone = "+49" }) == .dynamicDescriptor)
  }

  @Test(arguments: [(0, false), (1, true), (80, true), (81, false)])
  func names(_ length: Int, _ isFine: Bool) {
    let name = String(repeating: "n", count: length)
    #expect(
      problem(options { $0.profile = PaymentProfile(firstName: name) })
        == (isFine ? nil : .firstName))
    #expect(
      problem(options { $0.profile = PaymentProfile(lastName: name) })
        == (isFine ? nil : .lastName))
  }

  @Test(arguments: [
    ("a@b.c", false), ("a@b.co", true), ("ana+shop@example.photography", true), ("ana", false),
  ])
  func emails(_ email: String, _ isFine: Bool) {
    #expect(
      problem(options { $0.profile = PaymentProfile(email: email) }) == (isFine ? nil : .email))
  }

  /// D19: with everything wrong, each repair shows the next error.
  @Test func theOrderOfChecks() {
    var isSetUp = false
    var fields: [CardField] = [.number, .cvv]
    var isAccepted = false
    var options = options {
      $0.amount = 0
      $0.dynamicDescriptor = ""
      $0.merchantPhone = ""
      $0.profile = PaymentProfile(firstName: "", lastName: "", email: "")
    }
    func next() -> PaymentError? {
      options.problem(isSetUp: isSetUp, invalidFields: fields, isBrandAccepted: isAccepted)
    }
    #expect(next()?.code == 9202)
    isSetUp = true
    #expect(next()?.code == 9003)
    #expect(next()?.detailedMessage == "Invalid fields: cardNumber, security(CVV/CVC).")
    fields = []
    #expect(next()?.code == 9125)
    isAccepted = true
    #expect(next()?.code == 9054)
    options.amount = 1
    #expect(next()?.code == 9098)
    options.dynamicDescriptor = "SHOP"
    #expect(next()?.code == 9119)
    options.profile?.email = nil
    #expect(next()?.code == 9112)
    options.profile?.firstName = nil
    #expect(next()?.code == 9113)
    options.profile?.lastName = nil
    #expect(next()?.code == 9099)
    options.merchantPhone = nil
    #expect(next() == nil)
  }

  // MARK: Account

  @Test(arguments: [
    ("user:pass", true), (":pass", false), ("user:", false), ("user", false), ("a:b:c", true),
    (":", false), ("a::", true),
  ])
  func apiKeys(_ text: String, _ isFine: Bool) {
    let name: PaymentError.Name?
    do throws(PaymentError) {
      try PaymentAccount.check(key: Array(text.utf8), isEmpty: false)
      name = nil
    } catch { name = error.name }
    #expect(name == (isFine ? nil : .apiKey))
  }

  @Test func apiKeysThatAreNotText() {
    #expect(throws: PaymentError(.apiKeyEmpty)) {
      try PaymentAccount.check(key: [], isEmpty: true)
    }
    #expect(throws: PaymentError(.apiKey)) {
      try PaymentAccount.check(key: nil, isEmpty: false)
    }
    #expect(throws: PaymentError(.apiKey)) {
      try PaymentAccount.check(key: [0x61, 0x3a, 0xff], isEmpty: false)
    }
  }

  @Test(arguments: [("EUR", true), ("eur", false), ("EURO", false), ("E1R", false), ("", false)])
  func currencies(_ code: String, _ isFine: Bool) {
    #expect(PaymentAccount.isCurrency(code) == isFine)
  }

  @Test(arguments: [("1001", true), ("0", true), ("", false), ("10a", false), ("١", false)])
  func accountIDs(_ id: String, _ isFine: Bool) {
    #expect(PaymentAccount.isAccountID(id) == isFine)
  }

  // MARK: Handles

  @Test func anUnknownStatusIsAFailure() {
    for status in PaymentHandleStatus.allCases {
      #expect(PaymentHandleStatus(word: status.rawValue) == status)
    }
    for word in ["", "payable", "DONE"] { #expect(PaymentHandleStatus(word: word) == .failed) }
  }

  /// Whatever is still open expires at the end of its time, and not before.
  @Test func timeToLive() {
    for status in PaymentHandleStatus.allCases {
      let handle = handle(status)
      let last = Timestamp(milliseconds: Self.start.milliseconds + 299_999)
      #expect(handle.secondsLeft(at: last) == 1)
      #expect(handle.status(at: last) == status)
      let end = Timestamp(milliseconds: Self.start.milliseconds + 300_000)
      #expect(handle.secondsLeft(at: end) == 0)
      #expect(handle.status(at: end) == (status.isOpen ? .expired : status))
    }
    let handle = handle(.payable)
    #expect(handle.secondsLeft(at: Self.start) == 300)
    #expect(handle.secondsLeft(at: Timestamp(seconds: 0)) == 300, "a clock that was set back")
    #expect(self.handle(.payable, seconds: .max).secondsLeft(at: Self.start) == 86_400)
    #expect(self.handle(.payable, seconds: -5).secondsLeft(at: Self.start) == 0)
  }

  /// D46.
  @Test(arguments: [true, false]) func results(_ redirect: Bool) {
    for status in PaymentHandleStatus.allCases {
      let result = Result { () throws(PaymentError) in
        try handle(status, redirect: redirect).result(at: Self.start)
      }
      switch status {
      case .payable, .completed: #expect(result == .success(.token))
      case .initiated, .processing:
        #expect(
          result
            == (redirect
              ? .success(.authenticate)
              : .failure(PaymentError(.handleStatus, status.rawValue))))
      case .failed, .expired:
        #expect(result == .failure(PaymentError(.handleStatus, status.rawValue)))
      }
    }
    #expect(
      PaymentError(.handleStatus, "FAILED").detailedMessage
        == "Status of the payment handle is FAILED.")
  }

  // MARK: Errors

  /// D50–D53: number, origin and text of each row.
  @Test(
    arguments: [
      (.noConnection, 9001, "No connection to server."),
      (.communication, 9002, "Error communicating with server."),
      (.unhandled, 9014, "Unhandled error occurred."),
      (.address, 9168, "Error communicating with server."), (.timeout, 9204, "Timeout error."),
      (.encoding, 9205, "Encoding error."), (.apiKey, 9013, "Invalid API key."),
      (
        .authenticationNotAccepted, 9040,
        "Authentication result is not accepted for the provided account."
      ),
      (.inProgress, 9136, "Tokenization is already in progress."),
      (.amount, 9054, "Amount should be a number greater than 0 no longer than 11 characters."),
      (.dynamicDescriptor, 9098, "Invalid parameter in merchantDescriptor.dynamicDescriptor."),
      (.merchantPhone, 9099, "Invalid parameter in merchantDescriptor.phone."),
      (.firstName, 9112, "Profile firstName should be valid."),
      (.lastName, 9113, "Profile lastName should be valid."),
      (.email, 9119, "Profile email should be valid."),
      (.brand, 9125, "Unsupported card brand used."),
    ] as [(PaymentError.Name, Int, String)])
  func publishedTexts(_ name: PaymentError.Name, _ code: Int, _ text: String) {
    let error = PaymentError(name)
    #expect(error.code == code)
    #expect(error.detailedMessage == text)
    #expect(
      error.displayMessage == "There was an error (\(code)), please contact our support.")
  }

  /// H08: 9003 has two meanings, each with a name and a text of its own.
  @Test func everyNumberButOneIsOfOneName() {
    let codes = PaymentError.Name.allCases.map { PaymentError($0).code }
    #expect(Set(codes).count == codes.count - 1)
    #expect(codes.count { $0 == 9003 } == 2)
    #expect(
      PaymentError(.invalidValue, "cardNum").detailedMessage == "Invalid cardNum field value(s).")
    for name in PaymentError.Name.allCases {
      #expect((9000...9299).contains(PaymentError(name).code))
      #expect(!PaymentError(name, "x").detailedMessage.contains("%"))
    }
  }

  /// D43.
  /// D42, D51: each kind of failure has one of the published codes.
  @Test(
    arguments: [
      (ErrorCode.netOffline, 9001), (.netTimeout, 9204), (.netLost, 9002), (.netUntrusted, 9002),
      (.netHost, 9002), (.netPin, 9002), (.netInsecure, 9002), (.netRedirect, 9002),
      (.netAnswer, 9002), (.netTooLarge, 9002), (.internalError, 9014), (.unavailable, 9014),
      // What was asked for is wrong, or the number is published already.
      (.fieldErrors, nil), (.paymentAmount, nil), (.notFound, nil), (.unauthorized, nil),
    ] as [(ErrorCode, Int?)])
  func failures(_ code: ErrorCode, _ published: Int?) {
    let error = WalletError(code)
    #expect(PaymentError.Name(of: error).map { PaymentError($0).code } == published)
    let told = error.withPaymentCode
    guard let published else { return #expect(told == error) }
    #expect(told.code == code)
    #expect(told.details.last?.english.contains("code is \(published): ") == true)
    #expect(told.details.last?.german.contains("Zahlungsdienstes ist \(published): ") == true)
  }

  /// D43: a number of the back end that walletui does not know by itself.
  @Test(
    arguments: [("5001", 9055), ("7508", 9003), ("5100", nil), ("ABC", nil)] as [(String, Int?)])
  func numbersOfTheBackEnd(_ number: String, _ published: Int?) {
    var error = WalletError(.fieldErrors)
    error.serverCode = number
    #expect(PaymentError.Name(of: error).map { PaymentError($0).code } == published)
    #expect(error.withPaymentCode.codeText == number)
  }

  /// D60: in the document's own words.
  @Test(
    arguments: [([], "card"), (["card.cvv", "amount"], "card.cvv, amount")] as [([String], String)])
  func refusedFieldsAreNamed(_ fields: [String], _ named: String) {
    var error = WalletError(
      .fieldErrors, fieldErrors: fields.map { FieldError($0, .field(.needed)) })
    error.serverCode = "7508"
    #expect(
      error.withPaymentCode.details.last?.english.contains(
        "9003: Invalid \(named) field value(s).") == true)
  }

  @Test func codesOfTheBackEnd() {
    let expected: [Int: PaymentError.Name] = [
      5001: .currency, 5279: .apiKey, 5068: .invalidValue, 7508: .invalidValue,
    ]
    for code in 1000...9999 { #expect(PaymentError.backend(code) == expected[code]) }
  }

  // MARK: The simulator

  @Test(
    arguments: [
      (1, .approved(afterSeconds: 0)), (100, .approved(afterSeconds: 0)),
      (4, .declined(code: 3015)), (5, .declined(code: 3009)),
      (6, .failed(code: 1007, afterSeconds: 0)), (11, .declined(code: 3022)),
      (12, .declined(code: 3023)), (13, .declined(code: 3024)),
      (20, .failed(code: 1007, afterSeconds: 0)), (23, .declined(code: 4002)),
      (24, .declined(code: 3007)), (25, .declined(code: 4001)), (77, .needsAuthentication),
      (90, .approved(afterSeconds: 5)), (95, .approved(afterSeconds: 30)),
      (96, .failed(code: 1007, afterSeconds: 35)), (97, .approved(afterSeconds: 0)),
    ] as [(Int64, SimulatedOutcome)])
  func simulatedAmounts(_ amount: Int64, _ outcome: SimulatedOutcome) {
    #expect(SimulatedOutcome(amount: amount) == outcome)
  }
}
