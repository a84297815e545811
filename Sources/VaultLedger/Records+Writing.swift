import Issuer
import WalletAPI
import WalletModel

/// The order of enumeration values in the file. New ones are added at the end; none is ever moved.
enum StoredOrder {
  static let status: [CardStatus] = [
    .active, .pending, .cancelled, .suspended, .applied, .digital, .rejected, .locked, .expired,
    .issued,
  ]
  static let type: [CardType] = [.physical, .virtual]
  static let scheme: [CardScheme] = [.mastercard, .visa]
  static let wallet: [MobileWalletType] = [.applePay, .googlePay, .samsungPay]
  static let walletStatus: [MobileWalletStatus] = [.completed, .initiated]
  static let payment: [TransactionType] = [.pending, .complete, .refund, .decline]
  static let decline: [DeclineReason] = [
    .cardLocked, .cardExpired, .cardCancelled, .cardNotActive, .insufficientFunds, .suspicious,
    .cardStopped, .merchantBlocked, .merchantCodeBlocked, .merchantCountryBlocked,
    .avsCheckFailed, .cscCheckFailed, .expiryCheckFailed, .processingError, .declined,
    .velocityExceeded, .currencyBlocked, .fundingError, .insufficientEntitlements,
    .serviceUnavailable,
  ]
  static let charge: [ChargeDetail.State] = [.pending, .cleared, .insufficientFunds, .failed]
  static let method: [ScaMethod] = [.password, .pin, .passkeys, .otp, .biometric]
  static let scope: [Scope] = [.wallet, .pciDss]
  static let channel: [ScaChannel] = [.sms, .email, .authenticator, .pushNotification, .redirect]
}

extension RecordWriter {
  /// The id is the row's lookup key, and the customer is in the row's key.
  mutating func put(_ record: CardRecord) {
    let card = record.card
    put(byte: 1)
    put(card.status, StoredOrder.status)
    put(card.cardType, StoredOrder.type)
    put(card.scheme, StoredOrder.scheme)
    put(byte: UInt8(card.expiry.month))
    put(card.expiry.year)
    put(card.lastFour)
    put(card.bin)
    put(card.programName)
    put(card.currency.code)
    put(card.accountID.rawValue)
    put(card.alias)
    put(card.holderName)
    // Cards of this issuer always have both.
    put(card.createdDate ?? Timestamp(milliseconds: 0))
    put(card.statusDate ?? Timestamp(milliseconds: 0))
    put(card.version)
    put(card.isPinSet)
    put(card.activationDate) { $0.put($1) }
    put(card.statusReason)
    put(card.mobile)
    put(card.externalID)
    put(card.deliveryAddress) { $0.put($1) }
    let tokenizations = card.tokenizations ?? []
    put(tokenizations.count)
    for token in tokenizations {
      put(token.dpanRef)
      put(token.walletID)
      put(token.walletType, StoredOrder.wallet)
      put(token.status, StoredOrder.walletStatus)
    }
    put(record.statusBeforeLock) { $0.put($1, StoredOrder.status) }
    put(record.activationFailures)
    let marks = tokenizations.map { record.tokenMarks[$0.dpanRef] }
    guard marks.contains(where: { $0 != nil }) else { return }
    for mark in marks { put(mark) }
  }

  private mutating func put(_ address: DeliveryAddress) {
    put(address.address1)
    put(address.address2)
    put(address.address3)
    put(address.city)
    put(address.countryCode)
    put(address.state)
    put(address.postalCode)
  }

  mutating func put(_ program: CardProgram, bin: String) {
    put(byte: 1)
    put(program.cardType, StoredOrder.type)
    put(program.scheme, StoredOrder.scheme)
    put(program.name)
    put(program.currencies.count)
    for currency in program.currencies { put(currency.code) }
    put(program.allowableCards)
    put(program.isDigital)
    put(bin)
  }

  mutating func put(_ account: Account) {
    put(byte: 1)
    put(account.id.rawValue)
    put(account.currency.code)
    put(account.totalBalance)
    put(account.availableBalance)
  }

