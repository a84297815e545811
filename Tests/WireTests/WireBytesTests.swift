import Foundation
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel

/// The bytes of every request and every answer of the samples, as they are in `Goldens/wire.txt`.
/// `WALLETUI_UPDATE_GOLDENS=1` writes that file again.
struct WireBytesTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens/wire.txt")

  @Test func theBytesOnTheWireAreUnchanged() throws {
    let lines = try requests() + answers() + others()
    let shown = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["WALLETUI_UPDATE_GOLDENS"] != nil {
      try shown.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let wanted = try String(contentsOf: Self.file, encoding: .utf8)
    for (found, wanted) in zip(lines, wanted.split(separator: "\n")) where found != wanted {
      Issue.record("wanted: \(wanted)\nfound:  \(found)")
    }
    #expect(shown == wanted)
  }

  /// An operation without a sample here would be tested by nobody.
  @Test func everyOperationHasASample() throws {
    let all = Set(WireRoute.all.map { String(describing: $0.operation) })
    func operations(_ lines: [String]) -> Set<String> {
      Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    }
    #expect(try operations(requests()) == all)
    #expect(try operations(answers()) == all)
  }

  /// A request, which has to be the same when it was read and is written again.
  private func line<O: WalletOperation>(_ operation: O, _ context: RequestContext) throws
    -> String
  {
    let request = operation.wireRequest(context)
    let line = line(O.self, request)
    if case .route(let route, let ids) = WireRoute.find(request) {
      #expect(route.contract === O.contract)
      let read = try O(wire: request, ids: ids).wireRequest(context)
      #expect(self.line(O.self, read) == line)
    } else {
      Issue.record("\(O.self) is not found")
    }
    return line
  }

  private func line<O: WalletOperation>(_ type: O.Type, _ request: WireRequest) -> String {
    let headers = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return "\(O.self) \(request.method.rawValue) \(request.target) [\(headers)] "
      + described(request.body)
  }

  /// An answer, which has to be the same when it was read, unless a record of it is damaged.
  private func line<O: WalletOperation>(_ type: O.Type, _ response: O.Response) throws -> String {
    let answer = O.wireResponse(response)
    let line = described("\(O.self)", answer)
    if case .secret = answer.body {
      #expect(O.answersSecrets)
    } else {
      #expect(!O.answersSecrets)
    }
    guard !line.contains(#""damaged":true"#) else { return line }
    let read = try O.decode(answer.body)
    #expect(described("\(O.self)", O.wireResponse(read)) == line)
    func isRead<T: Equatable>(_ response: T) -> Bool { read as? T == response }
    // Secrets are equal only to themselves.
    if !O.answersSecrets, let response = response as? any Equatable {
      let isSame = isRead(response)
      #expect(isSame, "\(line)")
    }
    return line
  }

  private func described(_ name: String, _ answer: WireResponse) -> String {
    let headers = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return "\(name) \(answer.status) [\(headers)] " + described(answer.body)
  }

  private func described(_ body: WireBody) -> String {
    switch body {
    case .none: "none"
    case .plain: "plain " + text(body)
    case .secret: "secret " + text(body)
    }
  }

  private func requests() throws -> [String] {
    var full = RoundTripTests.context
    full.sca = Samples.reference
    full.expectedVersion = 3
    full.idempotencyKey = "k"
    return try requests(full) + requests(RoundTripTests.context)
  }

  private func requests(_ context: RequestContext) throws -> [String] {
    let odd = CardID("a/b c?d=é%20")
    let query = CardQuery(
      cardType: .virtual, statuses: [.active, .cancelled],
      include: [.tokenizations, .availableActions], limit: 7, offset: 14)
    let part = TransactionQuery(
      from: Samples.time, to: Timestamp(milliseconds: Samples.time.milliseconds + 5),
      order: .ascending, limit: 3, nextToken: "17")
    let order = CardRequest(
      programName: "P", currency: "EUR", mobile: "+1 2", cardPin: secret("98\"6"), externalID: "x",
      deliveryAddress: Samples.address, termsAndConditionsAccepted: true,
      eDisclosureAccepted: false, alias: "Ünï")
    let number = PresentedCard.number(
      secret("4000001234567899"), expiry: CardExpiry(month: 9, year: 2029), csc: secret("123"),
      postalCode: "1000")
    let bare = PresentedCard.number(
      secret("4000001234567899"), expiry: CardExpiry(month: 9, year: 2029), csc: nil,
      postalCode: nil)
    let dollars = ShopAmount(420, Currency("USD"))
    return try [
      line(ListCards(query), context), line(ListCards(CardQuery()), context),
      line(GetCard(odd, include: [.tokenizations, .availableActions]), context),
      line(GetCard(odd), context), line(CreateCard(order), context),
      line(CreateCard(CardRequest(programName: "P", currency: "EUR")), context),
      line(
        ActivateCard(odd, CardActivationRequest(lastFourDigits: "1234", cvv: secret("567"))),
        context),
      line(SetCardStatus(odd, .locked, reason: "Lost \"it\"\n"), context),
      line(SetCardPin(odd, pin: secret("0417")), context),
      line(UnlockCardFor(odd, seconds: 1800), context),
      line(SetCardControls(odd, CardControlsUpdate(autoLockDays: .value(30))), context),
      line(SetCardControls(odd, CardControlsUpdate(autoLockDays: .null)), context),
      line(
        SetCardControls(odd, CardControlsUpdate(from: SpendingRules(), to: Samples.rules)),
        context),
      line(ReplaceCard(odd, .lost), context),
      line(RenameCard(odd, alias: "A \"b\""), context), line(GetSecureDetails(odd), context),
      line(LinkSecureDetails(odd), context), line(OpenSecureDetails("a b"), context),
      line(GetPin(odd), context), line(GetPrograms(cardType: .physical), context),
      line(GetPrograms(), context), line(GetAccount(AccountID("a b")), context),
      line(ListTransactions(odd, part), context), line(ListTransactions(odd), context),
      line(ListAllTransactions(part), context),
      line(ListAllTransactions(TransactionQuery(type: .refund)), context),
      line(GetTransaction(TransactionID("a b")), context),
      line(NotePayment(TransactionID("a b"), PaymentNote("A \"b\"")), context),
      line(Tokenize(odd, Samples.phone), context),
      line(Tokenize(odd, CardTokenizationRequest(walletType: .applePay)), context),
      line(UpdateTokenization(odd, Samples.token), context),
      line(ChangeToken(odd, "d/1 ?", .freeze), context),
      line(VerifyToken(odd, "d/1 ?"), context), line(ListMerchants(), context),
      line(ListRates(), context), line(Authorize(.card(odd), at: "m 1", dollars), context),
      line(Authorize(.token(odd, dpanRef: "d-1"), at: "m 1", dollars), context),
      line(Authorize(number, at: "m", ShopAmount(1)), context),
      line(Authorize(bare, at: "m", dollars), context),
      line(IncrementAuthorization("a/b", dollars), context),
      line(ReverseAuthorization("a/b", ShopAmount(7)), context),
      line(ExpireAuthorization("a/b"), context), line(DebitAuthorization("a/b", dollars), context),
      line(RefundDebit("a/b", dollars), context), line(TopUp(CardID("a b"), dollars), context),
      line(ListPaymentMethods(), context),
      line(CreatePaymentHandle(Samples.paymentRequest(.entered(Samples.entered))), context),
      line(CreatePaymentHandle(Samples.paymentRequest(.own(odd), full: false)), context),
      line(
        CreatePaymentHandle(
          Samples.paymentRequest(.saved("s", cvv: secret("123")), full: false)), context),
      line(ListPaymentHandles(PaymentHandleQuery(limit: 3, nextToken: "17")), context),
      line(ListPaymentHandles(), context), line(GetPaymentHandle("a/b"), context),
      line(GetPaymentToken("a/b"), context), line(UsePaymentHandle(secret("a\"b")), context),
      line(ListAuthentications(), context), line(GetAuthentication("a/b"), context),
      line(AnswerAuthentication("a/b", attempt: 1, .code(secret("123456"))), context),
      line(AnswerAuthentication("a/b", attempt: 2, .options(["bakery", "x"])), context),
      line(AnswerAuthentication("a/b", attempt: 3, .confirmation(.confirmed)), context),
      line(AnswerAuthentication("a/b", attempt: 1, .cancel), context),
      line(ConfirmPayment("a/b", Money(420, Currency("EUR")), at: "M \"m\""), context),
      line(ListSavedCards(), context),
      line(RegisterSavedCard(Samples.savedRequest), context),
      line(
        RegisterSavedCard(
          SavedCardRequest(Samples.entered, .easy, currency: Currency("EUR"))), context),
      line(GetCardRegistration("a/b"), context), line(ProcessSavedCard("a/b"), context),
      line(RollBackSavedCard("a/b"), context), line(RemoveSavedCard("a/b"), context),
      line(ListPersonas(), context), line(CreatePersona(PersonaRequest(name: "P \"p\"")), context),
      line(DeletePersona("a/b"), context),
      line(GetOwnershipProof("a/b", ProofRequest(audience: "a")), context),
      line(GetVirtualCardsConfig(), context),
      line(SetUpFundingSource(FundingSourceRequest(.saved("s"))), context),
      line(SetUpFundingSource(FundingSourceRequest(.entered(Samples.entered))), context),
      line(ListProvisionalFundingSources(), context),
      line(GetProvisionalFundingSource("a/b"), context),
      line(
        CompleteFundingSource(
          "a/b", FundingCompletion(provider: "w", version: 1, linkToken: "t")), context),
      line(CancelProvisionalFundingSource("a/b"), context), line(ListFundingSources(), context),
      line(GetFundingSource("a/b"), context), line(CancelFundingSource("a/b"), context),
      line(ReviewUnfundedFundingSource("a/b"), context),
      line(
        RefreshFundingSource("a/b", FundingSourceRequest(.entered(Samples.entered))), context),
      line(RequireFundingSourceRefresh("a/b"), context),
      line(ProvisionVirtualCard(Samples.virtualRequest), context),
      line(
        ProvisionVirtualCard(
          VirtualCardRequest(
            ownershipProofs: [], fundingSourceID: "f", cardHolder: "A",
            publicKey: DevicePublicKey(keyID: "k", bytes: [1]))), context),
      line(ListProvisionalCards(), context), line(GetProvisionalCard("a/b"), context),
      line(ListVirtualCards(), context),
      line(
        ListVirtualCards(
          VirtualCardQuery(
            limit: 3, nextToken: "17", order: .ascending, filter: #"state = ISSUED and id="a""#)),
        context),
      line(GetVirtualCard("a/b"), context), line(GetVirtualCardDetails("a/b"), context),
      line(GetVirtualCardDetails("a/b", memory: .signIn), context),
      line(
        UpdateVirtualCard(
          "a/b",
          VirtualCardUpdate(
            cardHolder: .value("B"), alias: .null, billingAddress: .value(Samples.virtualAddress))),
        context), line(UpdateVirtualCard("a/b", VirtualCardUpdate(metadata: .value("1"))), context),
      line(UpdateVirtualCard("a/b", Samples.ruleChanges[0]), context),
      line(UpdateVirtualCard("a/b", Samples.ruleChanges[1]), context),
      line(CancelVirtualCard("a/b"), context),
      line(ListVirtualTransactions("a/b", part), context),
      line(GetNoticeRules(), context), line(SetNoticeRules(Samples.noticeRules), context),
      line(
        CreateChallenge(Samples.reference, ScaVerification(method: .otp, channel: .sms)), context),
      line(
        CreateChallenge(
          Samples.reference, ScaVerification(method: .otp, channel: .email, target: "t")), context),
      line(SubmitAttempt(Samples.reference, code: secret("012345")), context),
      line(GetAuthenticator(), context), line(EnrolAuthenticator(), context),
      line(ConfirmAuthenticator(code: secret("1\"\\\n\u{1}é")), context),
      line(ListPhoneMessages(), context), line(GetProfile(), context),
      line(ListBudgets(), context),
      line(
        SetBudgets([
          BudgetChange(.eatingOut, Money(1, Currency("JPY"))), BudgetChange(.cash, nil),
        ]), context),
      line(SettleChange("a/b"), context),
    ]
  }

  private func answers() throws -> [String] {
    let bare = Card(
      id: Samples.id, status: .other("FROZEN"), expiry: .unspecified, lastFour: "", bin: "",
      customerID: CustomerID(""), cardType: .unspecified, programName: "", currency: Currency(""),
      createdDate: nil, accountID: AccountID(""), scheme: .unspecified, holderName: "")
    var asked = Samples.card
    asked.tokenizations = [.damaged(id: "d")]
    asked.availableActions = []
    let details = SecureDetails(
      pan: secret("4748365822915043"), cvv: secret("233"),
      expiry: CardExpiry(month: 3, year: 2028), holderName: "Mollie \"B\" Ж")
    let receipt = ShopReceipt(
      id: "r", billedAmount: Money(420, Currency("EUR")), declineReason: .insufficientFunds,
      createdAt: Samples.time, updatedAt: Samples.time)
    let messages = [
      PhoneMessage(
        id: "1", channel: .sms, sender: "s", time: Samples.time, text: "Code %@ \"x\"",
        code: secret("123456")),
      PhoneMessage(
        id: "2", channel: .email, sender: "s", time: Samples.time, text: "é", code: nil),
    ]
    var lines = try [
      line(ListCards.self, Samples.list),
      line(ListCards.self, CardList(cards: [], meta: Samples.list.meta)),
      line(GetCard.self, Samples.card), line(GetCard.self, bare), line(GetCard.self, asked),
      line(CreateCard.self, Samples.card), line(ActivateCard.self, Samples.card),
      line(SetCardStatus.self, Samples.card), line(SetCardPin.self, Samples.card),
      line(RenameCard.self, Samples.card), line(UnlockCardFor.self, Samples.timedCard),
      line(SetCardControls.self, Samples.timedCard),
      line(ReplaceCard.self, Samples.card), line(GetCard.self, Samples.limitedCard),
      line(GetTransaction.self, Samples.declined),
      line(GetSecureDetails.self, details), line(OpenSecureDetails.self, details),
      line(LinkSecureDetails.self, secret("https://a/b?c=1")), line(GetPin.self, secret("0000")),
      line(GetPrograms.self, [Samples.program, .damaged(id: "x")]),
      line(GetPrograms.self, []), line(GetAccount.self, Samples.account),
      line(ListTransactions.self, TransactionPage()),
      line(
        ListAllTransactions.self,
        TransactionPage(
          [Samples.transaction, Samples.payment, .damaged(id: "t")], nextToken: "4")),
      line(GetTransaction.self, Samples.payment), line(NotePayment.self, Samples.noted),
      line(UpdateTokenization.self, Samples.token),
      line(ChangeToken.self, Samples.timedCard), line(VerifyToken.self, Samples.card),
      line(ListMerchants.self, [Samples.merchant, .damaged(id: "m")]),
      line(
        ListRates.self,
        [ConversionRate(Currency("JPY"), perEuro: 181_000_000), .damaged(id: "X")]),
      line(Authorize.self, receipt), line(IncrementAuthorization.self, receipt),
      line(ReverseAuthorization.self, receipt), line(ExpireAuthorization.self, receipt),
      line(DebitAuthorization.self, receipt), line(RefundDebit.self, receipt),
      line(TopUp.self, receipt),
      line(ListPaymentMethods.self, [Samples.method, .damaged(id: "m")]),
      line(CreatePaymentHandle.self, Samples.handle),
      line(GetPaymentHandle.self, Samples.failedHandle),
      line(UsePaymentHandle.self, Samples.handle),
      line(
        ListPaymentHandles.self,
        PaymentHandlePage([Samples.handle, .damaged(id: "d")], nextToken: "4")),
      line(GetPaymentToken.self, secret("a.b")),
      line(ListAuthentications.self, [Samples.asked, .damaged(id: "d")]),
      line(GetAuthentication.self, Samples.asked),
      line(AnswerAuthentication.self, Samples.answered),
      line(ConfirmPayment.self, Samples.answered),
      line(ListSavedCards.self, [Samples.savedCard, .damaged(id: "d")]),
      line(RemoveSavedCard.self, Samples.savedCard),
      line(RegisterSavedCard.self, Samples.registration),
      line(GetCardRegistration.self, Samples.registration),
      line(ProcessSavedCard.self, Samples.savedRegistration),
      line(RollBackSavedCard.self, Samples.savedRegistration),
      line(ListPersonas.self, [Samples.persona, .damaged(id: "d")]),
      line(CreatePersona.self, Samples.persona), line(DeletePersona.self, Samples.persona),
      line(GetOwnershipProof.self, OwnershipProof(proof: "a.b", expiresAt: Samples.time)),
      line(GetVirtualCardsConfig.self, Samples.virtualConfig),
      line(SetUpFundingSource.self, Samples.provisionalFunding),
      line(
        ListProvisionalFundingSources.self, [Samples.completedFunding, .damaged(id: "d")]),
      line(GetProvisionalFundingSource.self, Samples.completedFunding),
      line(CancelProvisionalFundingSource.self, Samples.provisionalFunding),
      line(CompleteFundingSource.self, Samples.fundingSource),
      line(ListFundingSources.self, [Samples.fundingSource, .damaged(id: "d")]),
      line(GetFundingSource.self, Samples.fundingSource),
      line(CancelFundingSource.self, Samples.fundingSource),
      line(ReviewUnfundedFundingSource.self, Samples.fundingSource),
      line(RefreshFundingSource.self, Samples.fundingSource),
      line(RequireFundingSourceRefresh.self, Samples.fundingSource),
      line(GetNoticeRules.self, Samples.noticeRules),
      line(SetNoticeRules.self, NoticeRules()),
      line(ProvisionVirtualCard.self, Samples.provisionalCard),
      line(ListProvisionalCards.self, [Samples.completedCard, .damaged(id: "d")]),
      line(GetProvisionalCard.self, Samples.completedCard),
      line(
        ListVirtualCards.self,
        VirtualCardPage([Samples.virtualCard, .damaged(id: "d")], nextToken: "4")),
      line(GetVirtualCard.self, Samples.virtualCard),
      line(GetVirtualCard.self, Samples.ruledCard),
      line(GetVirtualCardDetails.self, Samples.virtualCard.sealed),
      line(UpdateVirtualCard.self, Samples.virtualCard),
      line(CancelVirtualCard.self, Samples.closedCard),
      line(ListVirtualTransactions.self, TransactionPage([Samples.payment], nextToken: "4")),
      line(CreateChallenge.self, Samples.challenge), line(SubmitAttempt.self, Samples.attempt),
      line(GetAuthenticator.self, .enrolled),
      line(
        EnrolAuthenticator.self,
        AuthenticatorEnrolment(uri: secret("otpauth://totp/a?secret=B"), secret: secret("B"))),
      line(ConfirmAuthenticator.self, .other("NEW")), line(ListPhoneMessages.self, messages),
      line(ListPhoneMessages.self, []), line(GetProfile.self, Samples.profile),
      line(ListBudgets.self, Samples.budgets), line(SetBudgets.self, Budgets()),
      line(SettleChange.self, .done(status: 201, cardID: Samples.id)),
      line(SettleChange.self, .done(status: 200, cardID: nil)), line(SettleChange.self, .unknown),
    ]
    lines += try Samples.tokenizations.map { try line(Tokenize.self, $0) }
    return lines
  }

  private func others() -> [String] {
    let errors = [
      (
        "fieldErrors",
        WalletError(.fieldErrors, fieldErrors: [FieldError("a", .verbatim("b"))], retryAfter: 3)
      ),
      ("cancelled", WalletError(.cancelled, details: [.verbatim("d")])),
      ("scaRequired", .scaRequired(Samples.event)),
      ("signInIdle", WalletError(.signInIdle)),
    ]
    let news: [WalletEvent] = [
      .cardsChanged([Samples.id]), .cardsChanged(nil), .cardsAdded(total: 7), .phoneMessage,
      .damageFound(.verbatim("d")), .paymentsChanged, .savedCardsChanged,
      .virtualCardsChanged,
    ]
    var token = TokenResponse(
      accessToken: secret("aa"), refreshToken: secret("bb"), expiresIn: 900,
      scopes: [.pciDss, .wallet])
    token.isExchanged = true
    let password = TokenRequest(
      .password(user: "a b", password: secret("p&=é")), scopes: [.wallet], deviceID: "d")
    var key = RoundTripTests.context
    key.idempotencyKey = "0123456789abcdef0123456789abcdef"
    key.expectedVersion = 4
    let change = RecordedChange(
      SetCardStatus(Samples.id, .locked, reason: "r"), key, wallet: "w", time: Samples.time)
    return errors.map { described($0, $1.wireResponse) }
      + news.compactMap(WireNews.init).map { "news \($0.name) \($0.data)" }
      + [
        "token " + text(token.body), "form " + text(password.body),
        "form " + text(TokenRequest(.refresh(secret("t"))).body),
        "form " + text(TokenRequest(.exchange(secret("t")), scopes: [.pciDss]).body),
        "form " + text(TokenRequest(.client).body),
        "form " + text(RevocationRequest(secret("t")).body),
      ] + (change.map { ["change " + text(.plain(JSONWriter.bytes($0)))] } ?? [])
  }
}
