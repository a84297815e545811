import Issuer
import WalletAPI
import WalletModel

extension RecordReader {
  /// Every record begins with the number of its format.
  mutating func form() throws(MalformedRecord) {
    guard try byte() == 1 else { throw MalformedRecord() }
  }

  mutating func card(id: CardID, position: Int, customer: CustomerID)
    throws(MalformedRecord) -> CardRecord
  {
    try form()
    let status = try word(StoredOrder.status)
    let type = try word(StoredOrder.type)
    let scheme = try word(StoredOrder.scheme)
    let expiry = CardExpiry(month: Int(try byte()), year: try int())
    guard (1...12).contains(expiry.month) else { throw MalformedRecord() }
    let lastFour = try text()
    let bin = try text()
    let programName = try text()
    let currency = Currency(try text())
    let accountID = AccountID(try text())
    let alias = try text()
    let holderName = try text()
    var card = Card(
      id: id, status: status, expiry: expiry, lastFour: lastFour, bin: bin, customerID: customer,
      cardType: type, programName: programName, currency: currency, createdDate: try time(),
      accountID: accountID, scheme: scheme, holderName: holderName)
    card.alias = alias
    card.statusDate = try time()
    card.version = try int()
    card.isPinSet = try bool()
    card.activationDate = try optional { reader throws(MalformedRecord) in try reader.time() }
    card.statusReason = try optionalText()
    card.mobile = try optionalText()
    card.externalID = try optionalText()
    card.deliveryAddress = try optional { reader throws(MalformedRecord) in
      try reader.address()
    }
    let count = try count()
    guard (0...16).contains(count) else { throw MalformedRecord() }
    var tokens: [MobileWalletTokenization] = []
    for _ in 0..<count {
      tokens.append(
        MobileWalletTokenization(
          dpanRef: try text(), walletID: try optionalText(),
          walletType: try word(StoredOrder.wallet),
          status: try word(StoredOrder.walletStatus)))
    }
    card.tokenizations = tokens
    let before = try optional { reader throws(MalformedRecord) in
      try reader.word(StoredOrder.status)
    }
    var record = CardRecord(
      card: card, position: position, statusBeforeLock: before, activationFailures: try int())
    for token in tokens { record.tokenMarks[token.dpanRef] = try laterText() }
    return record
  }

  /// Older records do not have this field.
  private mutating func laterText() throws(MalformedRecord) -> String? {
    isAtEnd ? nil : try optionalText()
  }

  private mutating func address() throws(MalformedRecord) -> DeliveryAddress {
    DeliveryAddress(
      address1: try text(), address2: try optionalText(), address3: try optionalText(),
      city: try text(), countryCode: try text(), state: try optionalText(),
      postalCode: try text())
  }

  mutating func program(position: Int) throws(MalformedRecord) -> ProgramRecord {
    try form()
    let type = try word(StoredOrder.type)
    let scheme = try word(StoredOrder.scheme)
    let name = try text()
    let count = try count()
    guard (0...300).contains(count) else { throw MalformedRecord() }
    var currencies: [Currency] = []
    for _ in 0..<count { currencies.append(Currency(try text())) }
    return ProgramRecord(
      program: CardProgram(
        cardType: type, scheme: scheme, name: name, currencies: currencies,
        allowableCards: try int(), isDigital: try bool()),
      bin: try text(), position: position)
  }

  mutating func account(customer: CustomerID) throws(MalformedRecord) -> Account {
    try form()
    return Account(
      id: AccountID(try text()), customerID: customer, currency: Currency(try text()),
      totalBalance: try integer(), availableBalance: try integer())
  }

  mutating func profile() throws(MalformedRecord) -> CustomerProfile {
    try form()
    return CustomerProfile(
      customerID: CustomerID(try text()), name: try text(), mobile: try text(),
      email: try text(), market: Market(rawValue: try text()))
  }

  private mutating func moment() throws(MalformedRecord) -> Moment {
    Moment(wall: try time(), boot: try integer())
  }

  private mutating func optionalMoment() throws(MalformedRecord) -> Moment? {
    try optional { reader throws(MalformedRecord) in try reader.moment() }
  }

  /// Older records do not have this field.
  private mutating func laterMoment() throws(MalformedRecord) -> Moment? {
    isAtEnd ? nil : try optionalMoment()
  }

