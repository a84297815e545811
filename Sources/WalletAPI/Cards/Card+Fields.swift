package import WalletModel

extension Card: WireRecord, JSONValue {
  package static var blank: Card {
    Card(
      id: CardID(""), status: .unspecified, expiry: .unspecified, lastFour: "", bin: "",
      customerID: CustomerID(""), cardType: .unspecified, programName: "", currency: Currency(""),
      createdDate: nil, accountID: AccountID(""), scheme: .unspecified, holderName: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cardId", &id)
    try v.field("status", &status)
    try v.lenient("expiry", &expiry, .anything, isOmitted: expiry == .unspecified)
    try v.lenient("lastFour", &lastFour, .digits(4))
    try v.lenient("bin", &bin, .digits(6))
    try v.lenient("customerId", &customerID)
    try v.lenient("cardType", &cardType)
    try v.lenient("programName", &programName, .text(1))
    try v.lenient("currency", &currency)
    try v.optional("createdDate", &createdDate, .anything, isAlwaysWritten: true)
    try v.lenient("accountId", &accountID)
    try v.lenient("scheme", &scheme)
    try v.lenient("holderName", &holderName)
    try v.lenient("alias", &alias, .text(0, 24))
    try v.optional("statusDate", &statusDate, .anything, isAlwaysWritten: true)
    try v.optional("statusReason", &statusReason, .text(1, 200))
    try v.lenient("version", &version, .positive)
    try v.optional("mobile", &mobile)
    try v.optional("deliveryAddress", &deliveryAddress)
    try v.optional("activationDate", &activationDate)
    try v.lenient("isPinSet", &isPinSet)
    try v.optional("externalId", &externalID, .text(1, 40))
    try v.optional("unlockedUntil", &unlockedUntil)
    try v.optional("autoLockDays", &autoLockDays, .autoLockDays)
    try v.optional("autoLockAt", &autoLockAt)
    try rules.fields(&v)
    try v.optional("spentToday", &spent.today, .count)
    try v.optional("spentThisMonth", &spent.thisMonth, .count)
    try v.optional("replacedBy", &replacedBy)
    try v.optional("replaces", &replaces)
    try v.optionalRecords("tokenizations", &tokenizations)
    try v.optionalReadable("availableActions", &availableActions)
    if V.isReading { statusDate = statusDate ?? createdDate }
  }
}

extension CardExpiry: WireRecord, JSONValue {
  package static var blank: CardExpiry {
    .unspecified
  }
  package static var recordName: String { "Expiry" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("month", &month, .range(1...12))
    try v.field("year", &year, .range(2000...9999))
  }
}

extension AvailableAction: WireRecord, JSONValue {
  package static var blank: AvailableAction {
    AvailableAction(.unspecified)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("action", &action)
  }
}

extension MobileWalletTokenization: ListedRecord, JSONValue {
  package static var idName: String { "dpanRef" }
  package static func damaged(id: String) -> MobileWalletTokenization {
    var token = blank
    token.dpanRef = id
    token.isDamaged = true
    return token
  }
  package static var blank: MobileWalletTokenization {
    MobileWalletTokenization(dpanRef: "", walletType: .unspecified, status: .unspecified)
  }
  package static var recordName: String { "Tokenization" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("dpanRef", &dpanRef)
    if v.damaged(isDamaged) { return }
    try v.optional("walletId", &walletID)
    try v.lenient("walletType", &walletType)
    try v.lenient("status", &status)
    try v.optional("state", &state)
    try v.optional("frozen", ifTrue: &isFrozen)
    try v.optional("removedAt", &removedAt)
  }
}

extension DeliveryAddress: WireRecord, JSONValue {
  package static var blank: DeliveryAddress {
    DeliveryAddress(address1: "", city: "", countryCode: "", postalCode: "")
  }
  package static var recordName: String { "Address" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.lenient("address1", &address1, .visible(4, 40))
    try v.optional("address2", &address2, .visible(0, 30))
    try v.optional("address3", &address3, .visible(0, 30))
    try v.lenient("city", &city, .city)
    try v.lenient("countryCode", &countryCode, .country)
    try v.optional("state", &state, .visible(0, 3))
    try v.lenient("postalCode", &postalCode, .visible(1, 16))
  }
}

extension CardList: WireRecord, JSONValue {
  package static var blank: CardList {
    CardList(cards: [], meta: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("cards", &cards)
    try v.field("meta", &meta)
    try v.readable("damaged", &damaged, isOmitted: damaged.isEmpty)
  }
}

extension PagingResultMeta: WireRecord, JSONValue {
  package static var blank: PagingResultMeta {
    PagingResultMeta(numberOfRecords: 0, limit: 0, page: 1)
  }
  package static var recordName: String { "Meta" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("numberOfRecords", &numberOfRecords, .count)
    try v.lenient("limit", &limit, .documented(1))
    try v.lenient("page", &page, .documented(1))
    if V.isReading { (limit, page) = (max(0, limit), max(0, page)) }
  }
}

extension DamagedRecord: WireRecord, JSONValue {
  package static var blank: DamagedRecord {
    DamagedRecord(id: CardID(""), position: 0)
  }
  package static var recordName: String { "Damaged" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .text(0))
    try v.field("position", &position, .count)
  }
}

extension CardProgram: FullyListedRecord, JSONValue {
  package static var listRecordName: String { "Programs" }
  package static var listName: String { "programs" }
  package static var idName: String { "name" }
  package static func damaged(id: String) -> CardProgram {
    var program = blank
    (program.name, program.allowableCards) = (id, 0)
    program.isDamaged = true
    return program
  }
  package static var blank: CardProgram {
    CardProgram(cardType: .unspecified, scheme: .unspecified, name: "", currencies: [])
  }
  package static var recordName: String { "Program" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    if isDamaged {
      try v.field("name", &name)
      _ = v.damaged(true)
      return
    }
    try v.lenient("cardType", &cardType)
    try v.lenient("scheme", &scheme)
    try v.field("name", &name, .text(1))
    try v.lenient("currencies", &currencies)
    // A33: these two have defaults.
    try v.lenient("allowableCards", &allowableCards, .count)
    try v.lenient("isDigital", &isDigital)
  }
}

extension Account: WireRecord, JSONValue {
  package static var blank: Account {
    Account(
      id: AccountID(""), customerID: CustomerID(""), totalBalance: .blank,
      availableBalance: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var currency = currency
    try v.lenient("id", &id)
    try v.owner("customerId", &customerID)
    try v.field("currencyCode", &currency)
    try v.field("totalBalance", &totalBalance.minorUnits)
    try v.field("availableBalance", &availableBalance.minorUnits)
    if V.isReading { (totalBalance.currency, availableBalance.currency) = (currency, currency) }
    if V.isStored { return }
    try v.optional("externalId", &externalID, .text(1, 40))
    try v.readable("instruments", &instruments, isOmitted: instruments.isEmpty)
  }
}

extension AccountInstrument: WireRecord {
  package static var blank: AccountInstrument {
    AccountInstrument(id: "", type: .unspecified)
  }
  package static var recordName: String { "Instrument" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    try v.field("instrumentType", &type)
    try v.optional("pan", &maskedNumber, .text(1, 40))
    try v.optional("cardHolderName", &holderName, .text(0, 160))
    try v.optional("expiryDate", &expiry)
    try v.optional("cardScheme", &scheme)
    try v.optional("status", &status)
    try v.optional("creationTime", &createdDate)
  }
}
