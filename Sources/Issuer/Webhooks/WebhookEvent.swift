import WalletAPI
import WalletModel

/// What an operator is told about a card (A39), with the published names and words.
enum WebhookEvent: Hashable {
  case status(old: CardStatus, new: CardStatus)
  case tokenization(MobileWalletType, CreatorStatus, Enrollment)
  case tokenUpdate(TokenUpdate)
  case confirmation(ScaEventID, action: String, ConfirmationState)

  /// `creatorStatus`.
  enum CreatorStatus: String {
    case active = "A"
    case deleted = "D"
    case inactive = "I"
  }

  /// `enrollmentStatus`.
  enum Enrollment: String {
    case initiated = "TOKENIZATION_INITIATED"
    case successful = "ENROLLMENT_SUCCESSFUL"
    case unsuccessful = "TOKENIZATION_ENROLLMENT_UNSUCCESSFUL"
  }

  /// `tokenAction`.
  enum TokenUpdate: String {
    case frozen = "TOKEN_FROZEN"
    case unfrozen = "TOKEN_UNFROZEN"
    case cancelled = "TOKEN_CANCELLED"
  }

  /// `status` of an SCA event.
  enum ConfirmationState: String {
    case created = "CREATED"
    case verified = "VERIFIED"
    case used = "USED"
  }

  /// Below the operator's address.
  var path: String {
    switch self {
    case .status: "/prepaid/card/status/events"
    case .tokenization: "/prepaid/card/tokenization/events"
    case .tokenUpdate: "/prepaid/card/token/events"
    case .confirmation: "/sca/events"
    }
  }
}

/// The events of changes to records.
extension WebhookEvent {
  /// - Parameter old: nil: the card is new, which changes no status.
  static func events(from old: CardRecord?, to new: CardRecord) -> [WebhookEvent] {
    guard let old else { return [] }
    var events: [WebhookEvent] = []
    let (oldStatus, newStatus) = (old.card.status, new.card.status)
    if oldStatus != newStatus { events.append(.status(old: oldStatus, new: newStatus)) }
    let (before, after) = (old.card.tokenizations ?? [], new.card.tokenizations ?? [])
    for token in before where !after.contains(where: { $0.dpanRef == token.dpanRef }) {
      let state = token.state(on: oldStatus)
      if token.status != .completed {
        events.append(.tokenization(token.walletType, .deleted, .unsuccessful))
      } else if state != .ended {
        events.append(.tokenUpdate(.cancelled))
      }
    }
    for token in after {
      let known = before.first { $0.dpanRef == token.dpanRef }
      if token.status == .completed, known?.status != .completed {
        events.append(.tokenization(token.walletType, .active, .successful))
      } else if known == nil {
        events.append(.tokenization(token.walletType, .inactive, .initiated))
      } else if let known, token.status == .completed,
        let action = tokenAction(from: known.state(on: oldStatus), to: token.state(on: newStatus))
      {
        events.append(.tokenUpdate(action))
      }
    }
    return events
  }

  /// What a completed token's change of state is called; nil: it can pay as before.
  private static func tokenAction(from old: TokenState, to new: TokenState) -> TokenUpdate? {
    switch (old, new) {
    case (.ended, _): nil
    case (_, .ended): .cancelled
    case (.active, .active): nil
    case (.active, _): .frozen
    case (_, .active): .unfrozen
    default: nil
    }
  }

  static func events(from old: ScaEventRecord?, to new: ScaEventRecord) -> [WebhookEvent] {
    func event(_ state: ConfirmationState) -> WebhookEvent {
      .confirmation(new.id, action: new.action, state)
    }
    var events: [WebhookEvent] = []
    if old == nil { events.append(event(.created)) }
    if old?.verified == nil, new.verified != nil { events.append(event(.verified)) }
    if old?.isConsumed != true, new.isConsumed { events.append(event(.used)) }
    return events
  }
}

/// The JSON of an event.
struct WebhookBody: JSONWritable {
  let id: String
  let event: WebhookEvent
  let cardID: CardID?
  let customerID: CustomerID
  let time: Timestamp

  func write(to writer: inout JSONWriter) {
    writer.object { json in
      json.field("id", id)
      json.optional("cardId", cardID?.rawValue)
      json.field("customerId", customerID.rawValue)
      switch event {
      case .status(let old, let new):
        json.field("oldStatus", old.rawValue)
        json.field("newStatus", new.rawValue)
      case .tokenization(let wallet, let state, let enrollment):
        json.optional("walletType", Self.word(of: wallet))
        json.field("creatorStatus", state.rawValue)
        // 6: in a mobile application. 0: none.
        json.field("activationMethod", enrollment == .successful ? "6" : "0")
        json.field("enrollmentStatus", enrollment.rawValue)
      case .tokenUpdate(let action):
        json.field("tokenAction", action.rawValue)
      case .confirmation(let confirmation, let action, let state):
        json.field("eventId", confirmation.rawValue)
        json.field("action", action)
        json.field("status", state.rawValue)
      }
      json.field("eventTimestamp", time)
    }
  }

  /// nil: there is no published word for it.
  private static func word(of wallet: MobileWalletType) -> String? {
    switch wallet {
    case .applePay: "APPLE"
    case .googlePay: "GOOGLE"
    default: nil
    }
  }
}
