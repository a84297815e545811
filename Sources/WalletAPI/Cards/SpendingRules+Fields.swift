package import WalletModel

/// The rules of a prepaid card. Those of a virtual card are fields of the card.
extension SpendingRules: WireRecord {
  package static var blank: SpendingRules { SpendingRules() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("paymentLimit", &paymentLimit, .count)
    try v.optional("dailyLimit", &dailyLimit, .count)
    try v.optional("monthlyLimit", &monthlyLimit, .count)
    try v.optional("categories", &categories)
    try v.optional("countries", &countries)
    var off = switchedOff.words
    try v.optionalReadable("switchedOff", &off)
    if V.isReading { switchedOff = Set((off ?? []).compactMap(\.value)) }
  }
}

extension Set<SpendingSwitch> {
  /// In the order of the words; nil: nothing is switched off.
  var words: [Word<SpendingSwitch>]? {
    isEmpty ? nil : SpendingSwitch.allCases.filter { contains($0) }.map { Word($0) }
  }
}

extension RuleList: WireRecord, JSONValue {
  package static var blank: RuleList { RuleList() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("allowed", &allowed, .visible(1, 16))
    try v.optional("blocked", &blocked, .visible(1, 16))
    guard V.isReading else { return }
    // One more than a request may have, so that it is refused.
    let most = Self.counts.upperBound + 1
    allowed = allowed.map { Array($0.prefix(most)) }
    blocked = blocked.map { Array($0.prefix(most)) }
  }
}

extension DeclineRule.Kind: FieldValue {}

extension DeclineRule: WireRecord, JSONValue {
  package static var blank: DeclineRule { DeclineRule(.unspecified) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("rule", &kind)
    try v.optional("amount", &amount)
    try v.optional("value", &value)
  }
}
