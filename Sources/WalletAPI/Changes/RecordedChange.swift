package import WalletModel

/// A recorded change of status, with what is needed to send it again.
package struct RecordedStatus: Hashable, Sendable {
  package let status: CardStatus
  package let reason: String
}

/// A change as it is recorded before it is sent, with what is needed to find out its result if the
/// answer is lost. It contains no secrets.
package struct RecordedChange: Hashable, Identifiable, WireRecord, JSONValue {
  /// The idempotency key that it is sent with: 32 hexadecimal digits.
  package private(set) var key: String
  /// The owner: server, brand and user in one word.
  package private(set) var wallet: String
  /// `Contract.name`: `SET_STATUS`.
  package private(set) var operation: String
  package private(set) var cardID: CardID?
  /// The new status and its reason, with `SET_STATUS`.
  package var status: CardStatus?
  package var reason: String?
  /// The version of the card that the person saw.
  package var expectedVersion: Int?
  /// The time immediately before it was sent.
  package private(set) var time: Timestamp

  package var id: String { key }

  /// nil: the operation is not recorded, or has no key.
  package init?<O: WalletOperation>(
    _ operation: O, _ context: RequestContext, wallet: String, time: Timestamp
  ) {
    guard let key = context.idempotencyKey, case .recorded = O.contract.lostAnswer else {
      return nil
    }
    status = operation.recorded?.status
    reason = operation.recorded?.reason
    self.key = key
    self.wallet = wallet
    self.operation = O.contract.name
    cardID = operation.cardID
    expectedVersion = context.expectedVersion
    self.time = time
  }

  private init(key: String, wallet: String, operation: String, cardID: CardID?, time: Timestamp) {
    self.key = key
    self.wallet = wallet
    self.operation = operation
    self.cardID = cardID
    self.time = time
  }

  /// What was asked for.
  package enum Kind: Sendable {
    case lock, unlock, cancel, pin, rename, activation, newCard, replacement, authenticator, other
  }

  /// `.other` for operations of other versions of the program.
  package var kind: Kind {
    guard case .recorded(let kind)? = Contract.named(operation)?.lostAnswer else { return .other }
    return kind(self)
  }

  /// The same in a word or two: `Lock`.
  package var title: Reason {
    switch kind {
    case .lock: .text("Lock", "Sperrung")
    case .unlock: .text("Unlock", "Entsperrung")
    case .cancel: .text("Cancel", "Kündigung")
    case .pin: .text("PIN change", "PIN-Änderung")
    case .rename: .text("Rename", "Umbenennung")
    case .activation: .text("Activation", "Aktivierung")
    case .newCard: .text("New card", "Neue Karte")
    case .replacement: .text("Replacement", "Ersatz")
    case .authenticator: .text("Authenticator app", "Authenticator-App")
    case .other: .text("Change", "Änderung")
    }
  }

  /// The same request again, if everything that it needs was recorded.
  package var again: SetCardStatus? {
    guard let cardID, let status, let reason else { return nil }
    return SetCardStatus(cardID, status, reason: reason)
  }

  package static var blank: RecordedChange {
    RecordedChange(key: "", wallet: "", operation: "", cardID: nil, time: .blank)
  }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("key", &key)
    try v.field("wallet", &wallet)
    try v.field("operation", &operation)
    try v.optional("cardId", &cardID)
    try v.optional("status", &status)
    try v.optional("reason", &reason)
    try v.optional("expectedVersion", &expectedVersion)
    try v.field("time", &time)
  }
}
