import Testing
import WalletAPI
import WalletModel

/// Names on the wire: unknown words (A09, A12), the error object (A38), lists and cards (A05, A06).
struct PublishedNamesTests {
  private func unknownWordsAreNoError<T: WireEnum & JSONValue>(_ type: T.Type) throws {
    #expect(try decoded([T].self, #"["NEVER_HEARD_OF"]"#) == [.other("NEVER_HEARD_OF")])
    #expect(try json([T.other("NEVER_HEARD_OF")]) == #"["NEVER_HEARD_OF"]"#)
    #expect(!T.other("NEVER_HEARD_OF").isKnown && T.unspecified.rawValue.isEmpty)
    #expect(Set(T.allCases.map(\.rawValue)).count == T.allCases.count)
    for value in T.allCases {
      #expect(try json([value]) == #"["\#(value.rawValue)"]"#)
      #expect(try decoded([T].self, json([value])) == [value])
    }
    #expect(throws: (any Error).self) { try decoded([T].self, "[1]") }
  }

  @Test func everyWireEnum() throws {
    try unknownWordsAreNoError(CardType.self)
    try unknownWordsAreNoError(CardStatus.self)
    try unknownWordsAreNoError(CardScheme.self)
    try unknownWordsAreNoError(CardAction.self)
    try unknownWordsAreNoError(MobileWalletType.self)
    try unknownWordsAreNoError(MobileWalletStatus.self)
    try unknownWordsAreNoError(TokenState.self)
    try unknownWordsAreNoError(ScaMethod.self)
    try unknownWordsAreNoError(ScaChannel.self)
    try unknownWordsAreNoError(Word<AuthenticationMode>.self)
    try unknownWordsAreNoError(ScaAttemptStatus.self)
    try unknownWordsAreNoError(TransactionType.self)
    try unknownWordsAreNoError(DeclineReason.self)
    try unknownWordsAreNoError(ChargeDetail.State.self)
    try unknownWordsAreNoError(Word<CardNetwork>.self)
    try unknownWordsAreNoError(Word<CardTokenProvider>.self)
    try unknownWordsAreNoError(Word<InstrumentType>.self)
    try unknownWordsAreNoError(Word<InstrumentStatus>.self)
    try unknownWordsAreNoError(Market.self)
  }

  /// A41: ours follows from the reason for a decline; that of another server becomes one.
  @Test func aFailedPaymentHasAPublishedReason() throws {
    var payment = Samples.transaction
    for (reason, word) in [
      (.cardLocked, "DW-TRANSFER-NOT-ALLOWED"), (.insufficientFunds, "INSUFFICIENT_FUNDS"),
      (.velocityExceeded, "DW-TRANSFER-LIMIT-EXCEEDED"), (.suspicious, "RISK_ENGINE_DECLINE"),
      (.cscCheckFailed, "OTHER"), (.other("NEVER_HEARD_OF"), "OTHER"),
    ] as [(DeclineReason, String)] {
      payment.declineReason = reason
      #expect(try json(payment).contains(#""statusReason":"\#(word)""#))
      #expect(try decoded(Transaction.self, json(payment)) == payment)
    }
    for reason in DeclineReason.allCases {
      #expect(TransferReason.texts[reason.transferReason] != nil, "\(reason)")
    }
    payment.declineReason = nil
    #expect(try !json(payment).contains("statusReason"))
    for word in ["DW-UNSUPPORTED-BANK", "INSUFFICIENT_FUNDS", "NEVER_HEARD_OF"] {
      let answer = String(try json(payment).dropLast()) + #","statusReason":"\#(word)"}"#
      let read = try decoded(Transaction.self, answer)
      #expect(read.declineReason == DeclineReason(rawValue: word))
    }
  }

