import Issuer
import WalletAPI
import WalletModel

// Cards are read most often, so they have a reader by hand. The list of their fields takes several times
// as long, because it is generic code of another module. `RecordFormatTests` compares the two.
extension RecordReader {
  /// The fields of `CardRecord.fields`.
  mutating func card() throws(MalformedRecord) -> CardRecord {
    var id = ""
    var customer = CustomerID("")
    try key("cardId", &id)
    owner("customerId", &customer)
    let status = try number(of: CardStatus.self)
    let type = try number(of: CardType.self)
    let scheme = try number(of: CardScheme.self)
    let expiry = try cardExpiry()
    let (lastFour, bin, program) = (try text(), try text(), try text())
    let (currency, account) = (Currency(try text()), AccountID(try text()))
    let (alias, holder) = (try text(), try text())
    let created = try time()
    var record = CardRecord(
      card: Card(
        id: CardID(id), status: status, expiry: expiry, lastFour: lastFour, bin: bin,
        customerID: customer, cardType: type, programName: program, currency: currency,
        createdDate: created, accountID: account, scheme: scheme, holderName: holder))
    try complete(&record, alias)
    return record
  }

  /// A function that both changes a record and returns it would copy it.
  @inline(never)
  private mutating func complete(_ record: inout CardRecord, _ alias: String)
    throws(MalformedRecord)
  {
    record.card.alias = alias
    record.card.statusDate = try time()
    try integer(&record.card.version, .anything)
    try flag(&record.card.isPinSet)
    if try isPresent() { record.card.activationDate = try time() }
    if try isPresent() { record.card.statusReason = try text() }
    if try isPresent() { record.card.mobile = try text() }
    if try isPresent() { record.card.externalID = try text() }
    if try isPresent() { record.card.deliveryAddress = try deliveryAddress() }
    var tokens: [StoredToken] = []
    try list(&tokens, .anything)
    if try isPresent() { record.statusBeforeLock = try number(of: CardStatus.self) }
    try integer(&record.activationFailures, .anything)
    for stored in tokens where try isPresent() {
      record.tokenMarks[stored.token.dpanRef] = try text()
    }
    if try isPresent() { record.card.unlockedUntil = try time() }
    if try isPresent() {
      var moment = Moment.blank
      try moment.fields(&self)
      record.times.unlockedAt = moment
    }
    if try isPresent() {
      var days = 0
      try integer(&days, .anything)
      record.card.autoLockDays = days
    }
    if try isPresent() { record.times.lastUsed = try time() }
    if try isPresent() { record.times.daysSet = try time() }
    if try isPresent() {
      var days = DaysBefore.blank
      try days.fields(&self)
      record.times.daysBefore = days
    }
    if !isAtEnd { try list(&record.before, .anything) }
    for index in tokens.indices {
      if !isAtEnd { try flag(&tokens[index].token.isFrozen) }
      if try isPresent() { tokens[index].token.removedAt = try time() }
    }
    record.card.tokenizations = tokens.map(\.token)
    if try isPresent() { try record.card.rules.fields(&self) }
    if try isPresent() { record.card.replacedBy = try cardReference() }
    if try isPresent() { record.card.replaces = try cardReference() }
  }

  private mutating func cardReference() throws(MalformedRecord) -> CardReference {
    var card = CardReference.blank
    try card.fields(&self)
    return card
  }

  private mutating func cardExpiry() throws(MalformedRecord) -> CardExpiry {
    var expiry = CardExpiry.unspecified
    try integer(&expiry.month, .range(1...12))
    try integer(&expiry.year, .range(2000...9999))
    return expiry
  }

  private mutating func deliveryAddress() throws(MalformedRecord) -> DeliveryAddress {
    DeliveryAddress(
      address1: try lenientText(), address2: try optionalText(), address3: try optionalText(),
      city: try lenientText(), countryCode: try lenientText(), state: try optionalText(),
      postalCode: try lenientText())
  }

  mutating func text() throws(MalformedRecord) -> String {
    String(decoding: try raw(), as: UTF8.self)
  }

  mutating func lenientText() throws(MalformedRecord) -> String {
    isAtEnd ? "" : try text()
  }

  private mutating func optionalText() throws(MalformedRecord) -> String? {
    try isPresent() ? text() : nil
  }

  mutating func time() throws(MalformedRecord) -> Timestamp {
    var time = Timestamp.blank
    try self.time(&time)
    return time
  }

  /// A blank word would be made on the heap.
  mutating func number<E: NumberedWord>(of type: E.Type) throws(MalformedRecord) -> E {
    let number = Int(try byte())
    let words = E.numbers
    return number < words.count ? words[number] : .unspecified
  }
}
