package import Secrets
package import WalletAPI
package import WalletModel

/// A card in the ledger, with data that only the issuer uses.
package struct CardRecord: Hashable, Sendable {
  /// `tokenizations` is always set, `availableActions` never.
  package var card: Card
  /// The card's index among the customer's cards, set by the ledger. It never changes.
  package var position: Int
  /// The status before the card was locked, which unlocking restores.
  package var statusBeforeLock: CardStatus?
  /// Wrong activation data so far (A22).
  package var activationFailures: Int
  /// By `dpanRef`: identifies the phone of the token.
  package var tokenMarks: [String: String] = [:]
  package var times = CardTimes()
  /// What taking back a change of the status restores: before the last change of it, which is at the
  /// end, and before the one before that.
  package var before: [StatusBefore] = []
}

extension CardRecord {
  // See `Card`.
  package init(
    card: Card, position: Int = -1, statusBeforeLock: CardStatus? = nil,
    activationFailures: Int = 0
  ) {
    self.init(
      card: card, position: position, statusBeforeLock: statusBeforeLock,
      activationFailures: activationFailures, tokenMarks: [:])
  }
}

/// A programme, and the range of its card numbers.
package struct ProgramRecord: Hashable, Sendable {
  package var program: CardProgram
  /// Six digits of a published test range.
  package var bin: String
}

/// The counters for one-time codes of a customer.
package struct ScaAccount: Hashable, Sendable {
  /// Wrong codes in a row.
  package var failures = 0
  /// Blocks since the last correct code. Each doubles the next one.
  package var blocks = 0
  package var blockedAt: Moment?
  /// Codes sent since the last correct one, or since the last cool-down.
  package var challenges = 0
  package var lastChallenge: Moment?
  package var isEnrolled = false
  /// The last 30-second step whose app code was used. Each is valid once.
  package var lastStep: Int64 = -1
  /// When a secret that is not confirmed yet was handed out.
  package var enrolmentBegan: Moment?
  package init() {}
}

/// A one-time code that was asked for.
package struct ScaChallengeRecord: Hashable, Sendable {
  package var verification: ScaVerification
  package var created: Moment
  /// Keyed hash of event, message and code; empty for an authenticator app.
  package var codeHash: [UInt8]
  /// The message on the simulated phone that contains the code.
  package var messageID: String?
}

/// An SCA event, and everything that it is bound to.
package struct ScaEventRecord: Hashable, Sendable {
  package var id: ScaEventID
  package var walletOperationID: WalletOperationID
  package var sessionID: String
  package var deviceID: String
  /// `Contract.name`.
  package var action: String
  package var cardID: CardID?
  package var cardVersion: Int?
  /// 16 bytes: a keyed hash of the complete request. Empty in older records, whose events have
  /// expired.
  package var request: [UInt8] = []
  /// Where the card is added, or which virtual card it is, as text for its owner; nil: neither.
  package var target: String?
  /// Whether its code counts for other requests of this kind, too, for a short time.
  package var isRemembered = false
  package var created: Moment
  /// The last activity of the customer for this event (S11).
  package var touched: Moment
  /// The latest challenge. Earlier ones are not valid.
  package var challenge: ScaChallengeRecord?
  /// When a code was last sent for it. Using an app sends none.
  package var lastSent: Moment?
  /// When the correct code came. The grant's lifetime starts then.
  package var verified: Moment?
  /// Whether the grant was used.
  package var isConsumed = false
}

/// A message on the simulated phone, without its code.
package struct PhoneMessageRecord: Hashable, Sendable {
  package var id: String
  package var channel: ScaChannel
  package var sender: String
  package var time: Timestamp
  /// With `%@` in place of the code.
  package var text: String
  /// When the code was made; nil: it does not expire (a card's letter).
  package var codeFrom: Moment?
  /// What a push message says to a program; nil: it is another message.
  package var payload: String?
  package var place: Int64?
}