  @Test func theErrorObjectHasThePublishedForm() throws {
    var error = WalletError(.notFound)
    error.advice = nil
    #expect(
      try json(error)
        == #"{"error":{"code":"5269","details":[],"fieldErrors":[],"message":"Entity not found"}}"#)
    error = WalletError(
      .fieldErrors, details: [.verbatim("why")],
      fieldErrors: [FieldError("city", .verbatim("Required"))], retryAfter: 3)
    #expect(
      try json(error) == """
        {"error":{"advice":"Fix these fields and try again.","code":"5068",\
        "details":["why"],"fieldErrors":[{"error":"Required","field":"city"}],\
        "message":"Field error(s)","retryAfter":3}}
        """)
    #expect(try decoded(WalletError.self, json(error)) == error)
  }

  @Test func errorObjectsOfOtherServersAreRead() throws {
    let error = try decoded(WalletError.self, #"{"error":{"code":"5269","message":"Gone"}}"#)
    #expect(error.code == .notFound)
    #expect(error.message.english == "Gone")
    let unknown = try decoded(WalletError.self, #"{"error":{"code":"9999"}}"#)
    #expect(unknown.code == .internalError && unknown.codeText == "9999")
    #expect(try decoded(WalletError.self, json(unknown)) == unknown)
  }

  @Test func theListHasThePublishedForm() throws {
    let meta = PagingResultMeta(numberOfRecords: 1, limit: 10, page: 1)
    let list = CardList(cards: [], meta: meta)
    #expect(
      try json(list) == #"{"cards":[],"meta":{"limit":10,"numberOfRecords":1,"page":1}}"#)
    let damaged = CardList(
      cards: [], meta: meta, damaged: [DamagedRecord(id: CardID("x"), position: 3)])
    #expect(try json(damaged).contains(#""damaged":[{"id":"x","position":3}]"#))
    #expect(try decoded(CardList.self, json(damaged)) == damaged)
    #expect(try decoded(CardList.self, json(list)) == list)
  }

  @Test func aCardHasThePublishedNames() throws {
    var full = Card(
      id: CardID("c"), status: .locked, expiry: CardExpiry(month: 9, year: 2029),
      lastFour: "0093", bin: "474836", customerID: CustomerID("u"), cardType: .physical,
      programName: "P", currency: Currency("EUR"), createdDate: Timestamp(seconds: 0),
      accountID: AccountID("a"), scheme: .visa, holderName: "ANA PETROVA")
    full.isPinSet = true
    full.activationDate = Timestamp(seconds: 1)
    full.tokenizations = [
      MobileWalletTokenization(
        dpanRef: "d", walletID: "w", walletType: .applePay, status: .completed)
    ]
    full.availableActions = [AvailableAction(.unlock)]
    full.externalID = "e"
    full.mobile = "+1 2"
    let text = try json(full)
    for part in [
      #""cardId":"c""#, #""status":"LOCKED""#, #""expiry":{"month":9,"year":2029}"#,
      #""lastFour":"0093""#, #""bin":"474836""#, #""customerId":"u""#, #""cardType":"PHYSICAL""#,
      #""programName":"P""#, #""currency":"EUR""#, #""mobile":"+1 2""#, #""accountId":"a""#,
      #""createdDate":"1970-01-01T00:00:00Z""#, #""scheme":"VISA""#, #""isPinSet":true"#,
      #""activationDate":"1970-01-01T00:00:01Z""#, #""externalId":"e""#,
      #""availableActions":[{"action":"UNLOCK"}]"#,
      #"{"dpanRef":"d","status":"COMPLETED","walletId":"w","walletType":"APPLE_PAY"}"#,
    ] { #expect(text.contains(part), "\(part)") }
    #expect(try decoded(Card.self, text) == full)
  }

  /// The samples in Swift name no wallet: Apple Pay is meant there (C13).
  @Test func aWalletThatIsNotNamedIsApplePay() throws {
    let request = try decoded(CardTokenizationRequest.self, #"{"nonce":"n"}"#)
    #expect(request == CardTokenizationRequest(walletType: .applePay, nonce: "n"))
    #expect(try json(CardTokenizationRequest(nonce: "n")).contains(#""walletType":"APPLE_PAY""#))
    let body = try decoded(TokenizationUpdate.self, #"{"status":"COMPLETED"}"#)
    let update = try UpdateTokenization(ids: ["c", "d"], query: .blank, body: body)
    #expect(update.token == MobileWalletTokenization(dpanRef: "d", status: .completed))
    #expect(update.token.walletType == .applePay)
    // Another word is none of a wallet.
    let other = try decoded(CardTokenizationRequest.self, #"{"walletType":""}"#)
    #expect(!other.walletType.isKnown)
  }

  @Test func moneyIsInMinorUnits() throws {
    let money = Money(1099, Currency("EUR"))
    #expect(try json(money) == #"{"amount":1099,"currencyCode":"EUR"}"#)
    #expect(try decoded(Money.self, json(money)) == money)
  }

  @Test func anScaEventHasThePublishedNames() throws {
    let event = ScaEvent(
      id: ScaEventID("e"), walletOperationID: WalletOperationID("o"),
      availableVerifications: [ScaVerification(method: .otp, channel: .sms, target: "t")],
      creationTime: Timestamp(seconds: 0), expirationTime: Timestamp(seconds: 900))
    #expect(
      try json(event) == """
        {"authenticationMode":"EMBEDDED",\
        "availableVerifications":[{"channel":"SMS","method":"OTP","target":"t"}],\
        "creationTime":"1970-01-01T00:00:00Z","eventId":"e",\
        "expirationTime":"1970-01-01T00:15:00Z","walletOperationId":"o"}
        """)
    #expect(try json(event.reference) == #"{"eventId":"e","walletOperationId":"o"}"#)
  }
}

/// JSON with its keys sorted, on one line.
func json(_ value: some JSONWritable) throws -> String {
  func sorted(_ json: JSON) -> JSON {
    switch json {
    case .object(let fields):
      .object(fields.sorted { $0.name < $1.name }.map { (name: $0.name, value: sorted($0.value)) })
    case .array(let values): .array(values.map(sorted))
    default: json
    }
  }
  return text(sorted(try JSON.read(.plain(JSONWriter.bytes(value)))).sealed())
}

func decoded<T: JSONReadable>(_ type: T.Type, _ text: String) throws -> T {
  try T(json: JSON.read(.plain(Array(text.utf8))))
}
