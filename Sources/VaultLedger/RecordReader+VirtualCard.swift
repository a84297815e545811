import Glibc
import Issuer
import WalletAPI
import WalletModel

// Virtual cards are read in lists of thousands, so they have a reader by hand, too: see
// `RecordReader+Card`.
extension RecordReader {
  /// The fields of `VirtualCardRecord.fields`; listed: only what `ListedVirtualCard` has of them.
  mutating func virtualCard(isListed: Bool = false) throws(MalformedRecord) -> VirtualCardRecord {
    let id = try text()
    var owners: [CardOwner] = []
    for _ in 0..<(try count()) {
      owners.append(CardOwner(id: try text(), issuer: try text(mostly: CardOwner.personas)))
    }
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
    let sealed = isAtEnd ? SealedFields.blank : try sealedFields(isListed)
    var record = VirtualCardRecord(
      VirtualCard(
        id: id, owners: owners, owner: customer, fundingSourceID: fundingSourceID, state: state,
        cardHolder: holder, lastFour: lastFour, currency: currency, activeTo: activeTo,
        createdAt: createdAt, sealed: sealed),
      publicKey: try bytes(isListed), numberHash: try bytes(isListed),
      cscHash: try bytes(isListed))
    // A function that both changes a record and returns it would copy it.
    @inline(never)
    func complete(_ record: inout VirtualCardRecord) throws(MalformedRecord) {
      record.card.version = version
      record.card.closedReason = closedReason
      record.card.cancelledAt = cancelledAt
      record.card.updatedAt = updatedAt
      record.card.rules = SpendingRules(
        merchantID: merchantID, isSingleUse: isSingleUse, monthlyLimit: monthlyLimit)
      record.card.isPaused = isPaused
      record.card.spentThisMonth = spentThisMonth
      if !isAtEnd { record.postalHash = try bytes(isListed) }
      if !isAtEnd { record.spentMonth = try integer() }
      if !isAtEnd { try integer(&record.openSales, .anything) }
      record.card.isPausedWithAll = try lenientFlag()
    }
    try complete(&record)
    return record
  }

  private mutating func sealedFields(_ isListed: Bool) throws(MalformedRecord) -> SealedFields {
    var sealed = SealedFields(
      algorithm: try text(mostly: SealedFields.algorithm), keyID: try text())
    let hidden = isListed ? VirtualCardRecord.hidden : []
    var hasRoom = false
    for field in SealedFields.Field.allCases where try isPresent() {
      let box = try raw()
      if hidden.contains(field) { continue }
      if !hasRoom { sealed.boxes.reserve(box.count + remaining) }
      hasRoom = true
      sealed.boxes.append(box, of: field)
    }
    return sealed
  }

  private mutating func bytes(_ isListed: Bool) throws(MalformedRecord) -> [UInt8] {
    let bytes = try raw()
    return isListed ? [] : Array(bytes)
  }

  /// The usual text needs no memory of its own.
  private mutating func text(mostly usual: String) throws(MalformedRecord) -> String {
    let bytes = try raw()
    let isUsual = usual.utf8.withContiguousStorageIfAvailable {
      guard let start = $0.baseAddress, let other = bytes.baseAddress else { return false }
      return $0.count == bytes.count && memcmp(start, other, bytes.count) == 0
    }
    return isUsual == true ? usual : String(decoding: bytes, as: UTF8.self)
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
