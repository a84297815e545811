package import WalletModel

/// Unlocks a card for a time; then the issuer locks it again by itself. The time of a card that is
/// unlocked so can be changed.
package struct UnlockCardFor: WalletOperation {
  package static let contract = Contract.change(
    "UNLOCK_FOR", .post, "/profile/prepaid/cards/:id/unlock", group: .wallet,
    about: "Unlocks a card for a time, after which it is locked again",
    lostAnswer: .notRecorded, retry: .withKey, comparesVersion: true,
    document: Documented(
      links: Documented.linksOfCard))
  package typealias Response = Card
  package let id: CardID
  /// `CardControls.unlockSeconds`.
  package let seconds: Int
  package var cardID: CardID? { id }
  package var wireIDs: [String] { [id.rawValue] }
  package var body: CardUnlocking { CardUnlocking(seconds: seconds) }

  package init(_ id: CardID, seconds: Int) {
    self.id = id
    self.seconds = seconds
  }
  package init(ids: [String], query: NoQuery, body: CardUnlocking) {
    self.init(CardID(ids[0]), seconds: body.seconds)
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Card
  { try engine.cardEngine.unlockCardFor(self, context) }
}

/// Changes what the owner of a card has set. What is absent stays as it is. It needs a code only if
/// the card may pay for more than before.
package struct SetCardControls: WalletOperation {
  package static let contract = Contract.change(
    "SET_CONTROLS", .patch, "/profile/prepaid/cards/:id/controls", group: .wallet,
    about: "Sets when a card is locked by itself, and what it may pay for",
    lostAnswer: .notRecorded, retry: .withKey,
    confirms: { "to raise the limits of card ··\($0.lastFour)" })
  package typealias Response = Card
  package let id: CardID
  package let update: CardControlsUpdate
  package var cardID: CardID? { id }
  package var wireIDs: [String] { [id.rawValue] }
  package var body: CardControlsUpdate { update }

  package init(_ id: CardID, _ update: CardControlsUpdate) {
    self.id = id
    self.update = update
  }
  package init(ids: [String], query: NoQuery, body: CardControlsUpdate) {
    self.init(CardID(ids[0]), body)
  }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> Card
  { try engine.cardEngine.setCardControls(self, context) }
}

/// The body of `UnlockCardFor`.
package struct CardUnlocking: BodyRecord, WireRecord, JSONValue {
  package private(set) var seconds: Int
  package static var blank: CardUnlocking { CardUnlocking(seconds: 0) }
  package static var recordName: String { "CardUnlocking" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    let range = CardControls.unlockSeconds
    try v.field("seconds", &seconds, .range(Int64(range.lowerBound)...Int64(range.upperBound)))
  }
}

/// The body of `SetCardControls`: each field that is absent stays as it is, and null removes it.
package struct CardControlsUpdate: BodyRecord, WireRecord, JSONValue, Hashable, Sendable {
  /// null: the card is not locked by itself.
  package var autoLockDays: Patch<Int>
  /// In minor units of the card's currency, as the monthly limit.
  package var paymentLimit: Patch<Int64>
  package var monthlyLimit: Patch<Int64>
  package var categories: Patch<[Word<MerchantCategory>]>
  package var countries: Patch<[String]>

  package init(
    autoLockDays: Patch<Int> = .absent, paymentLimit: Patch<Int64> = .absent,
    monthlyLimit: Patch<Int64> = .absent, categories: Patch<[MerchantCategory]> = .absent,
    countries: Patch<[String]> = .absent
  ) {
    self.autoLockDays = autoLockDays
    self.paymentLimit = paymentLimit
    self.monthlyLimit = monthlyLimit
    self.categories =
      switch categories {
      case .absent: .absent
      case .null: .null
      case .value(let list): .value(list.map { Word($0) })
      }
    self.countries = countries
  }

  package static var blank: CardControlsUpdate { CardControlsUpdate() }
  package static var recordName: String { "CardControlsUpdate" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.patch("autoLockDays", &autoLockDays, .autoLockDays)
    try v.patch("paymentLimit", &paymentLimit, .range(SpendingLimits.amounts))
    try v.patch("monthlyLimit", &monthlyLimit, .range(SpendingLimits.amounts))
    try v.patch("allowedCategories", &categories, .anything)
    try v.patch("allowedCountries", &countries, .country)
  }

  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    let range = CardControls.autoLockDays
    if case .value(let days) = autoLockDays, !range.contains(days) {
      errors.append(
        FieldError("autoLockDays", .field(.range, "\(range.lowerBound)", "\(range.upperBound)")))
    }
    guard case .value(let words) = categories,
      let unknown = words.lazy.compactMap({ $0.error("allowedCategories") }).first
    else { return errors + applied(to: SpendingLimits()).fieldErrors }
    let others = applied(to: SpendingLimits()).fieldErrors
    return errors + [unknown] + others.filter { $0.field != unknown.field }
  }

  /// Limits with the changes of this request; lists in the order of `SpendingLimits`.
  package func applied(to limits: SpendingLimits) -> SpendingLimits {
    var new = limits
    new.paymentLimit = paymentLimit.applied(to: limits.paymentLimit)
    new.monthlyLimit = monthlyLimit.applied(to: limits.monthlyLimit)
    let known = limits.categories.map { $0.map { Word($0) } }
    new.categories = categories.applied(to: known).map { words in
      let chosen = words.compactMap(\.value)
      return chosen.sorted { $0.place < $1.place }
    }
    new.countries = countries.applied(to: limits.countries)?.sorted()
    return new
  }
}

extension MerchantCategory {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension FieldForm {
  static let autoLockDays = FieldForm.range(
    Int64(CardControls.autoLockDays.lowerBound)...Int64(CardControls.autoLockDays.upperBound))
}