  mutating func scaAccount() throws(MalformedRecord) -> ScaAccount {
    try form()
    var account = ScaAccount()
    account.failures = try int()
    account.blocks = try int()
    account.blockedAt = try optionalMoment()
    account.challenges = try int()
    account.lastChallenge = try optionalMoment()
    account.isEnrolled = try bool()
    account.lastStep = try integer()
    account.enrolmentBegan = try laterMoment()
    return account
  }

  mutating func event() throws(MalformedRecord) -> ScaEventRecord {
    try form()
    let id = ScaEventID(try text())
    let operation = WalletOperationID(try text())
    let session = try text()
    let device = try text()
    let action = try text()
    let card = try optionalText().map { CardID($0) }
    let version = try optional { reader throws(MalformedRecord) in try reader.int() }
    var event = ScaEventRecord(
      id: id, walletOperationID: operation, sessionID: session, deviceID: device, action: action,
      cardID: card, cardVersion: version, created: try moment())
    event.touched = try moment()
    event.challenge = try optional { reader throws(MalformedRecord) in try reader.challenge() }
    event.verified = try optionalMoment()
    event.isConsumed = try bool()
    event.lastSent = try laterMoment()
    event.request = isAtEnd ? [] : Array(try raw())
    event.target = try laterText()
    return event
  }

  private mutating func challenge() throws(MalformedRecord) -> ScaChallengeRecord {
    let verification = ScaVerification(
      method: try word(StoredOrder.method),
      channel: try optional { reader throws(MalformedRecord) in try reader.word(StoredOrder.channel)
      },
      target: try optionalText())
    return ScaChallengeRecord(
      verification: verification, created: try moment(), codeHash: Array(try raw()),
      messageID: try optionalText())
  }

  mutating func message() throws(MalformedRecord) -> PhoneMessageRecord {
    try form()
    return PhoneMessageRecord(
      id: try text(), channel: try word(StoredOrder.channel), sender: try text(), time: try time(),
      text: try text(), codeFrom: try optionalMoment())
  }

  /// The beginning of a change's record.
  mutating func changeMade() throws(MalformedRecord) -> Moment {
    try form()
    return try moment()
  }

  mutating func change(of customer: CustomerID) throws(MalformedRecord) -> ChangeRecord {
    let made = try changeMade()
    let outcome = try optional { reader throws(MalformedRecord) in
      let request = Array(try reader.raw())
      let status = try reader.int()
      let id = CardID(try reader.text())
      if id.rawValue.isEmpty {
        let body = Array(try reader.raw())
        return ChangeRecord.Outcome(
          request: request, status: status, answer: status < 400 ? .body(body) : .refusal(body),
          cardID: try reader.optionalText().map { CardID($0) })
      }
      var card = try reader.card(id: id, position: -1, customer: customer).card
      card.tokenizations = nil
      return ChangeRecord.Outcome(
        request: request, status: status, answer: .card(card), cardID: id)
    }
    return ChangeRecord(made: made, outcome: outcome)
  }

  mutating func signIn(customer: CustomerID) throws(MalformedRecord) -> SignInRecord {
    try form()
    var signIn = SignInRecord(
      id: try text(), customer: customer, user: try text(), userMark: Array(try raw()),
      deviceID: try text(), scopes: try scopes(), family: Array(try raw()),
      refresh: Array(try raw()), refreshMade: try moment())
    for _ in 0..<(try count()) {
      signIn.access.append(
        SignInRecord.Access(hash: Array(try raw()), scopes: try scopes(), made: try moment()))
    }
    signIn.used = try laterUsed()
    return signIn
  }

  /// Older records do not have this field.
  private mutating func laterUsed() throws(MalformedRecord) -> SignInRecord.Used? {
    guard !isAtEnd else { return nil }
    return try optional { reader throws(MalformedRecord) in
      var used = SignInRecord.Used(
        hash: Array(try reader.raw()), at: try reader.moment(), before: [])
      for _ in 0..<(try reader.count()) { used.before.append(Array(try reader.raw())) }
      return used
    }
  }

  private mutating func scopes() throws(MalformedRecord) -> Set<Scope> {
    let bits = try int()
    return Set(StoredOrder.scope.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
  }

  mutating func auditEntry() throws(MalformedRecord) -> AuditEntry {
    try form()
    let time = try time()
    guard let phase = AuditEntry.Phase(rawValue: try byte()) else { throw MalformedRecord() }
    return AuditEntry(
      time: time, phase: phase, action: try text(), lastFour: try text(), sessionID: try text(),
      deviceID: try text(), note: try text())
  }
}
