import FoundationEssentials
import Secrets
import WalletAPI
import WalletModel

func secret(_ text: String) -> Secret {
  let secret = Secret(capacity: max(1, text.utf8.count))
  for byte in text.utf8 { secret.append(byte) }
  return secret
}

func text(_ secret: Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
func text(_ body: WireBody) -> String { body.withBytes { String(decoding: $0, as: UTF8.self) } }

enum Samples {
  static let id = CardID("f16ba382-eb42-481a-b08f-c57bdc9aae24")
  static let time = Timestamp(seconds: 1_772_541_667)
  static let reference = ScaReference(
    eventID: ScaEventID("e/1 ?"), walletOperationID: WalletOperationID("o-1"))
  static let address = DeliveryAddress(
    address1: "Tsarigradsko Shose 73", address2: "Apartment 2C", city: "Sofia",
    countryCode: "BG", postalCode: "1000")

  static var card: Card {
    var card = Card(
      id: id, status: .locked, expiry: CardExpiry(month: 9, year: 2029), lastFour: "0093",
      bin: "555555", customerID: CustomerID("8860412"), cardType: .physical,
      programName: "SKRILL-PHYSICAL-MC-EEA", currency: Currency("EUR"), createdDate: time,
      accountID: AccountID("EUR-1"), scheme: .mastercard, holderName: "ANA \"Ж\" PETROVA\u{1}")
    card.mobile = "+359 881234412"
    card.deliveryAddress = address
    card.activationDate = Timestamp(milliseconds: time.milliseconds + 5)
    card.isPinSet = true
    card.externalID = "a\\b"
    card.tokenizations = [
      MobileWalletTokenization(
        dpanRef: "d", walletID: "w", walletType: .googlePay, status: .completed)
    ]
    card.availableActions = [AvailableAction(.unlock), AvailableAction(.cancel)]
    card.alias = "Groceries 🛒"
    card.statusReason = "User Activate Card\nfrom LOCKED status"
    card.version = 7
    return card
  }

  /// Unlocked for a time, and locked when it is not used.
  static var timedCard: Card {
    var card = card
    card.status = .active
    card.unlockedUntil = time
    card.autoLockDays = 30
    card.autoLockAt = Timestamp(milliseconds: time.milliseconds + 5)
    card.tokenizations?[0].state = .deleted
    card.tokenizations?[0].isFrozen = true
    card.tokenizations?[0].removedAt = time
    return card
  }

  static var rules: SpendingRules {
    var rules = SpendingRules(monthlyLimit: 400_00)
    rules.paymentLimit = 50_00
    rules.dailyLimit = 100_00
    rules.categories = RuleList(allowed: ["EATING_OUT", "GROCERIES"])
    rules.countries = RuleList(blocked: ["US"])
    rules.switchedOff = [.phone, .online]
    return rules
  }

  /// With all rules, what was spent, and the cards before and after it.
  static var limitedCard: Card {
    var card = card
    card.rules = rules
    card.spent = CardSpending(today: 0, thisMonth: 160_85)
    card.replacedBy = CardReference(CardID("n/1"), lastFour: "4821")
    card.replaces = CardReference(CardID("o"), lastFour: "9254")
    return card
  }

  static var budgets: Budgets {
    var budgets = Budgets()
    budgets[.groceries] = Money(200_00, Currency("EUR"))
    budgets[.eatingOut] = Money(20_000, Currency("JPY"))
    return budgets
  }

  static let phone = CardTokenizationRequest(
    walletType: .googlePay, clientDeviceID: "d \"1\"", clientWalletAccountID: "a",
    leafCertificate: "MII/+==", subordinateCertificate: "MIIB", nonce: "w1koQg==",
    nonceSignature: "QF7l")

  static let token = MobileWalletTokenization(
    dpanRef: "DAPLMC/1 ?", walletID: "w", walletType: .googlePay, status: .completed)

  static let tokenizations = {
    var apple = CardTokenization(
      activationData: "AA==", scheme: .visa,
      customer: TokenizedCustomer(name: "N", mobile: "+1 2", address: address),
      cardLastDigits: "0093")
    apple.encryptedPassData = "BB=="
    apple.ephemeralPublicKey = "CC=="
    var google = CardTokenization(
      activationData: "AA==", scheme: .mastercard, customer: TokenizedCustomer(name: "N"),
      cardLastDigits: "0093")
    google.opaquePaymentCard = "DD=="
    return [apple, google]
  }()

  static let event = ScaEvent(
    id: ScaEventID("e"), walletOperationID: WalletOperationID("o"),
    availableVerifications: [
      ScaVerification(method: .otp, channel: .sms, target: "+359 ••• ••• 412")
    ], creationTime: time, expirationTime: time.adding(seconds: 900))

  static let challenge = ScaChallenge(
    eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"),
    verification: ScaVerification(method: .otp, channel: .email, target: "a•••@example.com"),
    allowableChallenges: 4, currentChallenges: 1, creationTime: time,
    expirationTime: time.adding(seconds: 180), attemptsLeft: 5,
    resendTime: time.adding(seconds: 30))

  static let attempt = ScaAttempt(
    eventID: ScaEventID("e"), walletOperationID: WalletOperationID("o"), status: .rejected,
    statusReason: "no", allowableAttempts: 5, currentAttempts: 1, creationTime: time,
    retryAfter: 900)

  static let transaction = Transaction(
    id: TransactionID("t"), cardID: id, type: .decline, transactedAt: time,
    billedAmount: Money(-420, Currency("EUR")), transactedAmount: Money(500, Currency("JPY")),
    description: "Shop", declineReason: .cardLocked)

  /// Declined for a rule.
  static var declined: Transaction {
    var payment = transaction
    payment.declineReason = .velocityExceeded
    payment.declineRule = DeclineRule(
      .monthlyLimit, amount: Money(200_00, Currency("EUR")), value: "x")
    return payment
  }

  /// With a note of its owner.
  static var noted: Transaction {
    var payment = payment
    payment.note = "Lunch \"with\" Ana"
    return payment
  }

  static var payment: Transaction {
    let amount = Money(1099, Currency("EUR"))
    var payment = Transaction(
      id: TransactionID("p"), owner: CustomerID("c"), cardID: id, sequenceID: "s",
      type: .complete, sortDate: time.adding(seconds: 1), transactedAt: time, settledAt: time,
      billedAmount: amount, description: "Café", mcc: "5814",
      detail: [
        ChargeDetail(
          amount: amount, markup: Markup(percent: 2990, flat: 1, minCharge: 5),
          transactedAt: time, settledAt: time, fundingSourceID: "EUR-1", description: "Café",
          state: .insufficientFunds, continues: true)
      ])
    payment.version = 3
    payment.updatedAt = time.adding(seconds: 2)
    return payment
  }

  static let merchant = Merchant(
    id: "m", name: "Shop", mcc: "5964", city: "New York", state: "NY", postalCode: "11201",
    country: "US", currency: Currency("USD"), declineAfterAuthorization: true, createdAt: time,
    updatedAt: time)

  static let program = CardProgram(
    cardType: .physical, scheme: .visa, name: "P", currencies: [Currency("EUR")],
    allowableCards: 3, isDigital: true)

  static var account: Account {
    var account = Account(
      id: AccountID("a"), customerID: CustomerID("c"),
      totalBalance: Money(.max, Currency("EUR")), availableBalance: Money(.min, Currency("EUR")))
    account.externalID = "shop's"
    account.instruments = [
      AccountInstrument(card), AccountInstrument(id: "bank", type: .known(.sepaAccount)),
    ]
    return account
  }

  static let profile = CustomerProfile(
    customerID: CustomerID("1"), name: "N", mobile: "+1 2", email: "e@example.com", market: .us)

  static let list = CardList(
    cards: [card, card], meta: PagingResultMeta(numberOfRecords: 12, limit: 2, page: 1),
    damaged: [DamagedRecord(id: CardID("x"), position: 4)])
}
