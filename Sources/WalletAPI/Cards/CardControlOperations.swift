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

/// Changes what the owner of a card has set. What is absent stays as it is.
package struct SetCardControls: WalletOperation {
  package static let contract = Contract.change(
    "SET_CONTROLS", .patch, "/profile/prepaid/cards/:id/controls", group: .wallet,
    about: "Sets when a card is locked by itself", lostAnswer: .notRecorded, retry: .withKey)
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
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    let range = CardControls.unlockSeconds
    try v.field("seconds", &seconds, .range(Int64(range.lowerBound)...Int64(range.upperBound)))
  }
}

/// The body of `SetCardControls`.
package struct CardControlsUpdate: BodyRecord, WireRecord, JSONValue, Hashable, Sendable {
  /// null: the card is not locked by itself.
  package var autoLockDays: Patch<Int>
  /// Whether these are the days before the last change of them, which is taken back: they are counted
  /// as they were before it, and not from now on.
  package var takesBack: Bool

  package init(autoLockDays: Patch<Int> = .absent, takesBack: Bool = false) {
    self.autoLockDays = autoLockDays
    self.takesBack = takesBack
  }

  package static var blank: CardControlsUpdate { CardControlsUpdate() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.patch("autoLockDays", &autoLockDays, .autoLockDays)
    try v.optional("takesBack", ifTrue: &takesBack)
  }

  package var fieldErrors: [FieldError] {
    guard case .value(let days) = autoLockDays, !CardControls.autoLockDays.contains(days) else {
      return []
    }
    let range = CardControls.autoLockDays
    return [
      FieldError("autoLockDays", .field(.range, "\(range.lowerBound)", "\(range.upperBound)"))
    ]
  }
}

extension FieldForm {
  static let autoLockDays = FieldForm.range(
    Int64(CardControls.autoLockDays.lowerBound)...Int64(CardControls.autoLockDays.upperBound))
}
