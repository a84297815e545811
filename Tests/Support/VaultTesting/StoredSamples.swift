import ThreeDSecure
import WalletAPI
import WalletModel

@testable import Issuer

/// Records of every kind, with all that they can have.
enum StoredSamples {
  static let time = Timestamp(milliseconds: 1_772_530_867_123)
  static let moment = Moment(wall: time, boot: 5_000_123)
  static let customer = CustomerID("8860412")

  static let profile = CustomerProfile(
    customerID: customer, name: "ANA PETROVA", mobile: "+359 88 123 4412",
    email: "ana@example.com", market: .eu)

  static let account = Account(
    id: AccountID("EUR-1"), customerID: customer, totalBalance: Money(284_10, Currency("EUR")),
    availableBalance: Money(-5, Currency("EUR")))

  static let program = ProgramRecord(
    program: CardProgram(
      cardType: .physical, scheme: .visa, name: "P",
      currencies: [Currency("EUR"), Currency("USD")],
      allowableCards: 3, isDigital: true),
    bin: "400000")

  static var card: Card {
    var card = Card(
      id: CardID("card-1"), status: .digital, expiry: CardExpiry(month: 9, year: 2029),
      lastFour: "0093", bin: "555555", customerID: customer, cardType: .virtual,
      programName: "SKRILL", currency: Currency("EUR"), createdDate: time,
      accountID: AccountID("EUR-1"), scheme: .mastercard, holderName: "ANA PETROVA")
    card.alias = "Größe"
    card.statusDate = time.adding(seconds: 60)
    card.version = 70
    card.isPinSet = true
    card.tokenizations = []
    return card
  }

  static var fullCard: CardRecord {
    var card = card
    card.id = CardID("card-2")
    card.activationDate = time
    card.statusReason = "Locked"
    card.mobile = "+1"
    card.externalID = "x"
    card.deliveryAddress = DeliveryAddress(
      address1: "12 Vitosha Blvd", address2: "Floor 3", city: "Sofia", countryCode: "BG",
      state: "S", postalCode: "1000")
    card.tokenizations = [
      MobileWalletTokenization(
        dpanRef: "one", walletID: "w", walletType: .googlePay, status: .initiated),
      MobileWalletTokenization(dpanRef: "two", walletType: .applePay, status: .completed),
    ]
    var record = CardRecord(
      card: card, position: 1, statusBeforeLock: .active, activationFailures: 2)
    record.tokenMarks["one"] = "abc"
    return record
  }

  static var payment: Transaction {
    var detail = ChargeDetail(
      amount: Money(500, Currency("EUR")),
      markup: Markup(percent: 2990, flat: 1, minCharge: 7), transactedAt: time,
      settledAt: time.adding(seconds: 1), fundingSourceID: "EUR-1", description: "ÖBB",
      state: .failed, continues: true)
    detail.markupAmount.minorUnits = 15
    detail.fundingSourceAmount.minorUnits = 516
    var payment = Transaction(
      id: TransactionID("t1"), owner: customer, cardID: CardID(""), sequenceID: "s1",
      type: .refund, sortDate: time.adding(seconds: 2), transactedAt: time,
      settledAt: time.adding(seconds: 3), billedAmount: Money(500, Currency("EUR")),
      transactedAmount: Money(581, Currency("USD")), description: "ÖBB",
      mcc: "4112", declineReason: .cardCancelled, detail: [detail])
    payment.version = 3
    payment.createdAt = time.adding(seconds: 4)
    payment.updatedAt = time.adding(seconds: 5)
    return payment
  }

  static var sale: SaleRecord {
    var sale = SaleRecord(
      id: "sale-1", state: .reversed, cardID: CardID("card-1"), merchantID: "oebb",
      sequenceID: "s1", amount: 581, created: time)
    sale.refunded = 2
    sale.held = 3
    sale.pending = 4
    return sale
  }

  static var virtualSale: SaleRecord {
    var sale = sale
    sale.counted = Tally(period: 24_315, amount: 5)
    return sale
  }

  static var phoneSale: SaleRecord {
    var sale = virtualSale
    sale.channel = .phone
    return sale
  }

