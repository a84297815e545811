/// Where the money of virtual cards comes from (F27).
package struct FundingSource: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  /// The customer.
  package var owner: CustomerID
  package var version: Int
  package var type: Word<FundingSourceType>
  package var state: FundingSourceState
  package var flags: [FundingSourceFlag]
  package var currency: Currency
  /// `10000/P1D`: the money that may be spent in a period, in minor units.
  package var velocities: [String]
  package var lastFour: String
  package var network: FundingNetwork
  package var cardType: Word<FundingCardType>
  // Of a bank account.
  package var bankAccountType: Word<BankAccountType>?
  package var institutionName: String?
  package var institutionLogo: InstitutionLogo?
  /// What the bank has not paid yet.
  package var unfundedAmount: Money?
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: String, owner: CustomerID, version: Int = 1,
    type: Word<FundingSourceType> = .known(.creditCard),
    state: FundingSourceState = .active, flags: [FundingSourceFlag] = [], currency: Currency,
    velocities: [String] = [], lastFour: String, network: FundingNetwork,
    cardType: Word<FundingCardType> = .known(.credit), createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.version = version
    self.type = type
    self.state = state
    self.flags = flags
    self.currency = currency
    self.velocities = velocities
    self.lastFour = lastFour
    self.network = network
    self.cardType = cardType
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// A funding source on its way (F28).
package struct ProvisionalFundingSource: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  package var owner: CustomerID
  package var version: Int
  package var type: Word<FundingSourceType>
  package var state: ProvisionalFundingSourceState
  package var lastFour: String
  /// What the completion data are made of; nil: it is COMPLETED or FAILED.
  package var provisioningData: FundingProvisioningData?
  /// What it became; nil: nothing yet.
  package var fundingSourceID: String?
  package var createdAt: Timestamp
  package var updatedAt: Timestamp

  package init(
    id: String, owner: CustomerID, version: Int = 1,
    type: Word<FundingSourceType> = .known(.creditCard),
    state: ProvisionalFundingSourceState = .provisioning, lastFour: String,
    provisioningData: FundingProvisioningData? = nil, fundingSourceID: String? = nil,
    createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.version = version
    self.type = type
    self.state = state
    self.lastFour = lastFour
    self.provisioningData = provisioningData
    self.fundingSourceID = fundingSourceID
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Seconds after which one that was not completed has FAILED.
  package static let lifetime: Int64 = 900
}

/// What a provider of funding sources hands out (F28).
package struct FundingProvisioningData: Hashable, Sendable {
  package var provider: String
  package var version: Int
  /// It names the funding source to the provider. It is no secret: only the customer's own sign-in
  /// can use it.
  package var linkToken: String
  /// What the customer agrees to by completing.
  package var authorizationText: [AuthorizationText]

  package init(
    provider: String, version: Int, linkToken: String, authorizationText: [AuthorizationText] = []
  ) {
    self.provider = provider
    self.version = version
    self.linkToken = linkToken
    self.authorizationText = authorizationText
  }
}

/// A text in one language.
package struct AuthorizationText: Hashable, Sendable {
  /// `en`
  package var language: String
  package var content: String

  package init(language: String, content: String) {
    self.language = language
    self.content = content
  }
}

/// A picture of a bank, as a server sends it. It is not shown.
package struct InstitutionLogo: Hashable, Sendable {
  /// `image/png`
  package var type: String
  /// Base 64.
  package var data: String

  package init(type: String, data: String) {
    self.type = type
    self.data = data
  }
}

/// F27.
package enum BankAccountType: String, CaseIterable, WireWord {
  case checking = "CHECKING"
  case savings = "SAVINGS"
  case unspecifiedKind = "OTHER"
}

/// F27. Our issuer has cards only. Other servers may send bank accounts.
package enum FundingSourceType: String, CaseIterable, WireWord {
  case creditCard = "CREDIT_CARD"
  case bankAccount = "BANK_ACCOUNT"
}

/// F27.
package enum FundingSourceState: WireEnum {
  case active
  case inactive
  indirect case other(String)

  package static let allCases: [FundingSourceState] = [.active, .inactive]

  package var rawValue: String {
    switch self {
    case .active: "ACTIVE"
    case .inactive: "INACTIVE"
    case .other(let word): word
    }
  }
}

/// F27.
package enum FundingSourceFlag: WireEnum {
  /// A charge failed for lack of money.
  case unfunded
  /// Its card has expired, or has to be given again for another reason.
  case refresh
  indirect case other(String)

  package static let allCases: [FundingSourceFlag] = [.unfunded, .refresh]

  package var rawValue: String {
    switch self {
    case .unfunded: "UNFUNDED"
    case .refresh: "REFRESH"
    case .other(let word): word
    }
  }
}

/// F27.
package enum FundingCardType: String, CaseIterable, WireWord {
  case credit = "CREDIT"
  case debit = "DEBIT"
  case prepaid = "PREPAID"
  case unspecifiedKind = "OTHER"
}

/// F27.
package enum FundingNetwork: WireEnum {
  case visa
  case mastercard
  case amex
  case discover
  case unspecifiedKind
  indirect case other(String)

  package static let allCases: [FundingNetwork] = [
    .visa, .mastercard, .amex, .discover, .unspecifiedKind,
  ]

  package var rawValue: String {
    switch self {
    case .visa: "VISA"
    case .mastercard: "MASTERCARD"
    case .amex: "AMEX"
    case .discover: "DISCOVER"
    case .unspecifiedKind: "OTHER"
    case .other(let word): word
    }
  }

  package init(_ brand: CardBrand) {
    self =
      switch brand {
      case .visa: .visa
      case .mastercard: .mastercard
      case .amex: .amex
      case .discover: .discover
      case .unknown: .unspecifiedKind
      }
  }
}

/// F28.
package enum ProvisionalFundingSourceState: WireEnum {
  /// The completion data are missing.
  case provisioning
  /// The bank asks the person first (3-D Secure).
  case pending
  case completed
  /// Cancelled, refused by the bank, or left alone for too long.
  case failed
  indirect case other(String)

  package static let allCases: [ProvisionalFundingSourceState] = [
    .provisioning, .pending, .completed, .failed,
  ]

  package var rawValue: String {
    switch self {
    case .provisioning: "PROVISIONING"
    case .pending: "PENDING"
    case .completed: "COMPLETED"
    case .failed: "FAILED"
    case .other(let word): word
    }
  }

  /// Whether something can still become of it.
  package var isOpen: Bool { self == .provisioning || self == .pending }
}
