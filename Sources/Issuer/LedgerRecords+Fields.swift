package import WalletAPI
package import WalletModel

// The fields of the records that have the same form on the wire are in `WalletAPI`.

extension CustomerProfile: SingleRecord {
  package static var kind: RecordKind { .customer }
}

extension Account: LedgerRecord {
  package static var kind: RecordKind { .account }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { id.rawValue }
}

/// A customer has one, or none.
extension Budgets: LedgerRecord {
  package static var kind: RecordKind { .budgets }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { Self.onlyID }
  static let onlyID = "budgets"
}

extension ProgramRecord: LedgerRecord {
  package static var kind: RecordKind { .program }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { program.name }
  package static var blank: ProgramRecord { ProgramRecord(program: .blank, bin: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try program.fields(&v)
    try v.field("bin", &bin)
  }
}

// A card has another order here than on the wire.
extension CardRecord: LedgerRecord {
  package static var kind: RecordKind { .card }
  package static var keying: LedgerKeying { .positioned }
  package var recordID: String { card.id.rawValue }
  package var place: Int64? {
    get { position < 0 ? nil : Int64(position) }
    set { position = newValue.map { Int($0) } ?? -1 }
  }
  package static var blank: CardRecord { CardRecord(card: .blank) }

  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var id = card.id.rawValue
    // Cards of this issuer always have these.
    var (created, changed) = (card.createdDate ?? .blank, card.statusDate ?? .blank)
    var tokens = (card.tokenizations ?? []).map(StoredToken.init)
    try v.key("cardId", &id)
    try v.owner("customerId", &card.customerID)
    try v.field("status", &card.status)
    try v.field("cardType", &card.cardType)
    try v.field("scheme", &card.scheme)
    try v.field("expiry", &card.expiry)
    try v.field("lastFour", &card.lastFour)
    try v.field("bin", &card.bin)
    try v.field("programName", &card.programName)
    try v.field("currency", &card.currency)
    try v.field("accountId", &card.accountID)
    try v.field("alias", &card.alias)
    try v.field("holderName", &card.holderName)
    try v.field("createdDate", &created)
    try v.field("statusDate", &changed)
    try v.field("version", &card.version)
    try v.field("isPinSet", &card.isPinSet)
    try v.optional("activationDate", &card.activationDate)
    try v.optional("statusReason", &card.statusReason)
    try v.optional("mobile", &card.mobile)
    try v.optional("externalId", &card.externalID)
    try v.optional("deliveryAddress", &card.deliveryAddress)
    try v.field("tokenizations", &tokens)
    try v.optional("statusBeforeLock", &statusBeforeLock)
    try v.field("activationFailures", &activationFailures)
    try laterFields(&tokens, &v)
    guard V.isReading else { return }
    card.id = CardID(id)
    (card.createdDate, card.statusDate) = (created, changed)
    card.tokenizations = tokens.map(\.token)
  }

  /// Older records do not have these. A part is written if it or a later one has something.
  package mutating func laterFields<V: FieldVisitor>(_ tokens: inout [StoredToken], _ v: inout V)
    throws(V.Failure)
  {
    var marks = tokens.map { tokenMarks[$0.token.dpanRef] }
    var rules = card.rules == SpendingRules() ? nil : card.rules
    let hasCards = card.replacedBy != nil || card.replaces != nil
    let hasRules = hasCards || rules != nil
    let hasOwnTokens =
      hasRules || tokens.contains { $0.token.isFrozen || $0.token.removedAt != nil }
    let hasBefore =
      hasOwnTokens || times.daysSet != nil || times.daysBefore != nil || !before.isEmpty
    let hasTimes = hasBefore || card.unlockedUntil != nil || card.autoLockDays != nil
    if V.isReading || hasTimes || marks.contains(where: { $0 != nil }) {
      for index in marks.indices { try v.optional("mark\(index)", &marks[index]) }
    }
    if V.isReading || hasTimes {
      try v.optional("unlockedUntil", &card.unlockedUntil)
      try v.optional("thawed", &times.unlockedAt)
      try v.optional("autoLockDays", &card.autoLockDays)
      try v.optional("lastUsed", &times.lastUsed)
    }
    if V.isReading || hasBefore {
      try v.optional("daysSet", &times.daysSet)
      try v.optional("daysBefore", &times.daysBefore)
      try v.lenient("before", &before)
    }
    if V.isReading || hasOwnTokens {
      for index in tokens.indices {
        try v.lenient("frozen\(index)", &tokens[index].token.isFrozen)
        try v.optional("removed\(index)", &tokens[index].token.removedAt)
      }
    }
    if V.isReading || hasRules { try v.optional("rules", &rules) }
    if V.isReading || hasCards {
      try v.optional("replacedBy", &card.replacedBy)
      try v.optional("replaces", &card.replaces)
    }
    guard V.isReading else { return }
    card.rules = rules ?? SpendingRules()
    for (stored, mark) in zip(tokens, marks) { tokenMarks[stored.token.dpanRef] = mark }
  }
}

