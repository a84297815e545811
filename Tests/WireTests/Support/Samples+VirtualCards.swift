import WalletAPI
import WalletModel

extension Samples {
  static let persona = Persona(id: "p", name: "Ana \"P\"", createdAt: time, updatedAt: time)

  static let fundingSource = FundingSource(
    id: "f", owner: CustomerID("c"), version: 2, state: .inactive, flags: [.refresh],
    currency: Currency("USD"), velocities: ["10000/P1D"], lastFour: "4242", network: .visa,
    cardType: .known(.debit), createdAt: time, updatedAt: time)

  static var bankAccount: FundingSource {
    var source = fundingSource
    source.type = .known(.bankAccount)
    source.network = .other("")
    source.cardType = .other("")
    source.bankAccountType = .known(.savings)
    source.institutionName = "First \"Bank\""
    source.institutionLogo = InstitutionLogo(type: "image/png", data: "AAAA")
    source.unfundedAmount = Money(12_50, Currency("USD"))
    return source
  }

  static let provisionalFunding = ProvisionalFundingSource(
    id: "pf", owner: CustomerID("c"), state: .pending, lastFour: "4242",
    provisioningData: FundingProvisioningData(
      provider: "w", version: 1, linkToken: "t",
      authorizationText: [AuthorizationText(language: "de", content: "Ü")]),
    createdAt: time, updatedAt: time)

  static var completedFunding: ProvisionalFundingSource {
    var source = provisionalFunding
    source.state = .completed
    source.provisioningData = nil
    source.fundingSourceID = "f"
    return source
  }

  static let virtualCard = VirtualCard(
    id: "v", owners: [CardOwner(id: "p")], owner: CustomerID("c"), fundingSourceID: "f",
    cardHolder: "Ana", lastFour: "4242", currency: Currency("USD"), activeTo: time,
    createdAt: time,
    sealed: SealedFields(
      algorithm: SealedFields.algorithm, keyID: "k",
      boxes: [.number: [1, 2, 3], .csc: [4], .expiry: [5], .metadata: [255]]))

  static var closedCard: VirtualCard {
    var card = virtualCard
    card.owners = []
    card.state = .closed
    card.closedReason = .personaDeleted
    card.cancelledAt = time
    card.sealed.boxes = [:]
    return card
  }

  static let spendingRules = SpendingRules(
    merchantID: "oebb", isSingleUse: true, monthlyLimit: 50_000)

  static var ruledCard: VirtualCard {
    var card = virtualCard
    card.state = .closed
    card.closedReason = .used
    card.rules = spendingRules
    card.isPaused = true
    card.isPausedWithAll = true
    card.spentThisMonth = 1_234
    return card
  }

  /// Each rule is set in one and removed in the other.
  static let ruleChanges = [
    VirtualCardUpdate(
      merchantID: .value("oebb"), isSingleUse: .value(true), monthlyLimit: .value(1),
      isPaused: .value(true), isPausedWithAll: .value(true)),
    VirtualCardUpdate(
      merchantID: .null, isSingleUse: .null, monthlyLimit: .null, isPaused: .null,
      isPausedWithAll: .null),
  ]

  static let provisionalCard = ProvisionalVirtualCard(
    id: "pv", owner: CustomerID("c"), clientRefID: "r", createdAt: time, updatedAt: time)

  static var completedCard: ProvisionalVirtualCard {
    var card = provisionalCard
    card.state = .completed
    card.card = virtualCard
    return card
  }

  static let noticeRules = NoticeRules([
    NoticeRule(
      .disable, type: "fundingSourceChanged", owner: "c", fundingSourceType: .known(.creditCard),
      state: .inactive, flag: .unfunded),
    NoticeRule(.enable, cardID: "v", transactionType: .decline),
  ])

  static let virtualAddress = VirtualBillingAddress(
    addressLine1: "12 Vitosha Blvd", addressLine2: "Floor 3", city: "Sofia", state: "S",
    postalCode: "1000", country: "BG")

  static let virtualRequest = VirtualCardRequest(
    ownershipProofs: ["a.b"], fundingSourceID: "f", cardHolder: "Ana \"P\"", alias: "Shopping",
    billingAddress: virtualAddress, metadata: #"{"color":["ü",1.5,null]}"#, clientRefID: "r",
    rules: spendingRules, publicKey: DevicePublicKey(keyID: "k", bytes: [1, 2, 255]))

  static let virtualConfig = VirtualCardsConfig(
    fundingSourceSupport: [
      FundingSourceSupport(providerType: "w", network: .amex, cardTypes: [.credit, .prepaid])
    ], maxFundingSourceVelocity: ["10/P1D"], maxFundingSourceFailureVelocity: ["5/P1D"],
    maxFundingSourcePendingVelocity: ["3/P1D"], maxCardCreationVelocity: ["20/P1D"],
    maxTransactionVelocity: [CurrencyVelocity(Currency("USD"), ["500000/P1D"])],
    maxTransactionAmount: [Money(100_000, Currency("USD"))],
    virtualCardCurrencies: [Currency("USD")],
    pricingPolicy: [PricingTier(minThreshold: 0, flat: 1, percent: 2_990)])
}