  static var authentication: AuthenticationRecord {
    var authentication = Authentication(
      id: "h", transactionID: "t", accountID: "1", brand: .visa, acsURL: "/a",
      random: { $0.copyBytes(from: (1...20).map { UInt8($0) }) })
    authentication.state = .challenged
    authentication.challenge = Challenge(.singleSelect, render: .html, forcedEnd: .cancelled)
    authentication.challengeBegan = moment
    authentication.attempts = 2
    authentication.result = .attempted
    authentication.settled = time
    var record = AuthenticationRecord(
      authentication: authentication, merchant: "M", money: Money(3, Currency("EUR")),
      maskedCard: "4***1",
      target: "+3", isOwnCard: true, created: time)
    record.isConfirmed = true
    record.isLate = true
    return record
  }

  static var handle: PaymentHandleRecord {
    var record = PaymentHandleRecord(
      handle: PaymentHandle(
        id: "h", merchantRefNum: "o", money: Money(420, Currency("EUR")),
        transactionType: .verification, status: .processing, needsRedirect: true, createdAt: time,
        timeToLiveSeconds: 299, accountID: "1000010",
        card: PaymentHandleCard(
          bin: "400000", lastDigits: "7899", brand: .amex,
          expiry: CardExpiry(month: 9, year: 2029), holderName: "Ana"), merchantID: "m",
        merchantName: "Café", errorCode: 9131),
      ownCard: CardID("card-1"), authentication: authentication)
    record.endsAt = time
    record.endsWith = 1007
    record.handle.returnLinks = [ReturnLink(.failed, "https://a.example")]
    record.handle.card.networkTokenBin = "400000"
    return record
  }

  static var savedCard: SavedCardRecord {
    SavedCardRecord(
      card: SavedCard(
        id: "s", maskedNumber: "4***1", scheme: .dankort, expiry: CardExpiry(month: 9, year: 2029),
        use: .recurring, recurringExpiry: "20290930", recurringFrequency: 28, savedAt: time),
      panHash: [1, 2, 3])
  }

  static var registration: CardRegistrationRecord {
    var order = ShopOrder(
      number: "n", use: .recurring, amount: Money(1, Currency("EUR")),
      recurringExpiry: "20351231", recurringFrequency: 28, redirectURL: "https://shop.example",
      isForced: true)
    order.tax = 2
    order.method = .paytrailOP
    var details = ShopOrderDetails()
    details.email = "ana@example.com"
    details.phone = "+3"
    details.items = [ShopItem("A-1", 2)]
    details.savesCard = true
    order.details = details
    var record = CardRegistrationRecord(
      registration: CardRegistration(
        id: "r", orderNumber: "n", state: .refunded, use: .recurring, maskedNumber: "4***1",
        needsRedirect: true, isProcessable: true, savedCardID: "s", errorCode: 901,
        createdAt: time),
      card: savedCard, authentication: authentication, order: order)
    record.needsCVV = true
    record.cardGiven = time
    record.history = [
      ShopEvent(time: time), ShopEvent(time: time, operation: .sale, code: 3022),
    ]
    return record
  }

  static let persona = Persona(
    id: "p", name: "Shopping", version: 2, createdAt: time, updatedAt: time)

  static var fundingSource: FundingSourceRecord {
    var record = FundingSourceRecord(
      source: FundingSource(
        id: "f", owner: customer, version: 2, state: .inactive, flags: [.unfunded, .refresh],
        currency: Currency("USD"), velocities: ["10000/P1D"], lastFour: "4242", network: .amex,
        cardType: .known(.prepaid), createdAt: time, updatedAt: time), panHash: [1, 2, 3],
      expiry: CardExpiry(month: 9, year: 2029), savedCardID: "s")
    record.spentToday = Tally(period: 20_000, amount: 5)
    record.source.bankAccountType = .known(.savings)
    record.source.institutionName = "Bank"
    record.source.institutionLogo = InstitutionLogo(type: "image/png", data: "AAAA")
    record.source.unfundedAmount = Money(7, Currency("USD"))
    return record
  }

  static var provisionalFunding: ProvisionalFundingRecord {
    ProvisionalFundingRecord(
      provisional: ProvisionalFundingSource(
        id: "pf", owner: customer, version: 2, state: .completed, lastFour: "4242",
        provisioningData: FundingProvisioningData(
          provider: "w", version: 1, linkToken: "t",
          authorizationText: [AuthorizationText(language: "en", content: "c")]),
        fundingSourceID: "f", createdAt: time, updatedAt: time), result: fundingSource,
      authentication: authentication)
  }

