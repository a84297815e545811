package import WalletModel

/// A change as it is written down before it is sent: what has to be known to find out what became of
/// it when its answer is lost. No secrets.
package struct RecordedChange: Hashable, Sendable, Identifiable {
  /// The idempotency key that it is sent with: 32 hexadecimal digits.
  package let key: String
  /// Whose change it is: server, brand and user in one word.
  package let wallet: String
  /// As the descriptor names it: `SET_STATUS`.
  package let operation: String
  package let cardID: CardID?
  /// The status that is wanted and why, with `SET_STATUS`.
  package var status: CardStatus?
  package var reason: String?
  /// The version of the card that the person saw.
  package var expectedVersion: Int?
  /// When it was about to be sent.
  package let time: Timestamp

  package var id: String { key }

  /// nil: not worth writing down. What only leads up to a change (a code, an enrolment that is not
  /// confirmed) is begun anew instead.
  package init?<O: WalletOperation>(
    _ operation: O, _ context: RequestContext, wallet: String, time: Timestamp
  ) {
    guard let key = context.idempotencyKey else { return nil }
    switch operation {
    case let change as SetCardStatus:
      status = change.status
      reason = change.reason
    case is SetCardPin, is ActivateCard, is CreateCard, is ConfirmAuthenticator: break
    default: return nil
    }
    self.key = key
    self.wallet = wallet
    self.operation = O.descriptor.name
    cardID = operation.cardID
    expectedVersion = context.expectedVersion
    self.time = time
  }

  /// What was asked for.
  package enum Kind: Sendable {
    case lock, unlock, cancel, pin, activation, newCard, authenticator, other
  }

  package var kind: Kind {
    switch operation {
    case SetCardStatus.descriptor.name:
      switch status {
      case .locked: .lock
      case .active: .unlock
      case .cancelled: .cancel
      default: .other
      }
    case SetCardPin.descriptor.name: .pin
    case ActivateCard.descriptor.name: .activation
    case CreateCard.descriptor.name: .newCard
    case ConfirmAuthenticator.descriptor.name: .authenticator
    default: .other
    }
  }

  /// The same in a word or two: `Lock`.
  package var title: String {
    switch kind {
    case .lock: "Lock"
    case .unlock: "Unlock"
    case .cancel: "Cancel"
    case .pin: "PIN change"
    case .activation: "Activation"
    case .newCard: "New card"
    case .authenticator: "Authenticator app"
    case .other: "Change"
    }
  }

  /// The same request once more, where it can be made of what is written down.
  package var again: SetCardStatus? {
    guard let cardID, let status, let reason else { return nil }
    return SetCardStatus(cardID, status, reason: reason)
  }
}

extension RecordedChange: JSONValue {
  package init(json: JSON) throws(WireMalformed) {
    var fields = try JSONFields(json)
    key = try fields.get("key")
    wallet = try fields.get("wallet")
    operation = try fields.get("operation")
    cardID = try fields.optional("cardId")
    status = try fields.optional("status")
    reason = try fields.optional("reason")
    expectedVersion = try fields.optional("expectedVersion")
    time = try fields.get("time")
  }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("key", key)
      $0.field("wallet", wallet)
      $0.field("operation", operation)
      $0.optional("cardId", cardID)
      $0.optional("status", status)
      $0.optional("reason", reason)
      $0.optional("expectedVersion", expectedVersion)
      $0.field("time", time)
    }
  }
}