/// A token in the ledger. What its owner did to it is at the end of the card's record.
package struct StoredToken: LedgerPart {
  package var token: MobileWalletTokenization
  package init(token: MobileWalletTokenization) { self.token = token }
  package static var blank: StoredToken { StoredToken(token: .blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("dpanRef", &token.dpanRef)
    try v.optional("walletId", &token.walletID)
    try v.lenient("walletType", &token.walletType)
    try v.lenient("status", &token.status)
  }
}

// A payment has another order here than on the wire.
extension PaymentRecord: LedgerRecord {
  package static var kind: RecordKind { .payment }
  package static var keying: LedgerKeying { .appended }
  package var recordID: String { payment.id.rawValue }
  package var order: Timestamp? { payment.sortDate }
  package var link: LedgerLink? { card }
  package static var blank: PaymentRecord { PaymentRecord(.blank, of: LedgerLink(.card, -1)) }

  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var card = card.packed
    var sequence = payment.sequenceID == payment.id.rawValue ? nil : payment.sequenceID
    var sorted: Timestamp? = payment.sortDate
    var (created, updated): (Timestamp?, Timestamp?) = (payment.createdAt, payment.updatedAt)
    try v.owner("owner", &payment.owner)
    try v.link("card", &card)
    try v.field("id", &payment.id)
    try v.field("type", &payment.type)
    try v.field("transactedAt", &payment.transactedAt)
    try v.optional("settledAt", &payment.settledAt)
    try v.field("billedAmount", &payment.billedAmount)
    try v.field("transactedAmount", &payment.transactedAmount)
    try v.field("description", &payment.description)
    try v.optional("declineReason", &payment.declineReason)
    // Older records end here.
    try v.lenient("version", &payment.version)
    try v.optional("sequenceId", &sequence)
    try v.optional("sortDate", &sorted)
    try v.optional("createdAt", &created)
    try v.optional("updatedAt", &updated)
    try v.lenient("detail", &payment.detail)
    // Records before it end here.
    let hasNote = payment.note != nil
    let hasRule = payment.declineRule != nil || hasNote
    if V.isReading || hasRule || payment.mcc != nil { try v.optional("mcc", &payment.mcc) }
    if V.isReading || hasRule { try v.optional("declineRule", &payment.declineRule) }
    if V.isReading || hasNote { try v.optional("note", &payment.note) }
    guard V.isReading else { return }
    if let link = LedgerLink(packed: card) { self.card = link }
    payment.version = max(1, payment.version)
    payment.sequenceID = sequence ?? payment.id.rawValue
    payment.sortDate = sorted ?? payment.transactedAt
    payment.createdAt = created ?? payment.transactedAt
    payment.updatedAt = updated ?? payment.transactedAt
  }
}

extension SaleRecord: LedgerRecord {
  package static var kind: RecordKind { .sale }
  package var recordID: String { id }
  package static var blank: SaleRecord {
    SaleRecord(
      id: "", state: .blank, cardID: CardID(""), merchantID: "", sequenceID: "", amount: 0,
      created: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.key("id", &id)
    try v.field("state", &state)
    try v.field("cardId", &cardID)
    try v.field("merchantId", &merchantID)
    try v.field("sequenceId", &sequenceID)
    try v.field("amount", &amount)
    try v.field("refunded", &refunded)
    try v.field("held", &held)
    try v.optional("pending", &pending)
    try v.field("created", &created)
    // Older records end here. A part is written if it or a later one has something.
    var other: PaymentChannel? = channel == .terminal ? nil : channel
    if V.isReading || other != nil || counted != Tally() { try v.lenient("counted", &counted) }
    if V.isReading || other != nil { try v.optional("channel", &other) }
    channel = other ?? .terminal
  }
}

extension PaymentChannel: NumberedState {
  package static var blank: PaymentChannel { .terminal }
}

extension SaleRecord.State: NumberedState {
  package static var blank: SaleRecord.State { .open }
}

extension ChangeRecord: LedgerRecord {
  package static var kind: RecordKind { .change }
  package static var keying: LedgerKeying { .hashed }
  package var recordID: String { key }
  package static var blank: ChangeRecord { ChangeRecord(key: "", made: .blank, outcome: nil) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("made", &made)
    try v.optional("outcome", &outcome)
  }
}

extension ChangeRecord.Outcome: LedgerPart {
  package static var blank: ChangeRecord.Outcome {
    ChangeRecord.Outcome(request: [], status: 0, answer: .body([]), cardID: nil)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var (id, record, body) = ("", CardRecord.blank, [UInt8]())
    switch answer {
    case .card(let card): (id, record.card) = (card.id.rawValue, card)
    case .body(let bytes), .refusal(let bytes): body = bytes
    }
    try v.field("request", &request)
    try v.field("status", &status)
    // The card of the answer; empty: the answer is a body.
    try v.field("card", &id)
    if id.isEmpty {
      try v.field("body", &body)
      try v.optional("cardId", &cardID)
      if V.isReading { answer = status < 400 ? .body(body) : .refusal(body) }
    } else {
      var form = 1
      try v.field("form", &form, .range(1...1))
      try v.field("record", &record)
      guard V.isReading else { return }
      (record.card.id, record.card.tokenizations) = (CardID(id), nil)
      (answer, cardID) = (.card(record.card), record.card.id)
    }
  }
}

/// A state with a number from 1 on. Another number is not read.
package protocol NumberedState: FieldValue, CaseIterable, RawRepresentable<UInt8> {}

extension NumberedState {
  package mutating func visit<V: ValueVisitor>(_ v: inout V, _ form: FieldForm) throws(V.Failure) {
    var number = Int(rawValue)
    try v.integer(&number, .range(1...Int64(Self.allCases.count)))
    if let state = Self(rawValue: UInt8(number)) { self = state }
  }
}