  static var virtualCard: VirtualCardRecord {
    var card = VirtualCard(
      id: "v", owners: [CardOwner(id: "p")], owner: customer, fundingSourceID: "f",
      state: .closed, cardHolder: "ANA", lastFour: "4242", currency: Currency("USD"),
      activeTo: time, createdAt: time,
      sealed: SealedFields(
        algorithm: SealedFields.algorithm, keyID: "k",
        boxes: SealedFields.Field.allCases.reduce(into: [:]) { $0[$1] = Array($1.rawValue.utf8) }))
    card.version = 2
    card.closedReason = .personaDeleted
    card.cancelledAt = time
    card.updatedAt = time.adding(seconds: 1)
    card.rules = SpendingRules(merchantID: "oebb", isSingleUse: true, monthlyLimit: 5)
    card.isPaused = true
    card.isPausedWithAll = true
    var record = VirtualCardRecord(card, publicKey: [4], numberHash: [5], cscHash: [6])
    record.postalHash = [7]
    record.spent = Tally(period: 24_315, amount: 8)
    record.openSales = 9
    return record
  }

  static let noticeRules = NoticeRules([
    NoticeRule(
      .disable, type: "t", owner: "o", fundingSourceType: .known(.creditCard), state: .active,
      flag: .refresh, cardID: "v", transactionType: .decline)
  ])

  static var budgets: Budgets {
    var budgets = Budgets()
    budgets[.cash] = Money(1, Currency("EUR"))
    return budgets
  }

  static var webhook: WebhookRecord {
    var event = WebhookRecord(
      "w1", to: "https://shop.example", "/prepaid/card/status/events", [123, 125], of: customer,
      made: time)
    event.attempts = 2
    event.problem = "HTTP 500"
    event.isDead = true
    return event
  }

  static var push: PhoneMessageRecord {
    var push = message
    push.payload = "{}"
    return push
  }

  static let virtualNumber = VirtualNumberRecord(hash: "05", cardID: "v")
  static let virtualOrder = VirtualOrderRecord(cardID: "v", cardPlace: 3)

  /// All that a prepaid card has.
  static var rules: SpendingRules {
    var rules = SpendingRules(monthlyLimit: 300_00)
    rules.paymentLimit = 50_00
    rules.dailyLimit = 100_00
    rules.categories = RuleList(allowed: ["GROCERIES", "TRAVEL"])
    rules.countries = RuleList(blocked: ["US"])
    rules.switchedOff = [.online, .phone]
    return rules
  }

  static var virtualPayment: PaymentRecord {
    var payment = payment
    payment.declineRule = DeclineRule(
      .dailyLimit, amount: Money(100_00, Currency("EUR")), value: "Shop")
    return PaymentRecord(payment, of: LedgerLink(.virtualCard, 3))
  }

  static var notedPayment: PaymentRecord {
    var record = virtualPayment
    record.payment.note = "Lunch für Ana"
    return record
  }

  static var provisionalCard: ProvisionalCardRecord {
    ProvisionalCardRecord(
      provisional: ProvisionalVirtualCard(
        id: "pv", owner: customer, version: 2, clientRefID: "r", state: .completed,
        card: virtualCard.card, createdAt: time, updatedAt: time), request: [7], cardID: "v",
      endsAt: time, hasFailed: true)
  }

  static var counters: ScaAccount {
    var account = ScaAccount()
    account.failures = 1
    account.blocks = 2
    account.blockedAt = moment
    account.challenges = 3
    account.lastChallenge = moment
    account.isEnrolled = true
    account.lastStep = 58_000_000
    account.enrolmentBegan = moment
    return account
  }

  static var event: ScaEventRecord {
    var event = ScaEventRecord(
      id: ScaEventID("e1"), walletOperationID: WalletOperationID("w1"), sessionID: "s",
      deviceID: "d", action: "GET_PIN", cardID: CardID("card-1"), cardVersion: 5,
      request: [1, 2, 255], target: "Apple Pay", created: moment,
      touched: Moment(wall: time, boot: 6))
    event.challenge = ScaChallengeRecord(
      verification: ScaVerification(method: .otp, channel: .email, target: "a···@"),
      created: moment, codeHash: [9, 0, 8], messageID: "m1")
    event.lastSent = moment
    event.verified = moment
    event.isConsumed = true
    return event
  }

  static var rememberedEvent: ScaEventRecord {
    var event = event
    event.isRemembered = true
    return event
  }

