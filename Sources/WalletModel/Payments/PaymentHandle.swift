/// A card as a shop gets it: something that stands for the card in one payment (D18, D44). What the
/// shop pays with, its token, is a secret and not in it.
package struct PaymentHandle: Hashable, Sendable, Identifiable {
  /// The record exists but cannot be read. Only its id is set, if that is readable.
  package var isDamaged = false
  package var id: String
  /// The shop's own reference (D02).
  package var merchantRefNum: String
  /// The amount that it is for.
  package var money: Money
  package var transactionType: PaymentTransactionType
  package var status: PaymentHandleStatus
  /// The shop must send the person to the bank's page before the token is good.
  package var needsRedirect: Bool
  package var createdAt: Timestamp
  /// How long it can be used after `createdAt`, in seconds (H01). 0…86,400.
  package var timeToLiveSeconds: Int
  package var accountID: String?
  package var card: PaymentHandleCard
  /// The shop, and its name.
  package var merchantID: String
  package var merchantName: String
  /// Why it failed, as the payment service or the bank numbers it: 9131, 3022; nil: it did not.
  package var errorCode: Int?
  /// Where the payer returns to after the bank's page (D39).
  package var returnLinks: [ReturnLink] = []

  /// H01: a card's token is good for five minutes.
  package static let timeToLive = 300
  package static let timesToLive = 0...86_400

  package init(
    id: String, merchantRefNum: String, money: Money,
    transactionType: PaymentTransactionType, status: PaymentHandleStatus,
    needsRedirect: Bool = false, createdAt: Timestamp, timeToLiveSeconds: Int = timeToLive,
    accountID: String? = nil, card: PaymentHandleCard, merchantID: String,
    merchantName: String, errorCode: Int? = nil
  ) {
    self.id = id
    self.merchantRefNum = merchantRefNum
    self.money = money
    self.transactionType = transactionType
    self.status = status
    self.needsRedirect = needsRedirect
    self.createdAt = createdAt
    self.timeToLiveSeconds = timeToLiveSeconds
    self.accountID = accountID
    self.card = card
    self.merchantID = merchantID
    self.merchantName = merchantName
    self.errorCode = errorCode
  }

  /// Seconds that are left, rounded up; 0: it has expired. A clock that was set back does not make
  /// it live longer.
  package func secondsLeft(at now: Timestamp) -> Int {
    let limit = Int64(min(max(timeToLiveSeconds, 0), Self.timesToLive.upperBound)) * 1000
    let passed = max(0, now.milliseconds - createdAt.milliseconds)
    return Int((max(0, limit - passed) + 999) / 1000)
  }

  /// The status at a time: a handle that could still be used expires (D45).
  package func status(at now: Timestamp) -> PaymentHandleStatus {
    status.isOpen && secondsLeft(at: now) == 0 ? .expired : status
  }

  /// What the shop does with it (D46).
  ///
  /// - Throws: `.handleStatus` if it cannot pay.
  package func result(at now: Timestamp) throws(PaymentError) -> PaymentHandleResult {
    let status = status(at: now)
    switch status {
    case .payable, .completed: return .token
    case .initiated where needsRedirect, .processing where needsRedirect: return .authenticate
    case .initiated, .processing, .failed, .expired:
      throw PaymentError(.handleStatus, status.rawValue)
    }
  }
}

/// D46.
package enum PaymentHandleResult: Hashable, Sendable {
  /// The shop pays with the handle's token.
  case token
  /// First the bank asks the person (3-D Secure).
  case authenticate
}

/// What a handle shows of its card (D44). The number is not in it.
package struct PaymentHandleCard: Hashable, Sendable {
  /// The first six digits.
  package var bin: String
  /// The last four digits.
  package var lastDigits: String
  package var brand: CardBrand
  package var expiry: CardExpiry
  package var holderName: String
  /// The first six digits of the network's token for a saved card; nil: another card.
  package var networkTokenBin: String?

  package init(
    bin: String, lastDigits: String, brand: CardBrand, expiry: CardExpiry, holderName: String
  ) {
    self.bin = bin
    self.lastDigits = lastDigits
    self.brand = brand
    self.expiry = expiry
    self.holderName = holderName
  }
}

/// D45.
package enum PaymentHandleStatus: String, Sendable, CaseIterable, WireWord {
  case initiated = "INITIATED"
  case payable = "PAYABLE"
  case failed = "FAILED"
  case expired = "EXPIRED"
  case processing = "PROCESSING"
  case completed = "COMPLETED"

  /// An unknown word counts as FAILED (D45).
  package init(word: String) { self = Self(rawValue: word) ?? .failed }

  /// Whether time still ends it.
  package var isOpen: Bool { self == .initiated || self == .payable || self == .processing }
}

/// D26.
package enum PaymentTransactionType: String, Sendable, CaseIterable, WireWord {
  case payment = "PAYMENT"
  case standaloneCredit = "STANDALONE_CREDIT"
  case originalCredit = "ORIGINAL_CREDIT"
  case verification = "VERIFICATION"

  /// Whether the person pays. Otherwise money comes to the card, and the bank asks nobody.
  package var isDebit: Bool { self == .payment || self == .verification }
}
