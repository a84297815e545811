import WalletAPI
import WalletModel

/// An event about a card for an operator (A39), with the published names and words where there are
/// any.
enum WebhookEvent: Hashable {
  case status(old: CardStatus, new: CardStatus)
  case tokenization(MobileWalletTokenization, CreatorStatus, Enrollment, ActivationMethod)
  case tokenUpdate(dpanRef: String, TokenUpdate)
  case confirmation(ScaEventID, action: String, ConfirmationState)
  case decline(Transaction)

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
    /// A code was sent, with which the owner completes the token (C11).
    case codeSent = "ACTIVATION_OTP_SENT"
  }

  /// `activationMethod`: how the owner agrees to the token.
  enum ActivationMethod: String {
    case none = "0"
    case sms = "1"
    case email = "2"
    case mobileApplication = "6"
  }

  /// `tokenAction`.
  enum TokenUpdate: String {
    case frozen = "TOKEN_FROZEN"
    case unfrozen = "TOKEN_UNFROZEN"
    case cancelled = "TOKEN_CANCELLED"
    /// It was cancelled, or is another card's from now on.
    case reissued = "TOKEN_REISSUED"
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
    case .decline: "/prepaid/card/payment/events"
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
      events += self.events(of: token, from: token.state(on: oldStatus), to: .deleted)
    }
    for token in after {
      // A token that was not there is like one that is no more.
      let known = before.first { $0.dpanRef == token.dpanRef }
      let was: TokenState? = known == nil ? .deleted : known?.state(on: oldStatus)
      events += self.events(of: token, from: was, to: token.state(on: newStatus))
    }
    return events
  }

  /// The events of a token from which the receiver knows its state (C16). nil: its phone has not
  /// reported that it has the card.
  private static func events(
    of token: MobileWalletTokenization, from old: TokenState?, to new: TokenState?
  ) -> [WebhookEvent] {
    if old == new { return [] }
    func update(_ update: TokenUpdate) -> WebhookEvent {
      .tokenUpdate(dpanRef: token.dpanRef, update)
    }
    let freeze = new == .suspended ? [update(.frozen)] : []
    switch (old, new) {
    case (nil, .deleted?): return [.tokenization(token, .deleted, .unsuccessful, .none)]
    case (_, .deleted?): return [update(.cancelled)]
    case (_, nil): return [.tokenization(token, .inactive, .initiated, .none)]
    case (nil, _): return [.tokenization(token, .active, .successful, .mobileApplication)] + freeze
    case (.deleted?, _): return [update(.reissued)] + freeze
    default: return freeze.isEmpty ? [update(.unfrozen)] : freeze
    }
  }

  /// A code was sent, with which a token is completed; nil: another change of a confirmation.
  ///
  /// - Parameter card: Reads the card of the confirmation.
  static func code(
    from old: ScaEventRecord?, to new: ScaEventRecord,
    card: () throws(WalletError) -> CardRecord?
  ) throws(WalletError) -> WebhookEvent? {
    guard new.action == VerifyToken.contract.name, let dpanRef = new.target,
      let challenge = new.challenge, let message = challenge.messageID,
      message != old?.challenge?.messageID, let token = try card()?.card.token(dpanRef)
    else { return nil }
    let isMail = challenge.verification.channel == .email
    return .tokenization(token, .inactive, .codeSent, isMail ? .email : .sms)
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
      case .tokenization(let token, let state, let enrollment, let method):
        json.field("dpanRef", token.dpanRef)
        json.optional("walletType", Self.word(of: token.walletType))
        json.field("creatorStatus", state.rawValue)
        json.field("activationMethod", method.rawValue)
        json.field("enrollmentStatus", enrollment.rawValue)
      case .tokenUpdate(let dpanRef, let action):
        json.field("dpanRef", dpanRef)
        json.field("tokenAction", action.rawValue)
      case .confirmation(let confirmation, let action, let state):
        json.field("eventId", confirmation.rawValue)
        json.field("action", action)
        json.field("status", state.rawValue)
      case .decline(let payment):
        json.field("transactionId", payment.id.rawValue)
        json.field("merchant", payment.description)
        json.field("billedAmount", payment.billedAmount)
        json.optional("declineReason", payment.declineReason?.rawValue)
        json.optional("declineRule", payment.declineRule)
      }
      json.field("eventTimestamp", time)
    }
  }

  /// nil: there is no published word for it.
  private static func word(of wallet: MobileWalletType) -> String? {
    switch wallet {
    case .applePay: "APPLE"
    case .googlePay: "GOOGLE"
    case .samsungPay, .other: nil
    }
  }
}