/// A sign-in at a server. Only hashes of its tokens are stored, 32 bytes each.
package struct SignInRecord: Hashable, Sendable {
  package struct Access: Hashable, Sendable {
    package var hash: [UInt8]
    package var scopes: Set<Scope>
    package var made: Moment
    package init(hash: [UInt8], scopes: Set<Scope>, made: Moment) {
      self.hash = hash
      self.scopes = scopes
      self.made = made
    }
  }
  /// A refresh token that was used. It stays valid for a short time, since the answer may have been
  /// lost.
  package struct Used: Hashable, Sendable {
    package var hash: [UInt8]
    /// When it was first used.
    package var at: Moment
    /// Hashes of the access tokens before that.
    package var before: [[UInt8]]
    package init(hash: [UInt8], at: Moment, before: [[UInt8]]) {
      self.hash = hash
      self.at = at
      self.before = before
    }
  }
  package var id: String
  package var customer: CustomerID
  package var user: String
  /// A hash of the user's entry. If the entry changes, the sign-in ends.
  package var userMark: [UInt8]
  package var deviceID: String
  package var scopes: Set<Scope>
  /// The hash of the part that all its refresh tokens share.
  package var family: [UInt8]
  /// The hash of the current refresh token.
  package var refresh: [UInt8]
  package var refreshMade: Moment
  /// Access tokens that may still be valid, the newest last.
  package var access: [Access] = []
  /// The previous refresh token; nil: there was none.
  package var used: Used?

  package init(
    id: String, customer: CustomerID, user: String, userMark: [UInt8], deviceID: String,
    scopes: Set<Scope>, family: [UInt8], refresh: [UInt8] = [],
    refreshMade: Moment = Moment(wall: Timestamp(milliseconds: 0), boot: 0)
  ) {
    self.id = id
    self.customer = customer
    self.user = user
    self.userMark = userMark
    self.deviceID = deviceID
    self.scopes = scopes
    self.family = family
    self.refresh = refresh
    self.refreshMade = refreshMade
  }
}

/// The result of a request with an idempotency key.
package struct ChangeRecord: Hashable, Sendable {
  /// The answer, which contains no secret.
  package enum Answer: Hashable, Sendable {
    /// Without tokenizations and actions, which have a shorter form in the ledger.
    case card(Card)
    /// The body as it was sent.
    case body([UInt8])
    /// The request was refused and counted: the error object as it was sent.
    case refusal([UInt8])
  }
  package struct Outcome: Hashable, Sendable {
    /// 16 bytes: a keyed hash of the request.
    package var request: [UInt8]
    /// The answer's HTTP status.
    package var status: Int
    package var answer: Answer
    package var cardID: CardID?
  }
  /// The idempotency key. It is not stored: a record that was read does not have it.
  package var key: String
  package var made: Moment
  /// nil: the key was closed before a request with it arrived, or stands for a token that was used.
  package var outcome: Outcome?
}

/// The shop's record of an authorisation or a debit.
package struct SaleRecord: Hashable, Sendable {
  package enum State: UInt8, CaseIterable, Sendable {
    /// An authorisation that holds money.
    case open = 1
    case declined = 2
    /// Reversed completely.
    case reversed = 3
    case expired = 4
    /// Debited completely.
    case debited = 5
    /// A debit, not an authorisation.
    case debit = 6
  }
  package var id: String
  package var state: State
  package var cardID: CardID
  package var merchantID: String
  /// The id of the first authorisation.
  package var sequenceID: String
  /// The reserved or debited amount, in the merchant's minor units.
  package var amount: Int64
  /// The refunded amount of a debit, in the merchant's minor units.
  package var refunded: Int64 = 0
  /// The amount that the account holds for it, with markup, in the card's minor units.
  package var held: Int64 = 0
  /// The place of the PENDING payment.
  package var pending: Int64?
  package var created: Timestamp
  /// What of it counts as spent with a virtual card in a month, in the card's minor units.
  package var counted = Tally()
  /// How it was authorised. What is added to it counts as paid in the same way.
  package var channel = PaymentChannel.terminal
}

/// Keys of the issuer, 32 bytes each.
package struct IssuerKeys: Sendable {
  /// For computing CVVs.
  package let cvv: Secret
  /// For hashes of one-time codes, which are stored only in this form.
  package let codes: Secret
  /// For hashes of requests, whose bodies may contain a PIN.
  package let requests: Secret
  package init(cvv: Secret, codes: Secret, requests: Secret) {
    self.cvv = cvv
    self.codes = codes
    self.requests = requests
  }
}