  static let message = PhoneMessageRecord(
    id: "m1", channel: .sms, sender: "walletui", time: time, text: "Code %@", codeFrom: moment)

  static var signIn: SignInRecord {
    var signIn = SignInRecord(
      id: "s1", customer: customer, user: "ana", userMark: [1], deviceID: "d",
      scopes: [.wallet, .pciDss], family: [2, 2], refresh: [3], refreshMade: moment)
    signIn.access = [
      .init(hash: [4], scopes: [.wallet], made: moment), .init(hash: [5], scopes: [], made: moment),
    ]
    signIn.used = .init(hash: [6], at: moment, before: [[7], [8, 8]])
    return signIn
  }

  static let entry = AuditEntry(
    time: time, phase: .refused, action: "GET_PIN", lastFour: "0093", sessionID: "s",
    deviceID: "d", note: "CODE-WRONG")

  static var changes: [ChangeRecord] {
    var plain = card
    plain.tokenizations = nil
    let cardID = CardID("card-1")
    return [
      ChangeRecord(key: "", made: moment, outcome: nil),
      ChangeRecord(
        key: "", made: moment,
        outcome: .init(request: [1, 2], status: 200, answer: .card(plain), cardID: cardID)),
      ChangeRecord(
        key: "", made: moment,
        outcome: .init(request: [1, 2], status: 201, answer: .body([123, 125]), cardID: cardID)),
      ChangeRecord(
        key: "", made: moment,
        outcome: .init(request: [1, 2], status: 409, answer: .refusal([123, 125]), cardID: nil)),
    ]
  }
}

extension StoredSamples {
  /// The bytes of the last milliseconds of 2026 as a number of the file.
  static let timeBytes = 6

  /// One record of each kind at least. The last one of a kind has all that a record of it can have.
  static var records: [any LedgerRecord] {
    var record = fullCard
    record.card.deliveryAddress?.address3 = "back"
    record.card.unlockedUntil = time.adding(seconds: 1800)
    record.card.autoLockDays = 300
    record.times = CardTimes(
      unlockedAt: Moment(wall: time, boot: 9), lastUsed: time, daysSet: time,
      daysBefore: DaysBefore(days: 5, since: time))
    record.before = [.blank, StatusBefore(record)]
    let timed = record
    record.card.tokenizations?[0].isFrozen = true
    record.card.tokenizations?[1].removedAt = time
    let frozen = record
    record.card.rules = rules
    record.card.replacedBy = CardReference(CardID("card-4"), lastFour: "4821")
    record.card.replaces = CardReference(CardID("card-3"), lastFour: "9254")
    return [
      profile, account, program, CardRecord(card: card, position: 0), timed, frozen,
      record,
      PaymentRecord(payment, card: 2), sale, virtualSale, phoneSale, ScaAccount(), counters, event,
      rememberedEvent, message,
      signIn, entry,
      handle, savedCard, registration, persona, fundingSource, provisionalFunding, virtualCard,
      provisionalCard, virtualNumber, virtualOrder, virtualPayment, notedPayment,
      push, noticeRules, TimedCardRecord(CardID("card-2")), webhook, budgets,
    ] + changes
  }

  /// In the row's key, or not stored.
  private static let notStored: Set<String> = [
    "place", "position", "key", "isDamaged", "availableActions", "autoLockAt", "payment.cardID",
    "card.spent",
  ]

  /// The names of stored fields that the record has left blank.
  static func blankParts<R: LedgerRecord>(of record: R) -> [String] {
    blankParts(record, R.blank, "")
  }

  private static func blankParts(_ value: Any, _ blank: Any, _ path: String) -> [String] {
    let (mirror, other) = (Mirror(reflecting: value), Mirror(reflecting: blank))
    guard mirror.displayStyle == .struct, !mirror.children.isEmpty, value as? any TextCoded == nil,
      // Prepaid and virtual cards store other rules.
      !(value is Timestamp), !(value is SpendingRules)
    else { return "\(value)" == "\(blank)" ? [path] : [] }
    return zip(mirror.children, other.children).flatMap { child, blank in
      let name = child.label ?? ""
      let path = path.isEmpty ? name : path + "." + name
      if notStored.contains(name) || notStored.contains(path) { return [String]() }
      // They follow from other records.
      if value is Account, ["externalID", "instruments"].contains(name) { return [String]() }
      return blankParts(child.value, blank.value, path)
    }
  }
}
