package import WalletModel

/// Unlocks a card for a time; then the issuer locks it again by itself. The time of a card that is
/// unlocked so can be changed.
package struct UnlockCardFor: WalletOperation, OneItem {
  package typealias Response = Card
  package static let contract = Contract(
    "UNLOCK_FOR", .post, "/profile/prepaid/cards/:id/unlock", group: .wallet,
    about: "Unlocks a card for a time, after which it is locked again",
    news: [.cards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: nil, kiosk: .allowed,
    comparesVersion: true,
    document: Documented(
      links: Documented.linksOfCard))
  package let id: CardID
  /// `CardControls.unlockSeconds`.
  package let seconds: Int
  package var detail: String { "\(seconds)" }
  package var body: CardUnlocking { CardUnlocking(seconds: seconds) }

  package init(_ id: CardID, seconds: Int) {
    self.id = id
    self.seconds = seconds
  }
  package init(ids: [String], query: NoQuery, body: CardUnlocking) {
    self.init(CardID(ids[0]), seconds: body.seconds)
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.unlockCardFor }
}

/// Changes what the owner of a card has set. What is absent stays as it is. It needs a code only if
/// the card may pay for more than before.
package struct SetCardControls: WalletOperation, ItemBodyRequest {
  package typealias Response = Card
  package static let contract = Contract(
    "SET_CONTROLS", .patch, "/profile/prepaid/cards/:id/controls", group: .wallet,
    about: "Sets when a card is locked by itself, and what it may pay for",
    news: [.cards], isAudited: true, lostAnswer: .notRecorded, retry: .withKey,
    confirms: { "to raise the limits of card ··\($0.lastFour)" }, kiosk: .allowed,
    document: Documented(
      examples: [
        ("unused", ["autoLockDays": 30]),
        (
          "limits",
          [
            "paymentLimit": 5000, "monthlyLimit": 40_000,
            "categories": ["blocked": ["CASH"]], "switchedOff": ["ABROAD"],
          ]
        ),
      ]))
  package let id: CardID
  package let update: CardControlsUpdate
  package var body: CardControlsUpdate { update }

  package init(_ id: CardID, _ update: CardControlsUpdate) {
    self.id = id
    self.update = update
  }
  package static let method = EngineMethod<Self> { $0.cardEngine.setCardControls }
}

/// The body of `UnlockCardFor`.
package struct CardUnlocking: BodyRecord, WireRecord, JSONValue {
  package private(set) var seconds: Int
  package static var blank: CardUnlocking { CardUnlocking(seconds: 0) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    let range = CardControls.unlockSeconds
    try v.field("seconds", &seconds, .range(Int64(range.lowerBound)...Int64(range.upperBound)))
  }
}

/// The body of `SetCardControls`: null removes what was set.
package struct CardControlsUpdate: BodyRecord, WireRecord, JSONValue, Hashable, Sendable {
  /// null: the card is not locked by itself.
  package var autoLockDays: Patch<Int>
  /// Whether these are the days before the last change of them, which is taken back: they are counted
  /// as they were before it, and not from now on.
  package var takesBack: Bool
  /// The limits are in minor units of the card's currency.
  package var paymentLimit: Patch<Int64> = .absent
  package var dailyLimit: Patch<Int64> = .absent
  package var monthlyLimit: Patch<Int64> = .absent
  package var categories: Patch<RuleList> = .absent
  package var countries: Patch<RuleList> = .absent
  /// All that is switched off then.
  package var switchedOff: Patch<[Word<SpendingSwitch>]> = .absent

  package init(autoLockDays: Patch<Int> = .absent, takesBack: Bool = false) {
    self.autoLockDays = autoLockDays
    self.takesBack = takesBack
  }

  /// Locks the card after so many days without use; nil: never.
  package init(autoLockAfter days: Int?, takesBack: Bool = false) {
    self.init(autoLockDays: days.map { .value($0) } ?? .null, takesBack: takesBack)
  }

  /// What turns the rules `old` into `new`.
  package init(from old: SpendingRules, to new: SpendingRules) {
    func patch<Value: Equatable & Sendable>(_ old: Value?, _ new: Value?) -> Patch<Value> {
      new == old ? .absent : new.map { .value($0) } ?? .null
    }
    (autoLockDays, takesBack) = (.absent, false)
    paymentLimit = patch(old.paymentLimit, new.paymentLimit)
    dailyLimit = patch(old.dailyLimit, new.dailyLimit)
    monthlyLimit = patch(old.monthlyLimit, new.monthlyLimit)
    categories = patch(old.categories, new.categories)
    countries = patch(old.countries, new.countries)
    switchedOff = patch(old.switchedOff.words, new.switchedOff.words)
  }

  package static var blank: CardControlsUpdate { CardControlsUpdate() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.patch("autoLockDays", &autoLockDays, .autoLockDays)
    try v.optional("takesBack", ifTrue: &takesBack)
    try v.patch("paymentLimit", &paymentLimit, .range(SpendingRules.amounts))
    try v.patch("dailyLimit", &dailyLimit, .range(SpendingRules.amounts))
    try v.patch("monthlyLimit", &monthlyLimit, .range(SpendingRules.amounts))
    try v.patch("categories", &categories, .anything)
    try v.patch("countries", &countries, .anything)
    try v.patch("switchedOff", &switchedOff, .anything)
  }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    if case .value(let days) = autoLockDays {
      errors.add("autoLockDays", Rules.range(days, CardControls.autoLockDays))
    }
    errors += applied(to: SpendingRules()).fieldErrors
    if case .value(let words) = switchedOff,
      let unknown = words.lazy.compactMap({ $0.error("switchedOff") }).first
    {
      errors.append(unknown)
    }
    return errors
  }

  /// The rules with the changes of this request.
  package func applied(to rules: SpendingRules) -> SpendingRules {
    var new = rules
    new.paymentLimit = paymentLimit.applied(to: rules.paymentLimit)
    new.dailyLimit = dailyLimit.applied(to: rules.dailyLimit)
    new.monthlyLimit = monthlyLimit.applied(to: rules.monthlyLimit)
    new.categories = categories.applied(to: rules.categories)?.sorted
    new.countries = countries.applied(to: rules.countries)?.sorted
    let off = switchedOff.applied(to: rules.switchedOff.words) ?? []
    new.switchedOff = Set(off.compactMap(\.value))
    return new
  }
}

extension FieldForm {
  static let autoLockDays = FieldForm.range(
    Int64(CardControls.autoLockDays.lowerBound)...Int64(CardControls.autoLockDays.upperBound))
}
