import Testing
import WalletAPI
import WalletModel

@testable import Issuer

/// Which events a change of a card causes, and what they say (A39).
struct WebhookEventTests {
  private func card(_ status: CardStatus) -> CardRecord {
    var card = CardRecord.blank
    card.card.id = CardID("card-1")
    card.card.status = status
    card.card.tokenizations = []
    return card
  }

  @Test func onlyAStatusThatChangesIsReported() {
    #expect(WebhookEvent.events(from: nil, to: card(.active)) == [])
    #expect(WebhookEvent.events(from: card(.active), to: card(.active)) == [])
    #expect(
      WebhookEvent.events(from: card(.active), to: card(.locked))
        == [.status(old: .active, new: .locked)])
  }

  /// A token of a card, and the events when card and token change like this.
  private struct Change: Sendable {
    var status: (old: CardStatus, new: CardStatus) = (.active, .active)
    /// nil: the card has no token.
    var token: (old: MobileWalletTokenization?, new: MobileWalletTokenization?)
    var told: [String]
  }

  private static let time = Timestamp(milliseconds: 5)
  private static func token(
    _ status: MobileWalletStatus = .completed, frozen: Bool = false, removed: Bool = false
  ) -> MobileWalletTokenization {
    var token = MobileWalletTokenization(dpanRef: "d", walletType: .applePay, status: status)
    token.isFrozen = frozen
    token.removedAt = removed ? time : nil
    return token
  }

  private static let (initiated, plain) = (token(.initiated), token())
  private static let (frozen, removed) = (token(frozen: true), token(removed: true))
  private static let begun = "TOKENIZATION_INITIATED"
  private static let added = "ENROLLMENT_SUCCESSFUL"
  private static let failed = "TOKENIZATION_ENROLLMENT_UNSUCCESSFUL"

  private static let changes: [Change] = [
    // The phone.
    Change(token: (nil, initiated), told: [begun]),
    Change(token: (initiated, plain), told: [added]),
    Change(token: (initiated, nil), told: [failed]),
    Change(token: (plain, nil), told: ["TOKEN_CANCELLED"]),
    Change(token: (plain, plain), told: []),
    // The owner.
    Change(token: (plain, frozen), told: ["TOKEN_FROZEN"]),
    Change(token: (frozen, plain), told: ["TOKEN_UNFROZEN"]),
    Change(token: (plain, removed), told: ["TOKEN_CANCELLED"]),
    Change(token: (frozen, removed), told: ["TOKEN_CANCELLED"]),
    Change(token: (removed, plain), told: ["TOKEN_REISSUED"]),
    Change(token: (removed, frozen), told: ["TOKEN_REISSUED", "TOKEN_FROZEN"]),
    Change(token: (removed, nil), told: []),
    Change(token: (token(.initiated, removed: true), initiated), told: [begun]),
    Change(token: (initiated, token(.initiated, removed: true)), told: [failed]),
    // From another card.
    Change(token: (nil, plain), told: ["TOKEN_REISSUED"]),
    // The card.
    Change(status: (.active, .locked), token: (plain, plain), told: ["TOKEN_FROZEN"]),
    Change(status: (.active, .suspended), token: (plain, plain), told: ["TOKEN_FROZEN"]),
    Change(status: (.locked, .active), token: (plain, plain), told: ["TOKEN_UNFROZEN"]),
    Change(status: (.locked, .digital), token: (plain, plain), told: ["TOKEN_UNFROZEN"]),
    Change(status: (.locked, .cancelled), token: (plain, plain), told: ["TOKEN_CANCELLED"]),
    Change(status: (.active, .cancelled), token: (initiated, initiated), told: [failed]),
    Change(status: (.active, .locked), token: (initiated, initiated), told: []),
    Change(status: (.locked, .suspended), token: (plain, plain), told: []),
    Change(status: (.digital, .active), token: (plain, plain), told: []),
    // What the owner has frozen stays frozen when the card is unlocked.
    Change(status: (.active, .locked), token: (frozen, frozen), told: []),
    Change(status: (.locked, .active), token: (frozen, frozen), told: []),
    Change(status: (.locked, .active), token: (removed, removed), told: []),
    Change(status: (.active, .cancelled), token: (removed, removed), told: []),
    // A phone reports after the card was locked.
    Change(
      status: (.locked, .locked), token: (initiated, plain), told: [added, "TOKEN_FROZEN"]),
  ]

  @Test(arguments: changes.indices) func aTokenIsReportedAsTheWalletShowsIt(_ index: Int) {
    let change = Self.changes[index]
    func record(_ status: CardStatus, _ token: MobileWalletTokenization?) -> CardRecord {
      var record = card(status)
      record.card.tokenizations = token.map { [$0] } ?? []
      return record
    }
    let events = WebhookEvent.events(
      from: record(change.status.old, change.token.old),
      to: record(change.status.new, change.token.new))
    let told = events.compactMap { (event) -> String? in
      switch event {
      case .tokenization(let token, _, let enrollment, _):
        token.dpanRef == "d" ? enrollment.rawValue : nil
      case .tokenUpdate("d", let update): update.rawValue
      case .status, .tokenUpdate, .confirmation, .decline: nil
      }
    }
    #expect(told == change.told)
    let isOther = change.status.old != change.status.new
    #expect(events.count == told.count + (isOther ? 1 : 0))
    // The card's status comes first.
    if isOther {
      #expect(events.first == .status(old: change.status.old, new: change.status.new))
    }
  }

  @Test func aCodeForATokenIsReported() throws {
    var event = ScaEventRecord.blank
    event.action = VerifyToken.contract.name
    event.target = "d"
    var card = card(.active)
    card.card.tokenizations = [Self.initiated]
    func told(_ old: ScaEventRecord?, _ new: ScaEventRecord) throws -> WebhookEvent? {
      try WebhookEvent.code(from: old, to: new) { () throws(WalletError) in card }
    }
    #expect(try told(nil, event) == nil)
    var sent = event
    func challenge(_ channel: ScaChannel, _ message: String?) -> ScaChallengeRecord {
      ScaChallengeRecord(
        verification: ScaVerification(method: .otp, channel: channel),
        created: Moment(wall: Self.time, boot: 0), codeHash: [], messageID: message)
    }
    sent.challenge = challenge(.sms, "m1")
    #expect(
      try told(event, sent) == .tokenization(Self.initiated, .inactive, .codeSent, .sms))
    #expect(try told(sent, sent) == nil)
    var again = sent
    again.challenge = challenge(.email, "m2")
    #expect(
      try told(sent, again) == .tokenization(Self.initiated, .inactive, .codeSent, .email))
    // An app sends no code, and a code for something else is not reported.
    again.challenge = challenge(.authenticator, nil)
    #expect(try told(sent, again) == nil)
    sent.action = "SHOW_PIN"
    #expect(try told(event, sent) == nil)
  }

  @Test func theBodyHasThePublishedFields() {
    func body(_ event: WebhookEvent) -> String {
      String(
        decoding: JSONWriter.bytes(
          WebhookBody(
            id: "e1", event: event, cardID: CardID("card-1"), customerID: CustomerID("8860412"),
            time: Timestamp(milliseconds: 0))), as: UTF8.self)
    }
    func whole(_ own: String) -> String {
      #"{"id":"e1","cardId":"card-1","customerId":"8860412","# + own
        + #","eventTimestamp":"1970-01-01T00:00:00Z"}"#
    }
    #expect(
      body(.status(old: .digital, new: .active))
        == whole(#""oldStatus":"DIGITAL","newStatus":"ACTIVE""#))
    var token = Self.plain
    token.walletType = .googlePay
    #expect(
      body(.tokenization(token, .active, .successful, .mobileApplication))
        == whole(
          #""dpanRef":"d","walletType":"GOOGLE","creatorStatus":"A","activationMethod":"6","#
            + #""enrollmentStatus":"ENROLLMENT_SUCCESSFUL""#))
    #expect(
      body(.tokenization(token, .inactive, .codeSent, .sms))
        == whole(
          #""dpanRef":"d","walletType":"GOOGLE","creatorStatus":"I","activationMethod":"1","#
            + #""enrollmentStatus":"ACTIVATION_OTP_SENT""#))
    // There is no published word for this wallet.
    token.walletType = .samsungPay
    #expect(
      body(.tokenization(token, .inactive, .initiated, .none))
        == whole(
          #""dpanRef":"d","creatorStatus":"I","activationMethod":"0","#
            + #""enrollmentStatus":"TOKENIZATION_INITIATED""#))
    #expect(
      body(.tokenUpdate(dpanRef: "d", .frozen))
        == whole(#""dpanRef":"d","tokenAction":"TOKEN_FROZEN""#))
    #expect(
      body(.confirmation(ScaEventID("s1"), action: "GET_PIN", .used))
        == whole(#""eventId":"s1","action":"GET_PIN","status":"USED""#))
    let amount = Money(200_01, Currency("EUR"))
    var payment = Transaction(
      id: TransactionID("t1"), cardID: CardID("card-1"), type: .decline,
      transactedAt: Timestamp(milliseconds: 0), billedAmount: amount, description: "Shop",
      declineReason: .velocityExceeded)
    payment.declineRule = DeclineRule(.monthlyLimit, amount: Money(200_00, amount.currency))
    #expect(
      body(.decline(payment))
        == whole(
          #""transactionId":"t1","merchant":"Shop","billedAmount":"#
            + #"{"amount":20001,"currencyCode":"EUR"},"declineReason":"VELOCITY_EXCEEDED","#
            + #""declineRule":{"rule":"MONTHLY_LIMIT","#
            + #""amount":{"amount":20000,"currencyCode":"EUR"}}"#))
  }
}
