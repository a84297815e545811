package import WalletModel

/// Settles a change whose answer was lost: returns its result, or makes sure that it will never be
/// made. Results are known as long as keys are kept, 24 hours.
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
  { try engine.changeEngine.settleChange(self, context) }
}

/// The result of a change.
package enum ChangeSettlement: Hashable, Sendable {
  /// It was made. `status` is the HTTP status of its answer, and `cardID` its card, if it had one.
  case done(status: Int, cardID: CardID?)
  /// It is not known yet: an issuer has not answered, and may still carry it out. Ask again.
  case pending
  /// It was not made and will not be made: from now on its key is refused with `.keyClosed`, or
  /// with the same error as before, if that was counted.
  case unknown
}
