import Issuer
import WalletAPI
import WalletModel

// Virtual cards are read in lists of thousands, so they have a reader by hand, too: see
// `RecordReader+Card`.
extension RecordReader {
  /// The fields of `VirtualCardRecord.fields`.
  mutating func virtualCard() throws(MalformedRecord) -> VirtualCardRecord {
    let id = try text()
    var owners: [CardOwner] = []
    for _ in 0..<(try count()) { owners.append(CardOwner(id: try text(), issuer: try text())) }
    var customer = CustomerID("")
    owner("owner", &customer)
    var version = 0
    try integer(&version, .count)
    let fundingSourceID = try lenientText()
    let state = try state()
    let closedReason = try isPresent() ? VirtualCardClosure(rawValue: try text()) : nil
    let (holder, lastFour) = (try lenientText(), try lenientText())
    let currency = Currency(try lenientText())
    let activeTo = try lenientTime()
    let cancelledAt = try isPresent() ? try time() : nil
    let (createdAt, updatedAt) = (try lenientTime(), try lenientTime())
    let merchantID = try isPresent() ? try text() : nil
    let isSingleUse = try lenientFlag()
    let monthlyLimit = try isPresent() ? try integer() : nil
    let isPaused = try lenientFlag()
    let spentThisMonth = isAtEnd ? 0 : try integer()
    let sealed = isAtEnd ? SealedFields.blank : try sealedFields()
    var card = VirtualCard(
      id: id, owners: owners, owner: customer, fundingSourceID: fundingSourceID, state: state,
      cardHolder: holder, lastFour: lastFour, currency: currency, activeTo: activeTo,
      createdAt: createdAt, sealed: sealed)
    card.version = version
    card.closedReason = closedReason
    card.cancelledAt = cancelledAt
    card.updatedAt = updatedAt
    card.rules = SpendingRules(
      merchantID: merchantID, isSingleUse: isSingleUse, monthlyLimit: monthlyLimit)
    card.isPaused = isPaused
    card.spentThisMonth = spentThisMonth
    var record = VirtualCardRecord(
      card, publicKey: Array(try raw()), numberHash: Array(try raw()), cscHash: Array(try raw()))
    if !isAtEnd { record.postalHash = Array(try raw()) }
    if !isAtEnd { record.spentMonth = try integer() }
    if !isAtEnd { try integer(&record.openSales, .anything) }
    record.card.isPausedWithAll = try lenientFlag()
    return record
  }

  private mutating func sealedFields() throws(MalformedRecord) -> SealedFields {
    var sealed = SealedFields(algorithm: try text(), keyID: try text())
    sealed.boxes.reserve(remaining)
    for field in SealedFields.Field.allCases where try isPresent() {
      sealed.boxes.append(try raw(), of: field)
    }
    return sealed
  }

  /// Most cards are ISSUED, and comparing with all words takes as long as reading the rest.
  private mutating func state() throws(MalformedRecord) -> VirtualCardState {
    let word = try text()
    return word == VirtualCardState.issued.rawValue ? .issued : VirtualCardState(rawValue: word)
  }

  private mutating func lenientTime() throws(MalformedRecord) -> Timestamp {
    isAtEnd ? .blank : try time()
  }

  private mutating func lenientFlag() throws(MalformedRecord) -> Bool {
    var value = false
    if !isAtEnd { try flag(&value) }
    return value
  }
}
