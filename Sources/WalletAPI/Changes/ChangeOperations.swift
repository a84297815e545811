package import WalletModel

/// Settles a change whose answer never came: says what became of it, or makes sure that nothing
/// ever will. Good to know as long as keys are kept, 24 hours.
package struct SettleChange: WalletOperation {
  package static let contract = Contract.change(
    "SETTLE_CHANGE", .post, "/profile/changes/:id/settlement", group: .wallet,
    about: "What became of a change whose answer was lost", lostAnswer: .notRecorded,
    retry: .idempotent, document: Documented(id: .key))
  /// The idempotency key that the change was sent with: 1…64 bytes.
  package let key: String
  package init(_ key: String) { self.key = key }
  package func carryOut(by engine: some WalletEngine, _ context: RequestContext)
    throws(WalletError) -> ChangeSettlement
  { try engine.settleChange(self, context) }
}

/// What became of a change.
package enum ChangeSettlement: Hashable, Sendable {
  /// It was made. `status` is the HTTP status that it was answered with; `cardID` the card that it
  /// was about, if it was about one.
  case done(status: Int, cardID: CardID?)
  /// It was not made and will not be: from now on its key is refused with `.keyClosed`, or with what
  /// it was refused with before, where that was counted.
  case unknown
}