  mutating func put(_ profile: CustomerProfile) {
    put(byte: 1)
    put(profile.customerID.rawValue)
    put(profile.name)
    put(profile.mobile)
    put(profile.email)
    put(profile.market.rawValue)
  }

  private mutating func put(_ moment: Moment) {
    put(moment.wall)
    put(moment.boot)
  }

  mutating func put(_ account: ScaAccount) {
    put(byte: 1)
    put(account.failures)
    put(account.blocks)
    put(account.blockedAt) { $0.put($1) }
    put(account.challenges)
    put(account.lastChallenge) { $0.put($1) }
    put(account.isEnrolled)
    put(account.lastStep)
    put(account.enrolmentBegan) { $0.put($1) }
  }

  mutating func put(_ event: ScaEventRecord) {
    put(byte: 1)
    put(event.id.rawValue)
    put(event.walletOperationID.rawValue)
    put(event.sessionID)
    put(event.deviceID)
    put(event.action)
    put(event.cardID?.rawValue)
    put(event.cardVersion) { $0.put($1) }
    put(event.created)
    put(event.touched)
    put(event.challenge) { writer, challenge in
      writer.put(challenge.verification.method, StoredOrder.method)
      writer.put(challenge.verification.channel) { $0.put($1, StoredOrder.channel) }
      writer.put(challenge.verification.target)
      writer.put(challenge.created)
      challenge.codeHash.withUnsafeBytes { writer.put($0) }
      writer.put(challenge.messageID)
    }
    put(event.verified) { $0.put($1) }
    put(event.isConsumed)
    put(event.lastSent) { $0.put($1) }
    event.request.withUnsafeBytes { put($0) }
    put(event.target)
  }

  mutating func put(_ message: PhoneMessageRecord) {
    put(byte: 1)
    put(message.id)
    put(message.channel, StoredOrder.channel)
    put(message.sender)
    put(message.time)
    put(message.text)
    put(message.codeFrom) { $0.put($1) }
  }

  mutating func put(_ change: ChangeRecord) {
    put(byte: 1)
    put(change.made)
    put(change.outcome) { writer, outcome in
      outcome.request.withUnsafeBytes { writer.put($0) }
      writer.put(outcome.status)
      switch outcome.answer {
      case .card(let card):
        writer.put(card.id.rawValue)
        writer.put(CardRecord(card: card))
      case .body(let body), .refusal(let body):
        // The status tells which of the two it is.
        writer.put("")
        body.withUnsafeBytes { writer.put($0) }
        writer.put(outcome.cardID?.rawValue)
      }
    }
  }

  /// The id is also the row's lookup key, and the customer is in the row's key.
  mutating func put(_ signIn: SignInRecord) {
    put(byte: 1)
    put(signIn.id)
    put(signIn.user)
    signIn.userMark.withUnsafeBytes { put($0) }
    put(signIn.deviceID)
    put(signIn.scopes)
    signIn.family.withUnsafeBytes { put($0) }
    signIn.refresh.withUnsafeBytes { put($0) }
    put(signIn.refreshMade)
    put(signIn.access.count)
    for token in signIn.access {
      token.hash.withUnsafeBytes { put($0) }
      put(token.scopes)
      put(token.made)
    }
    put(signIn.used) { writer, used in
      used.hash.withUnsafeBytes { writer.put($0) }
      writer.put(used.at)
      writer.put(used.before.count)
      for hash in used.before { hash.withUnsafeBytes { writer.put($0) } }
    }
  }

  /// One bit for each scope.
  private mutating func put(_ scopes: Set<Scope>) {
    put(
      StoredOrder.scope.enumerated().reduce(0) { bits, scope in
        scopes.contains(scope.element) ? bits | 1 << scope.offset : bits
      })
  }

  mutating func put(_ entry: AuditEntry) {
    put(byte: 1)
    put(entry.time)
    put(byte: entry.phase.rawValue)
    put(entry.action)
    put(entry.lastFour)
    put(entry.sessionID)
    put(entry.deviceID)
    put(entry.note)
  }
}
