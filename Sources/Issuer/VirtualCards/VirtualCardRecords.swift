package import WalletAPI
package import WalletModel

extension Persona: LedgerRecord {
  package static var kind: RecordKind { .persona }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { id }
}

/// A funding source in the ledger, with the hash that stands for its card's number.
package struct FundingSourceRecord: Hashable, LedgerRecord {
  package var source: FundingSource
  /// 32 bytes: the same hash as in `SavedCardRecord`.
  package var panHash: [UInt8]
  package var expiry: CardExpiry
  /// nil: a test card.
  package var savedCardID: String?
  /// What payments with it have asked for in a day (UTC).
  package var spentToday = Tally()

  package static var kind: RecordKind { .fundingSource }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { source.id }
  package static var blank: FundingSourceRecord {
    FundingSourceRecord(source: .blank, panHash: [], expiry: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try source.fields(&v)
    try v.field("panHash", &panHash)
    try v.field("expiry", &expiry)
    try v.optional("savedCard", &savedCardID)
    try v.lenient("spentToday", &spentToday)
  }
}

/// A funding source on its way, in the ledger.
package struct ProvisionalFundingRecord: Hashable, LedgerRecord {
  package var provisional: ProvisionalFundingSource
  /// What it becomes when it is completed.
  package var result: FundingSourceRecord
  /// nil: its bank does not ask.
  package var authentication: AuthenticationRecord?

  package static var kind: RecordKind { .provisionalFunding }
  package var recordID: String { provisional.id }
  package static var blank: ProvisionalFundingRecord {
    ProvisionalFundingRecord(provisional: .blank, result: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try provisional.fields(&v)
    try v.field("result", &result)
    try v.optional("authentication", &authentication)
  }
}

/// A virtual card in the ledger. What is sealed is nowhere else: the issuer cannot read it again.
package struct VirtualCardRecord: Hashable, LedgerRecord {
  /// It is there from `createdAt` on, which may be in the future.
  package var card: VirtualCard
  /// To which it is sealed.
  package var publicKey: [UInt8]
  /// 32 bytes: a keyed hash of the number, by which a shop's request finds the card.
  package var numberHash: [UInt8]
  /// 32 bytes: a keyed hash of the number and the CVV.
  package var cscHash: [UInt8]
  /// The same of the postal code, which the issuer cannot read again; empty: there is no address.
  package var postalHash: [UInt8] = []
  /// The month of `card.spentThisMonth`.
  package var spentMonth: Int64 = 0
  /// Authorisations that hold money.
  package var openSales = 0
  package var place: Int64?
}

extension VirtualCardRecord {
  // See `Card`.
  package init(
    _ card: VirtualCard, publicKey: [UInt8], numberHash: [UInt8], cscHash: [UInt8]
  ) {
    self.init(card: card, publicKey: publicKey, numberHash: numberHash, cscHash: cscHash)
  }

  /// As answers have it.
  var shown: VirtualCard {
    var card = card
    for field in Self.hidden { card.sealed.boxes[field] = nil }
    return card
  }

  /// What `GetVirtualCardDetails` alone answers.
  package static let hidden: [SealedFields.Field] = [.number, .csc]

  /// What its payments belong to.
  package var payments: LedgerLink { LedgerLink(.virtualCard, place ?? -1) }

  /// What it has paid and holds in a month.
  package var spent: Tally {
    get { Tally(period: spentMonth, amount: card.spentThisMonth) }
    set { (spentMonth, card.spentThisMonth) = (newValue.period, newValue.amount) }
  }

  package static var kind: RecordKind { .virtualCard }
  package var recordID: String { card.id }
  package static var blank: VirtualCardRecord {
    VirtualCardRecord(.blank, publicKey: [], numberHash: [], cscHash: [])
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try card.firstFields(&v)
    try v.field("publicKey", &publicKey)
    try v.field("numberHash", &numberHash)
    try v.field("cscHash", &cscHash)
    try v.lenient("postalHash", &postalHash)
    try v.lenient("spentMonth", &spentMonth)
    try v.lenient("openSales", &openSales)
    try v.lenient("pausedWithAll", &card.isPausedWithAll)
  }
}

/// A virtual card as lists read it: without its key and its hashes, and as answers have it. It is
/// never written, as all that would be lost.
package struct ListedVirtualCard: Hashable, LedgerRecord {
  package var record: VirtualCardRecord

  package init(_ record: VirtualCardRecord) { self.record = record }

  package static var kind: RecordKind { .virtualCard }
  package var recordID: String { record.card.id }
  package static var blank: ListedVirtualCard { ListedVirtualCard(.blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    precondition(V.isReading)
    try record.fields(&v)
    record.card = record.shown
    (record.publicKey, record.numberHash, record.cscHash, record.postalHash) = ([], [], [], [])
  }
}

extension VirtualCard {
  /// - Parameter time: When its owner ended it; nil: it has ended by itself.
  mutating func close(_ reason: VirtualCardClosure, at time: Timestamp? = nil) {
    state = .closed
    closedReason = reason
    cancelledAt = time
  }

  /// A pause alone counts more than one with all cards, whichever comes first.
  mutating func pause(_ update: VirtualCardUpdate) {
    if case .absent = update.isPaused { return }
    let isWithAll = update.isPausedWithAll.applied(to: false) ?? false
    let wasAlone = isPaused && !isPausedWithAll
    isPaused = update.isPaused.applied(to: false) ?? false
    isPausedWithAll = isPaused && isWithAll && !wasAlone
  }
}

extension VirtualBillingAddress {
  /// That of cards that come without one (F06).
  static let platform = VirtualBillingAddress(
    addressLine1: "222333 Peachtree Place", city: "Atlanta", state: "GA", postalCode: "30318",
    country: "US")
}

/// Which virtual card has a number. Only a keyed hash of the number is stored.
package struct VirtualNumberRecord: Hashable, Sendable {
  /// Of `VirtualCardRecord.numberHash`, in hexadecimal digits.
  package var hash: String
  package var cardID: String
}

/// A virtual card's place among all that were made or changed: the last one is at the end, so that
/// a page of them is found without reading the others.
package struct VirtualOrderRecord: Hashable, LedgerRecord {
  package var cardID: String
  /// The place of its `VirtualCardRecord`, which is found faster by it than by the id; nil: it is
  /// not known.
  package var cardPlace: Int64?
  package var place: Int64?

  package static var kind: RecordKind { .virtualOrder }
  /// Not the id of the card, by which the card itself is found.
  package var recordID: String { Self.prefix + cardID }
  private static let prefix = "order "
  package static func cardID(of recordID: String) -> String {
    // Characters would be counted.
    recordID.hasPrefix(prefix)
      ? String(Substring(recordID.utf8.dropFirst(prefix.utf8.count))) : recordID
  }
  package static var blank: VirtualOrderRecord { VirtualOrderRecord(cardID: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var id = recordID
    try v.key("id", &id)
    if V.isReading { cardID = Self.cardID(of: id) }
    try v.optional("cardPlace", &cardPlace)
  }
}

/// The making of a virtual card, in the ledger. Its state follows from the time, so that a restart
/// neither loses nor repeats it.
package struct ProvisionalCardRecord: Hashable, LedgerRecord {
  /// As it was in the beginning.
  package var provisional: ProvisionalVirtualCard
  /// Which request made it.
  package var request: [UInt8]
  /// nil: no card is made.
  package var cardID: String?
  /// When it is over.
  package var endsAt: Timestamp
  package var hasFailed = false

  package static var kind: RecordKind { .provisionalCard }
  package var recordID: String { provisional.id }
  package static var blank: ProvisionalCardRecord {
    ProvisionalCardRecord(provisional: .blank, request: [], cardID: nil, endsAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try provisional.fields(&v)
    try v.field("request", &request)
    try v.optional("cardId", &cardID)
    try v.field("endsAt", &endsAt)
    try v.field("hasFailed", &hasFailed)
  }
}

extension VirtualNumberRecord: LedgerRecord {
  package static var kind: RecordKind { .virtualNumber }
  package var recordID: String { hash }
  init(_ record: VirtualCardRecord) {
    self.init(hash: Hex.encode(record.numberHash), cardID: record.card.id)
  }
  package static var blank: VirtualNumberRecord { VirtualNumberRecord(hash: "", cardID: "") }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.key("hash", &hash)
    try v.field("cardId", &cardID)
  }
}

/// A customer has one, or none.
extension NoticeRules: LedgerRecord {
  package static var kind: RecordKind { .noticeRules }
  package static var keying: LedgerKeying { .few }
  package var recordID: String { Self.onlyID }
  static let onlyID = "rules"
}
