package import WalletModel

extension Transaction: ListedRecord, JSONValue {
  package static var idName: String { "id" }
  package static func damaged(id: String) -> Transaction {
    var payment = Transaction(
      id: TransactionID(id), cardID: CardID(""), type: .unspecified, transactedAt: .blank,
      billedAmount: .blank, description: "")
    payment.isDamaged = true
    return payment
  }
  package static var blank: Transaction {
    Transaction(
      id: TransactionID(""), cardID: CardID(""), type: .unspecified, transactedAt: .blank,
      billedAmount: .blank, description: "")
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    // Only the fields that all servers have are required.
    try v.field("id", &id)
    if v.damaged(isDamaged) { return }
    var reason = declineReason?.transferReason
    var sequence: String? = sequenceID
    var sorted: Timestamp? = sortDate
    var transacted: Money? = transactedAmount
    var (created, updated): (Timestamp?, Timestamp?) = (createdAt, updatedAt)
    try v.lenient("owner", &owner)
    try v.lenient("version", &version, .positive)
    try v.lenient("cardId", &cardID)
    try v.optional("sequenceId", &sequence, .id, isAlwaysWritten: true)
    try v.field("type", &type)
    try v.optional("sortDate", &sorted, .anything, isAlwaysWritten: true)
    try v.field("transactedAt", &transactedAt)
    try v.optional("settledAt", &settledAt)
    try v.field("billedAmount", &billedAmount)
    try v.optional("transactedAmount", &transacted, .anything, isAlwaysWritten: true)
    try v.lenient("description", &description)
    try v.optional("note", &note, .visible(1, Self.longestNote))
    try v.optional("mcc", &mcc, .digits(4))
    try v.optional("declineReason", &declineReason)
    try v.optional("declineRule", &declineRule)
    try v.optional("statusReason", &reason, .text(1))
    try v.readable("detail", &detail)
    try v.optional("createdAt", &created, .anything, isAlwaysWritten: true)
    try v.optional("updatedAt", &updated, .anything, isAlwaysWritten: true)
    guard V.isReading else { return }
    declineReason = declineReason ?? reason.map(DeclineReason.init(rawValue:))
    sequenceID = sequence ?? id.rawValue
    sortDate = sorted ?? transactedAt
    transactedAmount = transacted ?? billedAmount
    createdAt = created ?? transactedAt
    updatedAt = updated ?? createdAt
  }
}

extension ChargeDetail: WireRecord {
  package static var blank: ChargeDetail {
    ChargeDetail(
      amount: .blank, markup: .none, transactedAt: .blank, settledAt: nil, fundingSourceID: "",
      description: "", state: .unspecified, continues: false)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    // The sums are taken from the server: computed here, they could overflow.
    try v.field("virtualCardAmount", &virtualCardAmount)
    try v.field("markup", &markup)
    try v.amount("markupAmount", &markupAmount, in: virtualCardAmount.currency)
    try v.amount("fundingSourceAmount", &fundingSourceAmount, in: virtualCardAmount.currency)
    try v.field("transactedAt", &transactedAt)
    try v.optional("settledAt", &settledAt)
    try v.field("fundingSourceId", &fundingSourceID, .id)
    try v.field("description", &description)
    try v.field("state", &state)
    try v.lenient("continuationOfExistingCharge", &continuationOfExistingCharge)
  }
}

extension Markup: WireRecord {
  package static var blank: Markup {
    Markup.none
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("percent", &percent, .documented(0))
    try v.lenient("flat", &flat, .documented(0))
    try v.optional("minCharge", &minCharge, .documented(0))
  }
}

extension TransactionPage: WireRecord, JSONValue {
  package static var blank: TransactionPage {
    TransactionPage()
  }
  package static var recordName: String { "Transactions" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.records("transactions", &transactions)
    try v.optional("nextToken", &nextToken, .text(1, 10))
  }
}

extension Merchant: FullyListedRecord, IdentifiedRecord, JSONValue {
  package static var listName: String { "merchants" }
  package static var blank: Merchant {
    Merchant(
      id: "", name: "", mcc: "", city: "", postalCode: "", country: "", currency: Currency(""),
      createdAt: .blank, updatedAt: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    if v.damaged(isDamaged) { return }
    try v.field("name", &name, .text(1))
    try v.field("mcc", &mcc, .digits(4))
    try v.field("city", &city, .text(1))
    try v.optional("state", &state, .text(1))
    try v.field("postalCode", &postalCode, .text(1))
    try v.field("country", &country, .country)
    try v.field("currency", &currency)
    try v.lenient("declineBeforeAuthorization", &declineBeforeAuthorization)
    try v.lenient("declineAfterAuthorization", &declineAfterAuthorization)
    try v.field("createdAt", &createdAt)
    try v.field("updatedAt", &updatedAt)
  }
}

extension ConversionRate: FullyListedRecord, JSONValue {
  package static var listName: String { "rates" }
  package static var idName: String { "currency" }
  package static func damaged(id: String) -> ConversionRate {
    var rate = ConversionRate(Currency(id), perEuro: 0)
    rate.isDamaged = true
    return rate
  }
  package static var blank: ConversionRate {
    ConversionRate(Currency(""), perEuro: 0)
  }
  package static var recordName: String { "Rate" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("currency", &currency)
    if v.damaged(isDamaged) { return }
    try v.field("perEuro", &perEuro, .count)
  }
}

extension ShopReceipt: WireRecord, JSONValue {
  package static var blank: ShopReceipt {
    ShopReceipt(id: "", billedAmount: .blank, createdAt: .blank, updatedAt: .blank)
  }
  package static var recordName: String { "Receipt" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("id", &id, .id)
    try v.field("approved", &approved)
    try v.field("billedAmount", &billedAmount)
    try v.optional("declineReason", &declineReason)
    try v.optional("declineRule", &declineRule)
    try v.field("createdAt", &createdAt)
    try v.field("updatedAt", &updatedAt)
  }
}

extension ShopAmount: WireRecord, BodyRecord, JSONValue {
  package static var blank: ShopAmount { ShopAmount(0) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("amount", &minorUnits, .documented(1, ShopAmount.maximum))
    try v.optional("currencyCode", &currency)
  }
}

/// The body of `TopUp`: an amount with a limit of its own.
package struct TopUpAmount: WireRecord, BodyRecord, JSONValue {
  private(set) var amount: ShopAmount
  init(_ amount: ShopAmount) { self.amount = amount }
  package static var blank: TopUpAmount { TopUpAmount(.blank) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("amount", &amount.minorUnits, .documented(1, ShopAmount.topUpMaximum))
    try v.optional("currencyCode", &amount.currency)
  }
}
