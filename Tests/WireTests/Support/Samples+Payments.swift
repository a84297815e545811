import ThreeDSecure
import WalletAPI
import WalletModel

extension Samples {
  static var entered: EnteredCard {
    EnteredCard(
      number: secret("4000001234567899"), expiry: CardExpiry(month: 9, year: 2029),
      cvv: secret("123"), holderName: "Ana \"P\"")
  }

  static func paymentRequest(_ card: PayingCard, full: Bool = true) -> PaymentHandleRequest {
    var options = PaymentOptions(
      amount: 420, currency: Currency("EUR"), merchantRefNum: "o \"1\"", accountID: "")
    guard full else { return PaymentHandleRequest(card, at: "m", options) }
    options.accountID = "1000010"
    options.transactionType = .verification
    options.dynamicDescriptor = "SHOP"
    options.merchantPhone = "+1 2"
    options.profile = PaymentProfile(
      firstName: "A", lastName: "P", email: "a@b.example", phone: "1")
    options.billing = BillingDetails(
      country: "BG", zip: "1000", city: "Sofia", street: "S", state: "B", phone: "2",
      nickName: "home")
    options.billing?.street2 = "T"
    options.profile?.mobile = "3"
    options.profile?.locale = .canadianFrench
    options.profile?.merchantCustomerID = "c/1"
    options.profile?.dateOfBirth = BirthDate(day: 29, month: 2, year: 1988)
    options.profile?.gender = .female
    options.profile?.nationality = "BG"
    options.profile?.identityDocuments = [IdentityDocument(.socialSecurity, "12")]
    options.delivery = DeliveryDetails(
      country: "BG", zip: "1000", method: .lowestCost, state: "B", city: "Sofia", street: "S",
      street2: "T")
    options.returnLinks = [ReturnLink(.cancelled, "https://shop.example/?a=\"")]
    options.usesThreeDSecure2 = true
    var request = ThreeDSRequest(merchantURL: "https://shop.example")
    request.useThreeDSecureVersion2 = true
    request.authenticationPurpose = .instalment
    request.process = false
    request.maxAuthorizationsForInstalmentPayment = 3
    request.requestorChallengePreference = .mandated
    return PaymentHandleRequest(
      card, at: "m", options, threeDS: request, simulator: .internal, render: .native)
  }

  static var savedRequest: SavedCardRequest {
    SavedCardRequest(
      entered, .recurring, currency: Currency("DKK"), recurringExpiry: "20290930",
      recurringFrequency: 28, excluding: [.amex, .coBrandedDankort], isSBusiness: true,
      render: .html)
  }

  static let method = PaymentMethod(
    accountID: "1000010", currency: Currency("EUR"),
    cardTypes: ["VI": "BOTH", "MC": "DEBIT"])

  static let handle = PaymentHandle(
    id: "h", merchantRefNum: "o \"1\"", money: Money(420, Currency("EUR")),
    transactionType: .originalCredit, status: .payable, createdAt: time, timeToLiveSeconds: 299,
    accountID: "1000010",
    card: PaymentHandleCard(
      bin: "400000", lastDigits: "7899", brand: .visa, expiry: CardExpiry(month: 9, year: 2029),
      holderName: "Ana"), merchantID: "m", merchantName: "Café")

  static var failedHandle: PaymentHandle {
    var failed = handle
    failed.status = .failed
    failed.errorCode = 9131
    failed.needsRedirect = true
    failed.accountID = nil
    failed.card.networkTokenBin = "400000"
    return failed
  }

  static let asked = CardAuthentication(
    id: "h", status: .pending, merchant: "Café", money: Money(420, Currency("EUR")),
    maskedCard: "400000******7899", brand: .mastercard,
    question: ChallengeQuestion(
      type: Word(.singleSelect), options: [Word(.bakery), Word(.cinema)], target: "t", attempt: 2,
      attemptsLeft: 2, endsAt: time, pagePath: "/p", isOwnCard: true), createdAt: time)

  static let answered = CardAuthentication(
    id: "h", status: .failed, merchant: "M", money: Money(0, Currency("EUR")), maskedCard: "m",
    brand: .unknown, result: .rejected, errorCode: 9131, createdAt: time)

  static let savedCard = SavedCard(
    id: "s", maskedNumber: "400000******7899", scheme: .coBrandedDankort,
    expiry: CardExpiry(month: 9, year: 2029), use: .recurring, recurringExpiry: "20290930",
    recurringFrequency: 28, savedAt: time)

  static let registration = CardRegistration(
    id: "r", orderNumber: "n", use: .recurring, maskedNumber: "400000******7899",
    needsRedirect: true, createdAt: time)

  static let savedRegistration = CardRegistration(
    id: "r", orderNumber: "n", state: .tokenized, use: .easy, savedCardID: "s", errorCode: 900,
    createdAt: time)
}
