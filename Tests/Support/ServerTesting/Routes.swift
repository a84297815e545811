import Conformance
import Secrets
import Testing
import ThreeDSecure
import WalletAPI
import WalletModel

/// The data of a user that others must not get.
struct Belongings {
  let card: Card
  let account: AccountID
  let event: ScaReference
  /// The key of a change that was made.
  let key: String
  /// An authorisation; empty: there is no shop.
  let sale: String
  /// A payment handle that waits for its owner; empty: there is no shop.
  let handle: String
  /// A payment handle that the shop may charge.
  let payable: String
  /// A card whose saving was given up.
  let registration: String
  let persona: String
  /// A funding source whose setting up was given up.
  let setUp: String
  let fundingSource: String
  let provisionalCard: String
  let virtualCard: String

  /// Reads the user's data, and creates what is missing: a change and an event.
  init(_ served: InProcessServer, _ token: Secret, key: String) throws {
    if try served.perform(ListCards(CardQuery()), token).cards.isEmpty {
      let request = CardRequest(
        programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR", alias: "A " + key)
      _ = try served.perform(CreateCard(request), token)
    }
    let first = try served.activeCard(token)
    let payment = Authorize(.card(first.id), at: "lidl-sofia", ShopAmount(1_00))
    sale = (try? served.perform(payment, token).id) ?? "no-such-sale"
    let options = PaymentOptions(
      amount: 100, currency: Currency("EUR"), merchantRefNum: "order " + key, accountID: "")
    let request = PaymentHandleRequest(.own(first.id), at: "lidl-sofia", options)
    handle = (try? served.perform(CreatePaymentHandle(request), token).id) ?? "no-such-handle"
    let typed = EnteredCard(
      number: secret(Scenario.frictionless.testNumber(.visa) ?? ""),
      expiry: CardExpiry(month: 9, year: 2035), cvv: secret("739"), holderName: "Ana Petrova")
    let shop = PaymentHandleRequest(.entered(typed), at: "lidl-sofia", options)
    payable = (try? served.perform(CreatePaymentHandle(shop), token).id) ?? "no-such-handle"
    let saved = SavedCardRequest(typed, .easy, currency: Currency("EUR"))
    let begun = try? served.perform(RegisterSavedCard(saved), token).id
    registration = begun ?? "no-such-registration"
    if let begun { _ = try served.perform(RollBackSavedCard(begun), token) }
    let name = PersonaRequest(name: "Persona " + key)
    persona = (try? served.perform(CreatePersona(name), token).id) ?? "no-such-persona"
    let source = SetUpFundingSource(FundingSourceRequest(.entered(typed)))
    let setUp = try? served.perform(source, token).id
    self.setUp = setUp ?? "no-such-source"
    if let setUp { _ = try served.perform(CancelProvisionalFundingSource(setUp), token) }
    (fundingSource, provisionalCard, virtualCard) =
      (try? Self.virtualCard(of: persona, served, token))
      ?? ("no-such-source", "no-such-card", "no-such-card")
    card = try served.perform(SetCardStatus(first.id, .locked, reason: "Reason " + key), token) {
      $0.idempotencyKey = key
    }
    account = card.accountID
    event = try served.event(of: GetSecureDetails(first.id), token).reference
    self.key = key
  }

  /// Makes a virtual card. Returns the ids of its funding source, of its making and of itself.
  private static func virtualCard(
    of persona: String, _ served: InProcessServer, _ token: Secret
  ) throws -> (String, String, String) {
    let request = try served.virtualCardRequest(for: persona, token)
    let provisional = try served.perform(ProvisionVirtualCard(request), token)
    served.clock.advance(seconds: 3)
    let card = try served.perform(GetProvisionalCard(provisional.id), token).card
    return (request.fundingSourceID, provisional.id, try #require(card).id)
  }

  /// Words that only their owner may read and that occur nowhere else by chance.
  var words: [String] {
    [
      card.id.rawValue, card.alias, card.holderName, account.rawValue, sale,
      handle, payable, registration, "order " + key, persona, setUp, "Persona " + key,
      fundingSource, provisionalCard, virtualCard,
      card.customerID.rawValue, event.eventID.rawValue, event.walletOperationID.rawValue,
      card.statusReason ?? "", key,
    ].filter { $0.count > 3 }
  }
}

/// Every route with a valid request, for the test matrices.
enum Routes {
  /// Paths below the base that are not operations of the contract.
  static let news = WireRequest(.get, WireNews.path)

  static func request(_ name: String, _ own: Belongings) -> WireRequest? {
    let card = own.card.id
    func wire(_ operation: some WalletOperation) -> WireRequest { operation.wireRequest(.unknown) }
    let activation = CardActivationRequest(lastFourDigits: "1234", cvv: secret("739"))
    switch name {
    case "LIST_CARDS": return wire(ListCards(CardQuery()))
    case "GET_CARD": return wire(GetCard(card))
    case "CREATE_CARD": return wire(CreateCard(order))
    case "ACTIVATE": return wire(ActivateCard(card, activation))
    case "SET_STATUS": return wire(SetCardStatus(card, .active, reason: "r"))
    case "SET_PIN": return wire(SetCardPin(card, pin: secret("7391")))
    case "RENAME": return wire(RenameCard(card, alias: "n"))
    case "UNLOCK_FOR": return wire(UnlockCardFor(card, seconds: 60))
    case "SET_CONTROLS":
      return wire(SetCardControls(card, CardControlsUpdate(autoLockDays: .value(30))))
    case "REPLACE": return wire(ReplaceCard(card, .suspended))
    case "SHOW_DETAILS": return wire(GetSecureDetails(card))
    case "LINK_DETAILS": return wire(LinkSecureDetails(card))
    case "OPEN_DETAILS": return wire(OpenSecureDetails("no-such-ticket"))
    case "SHOW_PIN": return wire(GetPin(card))
    case "TOKENIZE": return wire(Tokenize(card, phone))
    case "UPDATE_TOKENIZATION":
      return wire(
        UpdateTokenization(
          card,
          MobileWalletTokenization(
            dpanRef: "no-such-token", walletType: .samsungPay, status: .completed)))
    case "CHANGE_TOKEN": return wire(ChangeToken(card, "no-such-token", .freeze))
    case "VERIFY_TOKEN": return wire(VerifyToken(card, "no-such-token"))
    case "GET_PROGRAMS": return wire(GetPrograms())
    case "GET_ACCOUNT": return wire(GetAccount(own.account))
    case "LIST_TRANSACTIONS": return wire(ListTransactions(card))
    case "LIST_ALL_TRANSACTIONS": return wire(ListAllTransactions())
    case "GET_TRANSACTION": return wire(GetTransaction(TransactionID(own.sale)))
    case "NOTE_PAYMENT": return wire(NotePayment(TransactionID(own.sale), PaymentNote("n")))
    case "LIST_MERCHANTS": return wire(ListMerchants())
    case "LIST_RATES": return wire(ListRates())
    case "AUTHORIZE": return wire(Authorize(.card(card), at: "no-such-shop", ShopAmount(100)))
    case "INCREMENT_AUTHORIZATION": return wire(IncrementAuthorization(own.sale, ShopAmount(1)))
    case "REVERSE_AUTHORIZATION": return wire(ReverseAuthorization(own.sale, ShopAmount(1)))
    case "EXPIRE_AUTHORIZATION": return wire(ExpireAuthorization(own.sale))
    case "DEBIT_AUTHORIZATION": return wire(DebitAuthorization(own.sale, ShopAmount(1)))
    case "REFUND_DEBIT": return wire(RefundDebit(own.sale, ShopAmount(1)))
    case "TOP_UP": return wire(TopUp(card, ShopAmount(1)))
    case "LIST_PAYMENT_METHODS": return wire(ListPaymentMethods())
    case "CREATE_PAYMENT_HANDLE":
      return wire(
        CreatePaymentHandle(PaymentHandleRequest(.own(card), at: "no-such-shop", options)))
    case "LIST_PAYMENT_HANDLES": return wire(ListPaymentHandles())
    case "GET_PAYMENT_HANDLE": return wire(GetPaymentHandle(own.handle))
    case "GET_PAYMENT_TOKEN": return wire(GetPaymentToken(own.payable))
    case "USE_PAYMENT_HANDLE": return wire(UsePaymentHandle(secret("no-such-token")))
    case "LIST_AUTHENTICATIONS": return wire(ListAuthentications())
    case "GET_AUTHENTICATION": return wire(GetAuthentication(own.handle))
    case "ANSWER_AUTHENTICATION":
      return wire(AnswerAuthentication(own.registration, attempt: 9, .cancel))
    case "CONFIRM_PAYMENT":
      return wire(ConfirmPayment(own.handle, Money(1, Currency("EUR")), at: "no-such-shop"))
    case "LIST_SAVED_CARDS": return wire(ListSavedCards())
    case "REGISTER_SAVED_CARD":
      return wire(
        RegisterSavedCard(SavedCardRequest(EnteredCard(), .easy, currency: Currency("EUR"))))
    case "GET_CARD_REGISTRATION": return wire(GetCardRegistration(own.registration))
    case "PROCESS_SAVED_CARD": return wire(ProcessSavedCard("no-such-registration"))
    case "ROLL_BACK_SAVED_CARD": return wire(RollBackSavedCard("no-such-registration"))
    case "REMOVE_SAVED_CARD": return wire(RemoveSavedCard("no-such-card"))
    case "LIST_PERSONAS": return wire(ListPersonas())
    case "CREATE_PERSONA": return wire(CreatePersona(PersonaRequest(name: "")))
    case "DELETE_PERSONA": return wire(DeletePersona("no-such-persona"))
    case "GET_OWNERSHIP_PROOF":
      return wire(GetOwnershipProof(own.persona, ProofRequest(audience: "nobody")))
    case "GET_VIRTUAL_CARDS_CONFIG": return wire(GetVirtualCardsConfig())
    case "SET_UP_FUNDING_SOURCE":
      return wire(SetUpFundingSource(FundingSourceRequest(.saved("no-such-card"))))
    case "LIST_PROVISIONAL_FUNDING_SOURCES": return wire(ListProvisionalFundingSources())
    case "GET_PROVISIONAL_FUNDING_SOURCE": return wire(GetProvisionalFundingSource(own.setUp))
    case "COMPLETE_FUNDING_SOURCE":
      let completion = FundingCompletion(provider: "walletui", version: 1, linkToken: "")
      return wire(CompleteFundingSource(own.setUp, completion))
    case "CANCEL_PROVISIONAL_FUNDING_SOURCE":
      return wire(CancelProvisionalFundingSource(own.setUp))
    case "LIST_FUNDING_SOURCES": return wire(ListFundingSources())
    case "GET_FUNDING_SOURCE": return wire(GetFundingSource(own.fundingSource))
    case "CANCEL_FUNDING_SOURCE": return wire(CancelFundingSource("no-such-source"))
    case "REVIEW_UNFUNDED_FUNDING_SOURCE":
      return wire(ReviewUnfundedFundingSource("no-such-source"))
    case "REFRESH_FUNDING_SOURCE":
      return wire(RefreshFundingSource("no-such-source", FundingSourceRequest(.saved("none"))))
    case "REQUIRE_FUNDING_SOURCE_REFRESH":
      return wire(RequireFundingSourceRefresh("no-such-source"))
    case "PROVISION_VIRTUAL_CARD":
      return wire(
        ProvisionVirtualCard(
          VirtualCardRequest(
            ownershipProofs: ["no-proof"], fundingSourceID: "no-such-source", cardHolder: "Ana",
            publicKey: DevicePublicKey(keyID: "k", bytes: SealingKeyPair().publicKey))))
    case "LIST_PROVISIONAL_CARDS": return wire(ListProvisionalCards())
    case "GET_PROVISIONAL_CARD": return wire(GetProvisionalCard(own.provisionalCard))
    case "LIST_VIRTUAL_CARDS": return wire(ListVirtualCards())
    case "GET_VIRTUAL_CARD": return wire(GetVirtualCard(own.virtualCard))
    case "SHOW_VIRTUAL_DETAILS": return wire(GetVirtualCardDetails(own.virtualCard))
    case "UPDATE_VIRTUAL_CARD":
      return wire(UpdateVirtualCard("no-such-card", VirtualCardUpdate(alias: .null)))
    case "CANCEL_VIRTUAL_CARD": return wire(CancelVirtualCard("no-such-card"))
    case "GET_NOTIFICATION_RULES": return wire(GetNoticeRules())
    case "SET_NOTIFICATION_RULES": return wire(SetNoticeRules(NoticeRules()))
    case "LIST_VIRTUAL_TRANSACTIONS": return wire(ListVirtualTransactions(own.virtualCard))
    case "CREATE_CHALLENGE":
      return wire(CreateChallenge(own.event, ScaVerification(method: .otp, channel: .sms)))
    case "SUBMIT_ATTEMPT": return wire(SubmitAttempt(own.event, code: secret("739173")))
    case "GET_AUTHENTICATOR": return wire(GetAuthenticator())
    case "ENROL_AUTHENTICATOR": return wire(EnrolAuthenticator())
    case "CONFIRM_AUTHENTICATOR": return wire(ConfirmAuthenticator(code: secret("739173")))
    case "LIST_PHONE_MESSAGES": return wire(ListPhoneMessages())
    case "GET_PROFILE": return wire(GetProfile())
    case "LIST_BUDGETS": return wire(ListBudgets())
    case "SET_BUDGETS": return wire(SetBudgets([BudgetChange(.cash, nil)]))
    case "SETTLE_CHANGE": return wire(SettleChange(own.key))
    default: return nil
    }
  }

  private static let options = PaymentOptions(
    amount: 100, currency: Currency("EUR"), merchantRefNum: "order", accountID: "")

  private static let phone = CardTokenizationRequest(
    walletType: .googlePay, clientDeviceID: "device", clientWalletAccountID: "account")

  /// An order of a programme with no cards left: valid, and without an effect.
  private static let order = CardRequest(
    programName: "BRAND-VIRTUAL-MC", currency: "EUR", mobile: "+359 888123456",
    cardPin: secret("7391"), externalID: "e", termsAndConditionsAccepted: true,
    eDisclosureAccepted: true, alias: "a")

  /// All routes. A new route that is not named above fails every test that calls this.
  static func all(_ own: Belongings) throws -> [(route: WireRoute, request: WireRequest)] {
    try WireRoute.all.map { route in
      let name = route.contract.name
      return (route, try #require(request(name, own), "\(name) is not in the table"))
    }
  }

  /// Everything that a user can see, as one text that must not change.
  static func state(_ served: InProcessServer, _ token: Secret, _ own: Belongings) throws -> String
  {
    let cards = try served.perform(ListCards(CardQuery(limit: 1000)), token)
    let payments = try cards.cards.map {
      try served.perform(ListTransactions($0.id), token).transactions
    }
    let messages = try served.perform(ListPhoneMessages(), token).map { ($0.id, $0.text) }
    return [
      "\(cards)", "\(payments)", "\(messages)",
      "\(try served.perform(GetPrograms(), token))",
      "\(try served.perform(GetAccount(own.account), token))",
      "\(try served.perform(GetAuthenticator(), token))",
      "\(try served.perform(GetProfile(), token))",
    ].joined(separator: "\n")
  }
}
