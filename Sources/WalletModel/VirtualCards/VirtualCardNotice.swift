/// What a push message reports about virtual cards (F32).
package enum VirtualCardNotice: Hashable, Sendable {
  /// The state or the flags of a funding source have changed.
  case fundingSourceChanged(FundingSourceNotice)
  /// A payment was made, or declined.
  case transactionMade(TransactionNotice)
  /// Another type, which is empty if the message cannot be read.
  case unknown(type: String)

  /// As it is named on the wire.
  package var type: String {
    switch self {
    case .fundingSourceChanged: Self.fundingSourceType
    case .transactionMade: Self.transactionType
    case .unknown(let type): type
    }
  }

  package static let fundingSourceType = "fundingSourceChanged"
  package static let transactionType = "transactionMade"
}

/// The published message.
package struct FundingSourceNotice: Hashable, Sendable {
  /// The customer.
  package var owner: CustomerID
  package var fundingSourceID: String
  package var fundingSourceType: Word<FundingSourceType>
  package var lastFour: String
  package var state: FundingSourceState
  package var flags: [FundingSourceFlag]
  package var updatedAt: Timestamp

  package init(
    owner: CustomerID, fundingSourceID: String, fundingSourceType: Word<FundingSourceType>,
    lastFour: String, state: FundingSourceState, flags: [FundingSourceFlag], updatedAt: Timestamp
  ) {
    self.owner = owner
    self.fundingSourceID = fundingSourceID
    self.fundingSourceType = fundingSourceType
    self.lastFour = lastFour
    self.state = state
    self.flags = flags
    self.updatedAt = updatedAt
  }

  package init(_ source: FundingSource) {
    self.init(
      owner: source.owner, fundingSourceID: source.id, fundingSourceType: source.type,
      lastFour: source.lastFour, state: source.state, flags: source.flags,
      updatedAt: source.updatedAt)
  }
}

/// Ours: it names the payment, which has the amount and the merchant.
package struct TransactionNotice: Hashable, Sendable {
  package var owner: CustomerID
  package var cardID: String
  package var transactionID: TransactionID
  package var transactionType: TransactionType
  /// Of the card.
  package var lastFour: String
  package var declineReason: DeclineReason?
  package var updatedAt: Timestamp

  package init(
    owner: CustomerID, cardID: String, transactionID: TransactionID,
    transactionType: TransactionType, lastFour: String, declineReason: DeclineReason? = nil,
    updatedAt: Timestamp
  ) {
    self.owner = owner
    self.cardID = cardID
    self.transactionID = transactionID
    self.transactionType = transactionType
    self.lastFour = lastFour
    self.declineReason = declineReason
    self.updatedAt = updatedAt
  }

  package init(_ payment: Transaction, of card: VirtualCard) {
    self.init(
      owner: card.owner, cardID: card.id, transactionID: payment.id,
      transactionType: payment.type, lastFour: card.lastFour,
      declineReason: payment.declineReason, updatedAt: payment.updatedAt)
  }
}

/// Whether messages of a kind are sent. What is nil matches everything; what a message does not
/// have matches nothing.
package struct NoticeRule: Hashable, Sendable {
  package var status: NoticeRuleStatus
  /// `VirtualCardNotice.type`.
  package var type: String?
  package var owner: String?
  package var fundingSourceType: Word<FundingSourceType>?
  package var state: FundingSourceState?
  package var flag: FundingSourceFlag?
  package var cardID: String?
  package var transactionType: TransactionType?

  package init(
    _ status: NoticeRuleStatus, type: String? = nil, owner: String? = nil,
    fundingSourceType: Word<FundingSourceType>? = nil, state: FundingSourceState? = nil,
    flag: FundingSourceFlag? = nil, cardID: String? = nil, transactionType: TransactionType? = nil
  ) {
    self.status = status
    self.type = type
    self.owner = owner
    self.fundingSourceType = fundingSourceType
    self.state = state
    self.flag = flag
    self.cardID = cardID
    self.transactionType = transactionType
  }

  package func matches(_ notice: VirtualCardNotice) -> Bool {
    func agrees<T: Equatable>(_ wanted: T?, _ found: T?) -> Bool {
      wanted == nil || wanted == found
    }
    guard agrees(type, notice.type) else { return false }
    switch notice {
    case .fundingSourceChanged(let source):
      return agrees(owner, source.owner.rawValue)
        && agrees(fundingSourceType, source.fundingSourceType) && agrees(state, source.state)
        && (flag.map(source.flags.contains) ?? true) && cardID == nil && transactionType == nil
    case .transactionMade(let payment):
      return agrees(owner, payment.owner.rawValue) && agrees(cardID, payment.cardID)
        && agrees(transactionType, payment.transactionType) && fundingSourceType == nil
        && state == nil && flag == nil
    case .unknown:
      return owner == nil && fundingSourceType == nil && state == nil && flag == nil
        && cardID == nil && transactionType == nil
    }
  }
}

/// Whether messages that match a rule are sent.
package enum NoticeRuleStatus: WireEnum {
  case enable
  case disable
  /// An unknown word as it was sent; empty: there was none.
  indirect case other(String)

  package static let allCases: [NoticeRuleStatus] = [.enable, .disable]

  package var rawValue: String {
    switch self {
    case .enable: "ENABLE"
    case .disable: "DISABLE"
    case .other(let word): word
    }
  }
}

/// Which messages the phone gets.
package struct NoticeRules: Hashable, Sendable {
  package static let maximum = 20
  package var rules: [NoticeRule]

  package init(_ rules: [NoticeRule] = []) { self.rules = rules }

  /// The first rule that matches decides. Without one, the message is sent.
  package func allow(_ notice: VirtualCardNotice) -> Bool {
    rules.first { $0.matches(notice) }?.status != .disable
  }

  package var fieldErrors: [FieldError] {
    if rules.count > Self.maximum {
      return [FieldError("rules", .verbatim("must be at most \(Self.maximum)"))]
    }
    return rules.indices.filter { !rules[$0].status.isKnown }.map {
      FieldError("rules[\($0)].status", .field(.oneOf, "ENABLE, DISABLE"))
    }
  }
}
